// Begins to start Python while the rest of the page is still being read. What it needs to know stands in
// the page as JSON: "base", the address of the runtime folder, or nothing if all of it is in the page;
// "fast", what there is; and "archives", those that the view needs besides what a snapshot holds.

(() => {
  const { base, fast, archives, interpreter } = JSON.parse(document.getElementById("mcp-apps-page").textContent);
  const shim = globalThis.mcpAppsShim;
  if (!fast || shim?.over || shim?.webAssembly === false) return;

  const packs = fast.snapshot ? [fast.snapshot, ...archives] : [fast.library, ...archives];
  const wanted = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", ...fast.sides.map(({ asset }) => asset), ...packs];
  const total = wanted.reduce((sum, name) => sum + fast.assets[name].size, 0);
  let loaded = 0;
  const onBytes = (bytes) => {
    loaded = Math.min(loaded + bytes, total);
    shim?.progress(loaded < total ? "download" : "start", loaded, total);
  };
  const source = base ? mcpAppsLoader.network(base, fast, onBytes) : mcpAppsInline.source(onBytes);
  mcpAppsLoader.begin(source, fast, { archives });
  if (base) return;
  const loadPyodide = (options) => mcpAppsLoader.forPyScript(source, fast, options);
  globalThis.mcpAppsInterpreters = { [interpreter]: Promise.resolve({ version: fast.lock.version, loadPyodide }) };
})();
