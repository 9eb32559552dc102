// The sides' clocks: how long each has thought, or how much it has left.

import { el } from "./dom.js";

export class Clocks {
  #running = null;
  #since = 0;
  #used = {};

  // `names` of the sides by side; `flag` hears whose time is over, when there are minutes to keep.
  constructor(names, minutes, flag) {
    const sides = Object.keys(names);
    Object.assign(this, { sides, minutes, flag, flagged: null });
    this.faces = Object.fromEntries(sides.map((side) => [side, el("b", { role: "timer" })]));
    this.element = el("div", { class: "clocks" }, ...sides.map((side) =>
      el("span", { class: `clock ${side}` }, el("span", {}, names[side]), " ", this.faces[side])));
    for (const side of sides) this.#used[side] = 0;
    this.#tick();
  }

  // Whose clock runs from now on; null stops both.
  turn(side, fresh = false) {
    if (this.#running) this.#used[this.#running] += performance.now() - this.#since;
    if (fresh) for (const each of this.sides) this.#used[each] = 0;
    this.#running = this.sides.includes(side) ? side : null;
    this.#since = performance.now();
    clearInterval(this.timer);
    if (this.#running) this.timer = setInterval(() => this.#tick(), 200);
    this.#tick();
  }

  #tick() {
    for (const side of this.sides) {
      const used = this.#used[side] + (side === this.#running ? performance.now() - this.#since : 0);
      const left = this.minutes * 60_000 - used;
      const face = this.faces[side];
      const text = clock(this.minutes ? Math.ceil(Math.max(left, 0) / 1000) : Math.floor(used / 1000));
      if (face.textContent !== text) face.textContent = text;
      face.parentElement.classList.toggle("running", side === this.#running);
      if (this.minutes && left <= 0 && !this.flagged) {
        this.flagged = side;
        this.turn(null);
        this.flag(side);
      }
    }
  }
}

function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
