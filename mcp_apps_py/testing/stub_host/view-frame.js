// The frame of one view, put up the way a host does it.

/** What a view is allowed beyond its sandbox; hosts grant what the resource asks for. */
const PERMISSIONS = { camera: "camera", microphone: "microphone", geolocation: "geolocation", clipboardWrite: "clipboard-write" };
const PROXY_SANDBOX = "allow-scripts allow-same-origin allow-forms";

export class ViewFrame {
  /**
   * @param {HTMLElement} place where the frame goes
   * @param {object} view what the server says of the view: `frame`, `url`, `proxy`, `html`
   * @param {object} permissions `_meta.ui.permissions`
   * @param {(data: unknown) => void} receive gets what the view posts
   */
  constructor(place, view, permissions, receive) {
    this.view = view;
    this.habits = view.frame;
    this.receive = receive;
    this.element = document.createElement("iframe");
    this.element.title = "View";
    this.element.allow = Object.keys(permissions).map((name) => PERMISSIONS[name]).filter(Boolean).join("; ");
    const sandbox = view.proxy ? PROXY_SANDBOX : this.habits.sandbox;
    if (sandbox !== null) this.element.setAttribute("sandbox", sandbox);
    if (this.habits.hidden) this.element.style.visibility = "hidden";
    if (view.proxy) this.element.src = view.proxy;
    else if (this.habits.delivery === "url") this.element.src = view.url;
    else this.element.srcdoc = view.html;
    this.onMessage = this.onMessage.bind(this);
    addEventListener("message", this.onMessage);
    place.append(this.element);
  }

  onMessage({ source, data }) {
    if (source !== this.element.contentWindow) return;
    if (this.view.proxy && data?.method === "ui/notifications/sandbox-proxy-ready") this.fillProxy();
    else this.receive(data);
  }

  fillProxy() {
    const { html, url } = this.view;
    const { sandbox, delivery } = this.habits;
    const params = { html, url, sandbox, delivery };
    this.post({ jsonrpc: "2.0", method: "ui/notifications/sandbox-resource-ready", params });
  }

  post(value) {
    this.element.contentWindow?.postMessage(value, "*");
  }

  reveal() {
    this.element.style.visibility = "";
  }

  /** Make of a reported size what the host makes of it. */
  resize({ width, height }) {
    const { offset, minimum, maximum, width: follows } = this.habits.size;
    if (Number.isFinite(height)) {
      this.element.style.height = `${Math.min(Math.max(height + offset, minimum), maximum ?? Infinity)}px`;
    }
    if (follows && Number.isFinite(width)) this.element.style.width = `${width}px`;
  }

  remove() {
    removeEventListener("message", this.onMessage);
    this.element.remove();
  }
}
