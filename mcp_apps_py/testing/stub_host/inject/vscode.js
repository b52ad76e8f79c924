// What Visual Studio Code puts in front of a view: `parent` and message events are Proxies, and
// `addEventListener` is patched for messages and calls its listener as a plain function.

(() => {
  const host = window.parent;
  const post = (message, _origin, transfer) => host.postMessage(message, "*", transfer);
  const parentProxy = new Proxy({}, { get: (_target, key) => (key === "postMessage" ? post : undefined) });
  Object.defineProperty(window, "parent", { configurable: true, get: () => parentProxy });

  const member = (target, key) => {
    const value = Reflect.get(target, key);
    return typeof value === "function" ? value.bind(target) : value;
  };
  const isParent = (event, key) => key === "source" && event.source === host;
  const eventProxy = (event) =>
    new Proxy(event, { get: (target, key) => (isParent(target, key) ? parentProxy : member(target, key)) });

  const { addEventListener: add, removeEventListener: remove } = window;
  const wrappers = new WeakMap();

  window.addEventListener = (type, listener, options) => {
    if (type !== "message") return add.call(window, type, listener, options);
    if (!wrappers.has(listener)) wrappers.set(listener, (event) => listener(eventProxy(event)));
    return add.call(window, type, wrappers.get(listener), options);
  };
  window.removeEventListener = (type, listener, options) =>
    remove.call(window, type, (type === "message" && wrappers.get(listener)) || listener, options);
})();
