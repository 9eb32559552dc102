// Where the nodes of a tree stand (Reingold & Tilford, Tidier Drawings of Trees, 1981): parents over
// the middle of their children, subtrees as close as their outlines allow.
//
// `layout` takes the root of nodes with `children` (or none) and gives each an `x` and a `depth`, in
// units of one leaf and one ply; it answers with the extent.

const GAP = 1;

export function layout(root) {
  place(root, 0);
  shift(root, 0);
  let [low, high, deepest] = [Infinity, -Infinity, 0];
  walk(root, (node) => {
    low = Math.min(low, node.x);
    high = Math.max(high, node.x);
    deepest = Math.max(deepest, node.depth);
  });
  walk(root, (node) => { node.x -= low; });
  return { width: high - low, depth: deepest };
}

// Every node, parents first.
export function walk(root, visit) {
  const rest = [root];
  while (rest.length) {
    const node = rest.pop();
    visit(node);
    if (node.children) for (let i = node.children.length - 1; i >= 0; i--) rest.push(node.children[i]);
  }
}

// Places the subtree as if its root stood at 0; its outline, [left, right] for each ply below.
// Every child remembers how far it stands from its parent.
function place(node, depth) {
  node.depth = depth;
  if (!node.children?.length) return [[0, 0]];
  let outline = [];
  const at = [];
  for (const child of node.children) {
    const own = place(child, depth + 1);
    let shift = 0;
    for (let ply = 0; ply < Math.min(own.length, outline.length); ply++) {
      shift = Math.max(shift, outline[ply][1] + GAP - own[ply][0]);
    }
    at.push(shift);
    for (let ply = 0; ply < own.length; ply++) {
      const [left, right] = [own[ply][0] + shift, own[ply][1] + shift];
      outline[ply] = outline[ply] ? [outline[ply][0], right] : [left, right];
    }
  }
  const middle = (at[0] + at.at(-1)) / 2;
  node.children.forEach((child, i) => { child.offset = at[i] - middle; });
  return [[0, 0], ...outline.map(([left, right]) => [left - middle, right - middle])];
}

function shift(root, x) {
  root.x = x;
  walk(root, (node) => node.children?.forEach((child) => { child.x = node.x + child.offset; }));
}
