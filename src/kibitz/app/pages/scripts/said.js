// The server's sentences in the reader's language. It writes them in English; the groups "said" and "refusals" of the texts have their
// patterns, whose {names} stand for what is read out of a sentence and put into the other language's. What fits no pattern stays as it is.

import { english, formatCount, language, localNumber, text } from "./text.js";

const PART_END = "; ";
const GROUPS = ["said", "refusals"];
const NO_SENTENCES = ["joint", "and", "whole"]; // of the group "said"
const ONE_WORD = ["number", "place", "move", "point", "side", "first", "last"];

/** A sentence of the server, or several parts with semicolons between them, with or without a full stop. */
export function said(sentence) {
  if (language === "en" || !sentence) return sentence;
  const isWhole = sentence.endsWith(".");
  const words = isWhole ? sentence.slice(0, -1) : sentence;
  const joined = translated(words) ?? words.split(PART_END).map((part) => translated(part) ?? part).join(text("said.joint"));
  return isWhole ? text("said.whole", { sentence: joined }) : joined;
}

/** Why the server refuses something, {error, code, facts}: by its code where the texts have that, else by its sentence. */
export function refusal({ error, code, facts = {} }) {
  if (language === "en" || !(code in english("refusals"))) return said(error);
  return filled(`refusals.${code}`, facts);
}

let known = null;

function translated(words) {
  known ??= patternsOf(GROUPS);
  for (const { key, pattern } of known) {
    const found = pattern.exec(words);
    if (found) return filled(key, found.groups ?? {});
  }
  return null;
}

const filled = (key, facts) => text(key, Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, valueOf(value)])));

/** A value in a sentence: a number, a share, words that have a pattern themselves, or several joined by "and". */
function valueOf(words) {
  const share = /^(\d+) ?%$/.exec(words);
  if (share) return text("common.percent", { number: share[1] });
  if (/^\d{1,3}(,\d{3})+$/.test(words)) return formatCount(Number(words.replaceAll(",", "")));
  if (/^[+-]?\d+(\.\d+)?$/.test(words)) return localNumber(words);
  const whole = translated(words);
  if (whole !== null) return whole;
  const parts = words.split(" and ");
  const known = parts.map(translated);
  return known.some(Boolean) ? known.map((part, place) => part ?? parts[place]).join(text("said.and")) : words;
}

/** The sentences with the most words of their own come first, so that none is taken for another. */
function patternsOf(groups) {
  const entries = groups.flatMap((group) => Object.entries(english(group)).map(([name, words]) => [`${group}.${name}`, words]));
  const sentences = entries.filter(([key]) => !NO_SENTENCES.some((name) => key === `said.${name}`));
  const patterns = sentences.map(([key, words]) => ({ key, pattern: patternOf(words), own: words.replace(/\{\w+\}/g, "").length }));
  return patterns.sort((one, other) => other.own - one.own);
}

const patternOf = (words) => new RegExp(`^${words.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, groupOf)}$`, "s");

/** What may stand for a name; the server does the same (app/problems.py). */
const groupOf = (_, name) => `(?<${name}>${ONE_WORD.includes(name) ? "\\S+" : ".+?"})`;
