// The server's sentences in the reader's language. It writes them in English; the group "said" of the texts has their patterns,
// whose {names} stand for what is read out of a sentence and put into the other language's. What fits no pattern stays as it is.

import { english, language, localNumber, text } from "./text.js";

const PART_END = "; ";

/** A sentence of the server, or several parts with semicolons between them, with or without a full stop. */
export function said(sentence) {
  if (language === "en" || !sentence) return sentence;
  const isWhole = sentence.endsWith(".");
  const parts = (isWhole ? sentence.slice(0, -1) : sentence).split(PART_END).map((part) => translated(part) ?? part);
  const joined = parts.join(text("said.joint"));
  return isWhole ? text("said.whole", { sentence: joined }) : joined;
}

let known = null;

function translated(words) {
  known ??= patternsOf(english("said"));
  for (const { key, pattern } of known) {
    const found = pattern.exec(words);
    if (found) return text(`said.${key}`, Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, valueOf(value)])));
  }
  return null;
}

/** A value in a sentence: a number, a share, words that have a pattern themselves, or several joined by "and". */
function valueOf(words) {
  const share = /^(\d+) %$/.exec(words);
  if (share) return text("common.percent", { number: share[1] });
  if (/^[+-]?\d+(\.\d+)?$/.test(words)) return localNumber(words);
  const parts = words.split(" and ");
  return parts.map((part) => translated(part) ?? part).join(text("said.and"));
}

/** The sentences with the most words of their own come first, so that none is taken for another. */
function patternsOf(group) {
  const entries = Object.entries(group).filter(([key]) => !["joint", "and", "whole"].includes(key));
  const patterns = entries.map(([key, words]) => ({ key, pattern: patternOf(words), own: words.replace(/\{\w+\}/g, "").length }));
  return patterns.sort((one, other) => other.own - one.own);
}

const patternOf = (words) =>
  new RegExp(`^${words.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+?)")}$`);
