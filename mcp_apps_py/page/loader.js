// Starts Python: from a memory snapshot where there is one and it fits, else from compiled archives.
// Everything is asked for at once, WebAssembly is compiled while it arrives, and nothing is looked up
// at run time. Where the bytes come from is the *source*'s business: a folder on a server, or this page.
//
//   source.response(name)   a Response with the content of an asset, not compressed any more
//   source.module(name)     the exports of a JavaScript module
//
// Making a snapshot goes through the same code, so that both sides lay out the memory alike.

globalThis.mcpAppsLoader ??= (() => {
  "use strict";

  // Pyodide asks for its parts by address; what is asked for here never leaves the page.
  const NOWHERE = "https://runtime.invalid/";
  const WASM = "application/wasm";
  const MAGIC = 0x4d415053;
  const ZERO = 2 ** 31; // in the length of a run: it is all zeros, and its bytes are left out

  const bytesOf = async (response) => new Uint8Array(await (await response).arrayBuffer());

  /** A promise that may be awaited late, or never, without being reported as unhandled. */
  const later = (promise) => {
    promise.catch(() => {});
    return promise;
  };

  const compile = (response) => later(WebAssembly.compileStreaming(response));

  /** Read a pack: the length of a JSON list of [path, size], that list, and the files one after the other. */
  function unpack(bytes) {
    const { listed, body } = headed(bytes, 0);
    let at = body;
    return listed.map(([path, size]) => [path, bytes.subarray(at, (at += size))]);
  }

  function headed(bytes, start) {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(start, true);
    const body = start + 4 + length;
    return { listed: JSON.parse(new TextDecoder().decode(bytes.subarray(start + 4, body))), body };
  }

  /** Read a snapshot: a header as JSON, then runs of memory as pairs of offset and length, then the bytes of those. */
  function readSnapshot(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.byteLength < 8 || view.getUint32(0, true) !== MAGIC) throw new Error("the snapshot is no snapshot");
    const { listed: header, body } = headed(bytes, 4);
    const runs = (body + 3) & ~3;
    const content = runs + 8 * header.runs;
    if (content + header.size !== bytes.byteLength) throw new Error("the snapshot is cut off");
    // A copy, because a view on words must begin at a word.
    return { ...header, pairs: new Uint32Array(bytes.slice(runs, content).buffer), bytes, content };
  }

  /** A sum over the memory that a snapshot leaves as it is; it must be what it was when the snapshot was made. */
  function checksum(memory, { pairs, checked }, skip) {
    const words = new Uint32Array(memory.buffer, memory.byteOffset, checked >>> 2);
    const own = words[skip];
    words[skip] = 0;
    let [sum, at] = [0, 0];
    for (let index = 0; index <= pairs.length && at < words.length; index += 2) {
      const end = index < pairs.length ? Math.min(pairs[index] >>> 2, words.length) : words.length;
      for (; at < end; at++) sum = (Math.imul(sum, 31) + words[at]) | 0;
      at = end + ((pairs[index + 1] % ZERO) >>> 2);
    }
    words[skip] = own;
    return sum >>> 0;
  }

  /** The word in memory that holds the engine's own trampoline; it is never taken from a snapshot. */
  const trampolineOf = (python) =>
    (python.__PyRuntime + python.HEAP32[python.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >>> 2]) >>> 2;

  function restore(python, snapshot) {
    const { HEAPU8: memory } = python;
    const trampoline = trampolineOf(python);
    const own = python.HEAPU32[trampoline];
    if (snapshot.buildId !== python.API.config.BUILD_ID) throw new Error("it belongs to another build of Pyodide");
    if (checksum(memory, snapshot, trampoline) !== snapshot.checksum) throw new Error("the memory is laid out otherwise");
    const { pairs, bytes } = snapshot;
    for (let index = 0, at = snapshot.content; index < pairs.length; index += 2) {
      const [start, length] = [pairs[index], pairs[index + 1]];
      if (length >= ZERO) {
        memory.fill(0, start, start + length - ZERO);
      } else {
        memory.set(bytes.subarray(at, at + length), start);
        at += length;
      }
    }
    python.HEAPU32[trampoline] = own;
    for (const [handle, name] of snapshot.handles) {
      if (name !== "__main__") python.LDSO.loadedLibsByHandle[handle] = python.LDSO.loadedLibsByName[name];
    }
    freshenTimeZone(python);
    return snapshot.references;
  }

  /** C asks for the time zone once, and that was on the maker's machine. */
  function freshenTimeZone(python) {
    const [standard, summer] = [0, 1].map((index) => python.HEAPU32[(python._tzname >>> 2) + index]);
    if (standard && summer) python.__tzset_js(python._timezone, python._daylight, standard, summer);
  }

  /** Link the side modules before the runtime begins: then they lie at the same place every time. */
  async function linkSides(python, sides, tableBase) {
    const { wasmTable } = python;
    if (tableBase) {
      if (wasmTable.length > tableBase) throw new Error(`this browser's function table has ${wasmTable.length} entries`);
      wasmTable.grow(tableBase - wasmTable.length);
    }
    for (const { path, module } of sides) {
      const library = python.newDSO(path, undefined, "loading");
      Object.assign(library, { refcount: Infinity, global: false });
      const flags = { loadAsync: true, nodelete: true, global: false, allowUndefined: true };
      library.exports = await python.loadWebAssemblyModule(await module, flags, path, {});
    }
    python.reportUndefinedSymbols();
  }

  function writeFiles(FS, files) {
    for (const [path, bytes] of files) {
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, bytes, { canOwn: true });
    }
  }

  /** Answer what Pyodide fetches at its start; gives the function that puts everything back. */
  function answer(answers, wasm, fail) {
    const { fetch } = globalThis;
    const { instantiateStreaming } = WebAssembly;
    const streamed = new Response(null);
    answers.set(`${NOWHERE}pyodide.asm.wasm`, () => Promise.resolve(streamed));
    const ourFetch = (resource, init) => answers.get(String(resource))?.() ?? fetch(resource, init);
    const ourInstantiate = async (response, imports) => {
      if ((await response) !== streamed) return instantiateStreaming(response, imports);
      WebAssembly.instantiateStreaming = instantiateStreaming;
      try {
        const module = await wasm;
        return { module, instance: await WebAssembly.instantiate(module, imports) };
      } catch (error) {
        fail(error); // Pyodide itself would only log it, and wait for ever
        throw error;
      }
    };
    globalThis.fetch = ourFetch;
    WebAssembly.instantiateStreaming = ourInstantiate;
    return () => {
      if (globalThis.fetch === ourFetch) globalThis.fetch = fetch;
      if (WebAssembly.instantiateStreaming === ourInstantiate) WebAssembly.instantiateStreaming = instantiateStreaming;
    };
  }

  /** The parts of Python that are needed in any case, all under way. */
  const ask = (source, { sides }) => ({
    loadPyodide: later(source.module("pyodide.mjs").then((exports) => exports.loadPyodide)),
    create: later(source.module("pyodide.asm.mjs").then((exports) => exports.default)),
    wasm: compile(source.response("pyodide.asm.wasm")),
    sides: sides.map(({ path, asset }) => ({ path, module: compile(source.response(asset)) })),
  });

  /**
   * Start Python once.
   *
   * parts: what `ask` gives. files: promise of [path, bytes]. snapshot: promise of a snapshot, or nothing.
   * tableBase: where the functions of side modules begin; 0 for wherever. options: for loadPyodide.
   */
  async function start(parts, { python: version, files, snapshot, tableBase, options, onModule, onLaid }) {
    const library = `/lib/python${version.replace(".", "")}.zip`;
    let fail;
    const failed = later(new Promise((_, reject) => (fail = reject)));

    const lay = async (python) => {
      python.addRunDependency("mcp-apps-py");
      try {
        writeFiles(python.FS, (await files).filter(([path]) => path !== library));
        await linkSides(python, parts.sides, tableBase);
        const memory = (await snapshot)?.memory ?? 0;
        if (memory > python.HEAPU8.length && !python.growMemory(memory)) throw new Error(`${memory} bytes of memory are not to be had`);
        onLaid?.(python);
        python.removeRunDependency("mcp-apps-py");
      } catch (error) {
        fail(error);
      }
    };

    const libraryBytes = async () => new Response((await files).find(([path]) => path === library)?.[1] ?? null);
    const putBack = answer(new Map([[`${NOWHERE}python_stdlib.zip`, libraryBytes]]), parts.wasm, fail);
    const createPyodideModule = async (settings) => {
      const create = await parts.create;
      const python = await create({ ...settings, preRun: [...settings.preRun, lay] });
      if (snapshot) {
        const taken = await snapshot;
        python.API.restoreSnapshot = () => restore(python, taken);
      }
      onModule?.(python);
      return python;
    };
    try {
      const loadPyodide = await parts.loadPyodide;
      const starting = loadPyodide({
        indexURL: NOWHERE,
        ...options,
        // Pydantic would search all distributions for plugins when it builds its first model.
        env: { PYDANTIC_DISABLE_PLUGINS: "__all__", ...options.env },
        packageBaseUrl: options.packageBaseUrl ?? NOWHERE,
        stdLibURL: `${NOWHERE}python_stdlib.zip`,
        createPyodideModule,
        _loadSnapshot: snapshot ? new Uint8Array(64) : undefined,
      });
      return await Promise.race([failed, starting]);
    } finally {
      putBack();
    }
  }

  /** Let PyScript use the library that is there already, instead of writing and compiling its own before each script. */
  function spareWriter(python, length) {
    const [begin, end] = ["import os as _os\nfrom pathlib import Path as _Path\n", "\ndel _pyscript\n\n"];
    const spared = (code) => {
      if (typeof code !== "string" || !code.startsWith(begin)) return code;
      const writes = code.indexOf(end) + end.length;
      // Another PyScript than the one of this runtime keeps its own library.
      if (writes !== length) return code;
      runtimeOf(python, (runtime) => runtime.bring_pyscript());
      return code.slice(writes);
    };
    for (const name of ["runPython", "runPythonAsync"]) {
      const run = python[name];
      python[name] = (code, options) => {
        const own = spared(code);
        const script = scripts().find((element) => textOf(element) === own);
        if (!script) return run.call(python, own, options);
        return run.call(python, behindTop(python, script), { filename: script.dataset.name, ...options });
      };
    }
  }

  const scripts = () => [...document.querySelectorAll('script[type="py"][data-name]')];
  const textOf = (script) => script.dataset.source ?? script.textContent;

  function runtimeOf(python, use) {
    const runtime = python.pyimport("_mcp_apps_runtime");
    use(runtime);
    runtime.destroy();
  }

  /**
   * The text of a script, without the top of the view if that was run for the snapshot. Lines keep their numbers, and
   * what changes how the rest is compiled stays.
   */
  function behindTop(python, script) {
    const text = textOf(script);
    if (!restored || !script.dataset.top) return text;
    runtimeOf(python, (runtime) => runtime.take_top());
    const lines = text.split("\n");
    const spare = (line, number) => (number >= script.dataset.top || line.startsWith("from __future__ ") ? line : "");
    return lines.map(spare).join("\n");
  }

  let beginning;
  const output = { stdout: (line) => console.log(line), stderr: (line) => console.error(line) };

  /** Begin once, for whoever asks then. */
  function begin(source, manifest, options) {
    const late = { stdout: (line) => output.stdout(line), stderr: (line) => output.stderr(line) };
    beginning ??= later(boot(source, manifest, { ...options, options: late }));
    return beginning;
  }

  /** The Python that was begun, or undefined. */
  const begun = () => beginning;

  /** What PyScript calls instead of Pyodide's function of this name; takes the Python that the page has begun. */
  async function forPyScript(source, manifest, { stdout, stderr, packages = [] } = {}) {
    const python = await begin(source, manifest);
    Object.assign(output, stdout && { stdout }, stderr && { stderr });
    spareWriter(python, manifest.writer);
    if (packages.length > 0) await python.loadPackage(packages, { checkIntegrity: false });
    return python;
  }

  /**
   * Let packages be loaded by name, too. Pyodide's list of them is long and seldom needed, so it is fetched
   * when one is asked for; wheels by address need no list.
   */
  function knowPackages(python, list) {
    const { loadPackage, _api: api } = python;
    const isName = (name) => !/[/:]|\.whl$/.test(name);
    let listed;
    const learn = async () => {
      const { packages } = JSON.parse(new TextDecoder().decode(await bytesOf(list())));
      Object.assign(api.lockfile_packages, packages);
      for (const [name, { imports }] of Object.entries(packages)) {
        for (const module of imports) api._import_name_to_package_name.set(module, name);
      }
    };
    python.loadPackage = async (names, ...options) => {
      const wanted = [names?.toJs?.() ?? names].flat();
      if (wanted.some(isName)) await (listed ??= learn());
      return loadPackage.call(python, names, ...options);
    };
  }

  /** Python is there: let it take in where it is, and load more when it is asked to. */
  function wake(python, snapshot) {
    runtimeOf(python, (runtime) => runtime.wake(snapshot, globalThis.navigator?.language ?? "C", fetchNow));
    return python;
  }

  let restored;

  /** Whether Python came out of a snapshot; undefined until it is there. */
  const wasRestored = () => restored;

  /**
   * Start Python from a source, as the manifest says; gives what `loadPyodide` gives.
   *
   * archives: packs that are needed besides a snapshot, because of what the view imports.
   * options: for loadPyodide; whoever needs other ones later may leave them open by getters.
   */
  async function boot(source, manifest, { archives = [], options = {} } = {}) {
    more = source.locate ?? more;
    const parts = ask(source, manifest);
    const pack = async (name) => unpack(await bytesOf(source.response(name)));
    const files = (names) => later(Promise.all(names.map(pack)).then((packs) => packs.flat()));
    const ofThisRuntime = (snapshot) => {
      if (snapshot.job !== manifest.id) throw new Error("it belongs to another runtime");
      return snapshot;
    };
    const known = { lockFileContents: { info: manifest.lock, packages: {} }, packageBaseUrl: source.packages };
    const common = { python: manifest.python, options: { ...known, enableRunUntilComplete: false, ...options } };
    const ready = (python, snapshot) => {
      restored = snapshot;
      if (source.locate) knowPackages(python, () => source.response("packages"));
      return wake(python, snapshot);
    };
    if (manifest.snapshot) {
      const snapshot = later(bytesOf(source.response(manifest.snapshot)).then(readSnapshot).then(ofThisRuntime));
      const { tableBase } = manifest;
      try {
        return ready(await start(parts, { ...common, snapshot, tableBase, files: files(archives) }), true);
      } catch (error) {
        console.warn(`mcp-apps-py: Python starts without its snapshot, since ${error?.message ?? error}`);
      }
    }
    const packs = [...new Set([manifest.library, ...archives])];
    return ready(await start(parts, { ...common, tableBase: 0, files: files(packs) }), false);
  }

  /** Tell of every chunk that arrives; of a copy, since whatever passes through JavaScript holds up the page. */
  async function count(response, onBytes) {
    const reader = response.body.getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) onBytes(chunk.value.byteLength);
  }

  /** A source that fetches from a folder; tells `onBytes` of every chunk that arrives. */
  function network(base, { assets }, onBytes = () => {}) {
    const locate = (name) => new URL(assets[name].path, base).href;
    return {
      locate,
      packages: new URL("./", locate("packages")).href,
      async response(name) {
        const url = locate(name);
        const response = await fetch(url);
        if (!response.ok) throw new Error(`${url}: the answer was ${response.status}`);
        later(count(response.clone(), onBytes));
        if (assets[name].packed) return new Response(response.body.pipeThrough(new DecompressionStream("gzip")));
        if (response.headers.get("content-type") === WASM) return response;
        return new Response(response.body, { headers: { "content-type": WASM } });
      },
      async module(name) {
        const exports = await import(locate(name));
        onBytes(assets[name].size);
        return exports;
      },
    };
  }

  /** Fetch an archive while everybody waits, for Python's import cannot; undefined where there is nothing to fetch from. */
  function fetchNow(name) {
    const url = more(name);
    if (!url) return undefined;
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    // The only way to bytes that browsers allow here: characters whose low bytes are they.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    if (request.status !== 200) throw new Error(`${url}: the answer was ${request.status}`);
    return Uint8Array.from(request.responseText, (character) => character.charCodeAt(0));
  }

  let more = () => undefined;

  return { MAGIC, ZERO, ask, begin, begun, behindTop, boot, checksum, fetchNow, forPyScript, network, readSnapshot, start, trampolineOf, wake, wasRestored };
})();
