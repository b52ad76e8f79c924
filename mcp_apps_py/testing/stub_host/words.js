// What a view says in the conversation, and how arguments look while a model still writes them.

const element = (name, className, text) => Object.assign(document.createElement(name), { className, textContent: text });
const textOf = (content = []) => content.map((block) => block.text ?? `[${block.type}]`).join("\n");

function linkTo(url) {
  const link = element("a", "", url);
  Object.assign(link, { href: url, target: "_blank", rel: "noopener noreferrer" });
  return link;
}

function note(title, ...contents) {
  const paragraph = element("p", "note", "");
  paragraph.append(element("b", "", `${title} `), ...contents);
  return paragraph;
}

const isWebLink = (url) => /^(https?|mailto):/.test(url);

const SAID = {
  "ui/message": ({ content }) => element("p", "bubble", textOf(content)),
  "ui/update-model-context": ({ content, structuredContent }) =>
    note("The model now knows:", content ? textOf(content) : JSON.stringify(structuredContent)),
  "ui/open-link": ({ url }) => note("Link:", isWebLink(url) ? linkTo(url) : url),
  "ui/download-file": ({ contents = [] }) =>
    note("Download:", contents.map((block) => block.resource?.uri ?? block.uri ?? block.name).join(", ")),
  "notifications/message": ({ level, data }) => note(`Log, ${level}:`, typeof data === "string" ? data : JSON.stringify(data)),
};

/** Add to the conversation what a frame of the view says in it, if it does. */
export function showSaid(place, frame) {
  const say = SAID[frame?.method];
  if (!say) return;
  // Each model context replaces the last one.
  if (frame.method === "ui/update-model-context") place.querySelector("[data-context]")?.remove();
  const said = say(frame.params ?? {});
  if (frame.method === "ui/update-model-context") said.dataset.context = "";
  place.append(said);
}

/** Arguments as a model has written about half of them: the last text is cut, what follows is missing. */
export function cutShort(whole) {
  const entries = Object.entries(whole);
  const kept = entries.slice(0, Math.ceil(entries.length / 2));
  return Object.fromEntries(
    kept.map(([key, value], at) => {
      const last = at === kept.length - 1 && typeof value === "string";
      return [key, last ? value.slice(0, Math.ceil(value.length / 2)) : value];
    }),
  );
}
