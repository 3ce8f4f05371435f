// Files and texts for the reader to take along.

import { make } from "../dom.js";
import { attempt, notify } from "../notices.js";
import { text } from "../text.js";

/** Let the browser save a file, {name, blob}. */
export function saveFile({ name, blob }) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Put a text on the clipboard and say so. */
export async function copyText(words, said = text("exporting.copied")) {
  const done = await attempt(async () => {
    await navigator.clipboard.writeText(words);
    return true;
  });
  if (done) notify(said);
}
