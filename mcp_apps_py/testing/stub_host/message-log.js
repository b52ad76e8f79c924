// The list of messages between host and view.

const LONGEST_JSON = 20_000;
const MOST_ROWS = 500;

const element = (name, className, text = "") =>
  Object.assign(document.createElement(name), { className, textContent: text });

function name({ data }) {
  if (typeof data?.method === "string") return data.method;
  if (data?.error) return `error ${data.error.code}: ${data.error.message}`;
  if (data?.result !== undefined) return "result";
  return typeof data;
}

function json(data) {
  try {
    const text = JSON.stringify(data, null, 1) ?? String(data);
    return text.length > LONGEST_JSON ? `${text.slice(0, LONGEST_JSON)}…` : text;
  } catch (error) {
    return `${data} (${error.message})`;
  }
}

export class MessageLog {
  constructor(list) {
    this.list = list;
  }

  add(frame) {
    const row = element("li", `from-${frame.from}`);
    const details = element("details", "");
    const summary = element("summary", "");
    const arrow = element("span", "arrow", frame.from === "view" ? "view \u2192" : "\u2192 view");
    const id = frame.data?.id === undefined ? "" : `#${frame.data.id}`;
    summary.append(arrow, element("span", "method", name(frame)), element("span", "id", id));
    summary.append(element("span", "at", `${(frame.at / 1000).toFixed(2)} s`));
    details.append(summary);
    // Most rows are never opened, and some messages are large.
    details.addEventListener("toggle", () => details.append(element("pre", "", json(frame.data))), { once: true });
    row.append(details);
    this.list.prepend(row);
    if (this.list.childElementCount > MOST_ROWS) this.list.lastElementChild.remove();
  }

  clear() {
    this.list.replaceChildren();
  }
}
