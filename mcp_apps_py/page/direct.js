// Runs the view's scripts as soon as Python is there, without PyScript. A module script, so it runs when
// the document is complete.

const shim = globalThis.mcpAppsShim;
const { packages } = JSON.parse(document.getElementById("mcp-apps-page").textContent);
const textOf = (script) => script.dataset.source ?? script.textContent;

async function run(python) {
  if (packages.length > 0) {
    shim.progress("packages");
    await python.loadPackage(packages, { checkIntegrity: false });
  }
  for (const script of document.querySelectorAll('script[type="text/x-python"][data-file]')) {
    const path = script.dataset.file;
    if (path.includes("/")) python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, textOf(script));
  }
  shim.progress("view");
  for (const script of document.querySelectorAll('script[type="py"]')) {
    if (globalThis.mcpAppsShim?.over) break; // the host has taken the view away meanwhile
    await python.runPythonAsync(mcpAppsLoader.behindTop(python, script), { filename: script.dataset.name ?? "<view>" });
  }
  if (!shim.held) shim.done();
}

try {
  const python = await mcpAppsLoader.begun();
  if (python && !shim.over) await run(python);
} catch (error) {
  console.error(error);
  shim.fail("Its Python stopped at an error.", "", String(error?.message ?? error));
}
