// Trees in writing: nested '((3 5) (2 (9 1)))' or '[[3, 5], 2]', or uniform 'D B leaves'; 'min' or
// 'max' in front says who decides at the root. A node is { value } or { children }.

export function parse(text) {
  const [, turn = "max", rest] = /^\s*(?:(min|max)(?=[\s([]))?([\s\S]*)$/.exec(text);
  const words = rest.trim().split(/\s+/);
  if (words.length > 1 && words.every((word) => /^[+-]?\d+$/.test(word))) return { turn, root: uniform(words.map(Number)) };
  const tokens = rest.match(/[()[\]]|[^\s()[\],]+/g) ?? [];
  const top = { children: [] };
  const open = [top];
  for (const token of tokens) {
    const parent = open.at(-1);
    if (token === "(" || token === "[") {
      const node = { children: [] };
      parent.children.push(node);
      open.push(node);
    } else if (token === ")" || token === "]") {
      if (open.length === 1 || parent.children.length === 0) throw new Error(token);
      open.pop();
    } else {
      if (!/^[+-]?\d+$/.test(token)) throw new Error(token);
      parent.children.push({ value: Number(token) });
    }
  }
  if (open.length !== 1 || top.children.length !== 1) throw new Error(text.slice(0, 40));
  return { turn, root: top.children[0] };
}

function uniform([depth, branching, ...leaves]) {
  if (branching < 1 || leaves.length !== branching ** depth) throw new Error(`${depth} ${branching}`);
  let ply = leaves.map((value) => ({ value }));
  for (let i = 0; i < depth; i++) {
    ply = Array.from({ length: ply.length / branching }, (_, n) => ({
      children: ply.slice(n * branching, (n + 1) * branching),
    }));
  }
  return ply[0];
}

export function write({ turn, root }) {
  return `${turn === "min" ? "min " : ""}${written(root)}`;
}

function written(node) {
  return node.children ? `(${node.children.map(written).join(" ")})` : String(node.value);
}
