// The same tree under every convention, side by side: how many nodes each search enters.

import { el } from "../dom.js";
import { Table } from "../table.js";
import { parse, write } from "../tree_text.js";
import { t } from "../words.js";
import { reversed, sorted } from "./edit.js";

const SEARCHES = [
  ["minimax", { algorithm: "minimax" }],
  ["shallow", { algorithm: "alpha-beta", deep: false }],
  ["crossed", { algorithm: "alpha-beta", cut: ">" }],
  ["usual", { algorithm: "alpha-beta" }],
];

export class Conventions {
  #late = 0;

  constructor(panel) {
    this.panel = panel;
    this.rows = el("tbody");
    const orders = ["written", "reversed", "sorted"].map((order) => el("th", { scope: "col" }, t(`count.${order}`)));
    this.element = el("section", { class: "card" }, el("h2", {}, t("count.title")),
      el("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": t("count.title") }, el("table", { class: "ranking counts" },
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("count.search")), ...orders)), this.rows)),
      el("p", { class: "small" }, t("count.how")));
  }

  async count() {
    const late = ++this.#late;
    const { panel } = this;
    const table = new Table(panel.server);
    const counts = SEARCHES.map(() => []);
    try {
      for (const [order, place] of places(panel).entries()) {
        if (!place) continue;
        await table.open(place);
        for (const [i, [, search]] of SEARCHES.entries()) {
          const depth = panel.game ? { depth: panel.depth } : {};
          const { visited } = await table.ask({ do: "record", ...search, ...depth, nodes: 1 });
          counts[i][order] = visited;
        }
        if (late !== this.#late) return;
      }
      this.#draw(counts);
    } catch (error) {
      if (late === this.#late) this.rows.replaceChildren(el("tr", {}, el("td", { colspan: 4 }, error.message)));
    } finally {
      table.close();
    }
  }

  #draw(counts) {
    const { panel } = this;
    const chosen = panel.algorithm === "minimax" ? 0 : panel.reach === "shallow" ? 1 : panel.cut === ">" ? 2 : 3;
    this.rows.replaceChildren(...SEARCHES.map(([name], i) => el("tr", { class: i === chosen ? "chosen" : "" },
      el("th", { scope: "row" }, t(`count.${name}`)),
      ...[0, 1, 2].map((order) => el("td", {}, counts[i][order]?.toLocaleString(t("locale")) ?? "–")))));
  }
}

// The tree as it is written, with all children the other way round, and with the best ones first.
function places({ game, position, text }) {
  if (game) return [{ game, position }];
  const { turn, root } = parse(text);
  return [root, reversed(root), sorted(root, turn)].map((order) => ({ game: "tree", position: write({ turn, root: order }) }));
}
