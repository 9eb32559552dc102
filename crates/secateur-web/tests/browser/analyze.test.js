// Values as the search deepens, lines on the board, and graphs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { done, page } from "./chromium.js";

test("moves are ranked, and a line can be played through", async () => {
  const game = await page("#analyze?game=tic-tac-toe&moves=1,1+0,1&time=5000");
  await game.getByText("To the end of the game").waitFor();
  const first = game.locator(".ranking tbody tr").first();
  assert.match(await first.locator(".value").textContent(), /^win in \d$/);
  await game.locator(".graph .tick", { hasText: /^win$/ }).waitFor();
  await first.locator("button").click();
  await game.locator(".status", { hasText: "X wins!" }).waitFor();
  await game.getByRole("button", { name: "One move back" }).click();
  await game.locator(".status", { hasText: "X to move" }).waitFor();
  await game.getByRole("button", { name: "Back to the game" }).click();
  await game.locator(".line-player").waitFor({ state: "hidden" });
  assert.ok((await game.locator(".graph .dot").count()) > 0);
  await done(game);
});

test("values arrive depth by depth, until they are stopped", async () => {
  const game = await page("#analyze?game=connect-four&moves=4+4&time=60000");
  const depth = async () => Number(/Depth (\d+)/.exec(await game.locator(".side [role=status]").textContent())?.[1] ?? 0);
  await game.waitForFunction(() => /Depth/.test(document.querySelector(".side [role=status]").textContent));
  const first = await depth();
  await game.waitForFunction((first) => Number(/Depth (\d+)/.exec(document.querySelector(".side [role=status]").textContent)[1]) > first + 1, first);
  const stop = game.getByRole("button", { name: "Stop" });
  assert.ok(await stop.isEnabled(), "it is still searching");
  assert.equal(await game.locator(".ranking tbody tr").count(), 7);
  assert.ok((await game.locator(".graph .line.k0").getAttribute("d")).split("L").length >= first);
  await stop.click();
  await game.waitForFunction(() => [...document.querySelectorAll("button")].find((b) => b.textContent === "Stop").disabled);
  await done(game);
});

test("the whole game is drawn, move by move", async () => {
  const game = await page("#analyze?game=tic-tac-toe&moves=1,1+0,1+0,0+2,2&time=1000");
  await game.getByRole("button", { name: "Analyze the whole game" }).click();
  const dots = game.locator(".figure").last().locator(".dot");
  await dots.nth(4).waitFor();
  await dots.nth(1).click();
  await game.locator(".status", { hasText: "O to move" }).waitFor();
  await done(game);
});
