// A game in progress on the server (`Table`): it remembers how it came about, so that a lost
// connection or a collected session is opened again where it was.

export class Table extends EventTarget {
  #opening = null;

  constructor(server) {
    super();
    this.server = server;
    this.session = null;
    this.game = null;
    this.start = null;
    this.state = null;
    server.addEventListener("lost", () => { this.session = null; });
    server.addEventListener("closed", ({ detail }) => {
      if (detail === this.session) this.session = null;
    });
  }

  // Opens a game: its name with options, a position or none, and what was played.
  async open({ game, position = null, moves = [] }) {
    const before = this.session;
    const state = await this.server.ask({ do: "new", game, position, moves });
    if (before !== null) this.server.ask({ do: "close", session: before }).catch(() => {});
    Object.assign(this, { session: state.session, game, start: position });
    this.#arrive(state);
  }

  // What to open to be here again.
  get place() {
    return { game: this.game, position: this.start, moves: this.state?.history ?? [] };
  }

  get name() {
    return this.game?.split(":")[0];
  }

  async play(action) {
    this.#arrive(await this.ask({ do: "play", action }));
  }

  async roll() {
    this.#arrive(await this.ask({ do: "roll" }));
  }

  async undo(plies = 1) {
    this.#arrive(await this.ask({ do: "undo", plies }));
  }

  // Searches, and plays what is found; the findings.
  async move(effort) {
    const found = await this.ask({ do: "search", play: true, ...effort });
    this.#arrive(found.state);
    return found;
  }

  search(effort, progress) {
    return this.ask({ do: "search", ...effort }, progress);
  }

  evaluate(effort, progress) {
    return this.ask({ do: "evaluate", ...effort }, progress);
  }

  stop() {
    if (this.session !== null) this.server.ask({ do: "stop", session: this.session }).catch(() => {});
  }

  close() {
    if (this.session !== null) this.server.ask({ do: "close", session: this.session }).catch(() => {});
    this.session = null;
  }

  // A request to the session, which is opened again where it has been lost. An answer that comes when
  // another one has been opened is nobody's any more.
  async ask(request, progress) {
    if (this.session === null && this.game) {
      this.#opening ??= this.server.ask({ do: "new", ...this.place }).finally(() => { this.#opening = null; });
      this.session = (await this.#opening).session;
    }
    const { session } = this;
    const answer = await this.server.ask({ session, ...request }, progress);
    if (session !== this.session) throw new Error("lost");
    return answer;
  }

  #arrive(state) {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }
}
