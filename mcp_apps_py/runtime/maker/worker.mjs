// Runs the maker in a worker of a browser: there is no page that a snapshot could hold on to. Everything comes from
// the maker's own web server, beside this file, and goes there.

const addressOf = (name) => new URL(name, import.meta.url).href;

async function fetched(name) {
  const response = await fetch(addressOf(name));
  if (!response.ok) throw new Error(`${name}: the answer was ${response.status}`);
  return response;
}

const read = async (name) => new Uint8Array(await (await fetched(name)).arrayBuffer());
const post = (name, body) => fetch(addressOf(name), { method: "POST", body });
const importFrom = (name) => import(addressOf(name));

// What engines do differently must not come into it; views start without it as well.
delete WebAssembly.Suspending;

let reasonOf = (error) => String(error?.stack ?? error);

try {
  await importFrom("loader.js");
  const maker = await importFrom("maker.mjs");
  reasonOf = maker.reasonOf;
  const { loadPyodide } = await importFrom("pyodide.mjs");
  await maker.make({
    read,
    write: async (name, bytes) => {
      const { ok, status } = await post(`made/${name}`, bytes);
      if (!ok) throw new Error(`${name} could not be written: the answer was ${status}`);
    },
    tell: (doing) => post("doing", doing),
    loadPyodide,
    options: { indexURL: addressOf("./") },
    source: {
      response: async (name) => new Response((await fetched(name)).body, { headers: { "content-type": "application/wasm" } }),
      module: importFrom,
    },
  });
  await post("end", "");
} catch (error) {
  await post("end", reasonOf(error) || "it failed without a reason");
}
