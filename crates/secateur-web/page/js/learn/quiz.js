// Marks what somebody answered about a search: which branches are cut, and what a node is worth.

import { written } from "./recording.js";

// The branches that a visited node did not take, not knowing what they are worth: the tops of what was
// never visited.
export function cutBranches(walk) {
  return [...walk.nodes.values()].filter((node) => node.never && !node.above.never && !node.known);
}

// `guessed` nodes against the cut ones: what is missing and what is too much. All of both is refused.
export function markCuts(walk, guessed) {
  const cut = new Set(cutBranches(walk));
  const missing = [...cut].filter((node) => !guessed.has(node));
  const extra = [...guessed].filter((node) => !cut.has(node));
  return { right: missing.length === 0 && extra.length === 0, missing, extra };
}

// An answer such as '= 3', '≤2' or '>= -1' against what the search returned: the number and what is
// proven about it must both be right.
export function markValue(node, answer) {
  const found = /^\s*(=|≥|≤|>=|<=)?\s*(-?[−]?\d+)\s*$/.exec(answer);
  if (!found) return { right: false, understood: false };
  const sign = { undefined: "exact", "=": "exact", "≥": "lower", ">=": "lower", "≤": "upper", "<=": "upper" }[found[1]];
  const value = found[2].replace("−", "-");
  const right = String(node.value) === value && node.bound === sign;
  return { right, understood: true, number: String(node.value) === value };
}

// A node worth asking about: one whose value is only a bound where there is one, else the root.
export function question(walk, chance = Math.random) {
  const inner = [...walk.nodes.values()].filter((node) => !node.never && node.below.length > 0);
  const bounds = inner.filter(({ bound }) => bound !== "exact");
  const from = bounds.length ? bounds : inner;
  return from[Math.floor(chance() * from.length)] ?? walk.roots[0];
}

export function solution(node) {
  return `${{ exact: "=", lower: "≥", upper: "≤" }[node.bound]} ${written(node.value)}`;
}
