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
const record = (event, answer) => (params) => {
  log.push({ event, params });
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
  bridge.onmessage = record("message", {});
  bridge.onopenlink = record("open-link", {});
  bridge.ondownloadfile = record("download-file", {});
  bridge.onupdatemodelcontext = record("update-model-context", {});
  bridge.oncreatesamplingmessage = record("sampling", {
    model: "none",
    role: "assistant",
    content: { type: "text", text: "sampled" },
  });
  bridge.onloggingmessage = record("log");
  bridge.onrequestteardown = record("request-teardown");
  bridge.onsizechange = (params) => {
    record("size-changed")(params);
    if (params.height !== undefined) frame.style.height = `${params.height}px`;
  };
  bridge.onrequestdisplaymode = async ({ mode }) => {
    record("request-display-mode")({ mode });
    const context = window.host.context;
    const granted = context.availableDisplayModes.includes(mode) ? mode : context.displayMode;
    window.host.change({ displayMode: granted });
    return { mode: granted };
  };
}

/**
 * Show a view.
 * @param url where the document is served, on another origin than this page
 * @param sandbox the frame's sandbox attribute
 * @param context what the view is told of its host
 * @returns when the view has said that it is initialized
 */
async function open({ url, sandbox, context, capabilities = CAPABILITIES }) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", sandbox);
  frame.title = "view";
  document.body.append(frame);
  window.frame = frame;
  window.host.context = context;

  const bridge = new AppBridge(
    window.client ?? null,
    { name: "interop-host", version: "1.0.0" },
    capabilities,
    { hostContext: context },
  );
  window.bridge = bridge;
  listen(bridge, frame);
  const initialized = new Promise((resolve) => bridge.addEventListener("initialized", resolve));
  bridge.onerror = (error) => record("error")(String(error));
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = url;
  await initialized;
  return { info: bridge.getAppVersion(), capabilities: bridge.getAppCapabilities() };
}

/** Change some of the host context; the bridge tells the view what is new. */
function change(partial) {
  window.host.context = { ...window.host.context, ...partial };
  document.body.dataset.mode = window.host.context.displayMode;
  window.bridge.setHostContext(window.host.context);
}

/** Call a tool as the model would, and let the view see it. */
async function run(name, args) {
  await window.bridge.sendToolInput({ arguments: args });
  const result = await window.client.callTool({ name, arguments: args });
  await window.bridge.sendToolResult(result);
  return result;
}

/** Ask the view to release everything, then take it away. */
async function close() {
  const answer = await window.bridge.teardownResource({});
  await window.bridge.close();
  window.frame.remove();
  return answer;
}

window.host = { connect, readView, open, change, run, close };
