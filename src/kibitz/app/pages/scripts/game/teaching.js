// A teaching game: how large a mistake is taken back, and how often yet. Kept in this browser, by the ids of games.

const PLACE = "kibitz.teaching";
const MOST_GAMES = 50;

/** The wishes of a game: {size, left}, `left` null for as often as one likes; null if nothing is taken back in it. */
export function teachingOf(id) {
  return read()[id] ?? null;
}

/** Take mistakes of a size back in a game, so many times. */
export function teach(id, wishes) {
  if (wishes) write(id, { size: wishes.size, left: wishes.times });
}

/** A mistake was taken back. */
export function tookBack(id) {
  const { size, left } = teachingOf(id);
  write(id, { size, left: left === null ? null : left - 1 });
}

/** Whether another mistake would be taken back. */
export function watches(id) {
  const wishes = teachingOf(id);
  return wishes !== null && wishes.left !== 0;
}

function write(id, wishes) {
  const { [id]: _, ...others } = read();
  const kept = Object.entries({ ...others, [id]: wishes }).slice(-MOST_GAMES);
  localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(kept)));
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(PLACE)) ?? {};
  } catch {
    return {}; // a damaged entry is worth no more than none
  }
}
