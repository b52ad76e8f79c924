// Lets PyScript resolve addresses in a document that has none of its own, as in srcdoc frames.
// It resolves a nominal "./config.txt" against the page's address, which throws for about:srcdoc,
// data: and some blob: addresses. Nothing is ever loaded from the address that is put in its place.

(() => {
  const NOWHERE = "https://view.invalid/";
  // PyScript itself takes "blob:" away, for the sake of the origin behind it.
  const page = location.href.replace(/^blob:/, "");
  try {
    new URL("./", page);
    return;
  } catch {
    // No base: go on.
  }

  const hasNoBase = (base) => String(base).replace(/^blob:/, "") === page;

  globalThis.URL = new Proxy(URL, {
    construct(target, [url, base], caller) {
      return Reflect.construct(target, [url, hasNoBase(base) ? NOWHERE : base], caller);
    },
  });
})();
