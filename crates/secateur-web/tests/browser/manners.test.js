// What every page owes everybody: no serious finding of axe, no sideways scrolling, both languages, a
// lost connection survived.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { done, page, shot } from "./chromium.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PLACES = {
  "tic-tac-toe": "#play?game=tic-tac-toe&moves=1,1+0,0&max=person&min=person&worth=1",
  "connect-four": "#play?game=connect-four&moves=4+4+5+3&max=person&min=person&worth=1",
  "2048": "#play?game=2048&position=2,4,8,16/.,2,64,128/.,4,512,1024/32,256,.,2048&max=person&worth=1",
  "ultimate-tic-tac-toe": "#play?game=ultimate-tic-tac-toe&moves=4,4+3,3+0,0&max=person&min=person&worth=1",
  letters: "#play?game=letters&moves=S&max=person&min=person&worth=1",
  tree: "#play?game=tree&position=((3+5)+(2+(9+1)))&max=person&min=person&worth=1",
  analyze: "#analyze?game=connect-four&moves=4+4+5+3&time=1000",
  learn: "#learn?tree=((3+5)+(2+(9+1))+((7+4)+1))&step=11",
};

for (const [name, place] of Object.entries(PLACES)) {
  for (const [scheme, width, locale] of [["light", 1280, "en-GB"], ["dark", 390, "fr-FR"]]) {
    test(`${name}, ${scheme}, ${width} pixels wide`, async () => {
      const shown = await page(place, { scheme, width, height: 844, locale });
      await shown.locator(".note:not(:empty), .search-tree .left").first().waitFor();
      await shot(shown, `${name}-${scheme}-${width}`);
      const found = await axe(shown);
      assert.deepEqual(found, []);
      const sideways = await shown.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(sideways, false, "it scrolls sideways");
      await done(shown);
    });
  }
}

async function axe(shown) {
  await shown.evaluate(AXE);
  const { violations } = await shown.evaluate(() => globalThis.axe.run());
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

test("the whole page changes its language", async () => {
  const game = await page("#play?game=tic-tac-toe");
  await game.getByRole("button", { name: "Français" }).click();
  await game.locator(".status", { hasText: "À vous de jouer." }).waitFor();
  assert.equal(await game.locator("html").getAttribute("lang"), "fr");
  assert.equal(await game.locator(".tabs").textContent().then((text) => /Play|Analyze|Learn/.test(text)), false);
  await done(game);
});

test("a game survives a lost connection", async () => {
  const sockets = [];
  const game = await page("#play?game=tic-tac-toe&max=person&min=person", { sockets });
  await game.locator(".cell").nth(4).click();
  await game.locator(".moves li").first().waitFor();
  // What it says may last for less than a look at it.
  await game.evaluate(() => {
    const said = document.getElementById("connection");
    new MutationObserver(() => said.dataset.lost ??= said.textContent).observe(said, { childList: true });
  });
  await sockets[0].close();
  await game.waitForFunction(() => document.getElementById("connection").dataset.lost && document.getElementById("connection").textContent === "");
  assert.match(await game.locator("#connection").getAttribute("data-lost"), /does not answer/);
  assert.equal(sockets.length, 2);
  await game.locator(".cell").nth(0).click();
  await game.locator(".moves li").nth(1).waitFor();
  await done(game);
});
