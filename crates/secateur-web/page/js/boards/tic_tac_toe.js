// Tic-tac-toe of any size. The position has the rows, joined by '/'.

import { svg } from "../dom.js";
import { t } from "../words.js";
import { marks, note, worth } from "./common.js";
import { Grid } from "./grid.js";

export class TicTacToe {
  static shape(state) {
    return rows(state).map((row) => row.length).join();
  }

  constructor(state, play) {
    const cells = rows(state);
    this.grid = new Grid({ rows: cells.length, columns: cells[0].length, kind: "tic-tac-toe",
      label: t("board.tic-tac-toe"), choose: (row, column) => play(`${row},${column}`) });
    this.element = this.grid.element;
  }

  draw(view) {
    const cells = rows(view.state);
    const won = view.state.over ? line(cells) : [];
    cells.forEach((row, r) => [...row].forEach((mark, c) => {
      const action = `${r},${c}`;
      const open = view.open && view.state.actions.includes(action);
      const place = t("board.place", { row: r + 1, column: c + 1 });
      const kinds = [mark === "." ? marks(view, action) : mark, view.last === action ? "last" : "",
        won.includes(action) ? "won" : ""];
      this.grid.draw(r, c, {
        face: face(mark),
        label: `${place}: ${mark === "." ? t("board.empty") : mark}${worth(view, action)}`,
        kind: kinds.join(" "),
        open,
        ...note(view, action),
      });
    }));
  }
}

function rows({ position }) {
  return position.split(" ")[0].split("/");
}

export function face(mark) {
  if (!/[XO]/.test(mark)) return "";
  const shape = mark === "X"
    ? [svg("path", { d: "M25 25 75 75M75 25 25 75" })]
    : [svg("circle", { cx: 50, cy: 50, r: 27 })];
  return svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", class: "mark" }, ...shape);
}

// The cells of the longest line of one mark: in a won game, the line that won.
export function line(cells) {
  let longest = [];
  for (let r = 0; r < cells.length; r++) {
    for (let c = 0; c < cells[r].length; c++) {
      for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
        const found = [];
        for (let i = 0; /[XO]/.test(cells[r][c]) && cells[r + i * down]?.[c + i * right] === cells[r][c]; i++) {
          found.push(`${r + i * down},${c + i * right}`);
        }
        if (found.length > longest.length) longest = found;
      }
    }
  }
  return longest.length > 2 ? longest : [];
}
