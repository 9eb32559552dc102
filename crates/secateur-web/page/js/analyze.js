// Analyze: what every move is worth as the search goes deeper, lines to play through, and how the
// values went by depth and by move.

import * as address from "./address.js";
import { BoardPlace } from "./boards/index.js";
import { Chooser } from "./chooser.js";
import { announce, button, el, field, select } from "./dom.js";
import { graph } from "./graph.js";
import { Panel } from "./panel.js";
import { result } from "./sentences.js";
import { Table } from "./table.js";
import { height, short, tone, words } from "./values.js";
import { t } from "./words.js";

const TIMES = [1000, 5000, 20_000, 60_000];
const GAME_MS = 400; // for each position of the game
const LINES = 5; // in the graph by depth

export class Analyze extends Panel {
  #turn = 0;
  #found = null;
  #depths = []; // [depth, findings]
  #line = null; // the line looked at: { moves, at }

  constructor({ server, fields, ...rest }) {
    super(rest);
    this.algorithm = fields.algorithm ?? "";
    this.time = Number(fields.time ?? 5000);
    this.aside = new Table(server); // for lines, and for the positions of the game
    this.build();
    this.follow();
  }

  build() {
    const boardElement = el("div", { class: "board-place" });
    this.board = new BoardPlace(boardElement, (action) => this.play(action));
    this.status = el("p", { class: "status" });
    this.ranking = el("tbody");
    this.progress = el("p", { class: "small", role: "status" });
    this.byDepth = el("div", { class: "figure" });
    this.byMove = el("div", { class: "figure" });
    this.line = el("div", { class: "line-player", hidden: true });
    this.buttons = {
      undo: button(t("play.undo"), () => this.undo()),
      roll: button(t("analyze.roll"), () => this.attempt(() => this.table.roll())),
      stop: button(t("analyze.stop"), () => this.table.stop()),
      link: button(t("play.link"), () => this.link(), { class: "quiet" }),
    };
    const algorithms = [["", t("analyze.suits")], ...this.hello.algorithms.map(({ name }) => [name, name])];
    const effort = el("div", { class: "fields" },
      field(t("analyze.algorithm"), select(algorithms, this.algorithm, (name) => { this.algorithm = name; this.arrive(); })),
      field(t("analyze.time"), select(TIMES.map((ms) => [ms, t("analyze.seconds", { seconds: ms / 1000 })]), this.time, (ms) => { this.time = Number(ms); this.arrive(); })));
    const heads = ["move", "value", "line"].map((head) => el("th", { scope: "col" }, t(`analyze.${head}`)));
    this.element = el("div", { class: "two" },
      el("section", { class: "card board-card", "aria-label": t("board.board") },
        new Chooser(this.hello, this.table, (place) => this.go(place, {})).element,
        boardElement, this.status, this.line, el("div", { class: "buttons" }, ...Object.values(this.buttons))),
      el("aside", { class: "side" },
        el("section", { class: "card" }, el("h2", {}, t("analyze.ranking")), effort, this.progress,
          el("div", { class: "scroller" }, el("table", { class: "ranking" }, el("thead", {}, el("tr", {}, ...heads)), this.ranking))),
        el("section", { class: "card" }, el("h2", {}, t("analyze.by-depth")), this.byDepth),
        el("section", { class: "card" }, el("h2", {}, t("analyze.by-move")),
          button(t("analyze.whole"), () => this.whole()), this.byMove)));
  }

  arrive() {
    this.#turn += 1;
    [this.#found, this.#depths, this.#line] = [null, [], null];
    this.table.stop();
    this.keep();
    this.draw();
    const { state } = this.table;
    if (!state.over && state.turn !== "chance") this.evaluate();
  }

  async evaluate() {
    const turn = this.#turn;
    const hear = (found, done) => {
      if (turn !== this.#turn) return;
      this.#found = found;
      this.done = done;
      const depth = found.depth ?? (this.#depths.at(-1)?.[0] ?? 0) + (done ? 0 : 1);
      if (!done || this.#depths.length === 0) this.#depths.push([Math.max(depth, 1), found]);
      this.draw();
    };
    this.done = false;
    await this.attempt(async () => {
      const effort = { time_ms: this.time, ...(this.algorithm ? { algorithm: this.algorithm } : {}) };
      hear(await this.table.evaluate(effort, (found) => hear(found, false)), true);
      if (turn === this.#turn) announce(t("analyze.best", { action: this.#found.variations[0].action, value: words(this.#found.variations[0]) }));
    });
  }

  draw() {
    const shown = this.#line ? this.aside : this.table;
    const { state } = shown;
    const variations = this.#found?.variations ?? [];
    const open = !this.#line && !state.over && state.turn !== "chance";
    this.board.draw(this.table.name, { state, open, last: state.history.at(-1) ?? null,
      worth: this.#line ? null : new Map(variations.map((v) => [v.action, v])), best: variations[0]?.action });
    this.status.textContent = state.over ? result(shown, this.entry)
      : state.turn === "chance" ? t("play.chance")
      : t("play.turn", { side: t(`side.${state.turn}.${this.table.name}`, {}, `side.${state.turn}`) });
    this.buttons.undo.disabled = this.table.state.history.length === 0;
    this.buttons.roll.hidden = this.table.state.turn !== "chance";
    this.buttons.stop.disabled = this.done !== false;
    this.progress.textContent = this.#found ? this.effort() : "";
    this.rank(variations);
    this.byDepth.replaceChildren(this.#depths.length ? this.depthGraph() : el("p", { class: "small" }, t("analyze.nothing")));
    this.drawLine();
  }

  effort() {
    const { depth, nodes, seconds, algorithm } = this.#found;
    const speed = { nodes: nodes.toLocaleString(t("locale")), seconds: seconds.toFixed(1), algorithm };
    return depth === null ? t("analyze.proven", speed) : t("analyze.depth", { depth, ...speed });
  }

  rank(variations) {
    const focused = document.activeElement?.dataset?.line;
    this.ranking.replaceChildren(...variations.map((v) => el("tr", { class: tone(v) },
      el("th", { scope: "row" }, v.action),
      el("td", { class: `value ${v.certainty}`, title: words(v) }, short(v)),
      el("td", {}, button(v.pv.slice(0, 9).join(" ") + (v.pv.length > 9 ? " …" : ""), () => this.walk(v.pv, v.pv.length), {
        class: "quiet pv", data: { line: v.action }, "aria-label": t("analyze.follow", { line: v.pv.join(" ") }) })))));
    if (focused) [...this.ranking.querySelectorAll("button")].find((b) => b.dataset.line === focused)?.focus();
  }

  // The value of the best moves at each depth.
  depthGraph() {
    const best = this.#found.variations.slice(0, LINES).map(({ action }) => action);
    const plain = largest(this.#depths.flatMap(([, found]) => found.variations));
    const lines = best.map((action, i) => ({ kind: `k${i}`, points: this.#depths.flatMap(([depth, found]) => {
      const v = found.variations.find((each) => each.action === action);
      return v ? [[depth, height(v, plain), `${action}: ${words(v)}`]] : [];
    }) })).reverse();
    const label = t("analyze.depth-label", { moves: best.join(", ") });
    return el("div", {}, graph({ lines, label, across: t("analyze.across-depth"), marks: ends(plain) }),
      el("ul", { class: "legend" }, ...best.map((action, i) => el("li", { class: `k${i}` }, action))));
  }

  // Values every position of the game, each for a moment.
  async whole() {
    const turn = this.#turn;
    const { game, position, moves } = this.table.place;
    const points = [];
    await this.attempt(async () => {
      for (let ply = 0; ply <= moves.length && turn === this.#turn; ply++) {
        await this.aside.open({ game, position, moves: moves.slice(0, ply) });
        const { state } = this.aside;
        const best = state.over ? { ...state.value, forMax: true }
          : state.turn === "chance" ? null
          : (await this.aside.search({ time_ms: GAME_MS })).variations[0];
        if (!best || turn !== this.#turn) continue;
        const sign = state.over || state.turn === "max" ? 1 : -1;
        points.push([ply, { ...best, value: sign * best.value }, moves[ply - 1]]);
        this.drawGame(points);
      }
      if (turn === this.#turn) announce(t("analyze.whole-done", { count: points.length }));
    });
  }

  drawGame(points) {
    const plain = largest(points.map(([, v]) => v));
    const dots = points.map(([ply, v, move]) => [ply, height(v, plain), `${ply}. ${move ?? ""} ${words(v)}`]);
    this.byMove.replaceChildren(
      graph({ lines: [{ kind: "k0", points: dots }], label: t("analyze.move-label"), across: t("analyze.across-move"),
        marks: ends(plain), choose: (ply) => this.walk(this.table.state.history, ply, true) }),
      el("p", { class: "small" }, t("analyze.for-max")));
  }

  // Plays a line on the board, without leaving the game: from here, or the game from its beginning.
  async walk(moves, at, fromStart = false) {
    this.table.stop();
    const before = fromStart ? [] : this.table.state.history;
    this.#line = { moves, at, before };
    await this.lookAt(at);
  }

  async lookAt(at) {
    const { moves, before } = this.#line;
    const line = { moves, before, at: Math.min(Math.max(at, 0), moves.length) };
    await this.attempt(async () => {
      const { game, position } = this.table.place;
      await this.aside.open({ game, position, moves: [...before, ...moves.slice(0, line.at)] });
      this.#line = line;
      this.draw();
    });
  }

  drawLine() {
    this.line.hidden = this.#line === null;
    if (!this.#line) return this.line.replaceChildren();
    const { moves, at } = this.#line;
    const focused = document.activeElement?.dataset?.go;
    const control = (name, sign, to) => button(sign, () => this.lookAt(to), { "aria-label": t(`analyze.${name}`), data: { go: name } });
    this.line.replaceChildren(
      control("first", "|◀", 0), control("back", "◀", at - 1),
      el("span", { class: "moves-line" }, ...moves.map((move, i) => el("span", { class: i < at ? "done" : "", "aria-current": i === at - 1 ? "step" : null }, `${move} `))),
      control("forward", "▶", at + 1),
      button(t("analyze.take"), () => this.take()), button(t("analyze.leave-line"), () => { this.#line = null; this.draw(); }));
    if (focused) [...this.line.querySelectorAll("button")].find((b) => b.dataset.go === focused)?.focus();
  }

  // Makes the line the game.
  async take() {
    const place = this.aside.place;
    await this.attempt(() => this.table.open(place));
  }

  async play(action) {
    this.table.stop();
    await this.attempt(() => this.table.play(action));
  }

  async undo() {
    this.table.stop();
    await this.attempt(() => this.table.undo());
  }

  async attempt(act) {
    const turn = this.#turn;
    try {
      await act();
    } catch (error) {
      if (turn === this.#turn && error.message !== "lost") this.progress.textContent = error.message;
    }
  }

  keep() {
    const { game, position, moves } = this.table.place;
    address.write("analyze", { game, position, moves: moves.join(" "), algorithm: this.algorithm, time: this.time === 5000 ? null : this.time });
  }

  leave() {
    this.#turn += 1;
    this.aside.close();
    super.leave();
  }
}

// The largest plain value, above which wins are drawn.
function largest(variations) {
  return Math.max(1, ...variations.filter((v) => v.plies_to_end === null).map((v) => Math.abs(v.value)));
}

function ends(plain) {
  return [[plain * 1.15, t("graph.win")], [-plain * 1.15, t("graph.loss")]];
}
