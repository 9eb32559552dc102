// The quiz: the tree without its search; which branches are cut, and what is a node worth?

import { announce, button, el, field } from "../dom.js";
import { t } from "../words.js";
import { find, pathOf, readPath, writePath } from "./path.js";
import { cutBranches, markCuts, markValue, question, solution } from "./quiz.js";

export class Quiz {
  constructor(panel) {
    this.panel = panel;
    this.running = false;
    this.marks = el("p", { class: "marks", role: "status" });
    this.answer = el("input", { type: "text", size: 8, maxlength: 20, on: {
      keydown: (event) => event.key === "Enter" && this.check(),
      change: () => this.panel.keep(),
    } });
    this.body = el("div", { hidden: true });
    this.toggle = button(t("quiz.start"), () => (this.running ? this.solve() : this.start()), { class: "primary" });
    this.element = el("section", { class: "card quiz" }, el("h2", {}, t("quiz.title")), el("p", { class: "small" }, t("quiz.how")),
      this.body, this.marks, el("div", { class: "buttons" }, this.toggle, this.checker = button(t("quiz.check"), () => this.check(), { hidden: true })));
  }

  start(asked = null) {
    const { walk, drawing } = this.panel;
    if (!walk) return;
    this.panel.go(0);
    this.running = true;
    this.guessed = new Set();
    this.asked = asked ?? question(walk);
    if (this.panel.chosen) this.panel.stand(this.panel.chosen); // no longer
    this.asked.asked = true;
    drawing.draw(this.asked);
    this.answer.value = "";
    this.marks.textContent = "";
    const names = pathOf(this.asked).join(" ");
    this.body.replaceChildren(el("p", {}, t("quiz.cuts")),
      field(names ? t("quiz.value", { path: names }) : t("quiz.root"), this.answer, t("quiz.form")));
    this.#show();
    this.panel.keep();
    announce(t("quiz.started"));
  }

  // What a link holds of a question, and the question of a link again.
  fields() {
    if (!this.running) return {};
    const guessed = [...this.guessed].map((node) => writePath(pathOf(node)));
    return { quiz: writePath(pathOf(this.asked)), guess: guessed.join(";"), answer: this.answer.value };
  }

  resume({ quiz, guess = "", answer = "" }) {
    const { walk } = this.panel;
    const asked = find(walk, readPath(quiz));
    this.start(asked?.never ? null : asked);
    this.answer.value = answer;
    for (const path of guess.split(";").filter(Boolean)) {
      const node = find(walk, readPath(path));
      if (node) this.guess(node);
    }
    this.panel.keep();
  }

  // Marks a branch as cut, or takes the mark back.
  guess(node) {
    if (!node.above) return;
    if (!this.guessed.delete(node)) this.guessed.add(node);
    node.guessed = this.guessed.has(node);
    this.panel.drawing.draw(node);
    this.panel.keep();
    announce(t(node.guessed ? "quiz.guessed" : "quiz.unguessed", { action: node.action }));
  }

  check() {
    const { walk } = this.panel;
    const cuts = markCuts(walk, this.guessed);
    const value = markValue(this.asked, this.answer.value);
    const said = [cuts.right ? t("quiz.cuts-right", { count: this.guessed.size })
      : t("quiz.cuts-wrong", { missing: cuts.missing.length, extra: cuts.extra.length })];
    if (value.right) said.push(t("quiz.value-right"));
    else if (!value.understood) said.push(t("quiz.value-form"));
    else said.push(t(value.number ? "quiz.bound-wrong" : "quiz.value-wrong"));
    this.marks.textContent = said.join(" ");
    this.marks.className = `marks ${cuts.right && value.right ? "right" : "wrong"}`;
  }

  // Shows the answer, and the search again.
  solve() {
    const cuts = cutBranches(this.panel.walk).length;
    this.marks.textContent = t("quiz.solution", { count: cuts, value: solution(this.asked) });
    this.marks.className = "marks";
    this.end();
    this.panel.go(this.panel.walk.steps.length);
  }

  end() {
    if (!this.running) return;
    this.running = false;
    this.asked.asked = false;
    this.panel.drawing.draw(this.asked);
    for (const node of this.guessed) {
      node.guessed = false;
      this.panel.drawing.draw(node);
    }
    this.#show();
  }

  #show() {
    this.body.hidden = this.checker.hidden = !this.running;
    this.toggle.textContent = t(this.running ? "quiz.solve" : "quiz.start");
  }
}
