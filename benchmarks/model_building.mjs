// Runs model_building_probe.py in a fresh Pyodide under Node, and prints its figures as JSON.
// node model_building.mjs PYODIDE_FOLDER WHEEL_FOLDER eager|deferred
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [pyodideFolder, wheelFolder, way] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const { loadPyodide } = await import(pathToFileURL(resolve(pyodideFolder, "pyodide.mjs")));

const wheels = readdirSync(wheelFolder)
  .filter((name) => name.endsWith(".whl") && !name.startsWith("mcp_apps_py"))
  .map((name) => join(resolve(wheelFolder), name));
const quiet = { messageCallback: () => {}, errorCallback: console.error };

const pyodide = await loadPyodide({ indexURL: resolve(pyodideFolder) });
await pyodide.loadPackage(wheels, { ...quiet, checkIntegrity: false });
pyodide.mountNodeFS("/repository", dirname(here));
const figures = pyodide.runPython(`
import json, sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/repository", "/repository/benchmarks"]
from model_building_probe import measure
json.dumps(measure(eager=${way === "eager" ? "True" : "False"}))
`);
console.log(figures);
