// A host made of official parts only: the TypeScript client talks to the server, AppBridge to the view.
// Tests drive it through `window.host`, `window.bridge` and `window.client`, and read `window.__log`.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  AppBridge,
  PostMessageTransport,
  RESOURCE_MIME_TYPE,
  getToolUiResourceUri,
} from "@modelcontextprotocol/ext-apps/app-bridge";

const CAPABILITIES = {
  openLinks: {},
  downloadFile: {},
  serverTools: {},
  serverResources: {},
  logging: {},
  updateModelContext: { text: {}, structuredContent: {} },
  message: { text: {} },
};

const log = (window.__log = []);
const record = (method, answer) => (params) => {
  log.push({ method, params });
  return answer;
};

/** Connect to an MCP server over streamable HTTP; returns its tools. */
async function connect(url) {
  const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: [RESOURCE_MIME_TYPE] } };
  const client = new Client({ name: "interop-host", version: "1.0.0" }, { capabilities: { extensions } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  window.client = client;
  return (await client.listTools()).tools;
}

/** Read the document that a tool is shown with, and its `_meta.ui`, from list entry and content. */
async function readView(tools, toolName) {
  const uri = getToolUiResourceUri(tools.find((tool) => tool.name === toolName));
  const { resources } = await window.client.listResources();
  const entry = resources.find((resource) => resource.uri === uri);
  const [content] = (await window.client.readResource({ uri })).contents;
  return {
    uri,
    html: content.text,
    mimeType: content.mimeType,
    listed: entry._meta?.ui,
    meta: content._meta?.ui,
  };
}

function listen(bridge, frame) {
  bridge.onmessage = record("ui/message", {});
  bridge.onopenlink = record("ui/open-link", {});
  bridge.ondownloadfile = record("ui/download-file", {});
  bridge.onupdatemodelcontext = record("ui/update-model-context", {});
  bridge.oncreatesamplingmessage = record("sampling/createMessage", {
    model: "none",
    role: "assistant",
    content: { type: "text", text: "sampled" },
  });
  bridge.onloggingmessage = record("notifications/message");
  bridge.onrequestteardown = record("ui/notifications/request-teardown");
  bridge.onsizechange = (params) => {
    record("ui/notifications/size-changed")(params);
    if (params.height !== undefined) frame.style.height = `${params.height}px`;
  };
  bridge.onrequestdisplaymode = async ({ mode }) => {
    record("ui/request-display-mode")({ mode });
    const context = window.host.context;
    const granted = context.availableDisplayModes.includes(mode) ? mode : context.displayMode;
    window.host.change({ displayMode: granted });
    return { mode: granted };
  };
}

const PROXY_SANDBOX = "allow-scripts allow-same-origin allow-forms";

/** Make the view's frame; `view` says how, as the stub host's server does for its profiles. */
function makeFrame({ frame: habits, url, proxy }) {
  const frame = document.createElement("iframe");
  frame.title = "View";
  frame.setAttribute("sandbox", proxy ? PROXY_SANDBOX : habits.sandbox);
  if (habits.hidden) frame.style.visibility = "hidden";
  document.body.append(frame);
  return [frame, proxy ?? url];
}

/**
 * Show a view; resolves when it is initialized.
 * @param view what the stub host's server says of its frame: `frame`, `url`, `proxy`, `html`
 * @param context what the view is told of its host
 * @param patience milliseconds until it fails
 */
async function open({ view, context, patience, capabilities = CAPABILITIES }) {
  const [frame, address] = makeFrame(view);
  window.frame = frame;
  window.host.context = context;
  const info = { name: "interop-host", version: "1.0.0" };
  const bridge = new AppBridge(window.client ?? null, info, capabilities, { hostContext: context });
  window.bridge = bridge;
  listen(bridge, frame);
  bridge.onerror = (error) => console.error(`AppBridge: ${error}`);
  bridge.onsandboxready = () => {
    const { sandbox, delivery } = view.frame;
    bridge.sendSandboxResourceReady({ html: view.html, url: view.url, sandbox, delivery });
  };
  const initialized = new Promise((resolve, reject) => {
    bridge.addEventListener("initialized", resolve);
    setTimeout(() => reject(new Error(`the view was not initialized within ${patience} ms`)), patience);
  });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = address;
  await initialized;
  frame.style.visibility = "";
  return { appInfo: bridge.getAppVersion(), appCapabilities: bridge.getAppCapabilities() };
}

/** Change some of the host context; the bridge tells the view what is new. */
function change(partial) {
  window.host.context = { ...window.host.context, ...partial };
  document.body.dataset.mode = window.host.context.displayMode;
  window.bridge.setHostContext(window.host.context);
}

window.host = { connect, readView, open, change };
