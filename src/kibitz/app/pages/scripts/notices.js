// Short words to the reader: to the eye as a slip at the bottom, to the ear through the live region.

import { make, part } from "./dom.js";

const SECONDS_ON_SHOW = 5;
const KEPT_SENTENCES = 30;

/** Tell those who listen instead of look. */
export function announce(sentence) {
  const log = part("announcer");
  log.append(make("p", {}, sentence));
  while (log.children.length > KEPT_SENTENCES) log.firstElementChild.remove();
}

/** Show a slip for some seconds; `kind` is "note" or "trouble". */
export function notify(sentence, kind = "note") {
  const slip = make("div", { class: `toast ${kind}` }, sentence);
  part("toasts").append(slip);
  setTimeout(() => slip.remove(), 1000 * SECONDS_ON_SHOW);
}

/** Run work and show its error as a slip; returns undefined then. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (error.name !== "AbortError") notify(error.message, "trouble");
    return undefined;
  }
}

/** The bar above the page for what lasts, such as a lost connection; null takes it away. */
export function setBanner(sentence) {
  const banner = part("banner");
  banner.hidden = sentence === null;
  banner.textContent = sentence ?? "";
}
