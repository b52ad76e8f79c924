// Keeps every frame that crosses, and lets tests take the view's calls one by one.

window.recorded = [];
const waiting = [];

/** Take the view's first call of a method that was not taken yet, or null. */
window.takeCall = (method) => {
  const index = waiting.findIndex((frame) => frame.method === method);
  return index < 0 ? null : waiting.splice(index, 1)[0];
};

window.forgetFrames = () => {
  window.recorded.length = waiting.length = 0;
};

addEventListener("message", ({ source, data }) => {
  if (source !== window.frame?.contentWindow) return;
  window.recorded.push({ sender: "view", frame: data });
  if (data.method) waiting.push(data);
});

/** Record what the bridge sends from now on. */
window.recordBridge = () => {
  const transport = window.bridge.transport;
  const send = transport.send;
  transport.send = (frame, ...rest) => {
    window.recorded.push({ sender: "host", frame: structuredClone(frame) });
    return send.call(transport, frame, ...rest);
  };
};

/** A schema that takes any value, for methods that the bridge does not know. */
window.anything = { "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) } };

/** Resolves after some milliseconds: how hosts take their time. */
window.later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
