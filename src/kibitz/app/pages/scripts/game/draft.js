// What is on the analysis board, kept for this tab: a draft of each game, which game it was last, and the trees that another took
// the place of, so that the way back leads to them as they were left.

const DRAFT = "kibitz.analysis.draft."; // and the name of its game
const LATEST = "kibitz.analysis.game";
const LEFT = "kibitz.analysis.left";
const MOST_LEFT = 12;

/** Keep a session, with where it was saved. */
export function keepDraft(session, saved) {
  const { name } = session.tree.game;
  store(DRAFT + name, { ...session.toData(), saved });
  sessionStorage.setItem(LATEST, name);
}

/** What was kept of a game, null if nothing was. */
export function draftOf(name) {
  return read(DRAFT + name);
}

/** The name of the game that was kept last, null if there is none. */
export const latestGame = () => sessionStorage.getItem(LATEST);

/** Keep a session that another will take the place of, by its address. */
export function keepLeft(address, session, saved) {
  const others = (read(LEFT) ?? []).filter((entry) => entry.address !== address);
  store(LEFT, [...others, { address, ...session.toData(), saved }].slice(-MOST_LEFT));
}

/** What was left at an address, null if nothing was; it is not kept any longer, as it is on the board again. */
export function takeLeft(address) {
  const all = read(LEFT) ?? [];
  const found = all.find((entry) => entry.address === address);
  if (found) store(LEFT, all.filter((entry) => entry !== found));
  return found ?? null;
}

function read(place) {
  const kept = sessionStorage.getItem(place);
  return kept ? JSON.parse(kept) : null;
}

/** Store plain data; where the browser has no room, what was left before makes some, and else nothing is kept. */
function store(place, data) {
  const words = JSON.stringify(data);
  for (const isLastTry of [false, true]) {
    try {
      return sessionStorage.setItem(place, words);
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
      sessionStorage.removeItem(isLastTry ? place : LEFT);
    }
  }
  return undefined;
}
