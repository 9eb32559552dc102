// Which game, with which options, from which position.

import { button, el, field, select } from "./dom.js";
import { t } from "./words.js";

export class Chooser {
  constructor(hello, table, open) {
    Object.assign(this, { hello, table, open });
    const [name, options = ""] = table.game.split(":");
    this.entry = hello.games.find((game) => game.name === name);
    const given = Object.fromEntries(options.split(",").filter(Boolean).map((part) => part.split("=")));
    const games = hello.games.map((game) => [game.name, t(`game.${game.name}`, {}, null) ?? game.name]);
    const choice = select(games, name, (game) => this.go(game, null));
    this.options = this.entry.options.map(({ name: option, summary }) => [option,
      el("input", { type: "text", value: given[option] ?? "", size: 6, maxlength: 20, "aria-label": `${option}: ${summary}`,
        placeholder: /\(([^)]+)\)$/.exec(summary)?.[1] ?? "" })]);
    this.position = el("textarea", { rows: 2, maxlength: 100000, spellcheck: "false", "aria-describedby": "notation" });
    this.position.value = table.start ?? "";
    this.error = el("p", { class: "error", role: "alert" });
    const details = el("details", { class: "setup" },
      el("summary", {}, t("choose.more")),
      el("div", { class: "fields" }, ...this.options.map(([option, input]) => field(option, input))),
      field(t("choose.position"), this.position),
      el("p", { class: "small", id: "notation", lang: "en" }, this.entry.position),
      el("div", { class: "buttons" },
        button(t("choose.open"), () => this.apply(), { class: "primary" }),
        button(t("choose.example"), () => { this.position.value = this.entry.example; })),
      this.error);
    this.element = el("div", { class: "chooser" }, field(t("choose.game"), choice), details);
  }

  apply() {
    const options = this.options.filter(([, input]) => input.value.trim()).map(([name, input]) => `${name}=${input.value.trim()}`);
    this.go(`${this.entry.name}${options.length ? `:${options.join(",")}` : ""}`, this.position.value.trim() || null);
  }

  async go(game, position) {
    try {
      await this.open({ game, position, moves: [] });
    } catch (error) {
      this.error.textContent = error.message;
      this.element.querySelector("details").open = true;
    }
  }
}
