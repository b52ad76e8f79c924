// Speaks for the view until Python can: shakes hands with the host, keeps what the host says for Python,
// takes the host's looks, shows how far loading is, and says so if the view cannot start. A classic script,
// the first of the page: there may be neither head nor body yet. What the view says of itself stands in
// the page as JSON; without `appInfo` the handshake is left to Python.

globalThis.mcpAppsShim = (() => {
  "use strict";

  const FRAME = "mcp-apps-frame";
  const OWN = "mcp-app-skeleton";
  const CARD = "mcp-apps-failure";
  const FONTS = "mcp-app-host-fonts";
  const LEAST_HEIGHT = 96;
  const WEB_ASSEMBLY = [
    "It is written in Python, which needs WebAssembly, and this app does not allow WebAssembly in its views.",
    "For developers: the view's content security policy lacks 'wasm-unsafe-eval' in script-src.",
  ];
  const WORDS = { download: "Loading", start: "Starting Python", packages: "Loading packages", view: "Starting the view" };

  // The author's page is laid out meanwhile, so that it can be measured, but is not seen.
  const PAGE_STYLE = `
    :root[data-mcp-app-stage]:not(:has(#${OWN})) > body { opacity: 0 !important; }
    :root:has(#${OWN}) > ${FRAME} { display: none !important; }
    :root:has(> #${CARD}) > body { display: none !important; }
    #${CARD} { color-scheme: light dark; margin: 16px; padding: 12px 16px; border-radius: 8px; text-align: left;
      border: 1px solid color-mix(in srgb, CanvasText 25%, Canvas); background: Canvas; color: CanvasText;
      font: 14px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    :root[data-theme="light"] #${CARD} { color-scheme: light; }
    :root[data-theme="dark"] #${CARD} { color-scheme: dark; }
    #${CARD} :is(h1, h2) { margin: 0; font: inherit; font-weight: 600; }
    #${CARD} h2 { margin-top: 12px; }
    #${CARD} p { margin: 4px 0 0; }
    #${CARD} p + p { color: color-mix(in srgb, CanvasText 72%, Canvas); font-size: 13px; }
    #${CARD} pre { margin: 4px 0 0; font: inherit; white-space: pre-wrap; }
    #${CARD} p ~ pre { font: 12px/1.45 ui-monospace, monospace; }`;
  // Grey, since it is readable on light and on dark, and the host's theme is not known yet.
  const FRAME_STYLE = `
    :host { all: initial; display: block; position: fixed !important; inset: 0 0 auto !important;
      pointer-events: none; z-index: 2147483646; }
    div { padding: 16px; font: 13px/1.5 system-ui, sans-serif; color: var(--color-text-secondary, #767676); }
    i { display: block; height: 4px; margin-top: 6px; border-radius: 2px; overflow: hidden;
      background: color-mix(in srgb, currentColor 25%, transparent); }
    b { display: block; height: 100%; background: currentColor; transition: width 0.2s; }
    i ~ i { height: 12px; width: 85%; margin-top: 14px; border-radius: 4px; opacity: 0.6; }
    i ~ i + i { width: 60%; }
    .busy b { width: 100% !important; }
    .busy b, i ~ i { animation: pulse 1.4s ease-in-out infinite alternate; }
    @keyframes pulse { to { opacity: 0.3; } }
    @media (prefers-reduced-motion) { b, i { animation: none !important; transition: none; } }`;

  const root = document.documentElement;
  const host = window.parent === window.self ? null : window.parent;
  const about = JSON.parse(document.getElementById("mcp-app")?.textContent ?? "{}");
  const { appInfo, appCapabilities = {} } = about;
  const params = { appInfo, appCapabilities, protocolVersion: "2026-01-26" };
  const id = appInfo && host ? 1000 + Math.floor(Math.random() * 2 ** 24) : undefined;

  const shim = {
    webAssembly: allowsWebAssembly(),
    over: false, // the host has taken the view away
    held: false, // whoever sets it calls `done`; else connecting does, or the end of the view's script
    get initialized() {
      return initialized;
    },
    adopt,
    done,
    fail,
    progress,
  };
  let [initialized, adopted, failed] = [false, false, false];
  let kept = [];
  let owedLine, reported, card, outcome, outcomeShown;

  function allowsWebAssembly() {
    try {
      // Loading Pyodide would neither succeed nor fail; an empty module throws at once, in Safari not before it is run.
      return Boolean(new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))));
    } catch {
      return false;
    }
  }

  // What crosses

  const post = (message) => host?.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const notify = (method, params) => post({ method, params });
  const isId = (value) => typeof value === "string" || Number.isSafeInteger(value);

  function hear(event) {
    // The source first: nothing of a stranger's message is read.
    if (event.source !== host) return;
    const { data } = event;
    if (data?.jsonrpc === "2.0" && !takes(data)) kept.push(data);
  }

  /** Whether a message is dealt with, and nothing that Python should hear of. */
  function takes(message) {
    const { method, params } = message;
    if (!("method" in message)) {
      if (id && String(message.id) === String(id)) answered(message);
    } else if (method === "ui/resource-teardown") {
      if (isId(message.id)) post({ id: message.id, result: {} });
      shim.over = true;
      removeEventListener("message", hear);
      return true;
    } else if (method === "ping" && isId(message.id)) {
      post({ id: message.id, result: {} });
      return true;
    } else if (method === "ui/notifications/host-context-changed") {
      apply(params);
    } else if (method === "ui/notifications/tool-result") {
      show(params?.isError ? "The tool failed" : "The tool's result", () => textOf(params));
    } else if (method === "ui/notifications/tool-cancelled") {
      show("The tool was cancelled", () => String(params?.reason ?? ""));
    }
    if (failed) refuse(message);
    return failed;
  }

  function answered({ error, result }) {
    if (initialized || error || typeof result?.protocolVersion !== "string") return;
    initialized = true;
    apply(result.hostContext);
    notify("ui/notifications/initialized", {});
    size();
    if (owedLine) log(owedLine);
  }

  /** Python will not come to answer it. */
  function refuse({ id, method }) {
    if (typeof method === "string" && isId(id)) post({ id, error: { code: -32603, message: "This view could not start" } });
  }

  /** Tell the host in a line; nothing is told before the handshake is over. */
  function log(line) {
    if (initialized && !shim.over) notify("notifications/message", { level: "error", data: line });
    else owedLine = line;
  }

  // What Python takes over

  /** Stop hearing, and give what was heard; undefined if that happened before. Called as Python begins to hear. */
  function adopt() {
    if (adopted || !host) return;
    adopted = true;
    removeEventListener("message", hear);
    if (!shim.held) done();
    return { over: shim.over || failed, id, initialized, params: JSON.stringify(params), kept: kept.splice(0) };
  }

  // What people see

  const make = (tag, text = "", rest) => Object.assign(document.createElement(tag), { textContent: text }, rest);

  function apply(context) {
    if (about.hostStyles === false) return;
    const { theme, styles } = context ?? {};
    if (typeof theme === "string") {
      root.setAttribute("data-theme", theme);
      root.style.colorScheme = ["light", "dark"].includes(theme) ? theme : "";
    }
    for (const [name, value] of Object.entries(styles?.variables ?? {})) {
      if (name.startsWith("--") && typeof value === "string") root.style.setProperty(name, value);
    }
    const fonts = styles?.css?.fonts;
    if (typeof fonts !== "string") return;
    const style = document.getElementById(FONTS) ?? (document.head ?? root).appendChild(make("style", "", { id: FONTS }));
    if (style.textContent !== fonts) style.textContent = fonts;
  }

  const sizes = new ResizeObserver(size);
  const own = () => document.getElementById(OWN);
  const frame = make(FRAME);
  const style = make("style", PAGE_STYLE);
  const words = make("span", "Starting");
  const part = make("b");
  const bar = make("i");
  const box = make("div", "", { className: "busy" });

  function build() {
    const names = { role: "progressbar", "aria-label": "Starting the view", "aria-valuemin": 0, "aria-valuemax": 100 };
    Object.entries(names).forEach((pair) => bar.setAttribute(...pair));
    bar.append(part);
    box.append(words, bar, make("i"), make("i"));
    frame.attachShadow({ mode: "open" }).append(make("style", FRAME_STYLE), box);
    root.dataset.mcpAppStage = "download";
    root.insertBefore(frame, document.body);
  }

  /** Show a stage: "download", "start", "packages" or "view"; of `total` bytes, if that is known, `loaded` are there. */
  function progress(stage, loaded = 0, total = 0) {
    if (!frame.isConnected) return;
    const share = total && stage === "download" ? Math.min(loaded / total, 1) : null;
    const [there, all] = [loaded, total].map((bytes) => (bytes / 1e6).toFixed(1));
    words.textContent = WORDS[stage] + (share === null ? "" : ` ${there} of ${all} MB`);
    box.classList.toggle("busy", share === null);
    part.style.width = `${(share ?? 1) * 100}%`;
    bar.setAttribute("aria-valuetext", words.textContent);
    if (share === null) bar.removeAttribute("aria-valuenow");
    else bar.setAttribute("aria-valuenow", Math.round(share * 100));
    root.dataset.mcpAppStage = stage;
    own()?.style.setProperty("--mcp-app-progress", share ?? 1);
    for (const element of own()?.querySelectorAll("progress, output") ?? []) {
      if (element.localName === "output") element.value = words.textContent;
      else if (share === null) element.removeAttribute("value");
      else element.value = share * element.max;
    }
  }

  /** Take the skeleton away: the page is the view's own from now on. */
  function done() {
    frame.remove();
    own()?.remove();
    if (!failed) style.remove();
    sizes.observe(root);
    delete root.dataset.mcpAppStage;
  }

  /** Show the first reason why the view cannot start; later ones are mostly its consequences. */
  function fail(reason, advice = "", details = "") {
    if (failed || shim.over) return;
    failed = true;
    details = details.replace(/^ {2}File "[^"]*\/_pyodide\/.*\n(?: {4}.*\n)*/gm, "").trim(); // its own frames
    done();
    console.error(`This view could not start. ${reason} ${advice}\n${details}`);
    card = make("section", "", { id: CARD });
    card.setAttribute("role", "alert");
    card.append(make("h1", "This view could not start"), make("p", reason));
    if (advice) card.append(make("p", advice));
    if (details) card.append(make("pre", details));
    root.insertBefore(style, document.body);
    root.insertBefore(card, document.body);
    sizes.observe(card);
    log(`This view could not start. ${reason} ${details.split("\n").at(-1)}`.trim());
    kept.splice(0).forEach(refuse);
    if (outcome) show(...outcome);
  }

  function textOf(result) {
    const blocks = Array.isArray(result?.content) ? result.content : [];
    const texts = blocks.filter((block) => block?.type === "text");
    return texts.map(({ text }) => text).join("\n") || JSON.stringify(result?.structuredContent, null, 2) || "There is no text in it.";
  }

  /** Show what has become of the tool, where the view cannot. */
  function show(title, text) {
    outcome = [title, text];
    if (!card) return;
    outcomeShown ??= card.appendChild(make("div"));
    outcomeShown.replaceChildren(make("h2", title), make("pre", text()));
  }

  /** Report the height of what there is to see; a hidden frame has none. */
  function size() {
    if (!initialized || adopted || shim.over) return;
    const seen = card ?? own();
    const { bottom } = (seen ?? (frame.isConnected ? box : root)).getBoundingClientRect();
    const height = Math.max(Math.ceil(bottom + scrollY + (seen ? 16 : 0)), LEAST_HEIGHT);
    if (height === reported) return;
    reported = height;
    notify("ui/notifications/size-changed", { width: Math.ceil(innerWidth), height });
  }

  if (host) addEventListener("message", hear);
  if (id) post({ id, method: "ui/initialize", params });
  root.insertBefore(style, document.body);
  if (shim.webAssembly) build();
  else fail(...WEB_ASSEMBLY);
  sizes.observe(box);
  document.addEventListener("DOMContentLoaded", () => own() && sizes.observe(own()));
  return shim;
})();
