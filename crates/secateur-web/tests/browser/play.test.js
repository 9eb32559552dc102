// Whole games, by clicks and by keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, done, page, says, PATIENCE } from "./chromium.js";

test("tic-tac-toe by clicks, against the engine", async () => {
  const game = await page("#play?game=tic-tac-toe&max=person&min=10");
  const over = /A draw|wins!/;
  const free = game.locator(".cell:not([aria-disabled])");
  for (let move = 0; move < 5; move++) {
    await free.or(game.locator(".status", { hasText: over })).first().waitFor();
    if ((await free.count()) === 0) break;
    await free.first().click();
    await game.locator(".moves li").nth(2 * move).waitFor();
  }
  await game.locator(".status", { hasText: over }).waitFor();
  assert.doesNotMatch(await game.locator(".status").textContent(), /X wins/, "level 10 never loses");
  assert.equal(await game.locator(".cell:not([aria-disabled])").count(), 0);
  await done(game);
});

test("tic-tac-toe by keys alone, two people", async () => {
  const game = await page("#play?game=tic-tac-toe&max=person&min=person");
  await game.locator(".cell").first().focus();
  // X: the top row; O: the middle row.
  for (const key of ["Enter", "ArrowDown", "Enter", "ArrowUp", "ArrowRight", " ", "ArrowDown", "Enter", "ArrowUp", "End", "Enter"]) {
    const before = await game.locator(".moves li").count();
    await game.keyboard.press(key);
    if (key === "Enter" || key === " ") await game.locator(".moves li").nth(before).waitFor();
  }
  await says(game, "X wins!");
  assert.equal(await game.locator(".cell.won").count(), 3);
  assert.match(await game.locator("#live").textContent(), /X wins!/);
  await done(game);
});

test("Connect Four by clicks, against the engine", async () => {
  const game = await page("#play?game=connect-four&max=person&min=3");
  const over = /draw|wins!/;
  const open = game.locator(".column:not([aria-disabled])");
  for (let move = 0; move < 42; move++) {
    await open.or(game.locator(".status", { hasText: over })).first().waitFor();
    const count = await open.count();
    if (count === 0) break;
    await open.nth(move % count).click();
    await game.locator(".moves li").nth(2 * move).waitFor();
  }
  assert.match(await game.locator(".status").textContent(), over);
  await done(game);
});

test("Connect Four by keys alone, two people", async () => {
  const game = await page("#play?game=connect-four&max=person&min=person");
  await game.locator(".column").first().focus();
  for (const [move, column] of [..."1212121"].entries()) {
    await game.keyboard.press(column);
    await game.keyboard.press("Enter");
    await game.locator(".moves li").nth(move).waitFor();
  }
  await says(game, "Red wins!");
  assert.equal(await game.locator(".hole.won").count(), 4);
  await done(game);
});

test("two clicks at once are one move", async () => {
  const game = await page("#play?game=connect-four&max=person&min=10");
  await game.locator(".column").nth(3).evaluate((column) => { column.click(); column.click(); });
  await game.locator(".moves li").first().waitFor();
  await game.waitForTimeout(300);
  assert.equal(await game.locator(".moves li").count(), 1); // the engine is still thinking
  await done(game);
});

test("undo goes back to one's own turn, a hint names a move", async () => {
  const game = await page("#play?game=tic-tac-toe&max=person&min=5");
  await game.locator(".cell").nth(4).click();
  await game.locator(".moves li").nth(1).waitFor();
  await game.getByRole("button", { name: "Undo" }).click();
  await game.locator(".moves li").first().waitFor({ state: "detached" });
  await game.getByRole("button", { name: "Hint" }).click();
  await says(game, "The engine would play");
  await game.locator(".cell.hint").waitFor();
  await done(game);
});

test("every move's worth is on the board", async () => {
  const game = await page("#play?game=tic-tac-toe&moves=0,0&max=person&min=person&worth=1");
  await game.locator(".cell .note").nth(7).waitFor();
  await game.locator('.cell[aria-label*="worth 0, proven"]').waitFor();
  assert.equal(await game.locator('.cell[aria-label*="loss in"]').count(), 7);
  await done(game);
});

test("the clock runs for the side to move, and ends its game", async () => {
  const game = await page("#play?game=tic-tac-toe&max=person&min=person&clock=1", { clock: true });
  const face = (side) => game.locator(`.clock.${side} b`).textContent();
  await game.locator(".clock.max.running").waitFor();
  await game.clock.fastForward(20_000);
  await game.waitForFunction(() => document.querySelector(".clock.max b").textContent.startsWith("0:3"));
  await game.locator(".cell").nth(4).click();
  await game.locator(".clock.min.running").waitFor();
  assert.match(await face("min"), /1:00|0:5/, "it begins now");
  await game.clock.fastForward(61_000);
  await says(game, "O has run out of time.");
  assert.match(await face("max"), /^0:3/, "it stood while the other one ran");
  assert.equal(await game.locator(".cell:not([aria-disabled])").count(), 0);
  await game.getByRole("button", { name: "New game" }).click();
  await game.locator(".clock.max.running", { hasText: /1:00|0:59/ }).waitFor();
  await done(game);
});

test("2048 watched to a target", async () => {
  const game = await page("#play?game=2048&position=64,16,8,4/.,.,.,./.,.,.,./.,2,.,.&max=3&until=128&pace=0");
  await game.locator(".status", { hasText: "The tile 128 is reached!" }).waitFor({ timeout: 4 * PATIENCE });
  assert.ok(await game.locator(".t128").count());
  await done(game);
});

test("ultimate tic-tac-toe as the second side, against the engine", async () => {
  const game = await page("#play?game=ultimate-tic-tac-toe&max=2&min=person");
  for (let move = 0; move < 4; move += 2) {
    await game.locator(".moves li").nth(move).waitFor(); // the engine begins
    assert.equal(await game.locator(".sheet.next").count(), 1);
    await game.locator(".cell.free:not([aria-disabled])").first().click();
    await game.locator(".moves li").nth(move + 1).waitFor();
  }
  const board = "XXX.O..../........./........./...O...../........./........./......O../........./......... X any";
  const other = await page(`#play?game=ultimate-tic-tac-toe&position=${encodeURIComponent(board)}&max=person&min=person`);
  await says(other, "X to move.");
  assert.equal(await other.locator(".sheet.decided.X").count(), 1);
  assert.equal(await other.locator(".sheet.next").count(), 8);
  assert.match(await other.locator('[data-cell="1,0"]').getAttribute("aria-label"), /empty, on a board of X/);
  assert.match(await other.getByRole("grid").getAttribute("aria-label"), /may go anywhere/);
  await done(other);
  await done(game);
});

test("2048 by arrow keys", async () => {
  const game = await page("#play?game=2048&position=2,.,.,./.,.,.,./.,.,.,./.,.,.,4&max=person");
  await game.locator(".tiles").focus();
  await game.keyboard.press("ArrowRight");
  await game.locator(".moves li").nth(1).waitFor(); // the slide, and the tile that fell
  assert.equal(await game.locator(".tile").nth(3).textContent(), "2");
  await done(game);
});

test("every game in the list plays engine against engine", async () => {
  const game = await page("#play?max=2&min=2&pace=0");
  const names = await game.locator(".chooser select option").evaluateAll((options) => options.map((o) => o.value));
  for (const name of names) {
    await game.evaluate((name) => { location.hash = `#play?game=${encodeURIComponent(name)}&max=2&min=2&pace=0`; }, name);
    await game.waitForFunction((name) => document.querySelector(".chooser select").value === name, name);
    await game.locator(".moves li").nth(1).waitFor();
  }
  await done(game);
});

test("the link holds the whole state", async () => {
  const game = await page("#play?game=connect-four&max=person&min=person");
  for (const [move, column] of [3, 3, 4].entries()) {
    await game.locator(".column").nth(column).click();
    await game.locator(".moves li").nth(move).waitFor();
  }
  const link = game.url();
  assert.match(link, /moves=4\+4\+5/);
  const other = await page(link.slice(address.length));
  await other.locator(".moves li").nth(2).waitFor();
  assert.equal(await other.locator(".hole.X").count(), 2);
  assert.equal(await other.locator(".hole.O").count(), 1);
  await done(other);
  await done(game);
});

test("a game without a board of its own gets one from its notation", async () => {
  const shown = await page("#play");
  const found = await shown.evaluate(async () => {
    const { Generic } = await import("/js/boards/generic.js");
    const { Server } = await import("/js/server.js");
    const server = new Server();
    await new Promise((resolve) => { server.addEventListener("open", resolve); server.connect(); });
    const { games } = await server.ask({ do: "hello" });
    const found = [];
    for (const { name, example } of games) {
      const state = await server.ask({ do: "new", game: name, position: example });
      const played = [];
      const board = new Generic(state, (action) => played.push(action));
      board.draw({ state, open: true, worth: null });
      for (const control of board.element.querySelectorAll("button:not([aria-disabled])")) control.click();
      await server.ask({ do: "close", session: state.session });
      found.push({ name, played: [...new Set(played)].sort(), actions: state.actions.sort(), cells: board.element.querySelectorAll(".cell").length });
    }
    return found;
  });
  for (const { name, played, actions } of found) assert.deepEqual(played, actions, name);
  const cells = Object.fromEntries(found.map(({ name, cells }) => [name, cells]));
  assert.equal(cells["tic-tac-toe"], 9);
  assert.equal(cells["connect-four"], 42);
  assert.equal(cells["ultimate-tic-tac-toe"], 81);
  await done(shown);
});
