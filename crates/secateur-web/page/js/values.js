// A value in words and in colour. Values are for the side to move.

import { t } from "./words.js";

// Short, for boards and tables: +3, win in 5, ≥ 2.
export function short({ value, certainty, plies_to_end: plies }) {
  const sign = { lower: "≥ ", upper: "≤ ", estimate: "≈ " }[certainty] ?? "";
  if (plies !== null) return `${sign}${t(value > 0 ? "value.win" : "value.loss", { plies })}`;
  return `${sign}${number(value)}`;
}

// Shorter still, for a cell: W5, L4, +3.
export function tiny({ value, certainty, plies_to_end: plies }) {
  if (plies !== null) return t(value > 0 ? "value.w" : "value.l", { plies });
  if (value === 0 && certainty === "exact") return "=";
  return compact(value);
}

export function words(variation) {
  const { value, certainty, plies_to_end: plies } = variation;
  const what = plies !== null
    ? t(value > 0 ? "value.win" : "value.loss", { plies })
    : t("value.number", { value: number(value) });
  return `${what}, ${t(`certainty.${certainty}`)}`;
}

// good, even or bad, for the side to move.
export function tone({ value }) {
  return value > 0 ? "good" : value < 0 ? "bad" : "even";
}

// For a graph: wins and losses beyond all plain values, the sooner the farther.
export function height({ value, plies_to_end: plies }, plain) {
  return plies === null ? value : Math.sign(value) * (plain * 1.15 + 0.001);
}

function number(value) {
  return value > 0 ? `+${value.toLocaleString(t("locale"))}` : value.toLocaleString(t("locale")).replace("-", "−");
}

function compact(value) {
  const size = Math.abs(value);
  const text = size >= 1e6 ? `${Math.round(size / 1e5) / 10}M` : size >= 1e4 ? `${Math.round(size / 1e3)}k` : String(size);
  return value > 0 ? `+${text}` : value < 0 ? `−${text}` : "0";
}
