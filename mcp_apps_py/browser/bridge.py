"""The JavaScript half of the transport, as text: one call a message, either way.

To Python, a window of another origin is dear: Pyodide looks for a dozen of its properties, each of which the
browser refuses with an exception, so that to read `event.source` takes longer than all the rest of a small message.
And long text crosses faster as bytes.
"""

SCRIPT = """\
globalThis.mcpAppsBridge = (target, source, take, fail) => {
  const LONG = 4096;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const plain = (_key, value) => (typeof value === "bigint" ? String(value) : value);

  function toText(data) {
    try {
      return JSON.stringify(data);
    } catch (error) {
      if (error instanceof RangeError) throw error;
      return JSON.stringify(data, plain);
    }
  }

  function give(data) {
    if (data?.jsonrpc !== "2.0") return;
    let text;
    try {
      text = toText(data);
    } catch (error) {
      fail(String(error), error instanceof RangeError);
      return;
    }
    take(text.length < LONG ? text : encoder.encode(text));
  }

  // The source first: nothing of a stranger's message is read.
  const hear = (event) => event.source === source && give(event.data);

  addEventListener("message", hear);
  return {
    replay: (kept) => kept.forEach(give),
    post: (text) => target.postMessage(JSON.parse(typeof text === "string" ? text : decoder.decode(text)), "*"),
    close: () => removeEventListener("message", hear),
  };
};
"""
"""Defines the function that opens a port: from messages of `source` to `take`, from `post` to `target`; and from
`replay`, as if they came now, messages that were heard before.

`take` gets JSON text, or its UTF-8 in a Uint8Array if it is long; `fail` gets a reason and whether it is nesting. It
runs as an inline script, which every page that starts PyScript allows, and makes nothing out of text later on.
"""
