// What the page says, in English and in French.

import { ENGLISH } from "./words_en.js";
import { FRENCH } from "./words_fr.js";

const LANGUAGES = { en: ENGLISH, fr: FRENCH };
let spoken = localStorage.getItem("language") ?? (navigator.language.startsWith("fr") ? "fr" : "en");

export function language() {
  return spoken;
}

// The reader's choice is kept for the next visit; the language of a link is not.
export function speak(name, keep = false) {
  if (!LANGUAGES[name]) return;
  spoken = name;
  if (keep) localStorage.setItem("language", name);
}

// The words of a key, with {values} put in; `otherwise` names the key to take where there is none.
export function t(key, values = {}, otherwise = key) {
  const text = LANGUAGES[spoken][key] ?? (otherwise === null ? null : LANGUAGES[spoken][otherwise] ?? otherwise);
  return text?.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "") ?? null;
}

// The words that stand in the page itself.
export function translate() {
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
}
