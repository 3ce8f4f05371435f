// One saved game as a row of the list.

import { iconButton, make } from "../dom.js";
import { gameNamed } from "../games/games.js";
import { attempt } from "../notices.js";
import { addressOf, goToAddress } from "../routes.js";
import { api } from "../server/api.js";
import { formatCount, formatDate, text } from "../text.js";
import { copyText } from "./files.js";
import { openExport, openFacts } from "./game_dialogs.js";
import { deleteGames } from "./selection.js";

/** The row of a game; `list` says {chosen, changed(), reload()}. */
export function gameRow(game, list) {
  const names = namesOf(game);
  const playing = game.state === "playing";
  const open = addressOf(playing ? "play" : "analyse", playing ? [game.id] : ["game", game.id]);
  const { resultText, tag } = gameNamed(game.game);
  const result = playing ? make("span", { class: "tag live" }, text("games.playing")) : resultText.call(gameNamed(game.game), game);
  const kind = tag.call(gameNamed(game.game), game.size);
  return make(
    "tr",
    { "data-game": game.id },
    make("td", { class: "select-cell" }, selector(game, names, list)),
    make(
      "th",
      { scope: "row" },
      make("a", { href: open }, names),
      kind ? make("span", { class: "tag game-tag" }, kind) : null,
      game.mine && game[game.mine] ? make("span", { class: "tag mine-tag" }, `${text(`color.${game.mine}`)}: ${text("shelf.mine")}`) : null,
      marks(game),
    ),
    make("td", {}, result),
    make("td", {}, game.event ?? ""),
    make("td", {}, formatDate(game.date || (game.created ?? "").slice(0, 10))),
    make("td", { class: "number" }, formatCount(game.moves)),
    make("td", {}, actions(game, names, list)),
  );
}

export const namesOf = (game) => `${game.black || text("color.black")} – ${game.white || text("color.white")}`;

function selector(game, names, list) {
  const box = make("input", { type: "checkbox", "aria-label": text("shelf.select", { game: names }), checked: list.chosen.has(game.id) });
  box.addEventListener("change", () => {
    if (box.checked) list.chosen.add(game.id);
    else list.chosen.delete(game.id);
    list.changed();
  });
  return box;
}

/** The folder and the tags of a game. */
function marks(game) {
  const found = [game.folder, ...(game.tags ?? [])].filter(Boolean);
  return found.length ? make("span", { class: "game-marks" }, found.map((name) => make("span", { class: "tag" }, name))) : null;
}

function actions(game, names, list) {
  const label = (key) => text(key, { game: names });
  const { formats, views } = gameNamed(game.game);
  return make(
    "div",
    { class: "row tight" },
    iconButton("eye", label("games.analyse"), () => goToAddress("analyse", ["game", game.id])),
    views.includes("review") ? iconButton("review", label("games.review"), () => review(game)) : null,
    iconButton("edit", label("shelf.edit"), () => openFacts(game, list.reload)),
    iconButton("paste", label("shelf.copy"), () => copyMoves(game)),
    iconButton("download", label("shelf.exportOne"), () => openExport({ games: [game.id] }, formats)),
    iconButton("trash", label("games.delete"), () => deleteGames([game.id], list.reload)),
  );
}

async function review(game) {
  const answer = await attempt(() => api.reviewGame(game.id));
  if (answer) goToAddress("review", [answer.reviews[0].id]);
}

async function copyMoves(game) {
  const found = await attempt(() => api.game(game.id));
  if (found) await copyText(found.path, text("shelf.copied"));
}
