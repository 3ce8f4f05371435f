// The server's routes as functions; docs/api.md describes what they answer.

import { refusal } from "../said.js";
import { text } from "../text.js";

/** A refusal of the server, with its sentence. `status` is 0 where it did not answer at all. */
export class ServerError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function ask(method, path, options) {
  return readAnswer(await request(method, path, options));
}

/** A file that the server makes, {name, blob}. */
async function download(method, path, options) {
  const response = await request(method, path, options);
  if (!response.ok) return readAnswer(response);
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "kibitz";
  return { name, blob: await response.blob() };
}

function request(method, path, { query = {}, body, raw, signal, headers = {} } = {}) {
  const address = new URL(`api/${path}`, document.baseURI);
  for (const [name, value] of Object.entries(query)) if (value !== "" && value != null) address.searchParams.set(name, value);
  const asked = { method, signal, headers };
  if (raw !== undefined) Object.assign(asked, { body: raw, headers: { ...headers, "Content-Type": "application/octet-stream" } });
  else if (body !== undefined)
    Object.assign(asked, { body: JSON.stringify(body), headers: { ...headers, "Content-Type": "application/json" } });
  return reach(address, asked);
}

async function reach(address, request) {
  try {
    return await fetch(address, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServerError(text("common.unreached"), 0);
  }
}

async function readAnswer(response) {
  const content = await response.text();
  const answer = content.startsWith("{") || content.startsWith("[") ? JSON.parse(content) : content;
  if (!response.ok) throw new ServerError(answer?.error ? refusal(answer) : response.statusText, response.status);
  return answer;
}

const get = (path, query, signal) => ask("GET", path, { query, signal });
const post = (path, body = {}) => ask("POST", path, { body });

export const api = {
  status: () => get("status"),
  parseFile: (name, bytes) => ask("POST", "parse/upload", { query: { name }, raw: bytes }),
  position: (place, signal) => get("position", place, signal),
  count: (place, dead) => get("count", { ...place, dead }),
  openings: () => get("openings"),
  evenOpening: () => get("openings/even"),
  proven: (place, signal) => get("openings/proven", place, signal),

  predictions: (place, rating, signal) => get("predictions", { ...place, rating }, signal),
  ratings: (place, move, signal) => get("predictions/ratings", { ...place, move }, signal),
  attention: (place, signal) => get("predictions/attention", place, signal),
  analysis: (place, seconds, signal) => get("analysis", { ...place, seconds }, signal),

  engines: () => get("engines"),
  keepEngine: (name, engine, key) => ask("PUT", `engines/${name}`, { body: engine, headers: { "X-Kibitz-Key": key } }),
  testEngine: (name) => post(`engines/${name}/test`),
  removeEngine: (name, key) => ask("DELETE", `engines/${name}`, { headers: { "X-Kibitz-Key": key } }),

  players: () => get("players"),
  newGame: (settings) => post("games", settings),
  games: (query) => get(query.folder === "" ? "games?folder=" : "games", query), // an empty folder asks for the games in none
  game: (id, signal) => get(`games/${id}`, {}, signal),
  play: (id, move, version) => post(`games/${id}/moves`, { move, version }),
  takeBack: (id) => post(`games/${id}/takeback`),
  hint: (id) => post(`games/${id}/hint`),
  markDead: (id, dead) => ask("PUT", `games/${id}/dead`, { body: { dead } }),
  resign: (id, side) => post(`games/${id}/resign`, side ? { side } : {}),
  rename: (id, facts) => ask("PATCH", `games/${id}`, { body: facts }),
  comment: (id, path, comment) => ask("PUT", `games/${id}/comments`, { body: { path, comment } }),
  keepVariation: (id, path) => post(`games/${id}/variations`, { path }),
  dropVariation: (id, path) => ask("DELETE", `games/${id}/variations`, { query: { path } }),
  deleteGame: (id) => ask("DELETE", `games/${id}`),
  importGames: (name, bytes) => ask("POST", "games/import", { query: { name }, raw: bytes }),

  imports: () => get("imports"),
  newImport: (settings) => post("imports", settings),
  oneImport: (id, signal) => get(`imports/${id}`, {}, signal),
  sendPiece: (id, name, at, raw, signal) => ask("POST", `imports/${id}/pieces`, { query: { name, at: String(at) }, raw, signal }),
  startImport: (id) => post(`imports/${id}/start`),
  cancelImport: (id) => post(`imports/${id}/cancel`),
  gamesOfImport: (id) => get(`imports/${id}/games`),
  forgetImport: (id) => ask("DELETE", `imports/${id}`),
  names: () => get("names"),
  keepNames: (names) => ask("PUT", "names", { body: { names } }),

  chosenGames: (wanted) => post("selection", wanted),
  fileGames: (filing) => post("selection/file", filing),
  reviewGames: (wanted) => post("selection/review", wanted),
  deleteGames: (wanted) => post("selection/delete", wanted),
  restoreGames: (games) => post("selection/restore", { games }),
  exportGames: (wanted) => download("POST", "selection/export", { body: wanted }),
  exportLine: (query) => download("GET", "export", { query }),

  archive: (game) => get("archive", { game }),
  explore: (place, filters, signal) => get("archive/explore", { ...place, ...filters }, signal),
  archiveGames: (place, filters, limit, signal) => get("archive/games", { ...place, ...filters, limit }, signal),
  archiveGame: (game, number) => get(`archive/games/${number}`, { game }),
  archivePlayers: (part, game = "") => get("archive/players", { part, game, limit: 12 }),

  judgeMove: (tried) => post("lessons/judge", tried),
  hintSteps: (place) => get("lessons/hint", place),

  studies: () => get("studies"),
  study: (id, signal) => get(`studies/${id}`, {}, signal),
  newStudy: (content) => post("studies", content),
  changeStudy: (id, content) => ask("PUT", `studies/${id}`, { body: content }),
  deleteStudy: (id) => ask("DELETE", `studies/${id}`),
  studyPage: (id, words) => post(`studies/${id}/page`, words),

  reviewGame: (game) => post("reviews", { game }),
  reviewFile: (name, bytes) => ask("POST", "reviews/upload", { query: { name }, raw: bytes }),
  reviews: () => get("reviews"),
  review: (id, signal) => get(`reviews/${id}`, {}, signal),
  deleteReview: (id) => ask("DELETE", `reviews/${id}`),

  portrait: (player, signal) => get("portrait", { player }, signal),

  endgame: (empties) => get("drills/endgame", { empties }),
  answerEndgame: (start, move) => post("drills/endgame", { start, move }),
  mistakes: (query) => get("drills/mistakes", query),
  answerMistake: (review, ply, move) => post("drills/mistakes", { review, ply, move }),
  moments: (query) => get("drills/moments", query),
  answerMoment: (review, ply, move) => post("drills/moments", { review, ply, move }),
  guess: (game) => get("drills/guess", { game }),
  answerGuess: (game, token, move) => post("drills/guess", { game, token, move }),
  repertoire: () => get("repertoire"),
  repertoireAt: (query, signal) => get("repertoire/position", query, signal),
  repertoireGaps: (side) => get("repertoire/gaps", { side }),
  repertoireDepartures: (side) => get("repertoire/departures", { side }),
  addRepertoire: (line) => post("repertoire", line),
  dueCard: () => get("repertoire/due"),
  answerCard: (id, move, seconds) => post(`repertoire/${id}`, { move, seconds }),
  deleteCard: (id) => ask("DELETE", `repertoire/${id}`),
};

/** The address of a file the server writes, for links. */
export const fileAddress = (path) => `api/${path}`;
