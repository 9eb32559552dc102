// How a game ended, in a sentence.

import { t } from "./words.js";

export function result({ state, name }, entry) {
  const { value, plies_to_end: plies } = state.value;
  if (entry.sides === 1) return t("result.alone", { value: value.toLocaleString(t("locale")) });
  if (value === 0) return t("result.draw");
  const winner = value > 0 ? "max" : "min";
  const side = t(`side.${winner}.${name}`, {}, `side.${winner}`);
  const by = Math.abs(value).toLocaleString(t("locale"));
  return plies === null ? t(`result.by.${name}`, { side, value: by }, "result.by") : t("result.win", { side });
}
