// A board for any game, from its notation: where the drawing is a grid whose cells an action names,
// cells can be chosen; every other action is a button under the drawing.

import { button, el } from "../dom.js";
import { t } from "../words.js";
import { marks, note, worth } from "./common.js";
import { Grid } from "./grid.js";

export class Generic {
  static shape(state) {
    const grid = read(state.show);
    return grid ? `${grid.cells.length} ${grid.cells[0].length}` : "text";
  }

  constructor(state, play) {
    this.play = play;
    const grid = read(state.show);
    if (grid) {
      this.grid = new Grid({ rows: grid.cells.length, columns: grid.cells[0].length, kind: "generic",
        label: t("board.board"), choose: (row, column) => play(this.actions.get(`${row},${column}`)) });
    }
    this.text = el("pre", { class: "drawing" });
    this.more = el("div", { class: "actions", role: "group", "aria-label": t("board.actions") });
    this.element = el("div", { class: "generic-board" }, this.grid?.element ?? "", this.text, this.more);
  }

  draw(view) {
    const grid = this.grid && read(view.state.show);
    this.actions = grid ? named(grid, view.state.actions) : new Map();
    this.text.textContent = grid ? grid.rest : view.state.show;
    this.text.hidden = this.text.textContent === "";
    grid?.cells.forEach((row, r) => row.forEach((cell, c) => {
      const action = this.actions.get(`${r},${c}`);
      this.grid.draw(r, c, {
        face: cell === "." || cell === "-" ? "" : cell,
        label: `${t("board.place", { row: r + 1, column: c + 1 })}: ${cell === "." ? t("board.empty") : cell}${action ? worth(view, action) : ""}`,
        kind: `${action ? marks(view, action) : ""} ${/^\w$/.test(cell) ? cell : ""}`,
        open: view.open && action !== undefined,
        ...(action ? note(view, action) : {}),
      });
    }));
    const shown = new Set(this.actions.values());
    const focused = document.activeElement?.dataset?.action;
    this.more.replaceChildren(...view.state.actions.filter((action) => !shown.has(action)).map((action) => {
      const { note: text = "", tone = "" } = note(view, action);
      const control = button(action, () => view.open && this.play(action), { class: `action ${marks(view, action)}`,
        "aria-disabled": view.open ? null : "true", data: { action }, "aria-label": `${action}${worth(view, action)}` });
      if (text) control.append(el("span", { class: `note ${tone}`, "aria-hidden": "true" }, text));
      return control;
    }));
    if (focused) [...this.more.children].find((child) => child.dataset.action === focused)?.focus();
  }
}

// The drawing as cells of one letter, with the names of rows and columns where it has them, and the
// lines that are no part of the grid; null where it is no grid. Rules between cells are left out.
function read(show) {
  const drawn = show.split("\n").filter((line) => !/^[-+|=\s]*[-=]{2}[-+|=\s]*$/.test(line));
  const lines = drawn.map((line) => line.replaceAll("|", " ").trim().split(/\s+/));
  let [from, to] = largestBlock(lines);
  if (to - from < 2) return null;
  let above = lines[from - 1];
  let below = lines[to];
  if (isSequence(lines[from])) above = lines[from++];
  if (isSequence(lines[to - 1])) below = lines[--to];
  const rows = lines.slice(from, to);
  const firsts = rows.map(([first]) => first);
  const labelled = isSequence(firsts) || isSequence([...firsts].reverse());
  const cells = labelled ? rows.map((row) => row.slice(1)) : rows;
  const width = cells[0]?.length ?? 0;
  if (width === 0) return null;
  const header = [above, below].find((names) => names?.length === width && isSequence(names));
  const rest = drawn.filter((_, i) => (i < from || i >= to) && lines[i] !== header).join("\n");
  return { cells, rowNames: labelled ? firsts : rows.map((_, i) => String(i)),
    columnNames: header ?? cells[0].map((_, i) => String(i)), rest };
}

// The most lines one after the other that have as many words, all but the first of one letter.
function largestBlock(lines) {
  let best = [0, 0];
  for (let from = 0; from < lines.length; from++) {
    let to = from;
    while (lines[to]?.length === lines[from].length && lines[to].length > 1 && lines[to].slice(1).every(isCell)) to++;
    if (to - from > best[1] - best[0]) best = [from, to];
  }
  return best;
}

// Whether names count up: 1 2 3, a b c.
function isSequence(names) {
  return names.length > 1 && names.every((name, i) => i === 0 || next(names[i - 1]) === name);
}

function isCell(word) {
  return [...word].length === 1;
}

// The name behind a name: 1 2 3, a b c.
function next(name) {
  return /^\d+$/.test(name) ? String(Number(name) + 1) : name.length === 1 ? String.fromCharCode(name.charCodeAt(0) + 1) : null;
}

// Which action names which cell: row and column in either order, or a column alone.
function named({ cells, rowNames, columnNames }, actions) {
  const legal = new Set(actions);
  const found = new Map();
  cells.forEach((row, r) => row.forEach((_, c) => {
    const [down, right] = [rowNames[r], columnNames[c]];
    const names = [`${down},${right}`, `${r},${c}`, `${right}${down}`, `${down}${right}`, right];
    const action = names.find((name) => legal.has(name));
    if (action !== undefined) found.set(`${r},${c}`, action);
  }));
  return found;
}
