// The view of the benchmark on the TypeScript SDK; view/view.py says the same in Python.
import { App } from "$SDK";
$VALIDATION

const app = new App({ name: "Messages", version: "1.0.0" }, { tools: {} }, { autoResize: false });
const heard = { inputs: 0, partials: 0, rows: 0 };
const text = [{ type: "text", text: "ok" }];

app.ontoolinput = () => { heard.inputs += 1; };
app.ontoolinputpartial = (params) => { heard.partials += Number(typeof params.arguments === "object"); };
app.ontoolresult = (result) => { heard.rows = read(result.structuredContent).rows.length; };

const tools = {
  report: () => ({ content: text, structuredContent: heard }),
  add: ({ a, b }) => ({ content: text, structuredContent: { sum: a + b } }),
  echo: (given) => ({ content: text, structuredContent: read(given) }),
  ask: async ({ times }) => {
    for (let number = 0; number < times; number += 1) {
      const result = await app.callServerTool({ name: "add", arguments: { a: number, b: 1 } });
      if (result.structuredContent.sum !== number + 1) throw new Error("a wrong sum");
    }
    return { content: [] };
  },
  ask_large: async ({ size }) => {
    const table = await app.callServerTool({ name: "table", arguments: { size } });
    const again = await app.callServerTool({ name: "echo", arguments: read(table.structuredContent) });
    return { content: [], structuredContent: { rows: read(again.structuredContent).rows.length } };
  },
  tell: async ({ times }) => {
    for (let number = 0; number < times; number += 1) await app.sendLog({ level: "info", data: number });
    return { content: [] };
  },
};

app.oncalltool = async ({ name, arguments: given }) => tools[name](given);
app.onlisttools = async () => ({ tools: [] });
await app.connect();
