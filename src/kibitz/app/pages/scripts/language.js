// The reader's language: the one chosen in the settings, else the first of the browser's languages that Kibitz speaks.

import { settings } from "./settings.js";

export const LANGUAGES = { en: "English", fr: "Français", ja: "日本語", zh: "中文" };
const FALLBACK = "en";

/** Chinese is written with simplified characters, which a browser must know to choose its font. */
const TAGS = { zh: "zh-Hans" };

const primary = (tag) => tag.split("-")[0].toLowerCase();
const wanted = settings.get("language") in LANGUAGES ? [settings.get("language")] : [];
const known = [...wanted, ...(navigator.languages ?? [])].map(primary).filter((name) => name in LANGUAGES);

export const language = known[0] ?? FALLBACK;

/** What numbers and dates follow: the browser's own tag where it is of this language, such as "fr-CH". */
export const locale = navigator.languages?.find((tag) => primary(tag) === language) ?? language;

/** The tag of a language for the attribute "lang". */
export const tagOf = (name) => TAGS[name] ?? name;

/** Say which language the page is in, to screen readers and to the choice of fonts. */
export function markLanguage() {
  document.documentElement.lang = tagOf(language);
}
