// The host of the benchmark: opens views in opaque frames of another site, and measures them.

const ROW = (id) => ({
  id,
  name: `item number ${id}`,
  price: id * 1.25,
  note: id % 3 ? null : "caf\u00e9",
  tags: ["red", "green", "blue"],
  attributes: { color: "red", stock: id % 7, sold: true },
});

/** Make a table of about so many bytes of JSON. */
function makeTable(bytes) {
  const rows = [];
  for (let size = 11; size < bytes; ) {
    rows.push(ROW(rows.length));
    size += JSON.stringify(rows.at(-1)).length + 1;
  }
  return { rows };
}

const tables = {};
const table = (bytes) => (tables[bytes] ??= makeTable(Number(bytes)));
const text = [{ type: "text", text: "ok" }];

const SERVER = {
  add: ({ a, b }) => ({ content: text, structuredContent: { sum: a + b } }),
  table: ({ size }) => ({ content: text, structuredContent: table(size) }),
  echo: (given) => ({ content: text, structuredContent: given }),
};

const MB = 1_000_000;
const START_MS = 120_000;

const INITIALIZED = {
  protocolVersion: "2026-01-26",
  hostInfo: { name: "benchmark", version: "1.0.0" },
  hostCapabilities: { serverTools: {}, logging: {} },
  hostContext: { theme: "light", displayMode: "inline" },
};

class View {
  #frame = document.createElement("iframe");
  #waiting = new Map();
  #id = 0;
  #logged = 0;

  /** Put a view up; settles when the handshake is over. */
  open(url) {
    return new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`${url}: no handshake within ${START_MS} ms; is .runtime up to date?`)), START_MS);
      addEventListener("message", ({ source, data }) => {
        if (source === this.#frame.contentWindow && data?.jsonrpc === "2.0") this.#receive(data, resolve);
      });
      this.#frame.setAttribute("sandbox", "allow-scripts");
      this.#frame.src = url;
      document.body.append(this.#frame);
    });
  }

  post(message) {
    this.#frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }

  notify(method, params) {
    this.post({ method, params });
  }

  /** Ask the view; settles with the result. */
  request(method, params) {
    const id = (this.#id += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.post({ id, method, params });
    });
  }

  async call(name, given) {
    const result = await this.request("tools/call", { name, arguments: given });
    if (result.isError) throw new Error(`${name}: ${result.content[0]?.text}`);
    return result.structuredContent;
  }

  get logged() {
    return this.#logged;
  }

  #receive(message, opened) {
    const { id, method, params, result, error } = message;
    if (method === undefined) {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) reject(new Error(error.message));
      else resolve(result);
    } else if (method === "tools/call") {
      this.post({ id, result: SERVER[params.name](params.arguments) });
    } else if (method === "ui/initialize") {
      this.post({ id, result: INITIALIZED });
    } else if (method === "ui/notifications/initialized") {
      opened();
    } else if (method === "notifications/message") {
      if (params.level === "error") throw new Error(params.data);
      this.#logged += 1;
    }
  }
}

const expect = (what, is, wanted) => {
  if (is !== wanted) throw new Error(`${what}: ${is} instead of ${wanted}`);
};

/** Each does something `times` times, in the size that is asked for, and sees that it was done. */
const CASES = {
  async notifications_in(view, { times }) {
    const { inputs } = await view.call("report", {});
    const took = await timed(async () => {
      for (let n = 0; n < times; n += 1) view.notify("ui/notifications/tool-input", { arguments: { a: n, b: 1 } });
      await view.request("ping");
    });
    expect("inputs", (await view.call("report", {})).inputs, inputs + times);
    return took;
  },
  async partials(view, { times }) {
    const { partials } = await view.call("report", {});
    // What partials tell after the result of an earlier case, they tell of a new call.
    view.notify("ui/notifications/tool-cancelled", {});
    const took = await timed(async () => {
      for (let n = 0; n < times; n += 1) {
        const given = { city: "Rome", days: n % 14, note: "It may rain in the afternoon.".slice(0, n % 30) };
        view.notify("ui/notifications/tool-input-partial", { arguments: given });
      }
      await view.request("ping");
    });
    expect("partials", (await view.call("report", {})).partials, partials + times);
    return took;
  },
  async notifications_out(view, { times }) {
    const before = view.logged;
    const took = await timed(() => view.call("tell", { times }));
    expect("log lines", view.logged, before + times);
    return took;
  },
  async calls_in(view, { times }) {
    return timed(async () => {
      for (let n = 0; n < times; n += 1) expect("sum", (await view.call("add", { a: n, b: 1 })).sum, n + 1);
    });
  },
  async calls_out(view, { times }) {
    return timed(() => view.call("ask", { times }));
  },
  async results(view, { times, size }) {
    const structuredContent = table(size);
    const took = await timed(async () => {
      for (let n = 0; n < times; n += 1) {
        view.notify("ui/notifications/tool-result", { content: text, structuredContent });
        await view.request("ping");
      }
    });
    expect("rows", (await view.call("report", {})).rows, structuredContent.rows.length);
    return took;
  },
  async large_calls_in(view, { times, size }) {
    const given = table(size);
    return timed(async () => {
      for (let n = 0; n < times; n += 1) {
        expect("rows", (await view.call("echo", given)).rows.length, given.rows.length);
      }
    });
  },
  async large_calls_out(view, { times, size }) {
    return timed(async () => {
      for (let n = 0; n < times; n += 1) {
        expect("rows", (await view.call("ask_large", { size: String(size) })).rows, table(size).rows.length);
      }
    });
  },
};

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Measure every case in turns, as the plan says; gives values by case, size and view. */
async function run({ urls, cases, rounds }) {
  const views = {};
  for (const [name, url] of Object.entries(urls)) await (views[name] = new View()).open(url);
  const found = {};
  // The first round is for warming up.
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, what, times, sizes, views: names } of cases) {
      for (const size of sizes) {
        // Whoever comes first warms the caches of the machine for the other.
        for (const view of round % 2 ? names : names.toReversed()) {
          await fetch("progress", { method: "POST", body: JSON.stringify({ round, name, size, view }) });
          // A clock of a page is coarse, and what is small is over soon.
          const often = size ? Math.max(times, Math.round(MB / size)) : times;
          const took = (await CASES[what](views[view], { times: often, size })) / often;
          const values = (((found[name] ??= {})[size] ??= {})[view] ??= []);
          if (round >= 0) values.push(took);
        }
      }
    }
  }
  const bytes = Object.fromEntries(Object.entries(tables).map(([size, it]) => [size, JSON.stringify(it).length]));
  return { found, bytes, browser: navigator.userAgent };
}

const tell = (what) => fetch("found", { method: "POST", body: JSON.stringify(what) });

addEventListener("error", ({ message }) => tell({ error: message }));
try {
  await tell(await run(await (await fetch("plan")).json()));
} catch (error) {
  await tell({ error: String(error) });
}
