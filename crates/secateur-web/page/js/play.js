// Play: people and engines at the board, with clocks, hints and the worth of every move.

import * as address from "./address.js";
import { BoardPlace } from "./boards/index.js";
import { Chooser } from "./chooser.js";
import { Clocks } from "./clocks.js";
import { announce, button, check, el, field, select } from "./dom.js";
import { LEVELS, DEFAULT_LEVEL, effort } from "./levels.js";
import { Panel } from "./panel.js";
import { result } from "./sentences.js";
import { words as worthWords, short, tone } from "./values.js";
import { t } from "./words.js";

const PACES = [0, 120, 400, 1200]; // milliseconds between the moves of engines
const WORTH_MS = 3000;

export class Play extends Panel {
  #turn = 0; // of the conversation: who comes late is not listened to
  #worth = new Map();
  #hint = null;
  #best = null;
  #thinking = false;
  #paused = false;
  #sent = false; // a move that the server has not answered yet

  constructor({ fields, ...rest }) {
    super(rest);
    this.sides = ["max", "min"].slice(0, this.entry.sides);
    this.seats = {
      max: fields.max ?? "person",
      min: fields.min ?? String(DEFAULT_LEVEL),
    };
    this.pace = Number(fields.pace ?? 120);
    this.until = Number(fields.until ?? 0);
    this.show = fields.worth === "1";
    this.minutes = Number(fields.clock ?? 0);
    this.build();
    this.follow();
  }

  // What a side is called in this game.
  side(side) {
    if (this.entry.sides === 1) return t("play.player");
    return t(`side.${side}.${this.table.name}`, {}, `side.${side}`);
  }

  get person() {
    return this.seats[this.table.state.turn] === "person";
  }

  build() {
    const { table } = this;
    const boardElement = el("div", { class: "board-place" });
    this.board = new BoardPlace(boardElement, (action) => this.play(action));
    this.status = el("p", { class: "status", id: "status" });
    this.clocks = new Clocks(Object.fromEntries(this.sides.map((side) => [side, this.side(side)])), this.minutes, (side) => this.flag(side));
    this.moves = el("ol", { class: "moves", "aria-label": t("play.moves") });
    this.list = el("ul", { class: "worth-list", "aria-label": t("play.worth") });
    this.controls = {
      undo: button(t("play.undo"), () => this.undo()),
      hint: button(t("play.hint"), () => this.hint()),
      pause: button(t("play.pause"), () => this.pause()),
      step: button(t("play.step"), () => this.step()),
      again: button(t("play.again"), () => this.again()),
      link: button(t("play.link"), () => this.link(), { class: "quiet" }),
    };
    const players = [["person", t("play.person")], ...LEVELS.map((_, i) => [String(i + 1), t("play.level", { level: i + 1 })])];
    const seats = this.sides.map((side) => field(this.side(side),
      select(players, this.seats[side], (who) => { this.seats[side] = who; this.#paused = false; this.arrive(); })));
    const speed = field(t("play.pace"), select(PACES.map((pace) => [pace, t(`pace.${pace}`)]), this.pace, (pace) => { this.pace = Number(pace); this.keep(); }));
    const until = table.name === "2048"
      ? field(t("play.until"), select([0, 128, 256, 512, 1024, 2048, 4096, 8192].map((tile) => [tile, tile ? String(tile) : t("play.for-ever")]), this.until, (tile) => { this.until = Number(tile); this.arrive(); }))
      : null;
    const clock = this.entry.sides === 2
      ? field(t("play.clock"), select([0, 1, 3, 5, 10].map((m) => [m, m ? t("play.minutes", { minutes: m }) : t("play.untimed")]), this.minutes, (m) => { this.minutes = Number(m); this.again(); }))
      : null;
    this.element = el("div", { class: "two" },
      el("section", { class: "card board-card", "aria-label": t("board.board") },
        new Chooser(this.hello, table, (place) => this.open(place)).element,
        this.clocks.element, boardElement, this.status,
        el("div", { class: "buttons" }, ...Object.values(this.controls))),
      el("aside", { class: "side" },
        el("section", { class: "card" }, el("h2", {}, t("play.players")), el("div", { class: "fields" }, ...seats, speed, until, clock),
          el("p", { class: "small" }, t("play.levels"))),
        el("section", { class: "card" }, check(t("play.show-worth"), this.show, (on) => { this.show = on; this.arrive(); }), this.list),
        el("section", { class: "card" }, el("h2", {}, t("play.moves")), this.moves)));
  }

  // Draws what there is, and lets whoever's turn it is go on.
  arrive() {
    const { state } = this.table;
    this.#turn += 1;
    this.#worth = new Map();
    [this.#hint, this.#best, this.#thinking, this.#sent] = [null, null, false, false];
    this.keep();
    this.clocks.turn(state.over || this.#paused ? null : state.turn, state.history.length === 0);
    this.draw();
    if (state.over) return announce(result(this.table, this.entry));
    if (this.reached()) return announce(t("play.reached", { tile: this.until }));
    if (this.clocks.flagged) return;
    if (state.turn === "chance") return this.later(this.#paused ? null : 0, () => this.table.roll());
    if (this.person) return this.show ? this.evaluate() : undefined;
    if (!this.#paused) this.later(this.engines() ? this.pace : 150, () => this.engine());
  }

  draw() {
    const { state, name } = this.table;
    const open = this.person && !state.over && !this.clocks.flagged && !this.#sent;
    this.board.draw(name, { state, open, worth: this.show ? this.#worth : null, hint: this.#hint,
      best: this.#best, last: state.history.at(-1) ?? null });
    this.status.textContent = this.sentence();
    this.status.classList.toggle("thinking", this.#thinking);
    const engines = this.engines();
    this.controls.undo.disabled = state.history.length === 0;
    this.controls.hint.disabled = !open;
    this.controls.pause.hidden = !engines || state.over;
    this.controls.pause.textContent = t(this.#paused ? "play.resume" : "play.pause");
    this.controls.step.hidden = !engines || !this.#paused;
    this.controls.hint.hidden = engines;
    this.moves.replaceChildren(...state.history.slice(-200).map((move) => el("li", {}, move)));
    this.moves.start = Math.max(1, state.history.length - 199);
    this.moves.scrollTop = this.moves.scrollHeight;
    this.list.replaceChildren(...(this.show ? [...this.#worth.values()] : []).slice(0, 12).map((v) =>
      el("li", { class: tone(v), title: worthWords(v) }, el("b", {}, v.action), el("span", {}, short(v)), el("small", {}, v.pv.slice(1, 7).join(" ")))));
  }

  sentence() {
    const { state } = this.table;
    const side = () => this.side(state.turn);
    if (state.over) return result(this.table, this.entry);
    if (this.clocks.flagged) return t("play.flag", { side: this.side(this.clocks.flagged) });
    if (this.reached()) return t("play.reached", { tile: this.until });
    if (this.#paused && this.engines()) return t("play.paused");
    if (state.turn === "chance") return t("play.chance");
    if (!this.person) return this.entry.sides === 1 ? t("play.engine-alone") : t("play.engine", { side: side() });
    if (this.#hint) return t("play.hinted", { action: this.#hint });
    const persons = this.sides.filter((s) => this.seats[s] === "person").length;
    return persons > 1 ? t("play.turn", { side: side() }) : t("play.your-turn");
  }

  engines() {
    return this.sides.every((side) => this.seats[side] !== "person");
  }

  // Whether the tile that was to be reached is there.
  reached() {
    if (!this.until || this.person) return false;
    return this.table.state.position.split(" ")[0].split(/[/,]/).some((tile) => Number(tile) >= this.until);
  }

  later(pause, act) {
    if (pause === null) return;
    const turn = this.#turn;
    setTimeout(() => { if (turn === this.#turn) this.attempt(act); }, pause);
  }

  async attempt(act) {
    const turn = this.#turn;
    try {
      await act();
    } catch (error) {
      if (turn === this.#turn && error.message !== "lost") this.status.textContent = error.message;
    }
  }

  async engine() {
    const level = Number(this.seats[this.table.state.turn]);
    this.#thinking = true;
    this.draw();
    const watched = this.table.name === "2048" ? { ...effort(level), time_ms: Math.min(40 * level, 500) } : effort(level);
    const found = await this.table.move(watched);
    const { action } = found.variations[0] ?? {};
    if (!this.engines() && action) announce(t("play.played", { action }));
  }

  async play(action) {
    if (!this.person || this.#sent) return;
    this.#sent = true; // a second click must not play for the other side
    this.draw();
    this.table.stop();
    await this.attempt(async () => {
      try {
        await this.table.play(action);
      } catch (error) {
        this.#sent = false;
        this.draw();
        throw error;
      }
    });
  }

  async evaluate() {
    const turn = this.#turn;
    const hear = (found) => {
      if (turn !== this.#turn) return;
      this.#worth = new Map(found.variations.map((v) => [v.action, v]));
      this.#best = found.variations[0]?.action;
      this.draw();
    };
    await this.attempt(async () => hear(await this.table.evaluate({ time_ms: WORTH_MS }, hear)));
  }

  async hint() {
    const turn = this.#turn;
    this.table.stop();
    this.#thinking = true;
    this.draw();
    await this.attempt(async () => {
      const found = await this.table.search({ level: LEVELS.length });
      if (turn !== this.#turn) return;
      const [best] = found.variations;
      [this.#hint, this.#thinking] = [best.action, false];
      this.draw();
      announce(`${t("play.hinted", { action: best.action })} ${worthWords(best)}`);
    });
  }

  // Back to where a person decided last; between engines, one ply back.
  async undo() {
    this.#turn += 1;
    this.table.stop();
    if (this.engines()) this.#paused = true;
    await this.attempt(async () => {
      const { table } = this;
      table.removeEventListener("change", this.onChange);
      try {
        do await table.undo();
        while (!this.engines() && table.state.history.length > 0 && !this.person);
      } finally {
        table.addEventListener("change", this.onChange);
      }
    });
    announce(t("play.undone"));
    this.arrive();
  }

  pause() {
    this.#paused = !this.#paused;
    if (this.#paused) this.table.stop();
    this.arrive();
  }

  step() {
    this.later(0, () => (this.table.state.turn === "chance" ? this.table.roll() : this.engine()));
  }

  again() {
    this.open({ game: this.table.game, position: this.table.start, moves: [] });
  }

  // Another game takes this panel's place; who plays stays, where the game does.
  async open(place) {
    const same = place.game.split(":")[0] === this.table.name;
    await this.go(place, same ? this.fields() : { worth: this.show ? 1 : null });
  }

  flag(side) {
    this.#turn += 1;
    this.table.stop();
    this.draw();
    announce(t("play.flag", { side: this.side(side) }));
  }

  place() {
    const { game, position, moves } = this.table.place;
    return { game, position, moves: moves.join(" ") };
  }

  fields() {
    const { seats, sides } = this;
    return { max: seats.max, min: sides.length > 1 ? seats.min : null, pace: this.pace === 120 ? null : this.pace,
      until: this.until || null, worth: this.show ? 1 : null, clock: this.minutes || null };
  }

  keep() {
    // A long game would make the address too long to be sent.
    const place = this.place();
    if (place.moves.length > 4000) Object.assign(place, { position: this.table.state.position, moves: null });
    address.write("play", { ...place, ...this.fields() });
  }

  leave() {
    this.#turn += 1;
    this.clocks.turn(null);
    super.leave();
  }
}
