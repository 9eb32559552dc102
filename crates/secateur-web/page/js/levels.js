// How strong the engine plays. The server's levels 1 to 9 look so many plies ahead, 10 as far as two
// seconds allow; the lowest ones here also take a move by lot now and then.

export const LEVELS = [
  { level: 1, mistakes: 40 },
  { level: 1, mistakes: 15 },
  { level: 2, mistakes: 8 },
  { level: 3 },
  { level: 4 },
  { level: 5 },
  { level: 6 },
  { level: 7 },
  { level: 9 },
  { level: 10 },
];

export const DEFAULT_LEVEL = 5;

export function effort(level) {
  return LEVELS[Math.min(Math.max(level, 1), LEVELS.length) - 1];
}
