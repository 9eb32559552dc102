// A recording (docs/recording.md) as a tree, and a walk through its steps.
//
// The tree has the nodes visited and the nodes never visited; what is known of a node at a step is its
// `status`:
//   future    the search has not come here yet
//   open      it was entered and not left
//   left      it has its value
//   pruned    it was never visited, and the branch it is in has been cut

import { t } from "../words.js";

export class Walk {
  constructor(recording) {
    this.recording = recording;
    this.nodes = new Map();
    this.steps = recording.steps;
    this.at = 0; // steps taken
    for (const node of recording.nodes) this.nodes.set(node.id, { ...node, status: "future", window: null, below: [] });
    for (const node of recording.unvisited) this.nodes.set(node.id, { ...node, status: "future", never: true, below: [] });
    // Where the search walked from: several times in some searches.
    this.roots = recording.nodes.filter(({ parent }) => parent === null).map(({ id }) => this.nodes.get(id));
    let stubs = -1e9;
    for (const node of this.nodes.values()) {
      node.below = node.never ? node.children.map((id) => this.nodes.get(id)) : this.#below(node, () => --stubs);
      for (const child of node.below) child.above = node;
    }
    for (const [i, step] of this.steps.entries()) {
      const node = this.nodes.get(step.node);
      if (step.event === "enter") node.entered = i;
      else node.leaves = i;
    }
  }

  // What is drawn under a visited node: what was visited, in that order, then branches never taken.
  #below(node, stub) {
    const visited = [...node.rehearsals, ...node.children.flatMap((child) => child.nodes)].sort((a, b) => a - b);
    for (const { nodes } of node.children) for (const id of nodes.slice(1)) this.nodes.get(id).again = true;
    const never = node.children.filter((child) => !child.visited).map(({ action, unvisited, known }) => {
      const id = unvisited ?? stub();
      if (unvisited === null) {
        this.nodes.set(id, { id, action, status: "future", never: true, value: null, below: [], children: [], more: true });
      }
      return Object.assign(this.nodes.get(id), { known });
    });
    return [...visited.map((id) => this.nodes.get(id)), ...never];
  }

  get step() {
    return this.steps[this.at - 1] ?? null;
  }

  get current() {
    return this.step ? this.nodes.get(this.step.node) : null;
  }

  // Takes one step; the nodes that look different now.
  forward() {
    if (this.at === this.steps.length) return [];
    const { node: id, event } = this.steps[this.at++];
    const node = this.nodes.get(id);
    if (event === "enter") {
      node.status = "open";
      node.window = node.entry;
      return [node];
    }
    node.status = "left";
    node.window = node.exit;
    const changed = [node, ...this.#prune(node, "pruned")];
    if (node.raised !== null && node.above?.window) {
      node.before = node.above.window;
      node.above.window = narrowed(node.above, node.raised);
      changed.push(node.above);
    }
    return changed;
  }

  // Takes one step back.
  back() {
    if (this.at === 0) return [];
    const { node: id, event } = this.steps[--this.at];
    const node = this.nodes.get(id);
    if (event === "enter") {
      node.status = "future";
      node.window = null;
      return [node];
    }
    node.status = node.entered === undefined ? "future" : "open";
    node.window = node.status === "open" ? this.#window(node) : null;
    const changed = [node, ...this.#prune(node, "future")];
    if (node.raised !== null && node.before) {
      node.above.window = node.before;
      changed.push(node.above);
    }
    return changed;
  }

  // The window of an open node all of whose children have been left.
  #window(node) {
    const last = node.below.filter((child) => child.raised !== null && child.raised !== undefined).at(-1);
    if (!node.entry) return null;
    return last?.before ? narrowed({ ...node, window: last.before }, last.raised) : node.entry;
  }

  // Everything below the branches that a node did not take.
  #prune(node, status) {
    const changed = [];
    const rest = node.below.filter(({ never }) => never);
    while (rest.length) {
      const never = rest.pop();
      never.status = status;
      changed.push(never);
      rest.push(...never.below);
    }
    return changed;
  }

  // How many steps there are to the next cutoff, or the last one; to the end where there is none.
  cutoff(direction) {
    for (let at = this.at + direction; at > 0 && at <= this.steps.length; at += direction) {
      const { node, event } = this.steps[at - 1];
      if (event === "leave" && this.nodes.get(node).reason === "cutoff") return at;
    }
    return direction > 0 ? this.steps.length : 0;
  }

  // Goes to a step; the nodes that look different now.
  to(at) {
    const changed = new Set();
    while (this.at < at && this.at < this.steps.length) this.forward().forEach((node) => changed.add(node));
    while (this.at > at && this.at > 0) this.back().forEach((node) => changed.add(node));
    return changed;
  }
}

function narrowed({ turn, window: [alpha, beta] }, raised) {
  return turn === "min" ? [alpha, raised] : [raised, beta];
}

// A score as it is written: 3, ∞, a forced win.
export function written(score) {
  return { inf: "∞", "-inf": "−∞" }[score] ?? String(score).replace("-", "−");
}

// The same for a drawing: W3 and L3 for what Max wins and loses in 3, 453k for 452865.
export function brief(score) {
  const found = /^(win|loss) in (\d+)$/.exec(score);
  if (found) return t(found[1] === "win" ? "value.w" : "value.l", { plies: found[2] });
  return Math.abs(score) >= 10_000 ? rounded(score) : written(score);
}

function rounded(score) {
  if (Math.abs(score) >= 2e9) return score > 0 ? "∞" : "−∞"; // as far as a mean of outcomes can reach
  const [unit, sign] = Math.abs(score) >= 1e6 ? [1e6, "M"] : [1e3, "k"];
  const size = score / unit;
  return written(size.toFixed(Math.abs(size) < 100 ? 1 : 0)) + sign;
}

// ≤ 3, or what else was known about a branch without a search.
export function knownOf([low, high], write = brief) {
  if (low === high) return `= ${write(low)}`;
  if (low === "-inf") return `≤ ${write(high)}`;
  return high === "inf" ? `≥ ${write(low)}` : `${write(low)} … ${write(high)}`;
}

// = 3, ≥ 3, ≤ 3: what is proven of a node's value.
export function bounded({ value, bound }, write = brief) {
  if (value === null) return "?";
  return `${{ exact: "=", lower: "≥", upper: "≤" }[bound] ?? "="} ${write(value)}`;
}
