// Makes what a fast start needs: archives of compiled modules, and a snapshot of the memory of a Python
// that has imported the SDK. Runs in Node and in a browser page alike; `place` says how files are
// read and written there, and where Pyodide's own modules are.
//
//   place.read(name)           a file of the job, as bytes
//   place.write(name, bytes)   a product
//   place.tell(text)           what is being done, in a few words
//   place.loadPyodide          of the stock pyodide.mjs
//   place.options              what loadPyodide must be told in this place
//   place.source               for mcpAppsLoader

const loader = globalThis.mcpAppsLoader;

const writeJson = (place, name, value) => place.write(name, new TextEncoder().encode(JSON.stringify(value)));

/** What is wrong with what the author gave; the message is all that there is to say. */
export class Refusal extends Error {}

const text = async (place, name) => new TextDecoder().decode(await place.read(name));

/** Put files one after the other, behind a list of their paths and sizes. */
function pack(files) {
  const listed = new TextEncoder().encode(JSON.stringify(files.map(([path, bytes]) => [path, bytes.length])));
  return joined([lengthOf(listed), listed, ...files.map(([, bytes]) => bytes)]);
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const lengthOf = (bytes) => new Uint8Array(Uint32Array.of(bytes.length).buffer);

/** Compile everything in a stock Pyodide; gives a function that writes the archives of a choice of modules. */
async function compileAll(place, job) {
  // The columns of library code would be a quarter of the archives, for the sake of markers in tracebacks.
  const python = await place.loadPyodide({ ...place.options, env: { PYTHONNODEBUGRANGES: "1" } });
  python.FS.mkdirTree("/job");
  for (const name of ["compiling.py", "python_stdlib.zip", "_mcp_apps_runtime.py", ...job.wheels]) {
    python.FS.writeFile(`/job/${name}`, await place.read(name));
  }
  const compiling = python.runPython("import sys; sys.path.insert(0, '/job'); import compiling; compiling");
  const library = compiling.Library("/job", python.toPy(job));
  return (used) => library.archives(python.toPy(used)).toJs({ dict_converter: Object.fromEntries });
}

/** Start Python from files as a page would, laid out for a snapshot. */
async function start(place, job, files, { options, snapshot, ...hooks }) {
  return loader.start(loader.ask(place.source, job), {
    python: job.python,
    files: Promise.resolve(files),
    snapshot: snapshot && Promise.resolve(snapshot),
    tableBase: job.tableBase,
    options: { ...place.options, lockFileContents: { info: job.lock, packages: {} }, ...options },
    ...hooks,
  });
}

/** Run one of the Python files beside this one; it may leave in `problem` what is wrong with what the author gave. */
async function run(python, place, name, values) {
  const globals = python.toPy({ __name__: name, ...values });
  python.runPython(await text(place, name), { globals, filename: name });
  const problem = globals.get("problem");
  globals.destroy();
  if (problem) throw new Refusal(problem);
}

/** Find out which modules the SDK itself needs, and what the author's code needs. */
async function modulesInUse(place, job, files) {
  const python = await start(place, job, files, {});
  for (const name of job.preload) python.pyimport(name).destroy();
  await run(python, place, "exercise.py");
  await run(python, place, "author.py", { job });
  return python.runPython("import sys; list(sys.modules)").toJs();
}

/**
 * Do something while chance is none and each look at a clock takes the same time, so that the same job gives the
 * same bytes. Views draw their own numbers, and ask their own clocks.
 */
async function reproducibly(work) {
  const [{ crypto, performance, Date, Math }, { getRandomValues }] = [globalThis, globalThis.crypto];
  const [{ now }, { now: dateNow }, { random }] = [performance, Date, Math];
  let [time, state] = [0, 1];
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  crypto.getRandomValues = (array) => {
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, at, bytes) => (bytes[at] = next() >>> 24));
    return array;
  };
  performance.now = () => (time += 1);
  Date.now = () => Date.UTC(2026, 0, 1) + (time += 1);
  Math.random = () => next() / 2 ** 32;
  try {
    return await work();
  } finally {
    Object.assign(crypto, { getRandomValues });
    Object.assign(performance, { now });
    Object.assign(Date, { now: dateNow });
    Object.assign(Math, { random });
  }
}

/** Prepare a Python for its snapshot, and take the image of its memory. */
async function takeImage(place, job, files) {
  let module;
  const options = { _makeSnapshot: true, env: { PYTHONHASHSEED: "0", LANG: "C.UTF-8" }, args: [], _sysExecutable: "./this.program" };
  const python = await start(place, job, files, { options, onModule: (created) => (module = created) });
  const sources = {};
  for (const name of ["exercise.py", "pyscript_preload.py", "author.py"]) sources[name] = await text(place, name);
  await run(python, place, "prepare.py", { job, sources });
  const modules = python.runPython("import _mcp_apps_runtime as runtime; ' '.join(runtime.names_of_modules())");
  scrub(module);
  const strangers = [];
  const image = python.makeMemorySnapshot({ serializer: (value) => strangers.push(String(value)) });
  if (strangers.length > 0) throw new Refusal(`JavaScript objects would be lost in a snapshot: ${strangers.join(", ")}`);
  const handles = Object.entries(module.LDSO.loadedLibsByHandle).map(([handle, { name }]) => [Number(handle), name]);
  return { ...readImage(image), modules, handles, buildId: module.API.config.BUILD_ID };
}

/** Overwrite memory that is free, so that nothing is left in it and it compresses to nothing. */
function scrub(module) {
  const top = () => module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2];
  const taken = [];
  for (let size = 1 << 20; size >= 16; size >>= 1) {
    for (;;) {
      const before = top();
      const chunk = module._malloc(size);
      if (top() !== before) {
        module._free(chunk);
        break;
      }
      module.HEAPU8.fill(0, chunk, chunk + size); // taken anew: the memory may have grown
      taken.push(chunk);
    }
  }
  for (const chunk of taken) module._free(chunk);
}

/** Take an image apart: Pyodide's own header says where the memory begins, and which JavaScript objects it needs. */
function readImage(image) {
  const [, start, length] = new Uint32Array(image.buffer, 0, 3);
  const headerStart = 48;
  const references = JSON.parse(new TextDecoder().decode(image.subarray(headerStart, headerStart + length)));
  return { references, memory: image.subarray(start) };
}

/** The memory that a snapshot finds when it is restored, before and after C has begun, and where the trampoline is. */
async function freshMemory(place, job, files, size) {
  let [initial, fresh] = [];
  const onLaid = (module) => (initial = module.HEAPU8.slice());
  const look = (module) => {
    fresh = { initial, memory: module.HEAPU8.slice(), trampoline: loader.trampolineOf(module) };
    throw new Error("seen");
  };
  const onModule = (module) => (module.API.restoreSnapshot = () => look(module));
  await start(place, job, files, { snapshot: { memory: size }, onModule, onLaid }).catch((error) => {
    if (!fresh) throw error;
  });
  return fresh;
}

const BLOCK = 64;
const GAP = 256; // a run less to copy is worth more than these bytes, which compress well

/**
 * What to write over a fresh memory, in whole blocks: [offset, length, whether it is all zero].
 *
 * What C has set at its begin may differ from start to start, if only by the time that it took: so what was
 * zero before is always written, be it with zeros. The rest of what is equal here must be equal there.
 */
function changes(memory, { initial, memory: fresh }) {
  const words = (bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
  const [ours, theirs, first] = [memory, fresh, initial].map(words);
  const runs = [];
  for (let at = 0; at < ours.length; at += BLOCK >>> 2) {
    let [differs, isZero, wasZero] = [false, true, true];
    for (let word = at; word < at + (BLOCK >>> 2); word++) {
      differs ||= ours[word] !== theirs[word];
      isZero &&= ours[word] === 0;
      wasZero &&= first[word] === 0;
    }
    if (!differs && !wasZero) continue;
    const zero = isZero && wasZero;
    const start = at << 2;
    const last = runs.at(-1);
    const reach = zero || last?.[2] ? 0 : GAP;
    if (last && last[2] === zero && start - (last[0] + last[1]) <= reach) last[1] = start + BLOCK - last[0];
    else runs.push([start, BLOCK, zero]);
  }
  return runs;
}

/** Write a snapshot in the form that the loader reads. */
function writeSnapshot({ memory, references, handles, buildId }, fresh, job) {
  const runs = changes(memory, fresh);
  const content = joined(runs.map(([start, length, zero]) => memory.subarray(start, zero ? start : start + length)));
  const pairs = runs.flatMap(([start, length, zero]) => [start, zero ? length + loader.ZERO : length]);
  const sizes = { memory: memory.length, runs: runs.length, size: content.length };
  const header = { buildId, references, handles, ...sizes, job: job.id };
  const layOut = (checked) => {
    const listed = new TextEncoder().encode(JSON.stringify({ ...header, ...checked }));
    const head = joined([new Uint8Array(Uint32Array.of(loader.MAGIC).buffer), lengthOf(listed), listed]);
    return joined([head, new Uint8Array(-head.length & 3), new Uint8Array(Uint32Array.from(pairs).buffer), content]);
  };
  const end = fresh.memory.findLastIndex((byte) => byte !== 0) + 1;
  const checked = (end + 3) & ~3;
  const checksum = loader.checksum(fresh.memory, loader.readSnapshot(layOut({ checked })), fresh.trampoline);
  return layOut({ checked, checksum });
}

/** See that what was made can be restored. */
async function tryOut(place, job, files, snapshot) {
  const python = await start(place, job, files, { snapshot: loader.readSnapshot(snapshot) });
  loader.wake(python, true);
  await run(python, place, "exercise.py");
}

/** Say what went wrong: in Python's words if it was there, else with the place in JavaScript. */
export function reasonOf(error) {
  const inWords = error instanceof Refusal || error?.name === "PythonError";
  // Lines of Pyodide can be a megabyte long.
  return String((inWords ? error.message : error?.stack) ?? error).slice(0, 8000);
}

/** Make everything that the job asks for. */
export async function make(place) {
  const job = JSON.parse(await text(place, "job.json"));
  place.tell("compiling the library");
  const archives = await compileAll(place, job);
  const whole = archives();
  job.sides = whole.sides;
  place.tell("finding out what is used");
  const { library, rest, modules, imports } = archives(await modulesInUse(place, job, whole.library));
  await place.write("library", pack(library));
  await place.write("rest", pack(rest));
  await writeJson(place, "sides", job.sides);
  await writeJson(place, "modules", modules);
  await writeJson(place, "imports", imports);
  if (job.snapshot) await makeSnapshot(place, job, library);
}

async function makeSnapshot(place, job, library) {
  place.tell("taking the snapshot");
  const image = await reproducibly(() => takeImage(place, job, library));
  const fresh = await freshMemory(place, job, library, image.memory.length);
  const snapshot = writeSnapshot(image, fresh, job);
  place.tell("trying the snapshot out");
  await tryOut(place, job, [], snapshot);
  await place.write("snapshot", snapshot);
  await writeJson(place, "snapshot-modules", image.modules);
}
