// The view of the benchmark on the TypeScript SDK; view/view.py says the same in Python.
import { App } from "@modelcontextprotocol/ext-apps/app-with-deps";

const app = new App({ name: "Boot", version: "1.0.0" }, {});

app.onhostcontextchanged = () => app.sendLog({ level: "info", data: "first words" });
app.ontoolresult = ({ content }) => {
  document.getElementById("result").textContent = content.map(({ text }) => text).join("\n");
};
await app.connect();
