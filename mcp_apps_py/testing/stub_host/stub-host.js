// A host that plays rules, which are data; see mcp_apps_py/hosts/rules.py. Tests drive it as
// `window.stubHost`, people through the controls of the page around it.

import { ask, callServer } from "./asking.js";
import { matches, revive } from "./notation.js";
import { ViewFrame } from "./view-frame.js";

const PASSED_ON = ["tools/call", "tools/list", "resources/list", "resources/read"];
const TEARDOWN_PATIENCE_S = 5;

const seconds = (duration) => new Promise((resolve) => setTimeout(resolve, duration * 1000));
const isObject = (value) => typeof value === "object" && value !== null;
const resultOf = (rule) => (isAnswer(rule) ? rule.result : rule);
const isAnswer = (rule) => isObject(rule) && ("result" in rule || "error" in rule);

export class StubHost extends EventTarget {
  /** Everything that was posted: `{from, data, at}`, `at` in ms since the view was opened. */
  frames = [];
  state = "empty"; // loading, initializing, ready, gone
  context = {};

  constructor(place) {
    super();
    this.place = place;
  }

  /** Show a view: `{html, meta, profile, rules}`. One that is there already is taken away. */
  async open({ html, meta = {}, profile = "spec-wasm", rules = {} }) {
    this.remove();
    const view = await ask("/views", { html, meta, profile, rules });
    this.server = view.server;
    this.begin(view.rules);
    this.change("loading");
    this.frame = new ViewFrame(this.place, view, meta.permissions ?? {}, (data) => this.receive(data));
    this.frame.element.addEventListener("load", () => this.play("onload"), { once: true });
    if (view.frame.patience !== null) this.giveUpAfter(view.frame.patience, this.frame);
    return view;
  }

  /** Forget everything that was said, and play these rules from now on. */
  begin(rules) {
    Object.assign(this, { rules, frames: [], start: performance.now(), changes: {} });
    Object.assign(this, { lastId: 0, pending: new Map(), calls: new Map(), answering: undefined, initializeId: undefined });
    Object.assign(this, { tool: { ...rules.tool }, owed: new Set() });
    this.context = { ...resultOf(rules.initialize)?.hostContext };
    this.tell("context");
  }

  async giveUpAfter(patience, frame) {
    await seconds(patience);
    if (this.frame === frame && this.state !== "ready") this.remove();
  }

  remove() {
    this.frame?.remove();
    this.frame = undefined;
    this.change("gone");
  }

  change(state) {
    this.state = state;
    this.tell("state");
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  record(from, data) {
    const frame = { from, data, at: performance.now() - this.start };
    this.frames.push(frame);
    this.tell("frame", frame);
  }

  // What the host posts

  /** Post any value, in the notation of notation.js. */
  post(value) {
    const meant = revive(value, { $id: this.answering ?? this.initializeId });
    this.record("host", meant);
    this.frame?.post(meant);
  }

  notify(method, params) {
    this.post({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) });
  }

  /** Ask the view; resolves with its answer, the whole frame. */
  request(method, params) {
    const id = ++this.lastId;
    const answer = new Promise((resolve) => this.pending.set(id, resolve));
    this.post({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
    return answer;
  }

  /** Post a list of frames, back to back unless the list itself says to wait. */
  async play(list) {
    for (const item of typeof list === "string" ? (this.rules[list] ?? []) : list) {
      if (isObject(item) && "$wait" in item) await seconds(item.$wait);
      else if (!this.playTool(item)) this.post(item);
    }
  }

  /** Post what a word such as `$tool-result` stands for; what is not known yet is owed. */
  playTool(word) {
    const params = {
      "$tool-input-partial": ({ partials = [] }) => partials.map((partial) => ({ arguments: partial })),
      "$tool-input": (tool) => ("arguments" in tool ? [{ arguments: tool.arguments }] : []),
      "$tool-result": (tool) => ("result" in tool ? [tool.result] : []),
      "$tool-cancelled": (tool) => ("cancelled" in tool ? [{ reason: tool.cancelled }] : []),
    };
    if (typeof word !== "string" || !Object.hasOwn(params, word)) return false;
    const known = params[word](this.tool);
    if (known.length === 0) this.owed.add(word);
    for (const each of known) this.notify(`ui/notifications/${word.slice(1)}`, each);
    return true;
  }

  /** Say more of the tool call that the view is shown for; what is owed by now is posted. */
  giveTool(tool) {
    Object.assign(this.tool, tool);
    const owed = [...this.owed];
    this.owed.clear();
    for (const word of owed) this.playTool(word);
  }

  changeContext(changes) {
    Object.assign(this.context, changes);
    this.tell("context");
    if (this.state === "ready") this.notify("ui/notifications/host-context-changed", changes);
    else Object.assign(this.changes, changes);
  }

  /** Announce the end as the rules say, and take the frame away when the view has answered. */
  async teardown(reason = "The host closes the view") {
    const method = "ui/resource-teardown";
    if (this.rules.teardown === "notification") this.notify(method, { reason });
    else await Promise.race([this.request(method, { reason }), seconds(TEARDOWN_PATIENCE_S)]);
    this.remove();
  }

  // What the view posts

  receive(data) {
    this.record("view", data);
    if (!isObject(data)) return;
    if (typeof data.method === "string") {
      if ("id" in data) this.answer(data);
      else this.take(data);
    } else if (this.pending.has(data.id)) {
      this.pending.get(data.id)(data);
      this.pending.delete(data.id);
    }
  }

  take({ method, params }) {
    if (method === "ui/notifications/initialized") {
      this.change("ready");
      this.frame.reveal();
      this.play("after_initialized");
    } else if (method === "ui/notifications/size-changed" && this.context.displayMode !== "fullscreen") {
      this.frame.resize(params ?? {});
    } else if (method === "notifications/cancelled") {
      this.calls.get(params?.requestId)?.abort();
    } else if (method === "ui/notifications/request-teardown") {
      this.teardown("The view asked for it");
    }
  }

  async answer(request) {
    const rule = await this.ruleFor(request);
    if (rule === null || rule.silent) return;
    if (rule.delay) await seconds(rule.delay);
    this.answering = request.id;
    const { result, error } = rule;
    if (isAnswer(rule)) {
      this.post({ jsonrpc: "2.0", id: request.id, ...("result" in rule && { result }), ...("error" in rule && { error }) });
    }
    for (const frame of rule.frames ?? []) this.post(frame);
    this.answering = undefined;
    rule.afterwards?.();
  }

  ruleFor(request) {
    const { method, params = {} } = request;
    if (method === "ui/initialize") return this.initialize(request);
    if (this.rules.answers[method]) return this.rules.answers[method];
    if (method === "ui/request-display-mode") return this.setDisplayMode(params.mode);
    if (PASSED_ON.includes(method) && this.server) return this.passOn(request);
    return this.rules.answers["*"] ?? null;
  }

  async passOn({ id, method, params = {} }) {
    const call = new AbortController();
    this.calls.set(id, call);
    const { progressToken } = params._meta ?? {};
    const tell = (progress) =>
      progressToken !== undefined && this.notify("notifications/progress", { progressToken, ...progress });
    try {
      return await callServer(method, params, { tell, signal: call.signal });
    } catch (error) {
      if (call.signal.aborted) return null;
      throw error;
    } finally {
      this.calls.delete(id);
    }
  }

  initialize({ id }) {
    const { initialize } = this.rules;
    this.initializeId = id;
    if (initialize === null) return null;
    const answer = isAnswer(initialize) ? { ...initialize } : { result: initialize };
    if (Object.keys(this.changes).length > 0) {
      answer.result = { ...answer.result, hostContext: { ...answer.result.hostContext, ...this.changes } };
    }
    this.change("initializing");
    return { ...answer, afterwards: () => this.play("after_initialize") };
  }

  /** Grant a display mode that the host has declared; otherwise all stays as it is. */
  setDisplayMode(wanted) {
    const { displayMode = "inline", availableDisplayModes = [] } = this.context;
    const mode = availableDisplayModes.includes(wanted) ? wanted : displayMode;
    const afterwards = () => mode !== displayMode && this.changeContext({ displayMode: mode });
    return { result: { mode }, afterwards };
  }

  // What tests ask

  /** Resolve with the first frame from `after` on that has the members of `pattern`, and its index. */
  waitFor(pattern, { from = "view", after = 0, patience = 15 } = {}) {
    const find = () => this.frames.findIndex((frame, at) => at >= after && frame.from === from && matches(frame.data, pattern));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.removeEventListener("frame", look);
        const posted = this.frames.filter((frame) => frame.from === from).map(({ data }) => data?.method ?? data);
        const what = `no ${JSON.stringify(pattern)} from the ${from} within ${patience} s`;
        reject(new Error(`${what}; it posted ${JSON.stringify(posted)}`));
      }, patience * 1000);
      const look = () => {
        const index = find();
        if (index < 0) return;
        clearTimeout(timer);
        this.removeEventListener("frame", look);
        resolve({ index, ...this.frames[index] });
      };
      this.addEventListener("frame", look);
      look();
    });
  }
}
