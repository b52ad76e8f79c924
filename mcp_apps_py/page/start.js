// Starts PyScript; if Python cannot start here, says so in the page, and why. A module script, so
// it runs when the document is complete. What it needs to know stands in the page as JSON:
// "core", the address of PyScript's core.js, and "runtime", how the addresses of the runtime begin.

const { core, runtime, base } = JSON.parse(document.getElementById("mcp-apps-page").textContent);
const watch = new AbortController();

// What else there is says mostly that Python is on its way; PyScript's own message may know more.
const STYLE = `
  body > :not(#mcp-apps-failure, .py-error) { display: none; }
  #mcp-apps-failure { color-scheme: light dark; margin: 16px; padding: 12px 16px; border-radius: 8px;
    border: 1px solid color-mix(in srgb, CanvasText 25%, Canvas); background: Canvas; color: CanvasText;
    font: 14px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
  #mcp-apps-failure h1 { margin: 0 0 4px; font-size: 1em; font-weight: 600; }
  #mcp-apps-failure p { margin: 4px 0 0; }
  #mcp-apps-failure p + p { color: color-mix(in srgb, CanvasText 72%, Canvas); font-size: 13px; }
`;

const WEB_ASSEMBLY = [
  "It is written in Python, which needs WebAssembly, and this app does not allow WebAssembly in its views.",
  "For developers: the view's content security policy lacks 'wasm-unsafe-eval' in script-src.",
];

const LOST = "Part of Python could not be loaded. Check the connection, and open the view again.";

const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

/** Show the first reason why the view cannot start; later ones are mostly its consequences. */
function fail(reason, advice) {
  if (watch.signal.aborted) return;
  watch.abort();
  console.error(`This view could not start. ${reason} ${advice}`);
  const card = Object.assign(element("section"), { id: "mcp-apps-failure", role: "alert" });
  card.append(element("style", STYLE), element("h1", "This view could not start"), element("p", reason));
  if (advice) card.append(element("p", advice));
  document.body.prepend(card);
}

function allowsWebAssembly() {
  try {
    // Loading Pyodide would neither succeed nor fail; compiling an empty module throws at once.
    return Boolean(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));
  } catch {
    return false;
  }
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

/** Give the view's own modules to Python, and its scripts the text that HTML could not hold. */
function deliverSources({ hooks }) {
  const files = [...document.querySelectorAll('script[type="text/x-python"][data-file]')];
  const write = ({ interpreter: { FS } }) => {
    hooks.main.onReady.delete(write);
    for (const script of files) {
      const path = script.dataset.file;
      if (path.includes("/")) FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, textOf(script));
    }
  };
  hooks.main.onReady.add(write);
}

if (allowsWebAssembly()) {
  observe();
  globalThis.mcpAppsLoader?.begun()?.catch(failSoon);
  for (const script of document.querySelectorAll('script[type="py"][data-source]')) script.textContent = textOf(script);
  try {
    await globalThis.mcpAppsStorage;
    const pyscript = await import(core);
    // PyScript makes functions of its worker hooks by eval, which most hosts forbid; views have no workers.
    pyscript.hooks.worker.onBeforeRunAsync.clear();
    deliverSources(pyscript);
  } catch (error) {
    failSoon(error);
  }
} else {
  fail(...WEB_ASSEMBLY);
}
