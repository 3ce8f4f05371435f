// What was drilled today, counted in this browser.

const PLACE = "kibitz.today";

const today = () => new Date().toLocaleDateString("sv"); // such as 2026-11-19, of the reader's own day

/** How many answers were given today, by the kind of drill. */
export function doneToday() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE));
    return kept?.day === today() ? kept.done : {};
  } catch {
    return {}; // a damaged entry is worth no more than none
  }
}

/** One more answer of a kind. */
export function countToday(kind) {
  const done = doneToday();
  localStorage.setItem(PLACE, JSON.stringify({ day: today(), done: { ...done, [kind]: (done[kind] ?? 0) + 1 } }));
}
