// The same tree under every search and convention, side by side: how many nodes each enters, and what
// it does with them.

import { el } from "../dom.js";
import { Table } from "../table.js";
import { parse, write } from "../tree_text.js";
import { t } from "../words.js";
import { reversed, sorted } from "./edit.js";

// Alpha-beta under the conventions that textbooks differ in.
const ALPHA_BETA = [
  ["shallow", { algorithm: "alpha-beta", deep: false }],
  ["crossed", { algorithm: "alpha-beta", cut: ">" }],
  ["usual", { algorithm: "alpha-beta" }],
];
const ORDERS = ["written", "reversed", "sorted"];
const DEEDS = ["cuts", "nulls", "again", "table"];

export class Conventions {
  #late = 0;

  constructor(panel, algorithms) {
    this.panel = panel;
    this.searches = algorithms.flatMap((name) => (name === "alpha-beta" ? ALPHA_BETA : [[name, { algorithm: name }]]));
    this.rows = el("tbody");
    const heads = [t("count.search"), ...ORDERS.map((order) => t("count.nodes", { order: t(`count.${order}`) })), ...DEEDS.map((deed) => t(`count.${deed}`))];
    this.element = el("section", { class: "card wide" }, el("h2", {}, t("count.title")),
      el("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": t("count.title") }, el("table", { class: "ranking counts" },
        el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))), this.rows)),
      el("p", { class: "small" }, t("count.how")));
  }

  // `nodes` is how many of a search are looked at.
  async count(nodes) {
    const late = ++this.#late;
    const { panel } = this;
    const table = new Table(panel.server);
    const found = this.searches.map(() => ({ counts: [], deeds: [] }));
    try {
      for (const [order, place] of places(panel).entries()) {
        if (!place) continue;
        await table.open(place);
        for (const [i, [, search]] of this.searches.entries()) {
          const depth = panel.game ? { depth: panel.depth } : {};
          const recording = await table.ask({ do: "record", ...search, ...panel.expectation(search.algorithm), ...depth, nodes: order === 0 ? nodes : 1 });
          if (late !== this.#late) return;
          found[i].counts[order] = recording.visited;
          if (order === 0) found[i].deeds = deeds(recording);
        }
      }
      this.#draw(found);
    } catch (error) {
      if (late === this.#late) this.rows.replaceChildren(el("tr", {}, el("td", { colspan: 8 }, error.message)));
    } finally {
      table.close();
    }
  }

  #draw(found) {
    const { panel } = this;
    const chosen = panel.algorithm !== "alpha-beta" ? panel.algorithm : panel.reach === "shallow" ? "shallow" : panel.cut === ">" ? "crossed" : "usual";
    const number = (count) => el("td", {}, count?.toLocaleString(t("locale")) ?? "–");
    this.rows.replaceChildren(...this.searches.map(([name], i) => el("tr", { class: name === chosen ? "chosen" : "" },
      el("th", { scope: "row" }, t(`count.${name}`, {}, `search.${name}`)),
      ...ORDERS.map((_, order) => number(found[i].counts[order])),
      ...DEEDS.map((_, deed) => number(found[i].deeds[deed])))));
  }
}

// What a search did, where all of it was recorded.
function deeds({ nodes, visited, recorded, aside }) {
  if (recorded + aside < visited) return [];
  const roots = nodes.filter(({ parent }) => parent === null).length;
  const again = nodes.flatMap(({ children }) => children).reduce((sum, child) => sum + Math.max(child.nodes.length - 1, 0), roots - 1);
  return [
    nodes.filter(({ reason }) => reason === "cutoff").length,
    nodes.filter(({ null_window: asks }) => asks).length,
    again,
    nodes.filter(({ reason }) => reason === "table").length,
  ];
}

// The tree as it is written, with all children the other way round, and with the best ones first.
function places({ game, position, text }) {
  if (game) return [{ game, position }];
  const { turn, root } = parse(text);
  return [root, reversed(root), sorted(root, turn)].map((order) => ({ game: "tree", position: write({ turn, root: order }) }));
}
