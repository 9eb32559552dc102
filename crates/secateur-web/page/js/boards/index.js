// The boards: those of the bundled games, and for every other game one from its notation.

import { ConnectFour } from "./connect_four.js";
import { Game2048 } from "./game_2048.js";
import { Generic } from "./generic.js";
import { Letters } from "./letters.js";
import { TicTacToe } from "./tic_tac_toe.js";
import { TreeBoard } from "./tree.js";
import { UltimateTicTacToe } from "./ultimate_tic_tac_toe.js";

const BOARDS = {
  "2048": Game2048,
  "connect-four": ConnectFour,
  letters: Letters,
  "tic-tac-toe": TicTacToe,
  tree: TreeBoard,
  "ultimate-tic-tac-toe": UltimateTicTacToe,
};

// A place on the page where boards are shown. `play` is called with an action.
//
// A board is made for a shape of the game and then draws view after view: the state, whether a
// person may play (`open`), the variations known by action (`worth`), the action to point out
// (`hint`), and the action played last (`last`).
export class BoardPlace {
  #board = null;
  #key = null;

  constructor(element, play) {
    Object.assign(this, { element, play });
  }

  draw(name, view) {
    const Board = BOARDS[name] ?? Generic;
    const key = `${name} ${Board.shape(view.state)} ${document.documentElement.lang}`;
    if (key !== this.#key) {
      this.#board = new Board(view.state, (action) => this.play(action));
      this.#key = key;
      this.element.replaceChildren(this.#board.element);
    }
    this.#board.draw(view);
  }
}
