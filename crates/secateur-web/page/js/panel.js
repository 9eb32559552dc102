// What Play and Analyze have in common: the game on the table, whose changes they follow, and a link
// that holds it.

import * as address from "./address.js";
import { announce } from "./dom.js";
import { t } from "./words.js";

export class Panel {
  constructor({ table, hello, go }) {
    Object.assign(this, { table, hello, go });
    this.onChange = () => this.arrive();
  }

  get entry() {
    return this.hello.games.find(({ name }) => name === this.table.name);
  }

  // Looks at the table, from now on after every change of it.
  follow() {
    this.table.addEventListener("change", this.onChange);
    this.arrive();
  }

  resume() {
    this.arrive();
  }

  async link() {
    this.keep();
    await share();
  }

  leave() {
    this.table.stop();
    this.table.removeEventListener("change", this.onChange);
  }
}

// Copies the address, and says so.
export async function share() {
  announce(t((await address.copy()) ? "link.copied" : "link.address"));
}
