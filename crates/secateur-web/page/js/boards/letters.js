// The letter stack. The position has the stack, the words with their scores, and what was taken.

import { el } from "../dom.js";
import { t } from "../words.js";
import { marks, note, worth } from "./common.js";

export class Letters {
  static shape() {
    return "";
  }

  constructor(state, play) {
    this.play = play;
    this.element = el("div", { class: "letters" });
  }

  draw(view) {
    const focused = this.element.contains(document.activeElement);
    const { words, hands } = read(view.state);
    const left = stackLine(view.state);
    const stack = left.map((letter, i) => {
      const open = view.open && i < 2 && view.state.actions.includes(letter);
      const { note: text = "", tone = "" } = i < 2 ? note(view, letter) : {};
      if (i > 1) return el("li", { class: "letter" }, letter);
      return el("li", {}, el("button", { type: "button", class: `letter ${open ? marks(view, letter) : ""}`,
        "aria-disabled": open ? null : "true", data: { action: letter },
        "aria-label": `${t("letters.take", { letter })}${worth(view, letter)}`,
        on: { click: () => open && this.play(letter) } },
      letter, el("span", { class: `note ${tone}`, "aria-hidden": "true" }, text)));
    });
    const hand = (side) => el("div", { class: `hand ${side}` },
      el("h3", {}, t(`side.${side}`)),
      el("p", { class: "taken" }, ...hands[side].map((letter) => el("span", { class: "letter small" }, letter)),
        hands[side].length ? null : t("letters.nothing")),
      el("p", { class: "score" }, t("letters.score", { score: total(words, hands[side]) })));
    this.element.replaceChildren(
      el("h3", {}, t("letters.stack")),
      stack.length ? el("ol", { class: "stack" }, ...stack) : el("p", {}, t("letters.empty")),
      el("div", { class: "hands" }, hand("max"), hand("min")),
      el("h3", {}, t("letters.words")),
      el("ul", { class: "words" }, ...words.map(({ word, score }) => {
        const owner = ["max", "min"].find((side) => spells(hands[side], word));
        return el("li", { class: owner ? `owned ${owner}` : "" }, el("span", {}, word), el("b", {}, String(score)));
      })));
    if (focused) this.element.querySelector("button:not([aria-disabled])")?.focus();
  }
}

// The letters left, from the top: the first line of the drawing.
function stackLine({ show }) {
  return show.split("\n")[0].replace(/^stack\s*/, "").split(/\s+/).filter(Boolean);
}

function read({ position, show }) {
  const tokens = position.split(/\s+/);
  const [letters, count] = [Number(tokens[0]), Number(tokens[1])];
  const words = Array.from({ length: count }, (_, i) => ({
    word: tokens[2 + letters + 2 * i], score: Number(tokens[3 + letters + 2 * i]),
  }));
  const hand = (side) => {
    const line = show.split("\n").find((text) => text.startsWith(side)) ?? "";
    return line.split(" with ")[1]?.trim().split(/\s+/) ?? [];
  };
  return { words, hands: { max: hand("max"), min: hand("min") } };
}

function spells(hand, word) {
  return [...word].every((letter) => hand.includes(letter));
}

function total(words, hand) {
  return words.filter(({ word }) => spells(hand, word)).reduce((sum, { score }) => sum + score, 0);
}
