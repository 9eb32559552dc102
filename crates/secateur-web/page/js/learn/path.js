// Where a node is in the tree: the actions that lead to it; in a written tree the numbers of the children.

export function pathOf(node) {
  const path = [];
  for (let each = node; each.above; each = each.above) if (each.action !== null) path.unshift(each.action);
  return path;
}

export function find(walk, path) {
  return path.reduce((node, child) => node?.below.find(({ action }) => action === child), walk.roots[0]) ?? null;
}

// In an address.
export function writePath(path) {
  return path.join(" ") || "root";
}

export function readPath(text) {
  return text === "root" ? [] : text?.split(" ") ?? null;
}
