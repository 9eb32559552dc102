// The drawing of a walk: a node an SVG group, which is touched only when it looks different.

import { svg } from "../dom.js";
import { layout, walk as eachNode } from "../tree_layout.js";
import { t } from "../words.js";
import { bounded, brief, knownOf } from "./recording.js";

const MARGIN = 34;
const SIZES = [ // up to so many nodes: pixels of a leaf and a ply, and whether windows are written
  { nodes: 40, wide: 112, high: 104, windows: true },
  { nodes: 150, wide: 52, high: 92, windows: false },
  { nodes: Infinity, wide: 44, high: 84, windows: false },
];

export class Drawing {
  // `choose` is called with a node that was clicked.
  constructor(walk, { windows, label, choose }) {
    this.walk = walk;
    this.groups = new Map();
    this.size = SIZES.find(({ nodes }) => walk.nodes.size <= nodes);
    this.windows = windows ?? this.size.windows;
    const drawn = (node) => ({ node, children: node.below.map(drawn) });
    const top = { children: walk.roots.map(drawn) };
    const extent = layout(top);
    const wide = this.windows ? Math.max(this.size.wide, 112) : this.size.wide;
    this.width = Math.max(extent.width * wide + 2 * MARGIN + (this.windows ? 40 : 0), 160);
    this.height = (extent.depth - 1) * this.size.high + 2 * MARGIN + 14;
    const [edges, nodes] = [svg("g"), svg("g")];
    eachNode(top, ({ node, x, depth }) => {
      if (!node) return;
      node.x = MARGIN + (this.windows ? 14 : 0) + x * wide;
      node.y = MARGIN + (depth - 1) * this.size.high;
    });
    eachNode(top, ({ node }) => {
      if (!node) return;
      const group = this.#node(node, choose);
      if (node.above) edges.append(group.edge);
      nodes.append(group.node);
      this.groups.set(node.id, group);
    });
    this.svg = svg("svg", { class: "search-tree", viewBox: `0 0 ${this.width} ${this.height}`, width: this.width,
      height: this.height, role: "img", "aria-label": label, xmlns: "http://www.w3.org/2000/svg" }, edges, nodes);
    for (const node of walk.nodes.values()) this.draw(node);
  }

  #node(node, choose) {
    const { x, y, above } = node;
    const shape = outline(node, x, y);
    const value = svg("text", { class: "value", x, y: y + ({ min: 1, chance: 5 }[node.turn] ?? 10), "text-anchor": "middle" });
    if (isLeaf(node)) value.setAttribute("y", y + 5);
    const [corner, beside] = node.turn === "min" && !isLeaf(node) ? [y - 21, x + 31] : [y - 15, x + (node.turn === "chance" ? 35 : 25)];
    const away = above && above.x < x ? 1 : -1; // from the branch that leads here
    const visit = svg("text", { class: "visit", x: x + away * (node.turn === "max" && !isLeaf(node) ? 13 : 20), y: corner,
      "text-anchor": away > 0 ? "start" : "end" }, node.never ? "" : String(node.id));
    const entry = svg("text", { class: "window", x: beside, y: y - 6 });
    const exit = svg("text", { class: "window", x: beside, y: y + 9 });
    const why = svg("text", { class: "why", x, y: y + (isLeaf(node) ? 27 : node.turn === "min" ? 38 : 30), "text-anchor": "middle" });
    const group = svg("g", { on: { click: () => choose(node) }, data: { node: node.id } }, shape, value, visit, entry, exit, why);
    let edge = null;
    if (above) {
      const label = svg("text", { class: "action", x: (x + above.x) / 2 + (x < above.x ? -5 : 5), y: (y + above.y) / 2,
        "text-anchor": x < above.x ? "end" : "start" }, branch(node));
      edge = svg("g", { class: "branch-line" }, svg("path", { d: `M${above.x} ${above.y + 14}L${x} ${y - 14}` }), label,
        svg("path", { class: "snip", d: snip(above, node) }));
    }
    return { node: group, edge, value, entry, exit, why };
  }

  // Draws what is known of a node now.
  draw(node) {
    const group = this.groups.get(node.id);
    if (!group) return;
    const kinds = ["tree-node", node.turn ?? "", node.status, isLeaf(node) ? "is-leaf" : ""];
    if (this.walk.current === node) kinds.push("current");
    if (node.chosen) kinds.push("chosen");
    if (node.asked) kinds.push("asked");
    if (node.guessed) kinds.push("guessed");
    if (node.principal && this.walk.at === this.walk.steps.length) kinds.push("principal");
    group.node.setAttribute("class", kinds.join(" "));
    group.edge?.setAttribute("class", `branch-line ${kinds.slice(2).join(" ")} ${node.never && !node.above.never ? "cut" : ""}`);
    const left = node.status === "left";
    // A leaf's number is the tree's, known beforehand; a pruned one keeps it, and gets no bound.
    const plain = !isLeaf(node) ? "" : node.value !== null ? brief(node.value) : node.known ? knownOf(node.known) : "…";
    group.value.textContent = left && !isLeaf(node) ? bounded(node) : plain;
    const shown = this.windows && !isLeaf(node) && !node.never;
    group.entry.textContent = shown && node.entry && node.status !== "future" ? interval(node.entry) : "";
    group.exit.textContent = shown && node.window && node.status !== "future" ? interval(node.window) : "";
    group.why.textContent = mark(node);
  }

  // Draws what has changed, and shows where the search is.
  update(changed, before) {
    for (const node of changed) this.draw(node);
    if (before) this.draw(before);
    const { current } = this.walk;
    if (!current) return;
    this.draw(current);
    const element = this.svg.parentElement; // scrolls
    if (!element) return;
    const scale = this.svg.clientWidth / this.width || 1;
    const [x, y] = [current.x * scale, current.y * scale];
    if (x < element.scrollLeft + 40 || x > element.scrollLeft + element.clientWidth - 60) element.scrollLeft = x - element.clientWidth / 2;
    if (y < element.scrollTop + 40 || y > element.scrollTop + element.clientHeight - 60) element.scrollTop = y - element.clientHeight / 2;
  }
}

export function isLeaf(node) {
  return node.below.length === 0 && !node.more && !(node.children?.length);
}

// What stands at the branch to a node: the action, the forced replies to it, and what kind of visit it is.
function branch(node) {
  if (node.action === null) return t("mark.shallower");
  const marks = node.again ? [t("mark.again")] : node.null_window ? [t("mark.null")] : [];
  return [node.action, ...(node.forced ?? []), ...marks].join(" ");
}

// Why a node was not searched to its end, under it.
function mark(node) {
  if (node.known && node.status === "pruned") return t("mark.known");
  return node.status === "left" && MARKED.includes(node.reason) ? t(`mark.${node.reason}`) : "";
}

const MARKED = ["table", "improbable", "known", "probe", "stopped"];

function interval([alpha, beta]) {
  return `${brief(alpha)} … ${brief(beta)}`;
}

// Max upwards, Min downwards, chance a diamond, a leaf a box: told apart without colour.
function outline(node, x, y) {
  if (isLeaf(node)) return svg("rect", { class: "shape", x: x - 18, y: y - 14, width: 36, height: 28, rx: 6 });
  const d = {
    max: `M${x} ${y - 25}l27 42h-54z`,
    min: `M${x} ${y + 25}l27-42h-54z`,
    chance: `M${x} ${y - 24}l32 24-32 24-32-24z`,
  }[node.turn] ?? `M${x - 10} ${y}h20`;
  return svg("path", { class: "shape", d });
}

// Two strokes across a branch: it was cut.
function snip(above, node) {
  const at = 0.3; // of the way, above the name of the action
  const [x, y] = [above.x + (node.x - above.x) * at, above.y + (node.y - above.y) * at];
  return `M${x - 9} ${y + 2}l18 -8M${x - 9} ${y + 8}l18 -8`;
}
