// What is on the analysis board, kept for this tab: a draft of each game, and which game it was last.

const DRAFT = "kibitz.analysis.draft."; // and the name of its game
const LATEST = "kibitz.analysis.game";

/** Keep a session, with where it was saved. */
export function keepDraft(session, saved) {
  const { name } = session.tree.game;
  sessionStorage.setItem(DRAFT + name, JSON.stringify({ ...session.toData(), saved }));
  sessionStorage.setItem(LATEST, name);
}

/** What was kept of a game, null if nothing was. */
export function draftOf(name) {
  const kept = sessionStorage.getItem(DRAFT + name);
  return kept ? JSON.parse(kept) : null;
}

/** The name of the game that was kept last, null if there is none. */
export const latestGame = () => sessionStorage.getItem(LATEST);
