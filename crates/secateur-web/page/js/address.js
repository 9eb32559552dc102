// The whole state of the page in its address, behind the #: `#play?game=connect-four&moves=4+4&lang=en`.

import { language } from "./words.js";

let known = location.hash;

export function read() {
  known = location.hash;
  const [tab, query = ""] = location.hash.slice(1).split("?");
  return { tab: tab || "play", fields: Object.fromEntries(new URLSearchParams(query)) };
}

// Writes without a step in the browser's history; not over a place that the reader has gone to just now.
export function write(tab, fields) {
  if (location.hash !== known) return;
  const given = Object.entries({ ...fields, lang: language() }).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const query = new URLSearchParams(given).toString();
  const hash = `#${tab}${query ? `?${query}` : ""}`;
  if (hash !== known) history.replaceState(null, "", hash);
  known = location.hash;
}

export async function copy() {
  try {
    await navigator.clipboard.writeText(location.href);
    return true;
  } catch {
    return false;
  }
}
