// The texts of the page, in the reader's language where it is known. All words are in texts/*.js, and those that a game adds are in its
// own texts.js; no other module has any.

import { en } from "../texts/en.js";

const LANGUAGES = { en };
const language = navigator.language?.slice(0, 2) in LANGUAGES ? navigator.language.slice(0, 2) : "en";
const words = structuredClone(LANGUAGES[language]);

/** Add the words of a game, by language, to those of the pages: they have the same shape. */
export function addTexts(byLanguage) {
  join(words, byLanguage[language] ?? byLanguage.en);
}

function join(known, more) {
  for (const [name, value] of Object.entries(more)) {
    if (typeof value === "object" && name in known) join(known[name], value);
    else known[name] = value;
  }
}

/** The text of a key such as "board.legal", with {names} filled in; throws for an unknown key. */
export function text(key, values = {}) {
  const found = key.split(".").reduce((level, name) => level?.[name], words);
  if (typeof found !== "string") throw new Error(`no text is called ${key}`);
  return found.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** The text of a count: the key's "one" or "many". */
export function countText(key, count, values = {}) {
  return text(`${key}.${count === 1 ? "one" : "many"}`, { count: formatCount(count), ...values });
}

const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const plain = new Intl.NumberFormat();

export const formatCount = (count) => plain.format(count);
export const formatShortCount = (count) => compact.format(count);

/** What is shown where a number is not known: an answer that came late or knows no score must not break a page. */
const UNKNOWN = "–";

const isUnknown = (number) => number === null || number === undefined || Number.isNaN(number);

/** A share as a percentage: "31 %", "<1 %"; a dash where it is not known, as in all functions below. */
export function formatShare(share, digits = 0) {
  if (isUnknown(share)) return UNKNOWN;
  if (share > 0 && share < 0.005 && digits === 0) return "<1\u00a0%";
  return `${(100 * share).toFixed(digits)}\u00a0%`;
}

/** A number of points, with halves where there are any: "6.5", "7". */
export const formatPoints = (points) => (isUnknown(points) ? UNKNOWN : String(Number(points.toFixed(1))));

/** A loss in discs, whole or with one decimal; so many decimals if they are given. */
export function formatLoss(loss, digits = Number.isInteger(loss) ? 0 : 1) {
  return isUnknown(loss) ? UNKNOWN : loss.toFixed(digits);
}

/** A number of discs with its sign: "+4", "−2.5", "0"; whole numbers for exact scores. */
export function formatDiscs(discs, digits = 0) {
  if (isUnknown(discs)) return UNKNOWN;
  const rounded = Number(discs.toFixed(digits));
  const size = Math.abs(rounded).toFixed(digits);
  return rounded === 0 ? (0).toFixed(digits) : `${rounded > 0 ? "+" : "−"}${size}`;
}
