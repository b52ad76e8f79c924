// The controls of the stub host page: what a person can press, and what there is to see.

import { ask, callServer } from "./asking.js";
import { MessageLog } from "./message-log.js";
import { StubHost } from "./stub-host.js";
import { themes } from "./themes.js";
import { cutShort, showSaid } from "./words.js";

const $ = (id) => document.getElementById(id);
const host = (window.stubHost = new StubHost($("view")));
const log = new MessageLog($("log"));
const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;

let tools = [];
let profiles = [];

// What the host knows

function hostContext() {
  const theme = $("theme").checked ? "dark" : "light";
  return {
    theme,
    styles: { variables: themes[theme] },
    displayMode: "inline",
    availableDisplayModes: ["inline", "fullscreen", "pip"],
    containerDimensions: { maxWidth: Math.min(Number($("width").value), document.querySelector(".column").clientWidth) },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: "stub-host",
    platform: "web",
    deviceCapabilities: { touch: matchMedia("(pointer: coarse)").matches, hover: matchMedia("(hover: hover)").matches },
    safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
    toolInfo: { id: "call-1", tool: currentTool() },
  };
}

function applyTheme() {
  const theme = $("theme").checked ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
  for (const [name, value] of Object.entries(themes[theme])) document.documentElement.style.setProperty(name, value);
}

const currentTool = () => tools.find(({ name }) => name === $("tool").value);

function readArguments() {
  try {
    return JSON.parse($("arguments").value || "{}");
  } catch (error) {
    throw new Error(`Arguments: ${error.message}`, { cause: error });
  }
}

// What goes to server and view

async function server(method, params) {
  const { result, error } = await callServer(method, params);
  if (error) throw new Error(error.message);
  return result;
}

async function loadTools() {
  const found = [];
  for (let cursor; ; ) {
    const page = await server("tools/list", cursor ? { cursor } : {});
    found.push(...page.tools);
    if (!(cursor = page.nextCursor)) break;
  }
  return found.filter(({ _meta: meta }) => meta?.ui?.resourceUri && meta.ui.visibility?.includes("model") !== false);
}

async function readView(tool) {
  const { contents } = await server("resources/read", { uri: tool._meta.ui.resourceUri });
  return { html: contents[0].text, meta: contents[0]._meta?.ui ?? {} };
}

async function callTool() {
  const params = { name: currentTool().name, arguments: readArguments() };
  const { result, error } = await callServer("tools/call", params);
  return result ?? { isError: true, content: [{ type: "text", text: error.message }] };
}

async function run() {
  const given = readArguments();
  const tool = currentTool();
  $("question").textContent = `${tool.name} ${JSON.stringify(given)}`;
  $("stage-title").textContent = tool.title ?? tool.name;
  $("said").replaceChildren();
  log.clear();
  const { html, meta } = await readView(tool);
  $("stage").classList.toggle("bordered", meta.prefersBorder !== false);
  const rules = { initialize: { hostContext: hostContext() }, tool: { arguments: given } };
  await host.open({ html, meta, profile: $("profile").value, rules });
  host.giveTool({ result: await callTool() });
}

const SENDERS = {
  partial: () => host.notify("ui/notifications/tool-input-partial", { arguments: cutShort(readArguments()) }),
  input: () => host.notify("ui/notifications/tool-input", { arguments: readArguments() }),
  result: async () => host.notify("ui/notifications/tool-result", await callTool()),
  error: () =>
    host.notify("ui/notifications/tool-result", {
      isError: true,
      content: [{ type: "text", text: "The tool failed, because somebody pressed a button." }],
    }),
  cancelled: () => host.notify("ui/notifications/tool-cancelled", { reason: "somebody pressed a button" }),
};

/** Do it, and show what goes wrong. */
const attempt = (work) => async () => {
  $("problem").textContent = "";
  try {
    await work();
  } catch (error) {
    $("problem").textContent = error.message;
  }
};

// What there is to see

function showContext() {
  const { displayMode = "inline", availableDisplayModes = ["inline"] } = host.context;
  $("stage").dataset.mode = displayMode;
  $("mode").replaceChildren(...availableDisplayModes.map((mode) => new Option(mode, mode, false, mode === displayMode)));
}

function showState() {
  $("state").textContent = host.state;
  $("state").dataset.state = host.state;
  $("stage").hidden = ["empty", "gone"].includes(host.state);
  for (const button of document.querySelectorAll("[data-send], #teardown")) button.disabled = host.state !== "ready";
}

function showWidth() {
  const width = `${$("width").value}px`;
  $("width-shown").textContent = width;
  document.body.style.setProperty("--width", width);
}

function showNotes() {
  $("notes").textContent = profiles.find(({ name }) => name === $("profile").value)?.notes.join(" ") ?? "";
}

function wire() {
  host.addEventListener("frame", ({ detail }) => {
    log.add(detail);
    if (detail.from === "view") showSaid($("said"), detail.data);
  });
  host.addEventListener("state", showState);
  host.addEventListener("context", showContext);
  $("call").addEventListener("submit", (event) => event.preventDefault());
  $("call").addEventListener("submit", attempt(run));
  for (const button of document.querySelectorAll("[data-send]")) {
    button.addEventListener("click", attempt(SENDERS[button.dataset.send]));
  }
  $("theme").addEventListener("change", () => {
    applyTheme();
    const { theme, styles } = hostContext();
    host.changeContext({ theme, styles });
  });
  $("mode").addEventListener("change", () => host.changeContext({ displayMode: $("mode").value }));
  $("leave").addEventListener("click", () => host.changeContext({ displayMode: "inline" }));
  $("width").addEventListener("input", showWidth);
  $("profile").addEventListener("change", showNotes);
  $("profile").addEventListener("change", attempt(run));
  $("reload").addEventListener("click", attempt(run));
  $("teardown").addEventListener("click", attempt(() => host.teardown()));
  $("clear").addEventListener("click", () => log.clear());
}

async function begin() {
  const bare = new URLSearchParams(location.search).has("bare");
  document.body.classList.toggle("bare", bare);
  $("theme").checked = prefersDark;
  applyTheme();
  wire();
  showState();
  $("width").value = Math.min(720, document.querySelector(".chat").clientWidth);
  showWidth();
  if (bare) return;
  const start = await ask("/start");
  profiles = start.profiles;
  $("profile").replaceChildren(...profiles.map(({ name, title }) => new Option(title, name)));
  $("profile").value = start.profile ?? "spec-wasm";
  showNotes();
  if (!start.server) return;
  tools = await loadTools();
  $("tool").replaceChildren(...tools.map(({ name, title }) => new Option(title ?? name, name)));
  if (start.tool) $("tool").value = start.tool;
  if (start.arguments) $("arguments").value = JSON.stringify(start.arguments);
  if (start.tool) await run();
}

await attempt(begin)();
