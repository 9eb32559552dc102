// Edits of a written tree. A node is named by its path: the number of the child at each ply.

export function at(root, path) {
  return path.reduce((node, child) => node?.children?.[child], root);
}

// A child more; a leaf becomes an inner node with its value as the first child.
export function add(root, path, value) {
  const node = at(root, path);
  if (node.children) node.children.push({ value });
  else {
    node.children = [{ value: node.value }];
    delete node.value;
  }
}

// Takes a node away; a parent left without children becomes a leaf. The root stays.
export function remove(root, path) {
  if (path.length === 0) return;
  const parent = at(root, path.slice(0, -1));
  const [gone] = parent.children.splice(path.at(-1), 1);
  if (parent.children.length > 0) return;
  delete parent.children;
  parent.value = gone.value ?? 0;
}

// Makes the node a leaf with this value.
export function give(root, path, value) {
  const node = at(root, path);
  delete node.children;
  node.value = value;
}

// The children of every node the other way round.
export function reversed(node) {
  return node.children ? { children: node.children.map(reversed).reverse() } : { ...node };
}

// The children of every node sorted by their values, the best for the side to move first.
export function sorted(node, turn) {
  if (!node.children) return { ...node };
  const other = turn === "max" ? "min" : "max";
  const sign = turn === "max" ? -1 : 1;
  const children = node.children.map((child) => sorted(child, other));
  const values = new Map(children.map((child) => [child, minimax(child, other)]));
  children.sort((a, b) => sign * (values.get(a) - values.get(b)));
  return { children };
}

export function minimax(node, turn) {
  if (!node.children) return node.value;
  const values = node.children.map((child) => minimax(child, turn === "max" ? "min" : "max"));
  return turn === "max" ? Math.max(...values) : Math.min(...values);
}

// A tree of random shape and values.
export function random({ depth, branching, ragged, chance = Math.random }) {
  const below = (n) => Math.floor(chance() * n);
  const grow = (plies) => {
    if (plies === 0 || (ragged && plies < depth && below(4) === 0)) return { value: below(19) - 4 };
    const count = ragged ? 1 + below(branching) + (branching > 1 ? below(2) : 0) : branching;
    return { children: Array.from({ length: Math.min(count, branching) }, () => grow(plies - 1)) };
  };
  return grow(depth);
}
