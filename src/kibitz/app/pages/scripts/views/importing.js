// Whatever is pasted, typed or dropped becomes games: the server recognises the format.

import { button, field, make } from "../dom.js";
import { openDialog } from "../dialogs.js";
import { treeOfRecord } from "../game/saving.js";
import { DEFAULT_GAME, gameNamed } from "../games/games.js";
import { attempt, notify } from "../notices.js";
import { goToAddress } from "../routes.js";
import { api } from "../server/api.js";
import { countText, text } from "../text.js";

const LARGEST_TEXT = 900_000;
const BINARY_FILE = /\.(wtb|wth|jou|trn|zip)$/i;

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
export async function importText(app, words) {
  const answer = await attempt(() => api.parse(words));
  if (!answer) return false;
  if (!answer.games.length) {
    notify(answer.skipped[0] ?? text("importing.nothing"), "trouble");
    return false;
  }
  if (answer.games.length === 1) showRecord(app, answer.games[0], answer.format);
  else chooseRecord(app, answer, words);
  return true;
}

/** Show one record in the analysis. */
export function showRecord(app, record, format = "") {
  const tree = treeOfRecord(record);
  const view = app.views.analyse;
  view.saved = null;
  goToAddress("analyse");
  view.load(tree, record.moves.length ? tree.root.mainLine().at(-1) : tree.root);
  if (format) notify(text("importing.opened", { format }));
}

function chooseRecord(app, answer, words) {
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
      make("ul", { class: "choice-list" }, rows),
      make(
        "div",
        { class: "row" },
        button(text("importing.saveAll"), () => saveAll(dialog, words), { class: "primary" }),
        isReviewed ? button(text("importing.reviewAll"), () => reviewAll(dialog, words)) : null,
      ),
    ],
    { wide: true },
  );
}

async function saveAll(dialog, words) {
  const answer = await attempt(() => api.importGames("pasted.txt", new TextEncoder().encode(words)));
  if (!answer) return;
  dialog.close();
  notify(savedText(answer.games.length, answer.left_out));
  goToAddress("games");
}

/** How many games were saved, and how many of the file were not. */
const savedText = (games, leftOut) =>
  [countText("importing.saved", games), leftOut ? countText("importing.leftOut", leftOut) : ""].filter(Boolean).join(" ");

async function reviewAll(dialog, words) {
  const answer = await attempt(() => api.reviewText(words));
  if (!answer) return;
  dialog.close();
  if (answer.left_out) notify(countText("importing.leftOut", answer.left_out));
  goToAddress("review");
}

/** Open or save the games of files: one text is opened, many or binary ones are saved. */
export async function importFiles(app, files) {
  const [first] = files;
  if (files.length === 1 && first.size < LARGEST_TEXT && !BINARY_FILE.test(first.name))
    return importText(app, await first.text());
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
