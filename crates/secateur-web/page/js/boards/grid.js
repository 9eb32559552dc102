// A grid of cells that can be walked with the arrow keys (`Grid`). One cell at a time is in the tab
// order; Enter and the space bar choose.

import { el, set } from "../dom.js";

export class Grid {
  #cells = [];
  #at = 0;

  // `describe(row, column)` names a cell's place for `data-cell`.
  constructor({ rows, columns, label, kind, choose }) {
    Object.assign(this, { rows, columns, choose });
    this.element = el("div", { class: `grid ${kind}`, role: "grid", "aria-label": label,
      on: { keydown: (event) => this.#key(event) } });
    this.element.style.setProperty("--columns", columns);
    this.element.style.setProperty("--rows", rows);
    for (let row = 0; row < rows; row++) {
      const line = el("div", { class: "row", role: "row" });
      for (let column = 0; column < columns; column++) {
        const place = row * columns + column;
        const cell = el("button", { type: "button", class: "cell", role: "gridcell",
          tabindex: place === 0 ? 0 : -1, data: { cell: `${row},${column}` },
          on: { click: () => this.#click(place), focus: () => this.#enter(place) } });
        this.#cells.push(cell);
        line.append(cell);
      }
      this.element.append(line);
    }
  }

  // What a cell shows: its face (nodes or text), its label, classes, whether it can be chosen, and a
  // note in its corner.
  draw(row, column, { face = "", label, kind = "", open = false, note = "", tone = "" }) {
    const cell = this.#cells[row * this.columns + column];
    const shown = `${kind}|${note}|${tone}|${face?.outerHTML ?? face}`;
    if (cell.shown !== shown) {
      cell.shown = shown;
      cell.className = `cell ${kind}`;
      cell.replaceChildren(face);
      if (note) cell.append(el("span", { class: `note ${tone}`, "aria-hidden": "true" }, note));
    }
    set(cell, "aria-label", label);
    set(cell, "aria-disabled", open ? null : "true");
  }

  #click(place) {
    this.#enter(place);
    if (this.#cells[place].getAttribute("aria-disabled")) return;
    this.choose(Math.floor(place / this.columns), place % this.columns);
  }

  #enter(place) {
    this.#cells[this.#at].tabIndex = -1;
    this.#at = place;
    this.#cells[place].tabIndex = 0;
  }

  #key(event) {
    const { rows, columns } = this;
    const row = Math.floor(this.#at / columns);
    const column = this.#at % columns;
    const to = {
      ArrowLeft: column > 0 ? this.#at - 1 : null,
      ArrowRight: column < columns - 1 ? this.#at + 1 : null,
      ArrowUp: row > 0 ? this.#at - columns : null,
      ArrowDown: row < rows - 1 ? this.#at + columns : null,
      Home: row * columns,
      End: row * columns + columns - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to !== null) this.#cells[to].focus();
  }
}
