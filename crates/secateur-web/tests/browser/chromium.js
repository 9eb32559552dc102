// The program, a headless Chromium, and pages in it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];
export const PATIENCE = 30_000;

let program;
let browser;
export let address;

before(async () => {
  program = spawn(process.env.SECATEUR, ["web", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: program.stdout })) {
    address = line;
    break;
  }
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS });
});

after(async () => {
  await browser?.close();
  program?.kill();
});

// A page at a place, its WebSockets in `sockets` where they are wanted, its time our own with `clock`;
// a test fails when the page complains, or asks anybody but the server.
export async function page(hash, { width = 1280, height = 860, scheme = "light", locale = "en-GB", sockets = null, clock = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.complaints.push(message.text());
  });
  page.on("pageerror", (error) => page.complaints.push(error.stack));
  page.on("request", (request) => {
    if (!request.url().startsWith(address) && !/^(blob|data):/.test(request.url())) page.complaints.push(`asks ${request.url()}`);
  });
  if (sockets) await page.routeWebSocket(/\/ws$/, (socket) => { socket.connectToServer(); sockets.push(socket); });
  if (clock) await page.clock.install();
  await page.goto(address + hash);
  await page.locator("#main > *").waitFor();
  return page;
}

// Closes a page that did not complain.
export async function done(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

// Waits until the status says something.
export function says(page, text) {
  return page.locator(".status", { hasText: text }).waitFor();
}

// Takes a picture where pictures are wanted: SHOTS names the folder.
export async function shot(page, name) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}
