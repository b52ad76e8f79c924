// Stands in for IndexedDB where the browser denies it: at once, as in frames with an opaque origin,
// or a little later, as in frames of another site than the host's where such may store nothing.
// PyScript opens a database before anything else; if that throws it dies, and if it fails it waits
// for ever. So `mcpAppsStorage` is a promise of storage to wait for. This one lives in memory, and
// knows of IndexedDB only what PyScript asks for: one store of keys and values in each database,
// no versions, no indexes, no events but "success".

(() => {
  const databases = new Map();

  const answer = (result) => {
    const request = { result, onsuccess: null, onerror: null };
    queueMicrotask(() => request.onsuccess?.({ type: "success", target: request }));
    return request;
  };

  const makeStore = (entries) => ({
    get: (key) => answer(entries.get(key)),
    getKey: (key) => answer(entries.has(key) ? key : undefined),
    getAll: () => answer([...entries.values()]),
    getAllKeys: () => answer([...entries.keys()]),
    count: () => answer(entries.size),
    put: (value, key) => answer((entries.set(key, structuredClone(value)), key)),
    delete: (key) => answer(void entries.delete(key)),
    clear: () => answer(void entries.clear()),
  });

  const open = (name) => {
    if (!databases.has(name)) databases.set(name, new Map());
    const store = makeStore(databases.get(name));
    return answer({ name, close() {}, transaction: () => ({ objectStore: () => store }) });
  };

  const deleteDatabase = (name) => answer(void databases.delete(name));

  const standIn = () =>
    Object.defineProperty(globalThis, "indexedDB", { configurable: true, value: { open, deleteDatabase } });

  try {
    // Unlike opening, deleting a database that is not there leaves nothing behind.
    const asked = indexedDB.deleteDatabase("mcp-apps-py");
    globalThis.mcpAppsStorage = new Promise((resolve) => {
      asked.onsuccess = asked.onblocked = resolve;
      asked.onerror = () => resolve(standIn());
    });
  } catch {
    standIn();
  }
})();
