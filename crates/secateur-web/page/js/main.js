// The page: tabs, language, theme, and the one game that Play and Analyze share.

import * as address from "./address.js";
import { Analyze } from "./analyze.js";
import { Learn } from "./learn.js";
import { Play } from "./play.js";
import { Server } from "./server.js";
import { Table } from "./table.js";
import { language, speak, t, translate } from "./words.js";

const TABS = { play: Play, analyze: Analyze, learn: Learn };
const THEMES = ["auto", "light", "dark"];

const main = document.getElementById("main");
const server = new Server();
const table = new Table(server);
let panel = null;
let hello = null;

server.addEventListener("open", async () => {
  document.getElementById("connection").textContent = "";
  const first = hello === null;
  hello = await server.ask({ do: "hello" });
  if (first) await start();
  else panel?.resume?.();
});

server.addEventListener("lost", () => {
  document.getElementById("connection").textContent = t("connection.lost");
});

async function start() {
  const { fields } = address.read();
  try {
    await table.open(place(fields));
  } catch (error) {
    document.getElementById("connection").textContent = error.message;
    await table.open(place({}));
  }
  show();
}

// The game that an address describes.
function place({ game, position, moves }) {
  return {
    game: game || "tic-tac-toe",
    position: position || null,
    moves: moves ? moves.split(" ").filter(Boolean) : [],
  };
}

function show() {
  const { tab, fields } = address.read();
  const name = TABS[tab] ? tab : "play";
  panel?.leave();
  for (const link of document.querySelectorAll(".tabs a")) {
    if (link.dataset.tab === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `secateur – ${t(`tab.${name}`)}`;
  panel = new TABS[name]({ server, table, hello, fields, go });
  main.replaceChildren(panel.element);
}

// Opens a game in the tab that is shown, which goes on where that fails.
async function go(place, fields) {
  panel.leave();
  try {
    await table.open(place);
  } catch (error) {
    panel.follow();
    throw error;
  }
  const { tab } = address.read();
  address.write(tab, { ...fields, ...place, moves: place.moves.join(" ") });
  show();
}

addEventListener("hashchange", async () => {
  if (hello === null) return;
  const { fields } = address.read();
  speak(fields.lang);
  dress();
  const wanted = place(fields);
  const now = table.place;
  const same = !fields.game || (wanted.game === now.game && wanted.position === now.position
    && wanted.moves.join() === now.moves.join());
  panel?.leave();
  if (!same) await table.open(wanted).catch(() => {});
  show();
});

// Language and theme.

function dress() {
  document.documentElement.lang = language();
  translate();
  const other = language() === "en" ? "fr" : "en";
  const switcher = document.getElementById("language");
  switcher.textContent = t("language.other");
  switcher.lang = other;
  const theme = localStorage.getItem("theme") ?? "auto";
  document.documentElement.dataset.theme = theme;
  document.getElementById("theme").textContent = t(`theme.${theme}`);
  document.getElementById("theme").setAttribute("aria-label", t("theme.label", { theme: t(`theme.${theme}`) }));
}

document.getElementById("language").addEventListener("click", () => {
  speak(language() === "en" ? "fr" : "en", true);
  panel?.keep(); // the panel is built anew from its address
  dress();
  if (hello !== null) show();
});

document.getElementById("theme").addEventListener("click", () => {
  const theme = localStorage.getItem("theme") ?? "auto";
  localStorage.setItem("theme", THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]);
  dress();
});

speak(address.read().fields.lang);
dress();
server.connect();
