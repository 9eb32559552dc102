// 2048: tiles, the four ways to slide, by arrow keys, buttons or swipes.

import { el, set } from "../dom.js";
import { t } from "../words.js";
import { marks, note, worth } from "./common.js";

const WAYS = { u: ["ArrowUp", "↑"], l: ["ArrowLeft", "←"], d: ["ArrowDown", "↓"], r: ["ArrowRight", "→"] };
const SWIPE = 24; // pixels

export class Game2048 {
  static shape() {
    return "4 4";
  }

  constructor(state, play) {
    this.play = (action) => { if (this.view?.open && this.view.state.actions.includes(action)) play(action); };
    this.cells = Array.from({ length: 16 }, () => el("div", { class: "tile" }));
    this.board = el("div", { class: "tiles", tabindex: 0, role: "group", on: {
      pointerdown: (event) => { this.down = [event.clientX, event.clientY]; },
      pointerup: (event) => this.swipe(event),
    } }, ...this.cells);
    this.buttons = Object.fromEntries(Object.entries(WAYS).map(([action, [, arrow]]) => [action,
      el("button", { type: "button", class: `way way-${action}`, data: { action },
        on: { click: () => this.play(action) } },
      el("span", { "aria-hidden": "true" }, arrow), el("span", { class: "note", "aria-hidden": "true" }))]));
    this.points = el("p", { class: "points" });
    this.element = el("div", { class: "game-2048", on: { keydown: (event) => this.key(event) } },
      this.points, this.board, el("div", { class: "ways" }, ...Object.values(this.buttons)));
  }

  draw(view) {
    this.view = view;
    const [board, points] = view.state.position.split(" ");
    const tiles = board.split("/").flatMap((row) => row.split(","));
    const fallen = /@(\d),(\d)$/.exec(view.last ?? "");
    const fresh = fallen ? Number(fallen[1]) * 4 + Number(fallen[2]) : -1;
    tiles.forEach((tile, i) => {
      const kind = `tile ${tile === "." ? "" : `t${Math.min(Number(tile), 8192)}`} ${i === fresh ? "fresh" : ""}`;
      if (this.cells[i].className !== kind) this.cells[i].className = kind;
      const text = tile === "." ? "" : tile;
      if (this.cells[i].textContent !== text) this.cells[i].textContent = text;
      set(this.cells[i], "data-digits", text.length);
    });
    const rows = board.split("/").map((row) => row.split(",").map((tile) => (tile === "." ? "–" : tile)).join(" "));
    set(this.board, "aria-label", t("board.2048", { rows: rows.join("; ") }));
    this.points.textContent = t("board.points", { points: Number(points ?? 0).toLocaleString(t("locale")) });
    for (const [action, control] of Object.entries(this.buttons)) {
      const open = view.open && view.state.actions.includes(action);
      set(control, "aria-disabled", open ? null : "true");
      set(control, "aria-label", `${t(`way.${action}`)}${worth(view, action)}`);
      control.className = `way way-${action} ${open ? marks(view, action) : ""}`;
      const { note: text = "", tone = "" } = note(view, action);
      control.lastChild.textContent = text;
      control.lastChild.className = `note ${tone}`;
    }
  }

  key(event) {
    const way = Object.entries(WAYS).find(([, [key]]) => key === event.key);
    if (!way) return;
    event.preventDefault();
    this.play(way[0]);
  }

  swipe(event) {
    if (!this.down) return;
    const [x, y] = [event.clientX - this.down[0], event.clientY - this.down[1]];
    this.down = null;
    if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
    this.play(Math.abs(x) > Math.abs(y) ? (x > 0 ? "r" : "l") : (y > 0 ? "d" : "u"));
  }
}
