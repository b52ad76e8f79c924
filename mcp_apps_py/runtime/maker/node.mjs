// Runs the maker in Node: node node.mjs JOB_FOLDER
// The folder has job.json and all files of the job, and gets the products.

import nodeCrypto from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";

const folder = resolve(process.argv[2]);
const read = async (name) => new Uint8Array(await readFile(join(folder, name)));
const importFrom = (name) => import(pathToFileURL(join(folder, name)));

runInThisContext(await readFile(join(folder, "loader.js"), "utf8"), { filename: "loader.js" });
const { make, reasonOf } = await importFrom("maker.mjs");
const { loadPyodide } = await importFrom("pyodide.mjs");

// Pyodide takes its chance from here where it is in Node; the maker knows the web's own source only.
nodeCrypto.randomFillSync = (view) => globalThis.crypto.getRandomValues(view);

process.on("uncaughtException", (error) => {
  console.error(reasonOf(error));
  process.exit(1);
});

await make({
  read,
  write: (name, bytes) => writeFile(join(folder, `${name}.made`), bytes),
  tell: (doing) => console.log(doing),
  loadPyodide,
  options: { indexURL: folder },
  source: {
    response: async (name) => new Response(await read(name), { headers: { "content-type": "application/wasm" } }),
    module: importFrom,
  },
});
