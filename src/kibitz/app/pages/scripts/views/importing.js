// Whatever is pasted, typed or dropped becomes games: the server recognises the format.

import { button, field, make } from "../dom.js";
import { openDialog } from "../dialogs.js";
import { treeOfRecord } from "../game/saving.js";
import { DEFAULT_GAME, gameNamed } from "../games/games.js";
import { attempt, notify } from "../notices.js";
import { goToAddress } from "../routes.js";
import { said } from "../said.js";
import { api } from "../server/api.js";
import { chosenFiles, droppedFiles } from "../imports/dropped.js";
import { countsOf, imports } from "../imports/imports.js";
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
    field(text("importing.paste"), words, text("importing.copied")),
    field(text("importing.file"), file),
    make(
      "div",
      { class: "row" },
      button(text("importing.open"), () => open(), { class: "primary" }),
      button(text("importing.centre"), () => openCentre()),
    ),
  ]);
  const open = async () => {
    const done = file.files.length ? await importFiles(app, chosenFiles(file.files)) : await importText(app, words.value);
    if (done) dialog.close();
  };
  const openCentre = () => {
    dialog.close();
    goToAddress("import");
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
    notify(said(answer.skipped[0]) ?? text("importing.nothing"), "trouble");
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
        button(text("importing.saveAll"), () => saveAll(app, dialog, file), { class: "primary" }),
        isReviewed ? button(text("importing.reviewAll"), () => reviewAll(dialog, file)) : null,
      ),
    ],
    { wide: true },
  );
}

/** Save all games of a file; the page may be used meanwhile. */
async function saveAll(app, dialog, { name, bytes }) {
  dialog.close();
  const settings = { target: "games", game: app.game.name, name };
  const job = await attempt(() => imports.complete([{ path: name, file: new Blob([bytes]) }], settings));
  if (!job) return;
  notify(said(job.error) || countsOf(job), job.error ? "trouble" : "note");
  if (job.taken) goToAddress("games");
}

async function reviewAll(dialog, { name, bytes }) {
  const answer = await attempt(() => api.reviewFile(name, bytes));
  if (!answer) return;
  dialog.close();
  if (answer.left_out) notify(countText("importing.leftOut", answer.left_out));
  goToAddress("review");
}

/** Open or import the games of files, [{path, file}]: one text is opened, many or binary ones go to the import page. */
export async function importFiles(app, files) {
  const [{ path, file }] = files;
  if (files.length === 1 && file.size < LARGEST_TEXT && !BINARY_FILE.test(path))
    return openBytes(app, { name: path, bytes: await file.arrayBuffer() });
  goToAddress("import");
  app.views.import.take(files);
  return true;
}

/** Listen for paste and drop anywhere on the page. */
export function listenForPaste(app) {
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea, dialog")) return;
    const words = event.clipboardData?.getData("text") ?? "";
    if (event.clipboardData?.files.length) app.importFiles(chosenFiles(event.clipboardData.files));
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
    if (event.dataTransfer.files.length) dropFiles(app, event.dataTransfer);
    else importText(app, event.dataTransfer.getData("text"));
  });
}

async function dropFiles(app, transfer) {
  const files = await attempt(() => droppedFiles(transfer));
  if (files?.length) app.importFiles(files);
}
