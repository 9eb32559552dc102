// The conversation with the engine: docs/web-protocol.md. Nothing else on the page knows of the
// WebSocket, so that an engine in the browser could take its place.

export class Server extends EventTarget {
  #socket = null;
  #asked = new Map();
  #number = 0;
  #wait = 250;

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket.onopen = () => {
      this.#wait = 250;
      this.dispatchEvent(new Event("open"));
    };
    this.#socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    this.#socket.onclose = () => {
      for (const { reject } of this.#asked.values()) reject(new Error("lost"));
      this.#asked.clear();
      this.dispatchEvent(new Event("lost"));
      setTimeout(() => this.connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, 5000);
    };
  }

  // The answer to a request; `progress` hears what comes before it.
  ask(request, progress) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Error("lost"));
    const id = ++this.#number;
    this.#socket.send(JSON.stringify({ id, ...request }));
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject, progress, session: request.session });
    });
  }

  #hear(message) {
    if (message.closed !== undefined) return this.#close(message);
    const asked = this.#asked.get(message.id);
    if (!asked) return;
    if (message.progress) return asked.progress?.(message.progress);
    this.#asked.delete(message.id);
    if (message.error !== undefined) asked.reject(new Error(message.error));
    else asked.resolve(message.done);
  }

  // A session has ended without being asked to: nobody will answer for it any more.
  #close({ closed, why }) {
    for (const [id, { session, reject }] of this.#asked) {
      if (session !== closed) continue;
      this.#asked.delete(id);
      reject(new Error(why));
    }
    this.dispatchEvent(new CustomEvent("closed", { detail: closed }));
  }
}
