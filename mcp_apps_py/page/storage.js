// Stands in for IndexedDB where the browser denies it, as in frames with an opaque origin.
// PyScript opens a database before anything else, and dies if that throws. This one lives in
// memory, and knows of IndexedDB only what PyScript asks for: one store of keys and values in
// each database, no versions, no indexes, no events but "success".

(() => {
  try {
    // Unlike opening, deleting a database that is not there leaves nothing behind.
    indexedDB.deleteDatabase("mcp-apps-py");
    return;
  } catch {
    // Denied: go on.
  }

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

  Object.defineProperty(globalThis, "indexedDB", { configurable: true, value: { open, deleteDatabase } });
})();
