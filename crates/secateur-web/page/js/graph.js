// A graph of lines drawn as SVG: `lines` of { kind, points: [[x, y, words]] }; `marks` of heights that
// have a name, [y, name].

import { svg } from "./dom.js";

const [WIDTH, HEIGHT, LEFT, BELOW, ABOVE, RIGHT] = [480, 200, 46, 30, 12, 14];

export function graph({ lines, label, across, marks = [], choose = null }) {
  const points = lines.flatMap((line) => line.points);
  const [x0, x1] = extent(points.map(([x]) => x), [0, 1]);
  const [y0, y1] = extent([...points.map(([, y]) => y), 0], [-1, 1]);
  const x = (value) => LEFT + (x1 === x0 ? 0.5 : (value - x0) / (x1 - x0)) * (WIDTH - LEFT - RIGHT);
  const y = (value) => ABOVE + (1 - (y1 === y0 ? 0.5 : (value - y0) / (y1 - y0))) * (HEIGHT - ABOVE - BELOW);
  const picture = svg("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label });
  const named = marks.filter(([value]) => value >= y0 && value <= y1);
  const apart = (value) => named.every(([mark]) => Math.abs(y(value) - y(mark)) > 14);
  for (const [value, name] of [...ticks(y0, y1).filter(apart).map((value) => [value, number(value)]), ...named]) {
    picture.append(svg("line", { class: value === 0 ? "axis" : "rule", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
      svg("text", { class: "tick", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, name));
  }
  for (const value of steps(x0, x1)) {
    picture.append(svg("text", { class: "tick", x: x(value), y: HEIGHT - BELOW + 16, "text-anchor": "middle" }, String(value)));
  }
  picture.append(svg("text", { class: "tick", x: WIDTH - RIGHT, y: HEIGHT - 2, "text-anchor": "end" }, across));
  for (const { kind, points: own } of lines) {
    picture.append(svg("path", { class: `line ${kind}`, d: own.map(([px, py], i) => `${i ? "L" : "M"}${x(px).toFixed(1)} ${y(py).toFixed(1)}`).join("") }));
    for (const [px, py, words] of own) {
      const dot = svg("circle", { class: `dot ${kind}`, cx: x(px), cy: y(py), r: 4 }, svg("title", {}, words));
      if (choose) dot.addEventListener("click", () => choose(px));
      picture.append(dot);
    }
  }
  return picture;
}

function extent(values, otherwise) {
  const known = values.filter(Number.isFinite);
  return known.length ? [Math.min(...known), Math.max(...known)] : otherwise;
}

function ticks(low, high) {
  if (low === high) return [low];
  const raw = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step) found.push(Math.round(value / step) * step);
  return found;
}

function steps(low, high) {
  const step = Math.max(1, Math.ceil((high - low) / 8));
  const found = [];
  for (let value = low; value <= high; value += step) found.push(value);
  return found;
}

function number(value) {
  const size = Math.abs(value);
  const text = size >= 1e6 ? `${value / 1e6}M` : size >= 1e4 ? `${value / 1e3}k` : String(Math.round(value * 100) / 100);
  return text.replace("-", "−");
}
