// Runs the unit tests inside Pyodide, under Node: node run_tests.mjs [arguments of pytest]
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const runtime = join(root, ".runtime");
const { loadPyodide } = await import(join(runtime, "pyodide", "pyodide.mjs"));

async function main() {
  // As in the page: without stack switching.
  delete WebAssembly.Suspending;

  const env = { HOME: "/home/pyodide", COLUMNS: "120", HYPOTHESIS_STORAGE_DIRECTORY: "/home/pyodide/hypothesis" };
  const pyodide = await loadPyodide({ indexURL: join(runtime, "pyodide"), env });
  const manifest = JSON.parse(readFileSync(join(runtime, "manifest.json"), "utf-8"));
  const testWheels = readdirSync(join(runtime, "test-wheels")).filter((name) => name.endsWith(".whl"));
  await pyodide.loadPackage(
    [
      ...manifest.wheels.map((name) => join(runtime, "wheels", name)),
      ...testWheels.map((name) => join(runtime, "test-wheels", name)),
    ],
    { messageCallback: () => {} },
  );

  pyodide.mountNodeFS("/project", root);
  pyodide.mountNodeFS("/driver", here);
  for (const [set, stream] of [["setStdout", process.stdout], ["setStderr", process.stderr]]) {
    pyodide[set]({
      isatty: false,
      write: (bytes) => {
        stream.write(bytes.slice());
        return bytes.length;
      },
    });
  }
  pyodide.globals.set("pytest_arguments", pyodide.toPy(["-o", "cache_dir=/home/pyodide/pytest", ...process.argv.slice(2)]));
  pyodide.runPython(`
import os, sys
sys.dont_write_bytecode = True
sys.path += ["/driver", "/project"]
os.chdir("/project")
import driver
code, again = driver.run_pytest(pytest_arguments)
`);
  return pyodide.runPythonAsync("code or min(await driver.run_again(again), 1)");
}

// Exit at once: time-outs that nobody waits for any more would keep the process alive for their minute.
main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(String(error));
    process.exit(1);
  },
);
