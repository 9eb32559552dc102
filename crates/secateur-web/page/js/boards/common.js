// What boards say about a cell or an action.

import { t } from "../words.js";
import { tiny, tone, words } from "../values.js";

// The note in the corner of a cell that an action leads to.
export function note(view, action) {
  const variation = view.worth?.get(action);
  if (!variation) return {};
  return { note: tiny(variation), tone: tone(variation) };
}

// The same for those who listen.
export function worth(view, action) {
  const variation = view.worth?.get(action);
  const hint = view.hint === action ? `, ${t("board.hinted")}` : "";
  return `${variation ? `, ${words(variation)}` : ""}${hint}`;
}

// Classes of a cell that an action leads to.
export function marks(view, action) {
  const best = view.best === action && view.worth?.size ? "best" : "";
  return `${view.open ? "free" : ""} ${view.hint === action ? "hint" : ""} ${best}`;
}
