// Gives the loader what it asks for out of the page itself: assets stand in script elements as text, each
// followed by a script that hands it over, so that one is unpacked and compiled while the next is still
// being parsed. Nothing is fetched, and no address of any kind is made.

globalThis.mcpAppsInline = (() => {
  "use strict";

  // As in bundle/inline/packing.py: two characters carry 13 bits, the first character and the first bit the lowest.
  const BASE = 91;
  const digits = new Uint8Array(128);
  let digit = 0;
  for (let code = 0x21; code < 0x7f; code++) if (!'"<\\'.includes(String.fromCharCode(code))) digits[code] = digit++;

  const assets = new Map();
  const exported = new Map();
  const listeners = [];

  const promised = (promises, name) => {
    if (!promises.has(name)) promises.set(name, Promise.withResolvers?.() ?? withResolvers());
    return promises.get(name);
  };

  function withResolvers() {
    const parts = {};
    parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
    return parts;
  }

  function bytesOf(text, length) {
    const bytes = new Uint8Array(length);
    let [held, bits, at] = [0, 0, 0];
    for (let index = 0; at < length; index += 2) {
      held |= (digits[text.charCodeAt(index)] + BASE * digits[text.charCodeAt(index + 1)]) << bits;
      for (bits += 13; bits >= 8 && at < length; bits -= 8) {
        bytes[at++] = held;
        held >>>= 8;
      }
    }
    return bytes;
  }

  /** Take an asset out of its element. */
  function take(element) {
    const { asset, length } = element.dataset;
    const bytes = bytesOf(element.textContent, Number(length));
    element.remove();
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    promised(assets, asset).resolve(new Response(stream, { headers: { "content-type": "application/wasm" } }));
    for (const listener of listeners) listener(bytes.length);
  }

  /** What JavaScript of the page calls, where it is a module elsewhere. */
  const give = (name, exports) => promised(exported, name).resolve(exports);

  let late = () => {};

  function response(name) {
    const isNew = !assets.has(name);
    const { promise } = promised(assets, name);
    if (isNew) late(name);
    return promise;
  }

  // The page is complete: what did not come will not.
  document.addEventListener("DOMContentLoaded", () => {
    const missing = (name) => promised(assets, name).reject(new Error(`${name} is not in this page`));
    for (const name of assets.keys()) missing(name); // no matter for those that came
    late = missing;
  });

  /** Run JavaScript as a script of the page: that needs no address, and no eval. */
  async function module(name) {
    const script = document.createElement("script");
    script.textContent = await (await response(name)).text();
    (document.head ?? document.documentElement).append(script);
    script.remove();
    return promised(exported, name).promise;
  }

  return { give, take, source: (onBytes) => (listeners.push(onBytes), { response, module }) };
})();
