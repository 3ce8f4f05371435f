// The texts of the page, in the reader's language. All words are in texts/*.js, and those that a game adds are in its own texts.js and
// texts/; no other module has any. What a language lacks is said in English.

import { en } from "../texts/en.js";
import { language, locale } from "./language.js";

export { language };

const ENGLISH = "en";
const words = structuredClone(en);
const englishWords = structuredClone(en);
if (language !== ENGLISH) join(words, (await import(`../texts/${language}.js`))[language]);

/**
 * Add the words of a game to those of the pages, which have the same shape: {en: {…}}, and load() imports the file of another
 * language, which has the same under the language's name.
 */
export async function addTexts(byLanguage, load) {
  join(words, byLanguage[ENGLISH]);
  join(englishWords, byLanguage[ENGLISH]);
  if (language !== ENGLISH) join(words, (await load(language)).TEXTS[language]);
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

/** A group of texts in English, as the server speaks it. */
export const english = (group) => englishWords[group];

/** The word that stands with an icon whose whole label is the text of a key; null if there is none. */
export const shortText = (key) => words.short[key.split(".").at(-1)] ?? null;

/** The text of a count: the key's "one" or "many", as the language counts: 0 is one in French, and Japanese has no singular. */
export function countText(key, count, values = {}) {
  return text(`${key}.${plurals.select(count) === "one" ? "one" : "many"}`, { count: formatCount(count), ...values });
}

const plurals = new Intl.PluralRules(locale);
const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
const plain = new Intl.NumberFormat(locale);

export const formatCount = (count) => plain.format(count);
export const formatShortCount = (count) => compact.format(count);

/** A number with so many decimals and the locale's point. */
const formatDecimals = (number, digits) =>
  number.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });

/** What is shown where a number is not known: an answer that came late or knows no score must not break a page. */
const UNKNOWN = "–";

const isUnknown = (number) => number === null || number === undefined || Number.isNaN(number);

/** A number that was written in English, "+5.4", with the locale's point. */
export const localNumber = (written) => written.replace(".", formatDecimals(0.1, 1)[1]);

/** A share as a percentage: "31 %", "<1 %"; a dash where it is not known, as in all functions below. */
export function formatShare(share, digits = 0) {
  if (isUnknown(share)) return UNKNOWN;
  if (share > 0 && share < 0.005 && digits === 0) return text("common.percent", { number: "<1" });
  return text("common.percent", { number: formatDecimals(100 * share, digits) });
}

/** A number of points, with halves where there are any: "6.5", "7". */
export function formatPoints(points) {
  if (isUnknown(points)) return UNKNOWN;
  const rounded = Number(points.toFixed(1));
  return formatDecimals(rounded, Number.isInteger(rounded) ? 0 : 1);
}

/** A loss in discs, whole or with one decimal; so many decimals if they are given. */
export function formatLoss(loss, digits = Number.isInteger(loss) ? 0 : 1) {
  return isUnknown(loss) ? UNKNOWN : formatDecimals(loss, digits);
}

/** A number of discs with its sign: "+4", "−2.5", "0"; whole numbers for exact scores. */
export function formatDiscs(discs, digits = 0) {
  if (isUnknown(discs)) return UNKNOWN;
  const rounded = Number(discs.toFixed(digits));
  const size = formatDecimals(Math.abs(rounded), digits);
  return rounded === 0 ? size : `${rounded > 0 ? "+" : "−"}${size}`;
}

const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const WHOLE_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A record's date in the reader's way if it is a whole one, "2016-05-07"; else, as "2016" or "May 2016", as it was written. */
export const formatDate = (date) => (WHOLE_DATE.test(date) && !Number.isNaN(Date.parse(date)) ? day.format(new Date(date)) : date);

/** A moment with its time. */
export const formatMoment = (date) => moment.format(date);
