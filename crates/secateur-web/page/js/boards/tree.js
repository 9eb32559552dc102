// A written tree: whose decision a node is, its children as the actions.

import { el, svg } from "../dom.js";
import { t } from "../words.js";
import { layout, walk } from "../tree_layout.js";
import { parse } from "../tree_text.js";
import { marks, note, worth } from "./common.js";

const [WIDE, HIGH, MARGIN] = [46, 76, 30];
const MOST = 400; // nodes drawn

export class TreeBoard {
  static shape() {
    return "";
  }

  constructor(state, play) {
    this.play = play;
    this.element = el("div", { class: "tree-board" });
  }

  draw(view) {
    const { turn, root } = parse(view.state.position);
    const focused = document.activeElement?.dataset?.action;
    const hidden = prune(root);
    const extent = layout(root);
    const [width, height] = [extent.width * WIDE + 2 * MARGIN, extent.depth * HIGH + 2 * MARGIN];
    const x = (node) => MARGIN + node.x * WIDE;
    const y = (node) => MARGIN + node.depth * HIGH;
    const edges = [];
    const nodes = [];
    walk(root, (node) => {
      const side = (node.depth % 2 === 0) === (turn === "max") ? "max" : "min";
      for (const child of node.children ?? []) {
        edges.push(svg("path", { class: "edge", d: `M${x(node)} ${y(node)}L${x(child)} ${y(child)}` }));
      }
      nodes.push(shape(node, side, x(node), y(node)));
    });
    const label = t("board.tree", { side: t(`side.${turn}`), count: root.children?.length ?? 0 });
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label,
      width, height }, ...edges, ...nodes);
    const choices = view.state.actions.map((action) => {
      const { note: text = "", tone = "" } = note(view, action);
      const child = root.children[Number(action)];
      const control = el("button", { type: "button", class: `branch ${marks(view, action)}`,
        "aria-disabled": view.open ? null : "true", data: { action },
        "aria-label": `${t("tree.child", { child: action })}${child.children ? "" : `: ${child.value}`}${worth(view, action)}`,
        on: { click: () => view.open && this.play(action) } },
      t("tree.child", { child: action }), text ? el("span", { class: `note ${tone}`, "aria-hidden": "true" }, text) : null);
      return control;
    });
    this.element.replaceChildren(el("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": t("board.board") }, picture),
      hidden ? el("p", { class: "small" }, t("tree.hidden", { count: hidden })) : "",
      el("div", { class: "actions", role: "group", "aria-label": t("board.actions") }, ...choices));
    if (focused) [...this.element.querySelectorAll("button")].find((b) => b.dataset.action === focused)?.focus();
  }
}

// Max is a triangle upwards, Min one downwards, a leaf its value in a box.
function shape(node, side, x, y) {
  if (!node.children) {
    return svg("g", { class: "leaf" },
      svg("rect", { x: x - 19, y: y - 14, width: 38, height: 28, rx: 6 }),
      svg("text", { x, y: y + 5, "text-anchor": "middle" }, node.cut ? "…" : String(node.value)));
  }
  const d = side === "max" ? `M${x} ${y - 20}l20 34h-40z` : `M${x} ${y + 20}l20-34h-40z`;
  return svg("g", { class: `node ${side}` }, svg("path", { d }));
}

// Takes what is beyond the first nodes, breadth first, out of the picture; how many nodes.
function prune(root) {
  let [count, hidden] = [0, 0];
  let ply = [root];
  while (ply.length) {
    count += ply.length;
    const next = ply.flatMap((node) => node.children ?? []);
    if (count + next.length > MOST) {
      walk({ children: ply }, () => { hidden += 1; });
      hidden -= 1 + ply.length;
      for (const node of ply) if (node.children) { delete node.children; node.cut = true; }
      return hidden;
    }
    ply = next;
  }
  return 0;
}
