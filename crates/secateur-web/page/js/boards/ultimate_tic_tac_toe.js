// Ultimate tic-tac-toe: nine boards in a grid of 81 cells. The position has the nine rows, joined by
// '/'; an action is a cell, row,column. Over every small board lies a sheet that says whose it is.

import { el, set } from "../dom.js";
import { t } from "../words.js";
import { marks, note, worth } from "./common.js";
import { Grid } from "./grid.js";
import { face, line } from "./tic_tac_toe.js";

const THREE = [0, 1, 2];

export class UltimateTicTacToe {
  static shape() {
    return "";
  }

  constructor(_state, play) {
    this.grid = new Grid({ rows: 9, columns: 9, kind: "ultimate", label: "", choose: (row, column) => play(`${row},${column}`) });
    this.sheets = THREE.map(() => THREE.map(() => el("span", { class: "sheet" })));
    this.element = el("div", { class: "ultimate-board" }, this.grid.element, el("div", { class: "sheets", "aria-hidden": "true" }, ...this.sheets.flat()));
  }

  draw(view) {
    const { state } = view;
    const cells = state.position.split(" ")[0].split("/");
    const owners = THREE.map((row) => THREE.map((column) => owner(small(cells, row, column))));
    const won = state.over ? line(owners) : [];
    const next = new Set(state.actions.map((action) => action.split(",").map((at) => Math.floor(at / 3)).join()));
    cells.forEach((row, r) => [...row].forEach((mark, c) => this.#cell(view, mark, r, c, owners[Math.floor(r / 3)][Math.floor(c / 3)])));
    this.sheets.forEach((row, r) => row.forEach((sheet, c) => {
      const kind = `sheet ${owners[r][c] === "." ? "" : `decided ${owners[r][c]}`} ${next.has(`${r},${c}`) ? "next" : ""} ${won.includes(`${r},${c}`) ? "won" : ""}`;
      if (sheet.className === kind) return;
      sheet.className = kind;
      sheet.replaceChildren(face(owners[r][c]));
    }));
    const [[row, column] = []] = [...next].map((board) => board.split(",").map((at) => Number(at) + 1));
    const where = next.size === 1 ? t("board.ultimate-next", { row, column }) : t(next.size ? "board.ultimate-any" : "board.ultimate-over");
    set(this.grid.element, "aria-label", `${t("board.ultimate")} ${where}`);
  }

  #cell(view, mark, r, c, owner) {
    const action = `${r},${c}`;
    const empty = mark === ".";
    const place = t("board.place", { row: r + 1, column: c + 1 });
    const whose = owner === "X" || owner === "O" ? `, ${t("board.ultimate-owner", { side: owner })}` : "";
    this.grid.draw(r, c, {
      face: face(mark),
      label: `${place}: ${empty ? t("board.empty") : mark}${whose}${worth(view, action)}`,
      kind: `${empty ? marks(view, action) : mark} ${view.last === action ? "last" : ""}`,
      open: view.open && view.state.actions.includes(action),
      ...note(view, action),
    });
  }
}

// The three rows of a small board.
function small(cells, row, column) {
  return THREE.map((r) => cells[3 * row + r].slice(3 * column, 3 * column + 3));
}

// Whose a small board is: X, O, '=' when it is full and nobody's, '.' when it is open.
function owner(cells) {
  const [first] = line(cells);
  if (first) return cells[first[0]][first[2]];
  return cells.some((row) => row.includes(".")) ? "." : "=";
}
