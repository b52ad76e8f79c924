// Starts PyScript; if Python cannot start here, finds out why. A module script, so
// it runs when the document is complete. What it needs to know stands in the page as JSON:
// "core", the address of PyScript's core.js, or nothing if it is in the page, and "runtime", how the
// addresses of the runtime begin.

const { core, runtime, base } = JSON.parse(document.getElementById("mcp-apps-page").textContent);
const shim = globalThis.mcpAppsShim;
const watch = new AbortController();

const STOPPED = "Its Python stopped at an error.";
const LOST = "Part of Python could not be loaded. Check the connection, and open the view again.";

function fail(reason, advice, details) {
  if (watch.signal.aborted) return;
  watch.abort();
  shim.fail(reason, advice, details);
}

const isRuntime = (url) => runtime.some((start) => String(url).startsWith(start));
const isFromRuntime = (error) => runtime.some((start) => `${error} ${error?.stack}`.includes(start));

let unanswered = "";

/** The observers know more than an exception does, but hear of it a little later. */
function failSoon(error) {
  setTimeout(() => fail(LOST, unanswered ? `${unanswered}: there was no answer.` : String(error)), 500);
}

function onViolation({ blockedURI, effectiveDirective }) {
  if (!isRuntime(blockedURI)) return;
  fail(
    `This app does not allow the view to load Python from ${new URL(blockedURI).origin}.`,
    `For developers: the content security policy blocked ${blockedURI} (${effectiveDirective}).`,
  );
}

function onLoaded({ name, responseStatus }) {
  // What lies in a runtime folder, the loader asks for; it knows another way for some of it, and fails clearly.
  if (!isRuntime(name) || (base && name.startsWith(base) && name !== core)) return;
  // No status can also mean that the browser does not tell, so it takes an exception besides.
  if (responseStatus === 0) unanswered ||= name;
  if (responseStatus >= 400) fail(LOST, `${name}: the answer was ${responseStatus}.`);
}

/** Pyodide often hangs instead of failing, and does without a wheel, so look at what the browser sees. */
function observe() {
  const options = { signal: watch.signal };
  const seen = new PerformanceObserver((list) => list.getEntries().forEach(onLoaded));
  seen.observe({ type: "resource", buffered: true });
  watch.signal.addEventListener("abort", () => seen.disconnect());
  document.addEventListener("securitypolicyviolation", onViolation, options);
  // From "ready" on, what is raised comes from the view; "done" comes if nothing was.
  const onRejection = ({ reason }) => isFromRuntime(reason) && failSoon(reason);
  addEventListener("unhandledrejection", onRejection, options);
  document.addEventListener("py:ready", () => removeEventListener("unhandledrejection", onRejection), options);
  document.addEventListener("py:done", () => watch.abort(), options);
}

const textOf = (script) => script.dataset.source ?? script.textContent;

/** What PyScript would put into the page in red: a script that was not run to its end comes as an exception. */
function watchScripts(io) {
  const { stderr } = io;
  io.stderr = (error, ...rest) => {
    if (error instanceof Error) shim.fail(STOPPED, "", error.message);
    return stderr(error, ...rest);
  };
}

/** Give the view's own modules to Python, and its scripts the text that HTML could not hold. */
function prepare({ hooks }) {
  const files = [...document.querySelectorAll('script[type="text/x-python"][data-file]')];
  const write = ({ io, interpreter: { FS } }) => {
    watchScripts(io);
    shim.progress("view");
    hooks.main.onReady.delete(write);
    for (const script of files) {
      const path = script.dataset.file;
      if (path.includes("/")) FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, textOf(script));
    }
  };
  hooks.main.onReady.add(write);
}

if (shim.webAssembly && !shim.over) {
  observe();
  addEventListener("py:all-done", () => shim.held || shim.done());
  globalThis.mcpAppsLoader?.begun()?.catch(failSoon);
  for (const script of document.querySelectorAll('script[type="py"][data-source]')) script.textContent = textOf(script);
  try {
    await globalThis.mcpAppsStorage;
    const pyscript = core ? await import(core) : globalThis.mcpAppsPyScript;
    // PyScript makes functions of its worker hooks by eval, which most hosts forbid; views have no workers.
    pyscript.hooks.worker.onBeforeRunAsync.clear();
    prepare(pyscript);
  } catch (error) {
    failSoon(error);
  }
}
