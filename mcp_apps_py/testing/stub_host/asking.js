// What the page asks its own server, and through it the MCP server.

async function post(path, body, signal) {
  const response = await fetch(path, { method: "POST", body: JSON.stringify(body), signal });
  if (!response.ok) throw new Error((await response.json()).error);
  return response;
}

/** Get JSON, or post it and get the answer. */
export async function ask(path, body) {
  const response = body ? await post(path, body) : await fetch(path);
  return response.json();
}

/** Call the MCP server; gives an object with either `result` or `error`. `tell` gets progress as it comes. */
export async function callServer(method, params = {}, { tell, signal } = {}) {
  const response = await post("/server", { method, params }, signal);
  // Safari can not iterate over a stream.
  const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ; ) {
    const { value, done } = await pieces.read();
    if (done) throw new Error(`the server broke off while it answered ${method}`);
    const lines = (text + value).split("\n");
    text = lines.pop();
    for (const part of lines.map((line) => JSON.parse(line))) {
      if (!("progress" in part)) return part;
      tell?.(part.progress);
    }
  }
}
