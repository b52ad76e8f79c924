// Runs the view's scripts as soon as Python is there, without PyScript. A module script, so it runs when
// the document is complete.

const textOf = (script) => script.dataset.source ?? script.textContent;

try {
  const python = await mcpAppsLoader.begun();
  for (const script of document.querySelectorAll('script[type="text/x-python"][data-file]')) {
    const path = script.dataset.file;
    if (path.includes("/")) python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, textOf(script));
  }
  for (const script of document.querySelectorAll('script[type="py"]')) {
    if (globalThis.mcpAppsShim?.over) break; // the host has taken the view away meanwhile
    await python.runPythonAsync(textOf(script), { filename: script.dataset.name ?? "<view>" });
  }
} catch (error) {
  console.error(error);
  globalThis.mcpAppsShim?.fail("This view stopped at its start.", "", String(error?.message ?? error));
}
