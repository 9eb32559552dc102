// Connect Four of any size. The position has the rows from the top, joined by '/'; an action is a
// column, counted from 1. A column is one button, so that a finger hits it.

import { el, set } from "../dom.js";
import { t } from "../words.js";
import { marks, note, worth } from "./common.js";

export class ConnectFour {
  static shape(state) {
    return state.position.split(" ")[0].split("/").map((row) => row.length).join();
  }

  constructor(state, play) {
    const rows = state.position.split(" ")[0].split("/");
    this.at = 0;
    this.columns = [...rows[0]].map((_, c) => {
      const holes = rows.map(() => el("span", { class: "hole" }));
      const corner = el("span", { class: "note", "aria-hidden": "true" });
      const button = el("button", { type: "button", class: "column", tabindex: c ? -1 : 0,
        data: { column: c + 1 },
        on: { click: () => this.choose(c, play), focus: () => this.enter(c) } }, corner, ...holes);
      return { button, holes, corner };
    });
    this.element = el("div", { class: "connect-four", role: "toolbar",
      "aria-label": t("board.connect-four"), on: { keydown: (event) => this.key(event) } },
    ...this.columns.map(({ button }) => button));
    this.element.style.setProperty("--columns", rows[0].length);
    this.element.style.setProperty("--rows", rows.length);
  }

  draw(view) {
    const rows = view.state.position.split(" ")[0].split("/");
    const won = view.state.over && view.state.value?.value ? four(rows) : [];
    this.columns.forEach(({ button, holes, corner }, c) => {
      const action = String(c + 1);
      const open = view.open && view.state.actions.includes(action);
      const stones = rows.map((row) => row[c]);
      const top = stones.findIndex((stone) => stone !== ".");
      holes.forEach((hole, r) => {
        const last = view.last === action && r === top ? "last" : "";
        const next = open && r === (top === -1 ? rows.length : top) - 1 ? "next" : "";
        const kind = `hole ${stones[r] === "." ? next : stones[r]} ${last} ${won.includes(`${r},${c}`) ? "won" : ""}`;
        if (hole.className !== kind) hole.className = kind;
      });
      const { note: text = "", tone = "" } = note(view, action);
      corner.className = `note ${tone}`;
      corner.textContent = text;
      button.className = `column ${open ? marks(view, action) : ""}`;
      set(button, "aria-disabled", open ? null : "true");
      const count = top === -1 ? 0 : rows.length - top;
      const described = count === 0 ? t("board.empty")
        : t("board.stones", { count, top: t(`stone.${stones[top]}`) });
      set(button, "aria-label", `${t("board.column", { column: action })}: ${described}${worth(view, action)}`);
    });
  }

  choose(c, play) {
    this.enter(c);
    if (!this.columns[c].button.getAttribute("aria-disabled")) play(String(c + 1));
  }

  enter(c) {
    this.columns[this.at].button.tabIndex = -1;
    this.at = c;
    this.columns[c].button.tabIndex = 0;
  }

  key(event) {
    const last = this.columns.length - 1;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: last }[event.key]
      ?? Number(event.key) - 1;
    if (!(to >= 0 && to <= last)) return;
    event.preventDefault();
    this.columns[to].button.focus();
  }
}

// The cells of four in a row.
function four(rows) {
  const found = new Set();
  rows.forEach((row, r) => [...row].forEach((stone, c) => {
    for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
      const cells = [0, 1, 2, 3].map((i) => [r + i * down, c + i * right]);
      if (stone !== "." && cells.every(([y, x]) => rows[y]?.[x] === stone)) {
        cells.forEach(([y, x]) => found.add(`${y},${x}`));
      }
    }
  }));
  return [...found];
}
