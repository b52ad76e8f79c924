// The host of the benchmark: creates a frame, answers as hosts do, and notes when what arrived.

const RESULT = { content: [{ type: "text", text: "It is 28 degrees in Rome." }] };
const INITIALIZED = {
  protocolVersion: "2026-01-26",
  hostInfo: { name: "benchmark", version: "1.0.0" },
  hostCapabilities: { logging: {} },
  hostContext: { theme: "light", displayMode: "inline", locale: "en-GB" },
};

const now = () => performance.timeOrigin + performance.now();

/** Answer what a view says; notes the times of what counts. */
function converse(post, message, times) {
  const { id, method } = message;
  if (method === "ui/initialize") {
    times.handshake ??= now();
    post({ id, result: INITIALIZED });
  } else if (method === "ui/notifications/initialized") {
    post({ method: "ui/notifications/host-context-changed", params: { locale: "fr-FR" } });
    post({ method: "ui/notifications/tool-input", params: { arguments: { city: "Rome" } } });
    post({ method: "ui/notifications/tool-result", params: RESULT });
  } else if (method === "notifications/message" && message.params?.level === "info") {
    times.first_message ??= now();
  } else if (id !== undefined && method) {
    post({ id, result: {} });
  }
}

function newFrame(sandbox) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", sandbox);
  frame.width = 600;
  frame.height = 400;
  return frame;
}

let frame;

globalThis.boot = {
  /** Create the frame with an empty page, so that it can be slowed down before anything is loaded. */
  prepare(url, sandbox) {
    frame = newFrame(sandbox);
    frame.src = url;
    return new Promise((resolve) => {
      frame.onload = resolve;
      document.body.append(frame);
    });
  },

  /** Show a view; settles when its result is shown, or when it has spoken, if it is to do no more. */
  run(url, sandbox, { speaks_only: speaksOnly, patience }) {
    const times = {};
    return new Promise((resolve, reject) => {
      const listening = new AbortController();
      const timer = setTimeout(() => end(reject, new Error(`not done within ${patience} ms; so far: ${JSON.stringify(times)}`)), patience);
      let started;
      const end = (settle, value) => {
        clearTimeout(timer);
        listening.abort();
        settle(value);
      };
      const since = (time) => (time ? time - started : null);
      const done = ({ paint, shown, block }) => {
        const { handshake, first_message: first } = times;
        end(resolve, {
          handshake: since(handshake),
          first_paint: since(paint),
          first_message: since(first),
          result_shown: since(shown),
          longest_block: block,
        });
      };
      const hear = ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        const post = (message) => source.postMessage({ jsonrpc: "2.0", ...message }, "*");
        if (data?.benchmark) done(data.benchmark);
        else if (data?.jsonrpc === "2.0") converse(post, data, times);
        if (speaksOnly && times.first_message) done({ block: null });
      };
      addEventListener("message", hear, { signal: listening.signal });
      const prepared = Boolean(frame);
      frame ??= newFrame(sandbox);
      started = now();
      frame.src = url;
      if (!prepared) document.body.append(frame);
    });
  },

  /** Take the frame away. */
  clear() {
    frame?.remove();
    frame = undefined;
  },
};
