// Whatever is pasted, typed or dropped becomes games: the server recognises the format.

import { button, field, make } from "../dom.js";
import { openDialog } from "../dialogs.js";
import { treeOfRecord } from "../game/saving.js";
import { DEFAULT_GAME, gameNamed } from "../games/games.js";
import { attempt, notify } from "../notices.js";
import { goToAddress } from "../routes.js";
import { api } from "../server/api.js";
import { countText, formatCount, text } from "../text.js";

const LARGEST_TEXT = 900_000;
const BINARY_FILE = /\.(wtb|wth|jou|trn|zip)$/i;
const NAMES_ENCODING = /\bCA\s*\[/; // as SGF does
const BYTE_ORDER_MARK = "\ufeff";

/** The dialog for pasting and choosing files. */
export function openImport(app) {
  const words = make("textarea", { rows: 8, class: "code", spellcheck: "false", placeholder: text("importing.example") });
  const file = make("input", { type: "file", multiple: true });
  const dialog = openDialog(text("importing.title"), [
    field(text("importing.paste"), words),
    field(text("importing.file"), file),
    make(
      "div",
      { class: "row" },
      button(text("importing.open"), () => open(), { class: "primary" }),
    ),
  ]);
  const open = async () => {
    const done = file.files.length ? await importFiles(app, file.files) : await importText(app, words.value);
    if (done) dialog.close();
  };
  file.addEventListener("change", open);
  words.focus();
}

/** Open the games of a text; true if there were any. */
export function importText(app, words) {
  return openBytes(app, { name: text("importing.pasted"), bytes: bytesOf(words) });
}

/** A text as a file: it is no longer in the encoding that it may name, which a byte order mark says. */
export function bytesOf(words) {
  return new TextEncoder().encode(NAMES_ENCODING.test(words) ? BYTE_ORDER_MARK + words : words);
}

/** Open the games of a file, {name, bytes}: the server reads the bytes, as it knows in which encoding they are. */
async function openBytes(app, file) {
  const answer = await attempt(() => api.parseFile(file.name, file.bytes));
  if (!answer) return false;
  if (!answer.games.length) {
    notify(answer.skipped[0] ?? text("importing.nothing"), "trouble");
    return false;
  }
  if (answer.games.length === 1) showRecord(app, answer.games[0], answer.format);
  else chooseRecord(app, answer, file);
  return true;
}

/** Show one record in the analysis, at its end or where `place` finds a node of its tree. */
export function showRecord(app, record, format = "", place = (tree) => tree.root.mainLine().at(-1)) {
  const tree = treeOfRecord(record);
  goToAddress("analyse");
  app.views.analyse.load(tree, place(tree));
  if (format) notify(text("importing.opened", { format }));
}

function chooseRecord(app, answer, file) {
  const rows = answer.games.map((record) => {
    const open = () => {
      dialog.close();
      showRecord(app, record, answer.format);
    };
    const title = `${record.black || text("color.black")} – ${record.white || text("color.white")}`;
    const { name } = gameNamed(record.game);
    const detail = [name === DEFAULT_GAME.name ? "" : text(`games.${name}`), record.event, record.date, record.black_score === null ? "" : record.black_score]
      .filter((part) => part !== "" && part !== null)
      .join(" · ");
    return make("li", {}, button(title, open, { class: "list-button" }), make("span", { class: "quiet" }, detail));
  });
  const isReviewed = gameNamed(answer.games[0].game).views.includes("review");
  const dialog = openDialog(
    countText("importing.found", answer.games.length + answer.left_out, { format: answer.format }),
    [
      answer.left_out ? make("p", { class: "quiet" }, text("importing.listed", { count: formatCount(rows.length) })) : "",
      make("ul", { class: "choice-list" }, rows),
      make(
        "div",
        { class: "row" },
        button(text("importing.saveAll"), () => saveAll(dialog, file), { class: "primary" }),
        isReviewed ? button(text("importing.reviewAll"), () => reviewAll(dialog, file)) : null,
      ),
    ],
    { wide: true },
  );
}

async function saveAll(dialog, { name, bytes }) {
  const answer = await attempt(() => api.importGames(name, bytes));
  if (!answer) return;
  dialog.close();
  notify(savedText(answer.games.length, answer.left_out));
  goToAddress("games");
}

/** How many games were saved, and how many of the file were not. */
const savedText = (games, leftOut) =>
  [countText("importing.saved", games), leftOut ? countText("importing.leftOut", leftOut) : ""].filter(Boolean).join(" ");

async function reviewAll(dialog, { name, bytes }) {
  const answer = await attempt(() => api.reviewFile(name, bytes));
  if (!answer) return;
  dialog.close();
  if (answer.left_out) notify(countText("importing.leftOut", answer.left_out));
  goToAddress("review");
}

/** Open or save the games of files: one text is opened, many or binary ones are saved. */
export async function importFiles(app, files) {
  const [first] = files;
  if (files.length === 1 && first.size < LARGEST_TEXT && !BINARY_FILE.test(first.name))
    return openBytes(app, { name: first.name, bytes: await first.arrayBuffer() });
  let games = 0;
  let leftOut = 0;
  for (const file of files) {
    notify(text("importing.reading", { name: file.name }));
    const answer = await attempt(async () => api.importGames(file.name, await file.arrayBuffer()));
    games += answer?.games.length ?? 0;
    leftOut += answer?.left_out ?? 0;
  }
  notify(savedText(games, leftOut));
  if (games) goToAddress("games");
  return games > 0;
}

/** Listen for paste and drop anywhere on the page. */
export function listenForPaste(app) {
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea, dialog")) return;
    const words = event.clipboardData?.getData("text") ?? "";
    if (event.clipboardData?.files.length) app.importFiles(event.clipboardData.files);
    else if (words.trim()) importText(app, words);
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    if (event.dataTransfer.files.length) app.importFiles(event.dataTransfer.files);
    else importText(app, event.dataTransfer.getData("text"));
  });
}
