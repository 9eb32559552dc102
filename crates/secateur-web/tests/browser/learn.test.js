// The search in its tree: steps, cutoffs, edits, questions, links, files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, done, page } from "./chromium.js";

const EXERCISE = "#learn?tree=2+2+1+2+1+4"; // 6 nodes with >=, 7 with >

async function learn(hash, options) {
  const shown = await page(hash, options);
  await shown.locator(".search-tree").waitFor();
  return shown;
}

function step(shown, name) {
  return shown.getByRole("button", { name, exact: true }).click();
}

test("stepping to the first cutoff, and back", async () => {
  const shown = await learn("#learn?tree=((3+5)+(2+(9+1)))");
  assert.equal(await shown.locator(".tree-node.pruned").count(), 0);
  await step(shown, "To the next cutoff");
  assert.match(await shown.locator(".sentence").textContent(), /cut because β = 2 ≤ α = 3, set at node 1/);
  assert.equal(await shown.locator(".tree-node.pruned").count(), 3);
  assert.equal(await shown.locator(".tree-node.current .value").textContent(), "≤ 2");
  await step(shown, "One step back");
  assert.equal(await shown.locator(".tree-node.pruned").count(), 0);
  await step(shown, "To the end");
  assert.equal(await shown.locator(".tree-node.left.max:not(.is-leaf) .value").first().textContent(), "= 3");
  await done(shown);
});

test("the sentences are French in French", async () => {
  const shown = await learn("#learn?tree=((3+5)+(2+(9+1)))", { locale: "fr-FR" });
  await step(shown, "À la coupe suivante");
  assert.match(await shown.locator(".sentence").textContent(), /coupé car β = 2 ≤ α = 3/);
  await done(shown);
});

test("conventions side by side: 6 nodes with ≥, 7 with >", async () => {
  const shown = await learn(EXERCISE);
  await shown.getByText("Not here: proof-number, mcts.").waitFor();
  const row = (name) => shown.locator(".counts tr", { hasText: name }).locator("td").first();
  await shown.locator(".counts tbody tr").nth(3).waitFor();
  assert.equal(await row("α ≥ β").textContent(), "6");
  assert.equal(await row("α > β").textContent(), "7");
  assert.equal(await row("Minimax").textContent(), "7");
  await step(shown, "To the end");
  assert.equal(await shown.locator(".tree-node.pruned").count(), 1);
  await shown.getByLabel("Cut when").selectOption(">");
  await shown.waitForFunction(() => document.querySelectorAll(".tree-node").length === 7 && /^0/.test(document.querySelector(".stepper output").textContent));
  await step(shown, "To the end");
  assert.equal(await shown.locator(".tree-node.pruned").count(), 0);
  await done(shown);
});

test("null windows and searches made again are shown, told and counted", async () => {
  const shown = await learn("#learn?tree=((3+5)+(2+(9+1))+(4+8))&search=pvs");
  assert.equal(await shown.getByLabel("Cut when").isVisible(), false);
  const row = shown.locator(".counts tr.chosen");
  await row.filter({ hasText: "Principal variation" }).waitFor();
  // Nodes in three orders, cut, null windows, again, by table.
  assert.deepEqual((await row.locator("td").allTextContents()).filter((_, i) => i !== 1 && i !== 2), ["12", "1", "3", "1", "0"]);
  await step(shown, "To the end");
  const labels = await shown.locator(".branch-line .action").allTextContents();
  assert.deepEqual(labels.filter((label) => / /.test(label)), ["1 null", "1 null", "2 null", "2 again"]);
  await shown.evaluate(() => history.replaceState(null, "", location.hash.replace("pvs", "mtdf").replace(/&step=\d+/, "")));
  await shown.reload();
  // MTD(f) walks from the root three times.
  await shown.waitForFunction(() => document.querySelectorAll(".branch-line").length === document.querySelectorAll(".tree-node").length - 3);
  await step(shown, "To the next cutoff");
  await step(shown, "To the next cutoff");
  await shown.getByRole("button", { name: "Français" }).click();
  await shown.locator(".sentence", { hasText: /nœud .* vaut au plus 3/i }).waitFor();
  await done(shown);
});

test("what the table answered is marked", async () => {
  const shown = await learn("#learn?of=connect-four:columns%3D4,rows%3D4&at=12341&search=pvs&depth=5");
  await step(shown, "To the end");
  const tables = await shown.locator(".why", { hasText: /^table$/ }).count();
  assert.ok(tables > 0);
  assert.equal(Number(await shown.locator(".counts tr.chosen td").last().textContent()), tables);
  await done(shown);
});

test("a tree is edited by choosing a node", async () => {
  const shown = await learn("#learn?tree=((3+5)+2)");
  await shown.locator(".tree-node.is-leaf").first().click();
  await shown.getByLabel("Value of the leaf").fill("7");
  await shown.getByLabel("Value of the leaf").press("Enter");
  await shown.waitForFunction(() => document.querySelector("textarea").value === "((7 5) 2)");
  await shown.getByRole("button", { name: "Add a child" }).click();
  await shown.waitForFunction(() => document.querySelector("textarea").value === "(((7) 5) 2)" || document.querySelector("textarea").value === "(((7 0) 5) 2)");
  await shown.locator("textarea").fill("(1 (2");
  await shown.locator(".error", { hasText: /./ }).waitFor();
  await shown.locator("textarea").fill("(1 2)");
  await shown.waitForFunction(() => document.querySelectorAll(".tree-node").length === 3);
  await done(shown);
});

// An alpha-beta of the test's own: the paths that it never visits.
function unvisited(tree, turn) {
  const all = new Set();
  const seen = new Set();
  const list = (node, path) => {
    all.add(path);
    node.children?.forEach((child, i) => list(child, `${path}.${i}`));
  };
  const search = (node, turn, alpha, beta, path) => {
    seen.add(path);
    if (!node.children) return node.value;
    let best = turn === "max" ? -Infinity : Infinity;
    for (const [i, child] of node.children.entries()) {
      const value = search(child, turn === "max" ? "min" : "max", alpha, beta, `${path}.${i}`);
      best = turn === "max" ? Math.max(best, value) : Math.min(best, value);
      if (turn === "max") alpha = Math.max(alpha, value);
      else beta = Math.min(beta, value);
      if (alpha >= beta) break;
    }
    return best;
  };
  list(tree, "r");
  search(tree, turn, -Infinity, Infinity, "r");
  return [...all].filter((path) => !seen.has(path)).sort();
}

test("after every random edit the nodes shown as pruned are those that were not visited", { timeout: 600_000 }, async () => {
  const edits = Number(process.env.EDITS ?? 400);
  const shown = await learn("#learn?tree=((3+5)+(2+(9+1)))");
  // Edits and drawings happen in the page; what was drawn after each comes back with the tree.
  const drawn = await shown.evaluate(async (edits) => {
    const { add, at, give, random, remove } = await import("/js/learn/edit.js");
    const { Drawing } = await import("/js/learn/drawing.js");
    const { Walk } = await import("/js/learn/recording.js");
    const { Server } = await import("/js/server.js");
    const { Table } = await import("/js/table.js");
    const { write } = await import("/js/tree_text.js");
    const server = new Server();
    await new Promise((resolve) => { server.addEventListener("open", resolve); server.connect(); });
    const table = new Table(server);
    let seed = 7;
    const chance = () => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648; };
    const below = (n) => Math.floor(chance() * n);
    let root = random({ depth: 4, branching: 3, ragged: true, chance });
    const results = [];
    for (let i = 0; i < edits; i++) {
      const path = [];
      while (at(root, path).children && below(4) > 0) path.push(below(at(root, path).children.length));
      if (i % 20 === 19) root = random({ depth: 4, branching: 3, ragged: true, chance });
      else [add, add, add, give, remove][below(5)](root, path, below(19) - 6);
      const turn = below(2) ? "max" : "min";
      await table.open({ game: "tree", position: write({ turn, root }) });
      const recording = await table.ask({ do: "record", nodes: 1500, unvisited: 1500 });
      const others = await Promise.all(["pvs", "mtdf", "bisection"].map((algorithm) => table.ask({ do: "record", algorithm, nodes: 1500 })));
      const walk = new Walk(recording);
      const drawing = new Drawing(walk, { windows: true, label: "", choose() {} });
      drawing.update(walk.to(walk.steps.length));
      const step = below(walk.steps.length + 1);
      drawing.update(walk.to(step));
      const known = ({ nodes }) => JSON.stringify([...nodes.values()].map(({ id, status, window }) => [id, status, window]));
      // Back from the end it is as forwards from the beginning.
      const same = [recording, ...others].every((each) => {
        const [back, fresh] = [new Walk(each), new Walk(each)];
        back.to(back.steps.length);
        back.to(step);
        fresh.to(step);
        return known(back) === known(fresh);
      });
      drawing.update(walk.to(walk.steps.length));
      const pathOf = (node) => (node.above ? `${pathOf(node.above)}.${node.above.below.indexOf(node)}` : "r");
      const pruned = [...drawing.svg.querySelectorAll(".tree-node.pruned")].map((g) => pathOf(walk.nodes.get(Number(g.dataset.node))));
      results.push({ turn, tree: structuredClone(root), pruned: pruned.sort(), same });
    }
    return results;
  }, edits);
  assert.equal(drawn.length, edits);
  let some = 0;
  for (const { turn, tree, pruned, same } of drawn) {
    assert.ok(same, `steps back differ from steps on: ${JSON.stringify(tree)}`);
    assert.deepEqual(pruned, unvisited(tree, turn), JSON.stringify(tree));
    if (pruned.length) some += 1;
  }
  assert.ok(some > edits / 10, `${some} of ${edits} trees have a cut`);
  await done(shown);
});

test("the link holds tree, search and step", async () => {
  const shown = await learn("#learn?tree=((3+5)+(2+(9+1)))&cut=>");
  await step(shown, "To the next cutoff");
  await shown.waitForFunction(() => /step=\d/.test(location.hash));
  const sentence = await shown.locator(".sentence").textContent();
  const other = await learn(shown.url().slice(address.length));
  await other.locator(".sentence", { hasText: sentence }).waitFor();
  assert.equal(await other.getByLabel("Cut when").inputValue(), ">");
  await done(other);
  await done(shown);
});

test("the link holds search, language, node and an answered question", async () => {
  const link = "#learn?tree=((3+5)+(2+(9+1))+(4+8))&search=aspiration&expected=3&margin=2&windows=0&node=1+0&step=4&lang=fr";
  const shown = await learn(link); // by somebody whose browser is English
  assert.equal(await shown.getByLabel("Algorithme").inputValue(), "aspiration");
  assert.equal(await shown.getByLabel("Valeur attendue").inputValue(), "3");
  assert.equal(await shown.getByLabel("Écrire les fenêtres").isChecked(), false);
  assert.match(await shown.locator(".stepper output").textContent(), /^4 /);
  assert.equal(await shown.locator(".tree-node.chosen .value").textContent(), "2");
  for (const [name, value] of new URLSearchParams(link.split("?")[1])) {
    assert.equal(new URLSearchParams(shown.url().split("?")[1]).get(name), value, name);
  }
  await shown.getByRole("button", { name: "Interrogez-moi" }).click();
  await shown.locator(".quiz input").fill("≤ 2");
  await shown.locator(".quiz input").press("Tab");
  // By keys: down to the root, its second child, that one's second child, which is cut.
  await shown.locator(".tree-place").focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "Enter"]) await shown.keyboard.press(key);
  assert.equal(await shown.locator(".tree-node.guessed").count(), 1);
  const other = await learn(shown.url().slice(address.length));
  await other.locator(".tree-node.guessed").waitFor();
  for (const each of [shown, other]) {
    await each.getByRole("button", { name: "Vérifier" }).click();
    assert.match(await each.locator(".marks").textContent(), /Les coupes sont justes : 1/);
  }
  assert.equal(await other.locator(".marks").textContent(), await shown.locator(".marks").textContent());
  await done(other);
  await done(shown);
});

test("the quiz refuses missing and extra cuts", async () => {
  const shown = await learn("#learn?tree=((3+5)+(2+(9+1)))");
  await shown.getByRole("button", { name: "Ask me" }).click();
  const marks = shown.locator(".marks");
  const check = () => shown.getByRole("button", { name: "Check" }).click();
  await shown.locator(".quiz input").fill("<= 2");
  await check();
  assert.match(await marks.textContent(), /1 missing, 0 too many\. The value is right/);
  const leaf = (value) => shown.locator(".tree-node", { has: shown.locator("text.value", { hasText: new RegExp(`^${value}$`) }) });
  const cut = shown.locator(".tree-node.max:not(.is-leaf)").nth(1);
  await cut.click({ force: true });
  await leaf(5).click({ force: true });
  await check();
  assert.match(await marks.textContent(), /0 missing, 1 too many/);
  await leaf(5).click({ force: true });
  await shown.locator(".quiz input").fill("= 2");
  await check();
  assert.match(await marks.textContent(), /cuts are right: 1\. The number is right, but not/);
  await shown.locator(".quiz input").fill("≤ 2");
  await check();
  assert.match(await marks.getAttribute("class"), /right/);
  await done(shown);
});

test("a picture is saved as SVG and as PNG", async () => {
  const shown = await learn("#learn");
  for (const [name, start] of [["Download as SVG", "<svg"], ["Download as PNG", "\x89PNG"]]) {
    const [download] = await Promise.all([shown.waitForEvent("download"), shown.getByRole("button", { name }).click()]);
    const stream = await download.createReadStream();
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    assert.ok(Buffer.concat(chunks).toString("latin1").startsWith(start));
  }
  await done(shown);
});

test("the position on the board becomes a tree", async () => {
  const shown = await page("#play?game=tic-tac-toe&position=XO./OX./..." + "&max=person&min=person");
  await shown.getByRole("link", { name: "Learn" }).click();
  await shown.locator(".search-tree").waitFor();
  await shown.getByRole("button", { name: "Position on the board" }).click();
  await shown.waitForFunction(() => document.querySelectorAll(".tree-node").length > 20);
  await step(shown, "To the end");
  await done(shown);
});

test("a step in a tree of a thousand nodes takes less than 50 ms", async () => {
  let seed = 3;
  const chance = () => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648; };
  const leaves = Array.from({ length: 512 }, () => Math.floor(chance() * 100));
  const shown = await learn(`#learn?search=minimax&tree=9+2+${leaves.join("+")}`);
  await shown.waitForFunction(() => document.querySelectorAll(".tree-node").length === 1023);
  // The page's own time: what else runs on this machine does not count.
  const chromium = await shown.context().newCDPSession(shown);
  await chromium.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => (await chromium.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1e3;
  const before = await spent();
  const steps = 60;
  await shown.evaluate(async (steps) => {
    const forward = document.querySelectorAll(".stepper .step")[4];
    for (let i = 0; i < steps; i++) {
      forward.click();
      await new Promise((resolve) => requestAnimationFrame(resolve)); // laid out and painted
    }
  }, steps);
  const each = ((await spent()) - before) / steps;
  console.log(`# a step in a tree of 1023 nodes: ${each.toFixed(1)} ms`);
  assert.ok(each > 0 && each < 50, `${each} ms`);
  await done(shown);
});
