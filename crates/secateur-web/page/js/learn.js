// Learn: a search step by step, in a tree that can be typed, drawn and edited, or from the position
// on the board; what the conventions differ in; and questions.

import * as address from "./address.js";
import { announce, button, check, el, field, select } from "./dom.js";
import { add, at, give, random, remove } from "./learn/edit.js";
import { Conventions } from "./learn/conventions.js";
import { Drawing, isLeaf } from "./learn/drawing.js";
import { save, toPng, toSvg } from "./learn/export.js";
import { find, pathOf, readPath, writePath } from "./learn/path.js";
import { Quiz } from "./learn/questions.js";
import { Walk, bounded, knownOf, written } from "./learn/recording.js";
import { share } from "./panel.js";
import { Table } from "./table.js";
import { parse, write } from "./tree_text.js";
import { language, t } from "./words.js";

const EXAMPLE = "((3 5) (2 (9 1)))";
const PACE = 900; // milliseconds a step when playing
const NODES = 1500;

export class Learn {
  #late = 0;
  #playing = null;

  constructor({ server, table, hello, fields }) {
    Object.assign(this, { server, table, hello });
    this.text = fields.tree ?? EXAMPLE;
    this.game = fields.of ?? null; // a game's position instead of a written tree: { game, position }
    this.position = fields.at ?? null;
    this.algorithm = fields.search ?? "alpha-beta";
    this.cut = fields.cut ?? ">=";
    this.reach = fields.reach ?? "deep";
    this.depth = Number(fields.depth ?? 3);
    this.expected = fields.expected ?? "";
    this.margin = fields.margin ?? "1";
    this.windows = fields.windows === undefined ? null : fields.windows === "1";
    this.start = fields.step === undefined ? 0 : Number(fields.step);
    this.path = readPath(fields.node);
    this.asked = fields.quiz ? fields : null; // a question that the link holds
    this.aside = new Table(server);
    this.build();
    this.record();
  }

  build() {
    this.sentence = el("p", { class: "sentence", "aria-live": "polite" });
    this.place = el("div", { class: "tree-place", tabindex: 0, role: "group", "aria-label": t("learn.tree"),
      on: { keydown: (event) => this.key(event) } });
    this.range = el("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("learn.step"),
      on: { input: () => this.go(Number(this.range.value)) } });
    this.counter = el("output", { class: "small" });
    const steps = [["first", "|◀", () => this.go(0)], ["cut-back", "✂◀", () => this.go(this.walk.cutoff(-1))],
      ["back", "◀", () => this.go(this.walk.at - 1)], ["play", "▶▶", () => this.run()], ["forward", "▶", () => this.go(this.walk.at + 1)],
      ["cut", "▶✂", () => this.go(this.walk.cutoff(1))], ["last", "▶|", () => this.go(this.walk.steps.length)]];
    this.steps = Object.fromEntries(steps.map(([name, sign, act]) => [name,
      button(sign, act, { "aria-label": t(`learn.${name}`), title: t(`learn.${name}`), class: "step" })]));
    this.about = el("dl", { class: "about" });
    this.error = el("p", { class: "error", role: "alert" });
    this.input = el("textarea", { rows: 3, spellcheck: "false", maxlength: 200_000, on: { input: () => this.typed() } });
    this.input.value = this.game ? "" : this.text;
    this.searched = el("p", { class: "small" });
    this.quiz = new Quiz(this);
    this.recorded = this.hello.algorithms.filter(({ recorded }) => recorded).map(({ name }) => name);
    this.conventions = new Conventions(this, this.recorded);
    this.element = el("div", { class: "learn" },
      el("section", { class: "card", "aria-label": t("tab.learn") }, this.sentence, this.place,
        el("div", { class: "stepper" }, ...Object.values(this.steps), this.range, this.counter), this.about),
      el("div", { class: "columns" }, this.treeCard(), el("div", { class: "stack" }, this.searchCard(), this.quiz.element), this.conventions.element));
  }

  treeCard() {
    this.value = el("input", { type: "number", step: 1, "aria-label": t("learn.value"),
      on: { change: () => this.edit((root, path) => give(root, path, Math.trunc(Number(this.value.value)) || 0)) } });
    this.edits = el("div", { class: "buttons edits" }, this.value,
      button(t("learn.add"), () => this.edit((root, path) => add(root, path, 0)), { data: { edit: "add" } }),
      button(t("learn.remove"), () => this.edit((root, path) => remove(root, path)), { data: { edit: "remove" } }));
    const grown = (ragged) => button(t(ragged ? "learn.ragged" : "learn.uniform"), () => this.take(write({
      turn: "max", root: random({ depth: ragged ? 4 : 3, branching: ragged ? 3 : 2, ragged }) })));
    return el("section", { class: "card" }, el("h2", {}, t("learn.written")), field(t("learn.text"), this.input), this.searched, this.error,
      el("p", { class: "small" }, t("learn.how")), this.edits,
      el("div", { class: "buttons" }, grown(false), grown(true), button(t("learn.from-board"), () => this.fromBoard())));
  }

  searchCard() {
    this.writes = check(t("learn.windows"), this.windows ?? true, (on) => { this.windows = on; this.draw(); });
    const searches = this.recorded.map((name) => [name, t(`search.${name}`, {}, name)]);
    const cuts = [[">=", "α ≥ β"], [">", "α > β"]];
    const reaches = ["deep", "shallow"].map((reach) => [reach, t(`learn.${reach}`)]);
    const change = (name) => (value) => { this[name] = value; this.record(); };
    return el("section", { class: "card" }, el("h2", {}, t("learn.search")),
      el("div", { class: "fields" },
        field(t("learn.algorithm"), select(searches, this.algorithm, change("algorithm"))),
        this.cutField = field(t("learn.cut-when"), select(cuts, this.cut, change("cut"))),
        this.reachField = field(t("learn.reach"), select(reaches, this.reach, change("reach"))),
        this.expectedField = field(t("learn.expected"), this.number("expected", { placeholder: "–" })),
        this.marginField = field(t("learn.margin"), this.number("margin", { min: 1 })),
        this.depthField = field(t("learn.depth"), select([1, 2, 3, 4, 5, 6, 9].map((n) => [n, n]), this.depth, (n) => { this.depth = Number(n); this.record(); }))),
      this.writes,
      el("p", { class: "small" }, t("learn.unrecorded", { names: this.hello.algorithms.filter(({ recorded }) => !recorded).map(({ name }) => name).join(", ") })),
      el("div", { class: "buttons" },
        button("SVG", () => save(new Blob([toSvg(this.drawing.svg)], { type: "image/svg+xml" }), "tree.svg"), { "aria-label": t("learn.svg") }),
        button("PNG", async () => save(await toPng(this.drawing.svg), "tree.png"), { "aria-label": t("learn.png") }),
        button(t("play.link"), () => { this.keep(); share(); }, { class: "quiet" })));
  }

  // A field for a whole number that the search depends on.
  number(name, limits) {
    const control = el("input", { type: "number", step: 1, ...limits, value: this[name], on: { change: () => { this[name] = control.value; this.record(); } } });
    return control;
  }

  // What MTD(f) and aspiration windows expect.
  expectation(algorithm) {
    const whole = (text) => (text === "" ? null : Math.trunc(Number(text)) || 0);
    return ["aspiration", "mtdf"].includes(algorithm) ? { expected: whole(this.expected), margin: Math.max(whole(this.margin) ?? 1, 1) } : {};
  }

  // What to record, in the words of the protocol.
  question(more = {}) {
    const convention = this.algorithm === "alpha-beta" ? { cut: this.cut, deep: this.reach === "deep" } : this.expectation(this.algorithm);
    return { do: "record", algorithm: this.algorithm, ...convention, ...(this.game ? { depth: this.depth } : {}), ...more };
  }

  // Searches anew, after the tree or the search has changed.
  async record() {
    const late = ++this.#late;
    this.stop();
    this.keep();
    this.depthField.hidden = !this.game;
    this.cutField.hidden = this.reachField.hidden = this.algorithm !== "alpha-beta"; // the others know one convention
    this.expectedField.hidden = !["aspiration", "mtdf"].includes(this.algorithm);
    this.marginField.hidden = this.algorithm !== "aspiration";
    this.edits.hidden = Boolean(this.game);
    this.searched.textContent = this.game ? t("learn.searched", { game: this.game, position: this.position }) : "";
    try {
      if (!this.game) parse(this.text);
      await this.aside.open(this.game ? { game: this.game, position: this.position } : { game: "tree", position: this.text });
      const recording = await this.aside.ask(this.question({ nodes: NODES, unvisited: NODES }));
      if (late !== this.#late) return;
      this.error.textContent = recording.visited > recording.recorded + recording.aside ? t("learn.top", recording) : "";
      this.walk = new Walk(recording);
      this.walk.to(this.start);
      this.start = 0;
      this.draw();
      if (this.asked) this.quiz.resume(this.asked);
      this.asked = null;
      this.conventions.count(NODES);
    } catch (error) {
      if (late === this.#late && error.message !== "lost") this.error.textContent = error.message;
    }
  }

  // Draws the whole tree; steps then touch what they change.
  draw() {
    if (!this.walk) return;
    this.quiz.end();
    this.drawing = new Drawing(this.walk, { windows: this.windows, label: t("learn.tree-of", { nodes: this.walk.nodes.size }),
      choose: (node) => this.choose(node) });
    this.place.replaceChildren(this.drawing.svg);
    this.writes.firstChild.checked = this.drawing.windows;
    this.range.max = this.walk.steps.length;
    this.chosen = this.path ? find(this.walk, this.path) : null;
    if (this.chosen) this.chosen.chosen = true;
    this.drawing.update(this.walk.nodes.values());
    this.tell();
  }

  go(at) {
    if (!this.walk) return;
    if (at !== 0) this.quiz.end(); // who looks has given up
    const before = this.walk.current;
    this.drawing.update(this.walk.to(Math.min(Math.max(at, 0), this.walk.steps.length)), before);
    if (this.walk.at === this.walk.steps.length || this.walk.at === this.walk.steps.length - 1) {
      for (const node of this.walk.nodes.values()) if (node.principal) this.drawing.draw(node);
    }
    this.tell();
  }

  // The step in a sentence.
  tell() {
    const { walk } = this;
    this.sentence.textContent = walk.step ? walk.step[language()] : t("learn.begin", { steps: walk.steps.length });
    this.sentence.classList.toggle("cutoff", walk.current?.reason === "cutoff" && walk.step.event === "leave");
    this.range.value = walk.at;
    this.counter.textContent = `${walk.at} / ${walk.steps.length}`;
    for (const name of ["first", "back", "cut-back"]) this.steps[name].disabled = walk.at === 0;
    for (const name of ["last", "forward", "cut", "play"]) this.steps[name].disabled = walk.at === walk.steps.length;
    this.steps.play.textContent = this.#playing ? "❚❚" : "▶▶";
    this.describe(this.chosen ?? walk.current);
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keep(), 250);
  }

  // What is known of a node.
  describe(node) {
    const rows = node && !this.quiz.running ? this.facts(node) : [];
    this.about.replaceChildren(...rows.flatMap(([name, value]) => [el("dt", {}, t(`about.${name}`)), el("dd", {}, value)]));
    if (this.chosen) this.value.value = this.chosen.value ?? "";
    this.edits.querySelectorAll("button, input").forEach((control) => { control.disabled = !this.chosen || Boolean(this.game); });
    this.value.disabled ||= !isLeaf(this.chosen ?? { below: [1] });
  }

  facts(node) {
    if (node.never) return this.neverFacts(node);
    const known = node.status === "left";
    const window = (pair) => (pair ? `α = ${written(pair[0])}, β = ${written(pair[1])}` : t("about.none"));
    return [
      ["node", `${node.id}${node.action === null ? "" : ` (${[node.action, ...node.forced].join(" ")})`}, ${isLeaf(node) ? t("about.leaf") : t(`side.${node.turn}`, {}, node.turn)}`],
      ["entry", node.status === "future" ? t("about.not-yet") : window(node.entry)],
      ["exit", known ? window(node.exit) : t("about.not-yet")],
      ["value", known ? `${bounded(node, written)} – ${t(`bound.${node.bound ?? "none"}`)}` : t("about.not-yet")],
      ["why", known ? t(`reason.${node.reason}`) : t("about.not-yet")],
    ];
  }

  neverFacts(node) {
    const pruned = node.status === "pruned";
    const known = pruned && node.known ? [["value", `${knownOf(node.known, written)} – ${t("about.known")}`]] : [];
    return [["node", t(!pruned ? "about.not-yet" : node.known ? "about.needless" : "about.never")], ["action", node.action], ...known];
  }

  // A node was clicked.
  choose(node) {
    if (this.quiz.running) this.quiz.guess(node);
    else this.stand(node);
  }

  // Chooses a node, or none where it was chosen; a quiz says nothing of it but where it is.
  stand(node) {
    const before = this.chosen;
    if (before) before.chosen = false;
    this.chosen = before === node ? null : node;
    if (this.chosen) node.chosen = true;
    this.path = this.chosen ? pathOf(node) : null;
    for (const each of [before, node]) if (each) this.drawing.draw(each);
    this.describe(this.chosen ?? this.walk.current);
    this.keep();
    if (this.chosen && this.quiz.running) announce(t("quiz.at", { path: pathOf(node).join(" ") }));
    else if (this.chosen) announce(this.facts(node).map(([name, value]) => `${t(`about.${name}`)} ${value}`).join(", "));
  }

  // Arrow keys walk the tree, and the search when nothing is chosen; Enter guesses, + and Delete edit.
  key(event) {
    const node = this.chosen;
    const act = {
      ArrowDown: () => this.stand(node ? node.below[0] : this.walk.roots[0]),
      ArrowUp: () => node?.above && this.stand(node.above),
      ArrowRight: () => (node ? this.beside(node, 1) : this.go(this.walk.at + 1)),
      ArrowLeft: () => (node ? this.beside(node, -1) : this.go(this.walk.at - 1)),
      Escape: () => node && this.stand(node),
      Enter: () => node && this.quiz.running && this.quiz.guess(node),
      "+": () => node && this.edit((root, path) => add(root, path, 0)),
      Delete: () => node && this.edit((root, path) => remove(root, path)),
    }[event.key];
    if (!act || !this.walk) return;
    event.preventDefault();
    if (event.key !== "ArrowDown" || !node || node.below.length) act();
  }

  beside(node, step) {
    const siblings = node.above?.below ?? this.walk.roots;
    const next = siblings[siblings.indexOf(node) + step];
    if (next) this.stand(next);
  }

  // Edits the written tree at the chosen node.
  edit(change) {
    if (!this.chosen || this.game) return;
    const tree = parse(this.text);
    const path = pathOf(this.chosen);
    if (!at(tree.root, path)) return;
    change(tree.root, path);
    this.path = at(tree.root, path) ? path : path.slice(0, -1);
    this.start = Infinity;
    this.take(write(tree));
  }

  typed() {
    this.path = null;
    this.game = null;
    this.text = this.input.value;
    this.record();
  }

  take(text) {
    this.game = null;
    this.text = text;
    this.input.value = text;
    return this.record();
  }

  fromBoard() {
    const { state, game } = this.table;
    if (this.table.name === "tree") return this.take(state.position);
    [this.game, this.position, this.path] = [game, state.position, null];
    this.input.value = "";
    return this.record();
  }

  run() {
    if (this.#playing) return this.stop();
    this.#playing = setInterval(() => {
      this.go(this.walk.at + 1);
      if (this.walk.at === this.walk.steps.length) this.stop();
    }, PACE);
    this.tell();
  }

  stop() {
    clearInterval(this.#playing);
    this.#playing = null;
    if (this.walk) this.steps.play.textContent = "▶▶";
  }

  keep() {
    address.write("learn", { tree: this.game ? null : this.text, of: this.game, at: this.game ? this.position : null,
      search: this.algorithm === "alpha-beta" ? null : this.algorithm, cut: this.cut === ">=" ? null : this.cut,
      reach: this.reach === "deep" ? null : this.reach, depth: this.game ? this.depth : null,
      expected: this.expected, margin: this.margin === "1" ? null : this.margin,
      windows: this.windows === null ? null : Number(this.windows), step: (this.walk ? this.walk.at : this.start) || null,
      node: this.path && writePath(this.path), ...(this.asked ?? this.quiz.fields()) });
  }

  resume() {
    this.record();
  }

  leave() {
    this.stop();
    clearTimeout(this.keeping);
    this.#late += 1;
    this.aside.close();
  }
}
