// The whole state of the page in its address, behind the #: `#play?game=connect-four&moves=4+4`.

export function read() {
  const [tab, query = ""] = location.hash.slice(1).split("?");
  return { tab: tab || "play", fields: Object.fromEntries(new URLSearchParams(query)) };
}

// Writes without a step in the browser's history.
export function write(tab, fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const query = new URLSearchParams(given).toString();
  const hash = `#${tab}${query ? `?${query}` : ""}`;
  if (hash !== location.hash) history.replaceState(null, "", hash);
}

export async function copy() {
  try {
    await navigator.clipboard.writeText(location.href);
    return true;
  } catch {
    return false;
  }
}
