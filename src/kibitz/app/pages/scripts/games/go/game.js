// Go on a board of some size, as the pages ask for it; ../game.js says what each part is.

import { addTexts, text } from "../../text.js";
import { checkedGame } from "../game.js";
import { openBoardForm } from "./board_form.js";
import { drawLook, gridLines } from "./board.js";
import { candidates } from "./candidates.js";
import { KINDS, PROGRAMS, DEFAULT_PROGRAMS, newGameParts } from "./game_form.js";
import { OVERLAYS, overlayTints } from "./overlays.js";
import { Notation } from "./points.js";
import { GoPosition } from "./position.js";
import * as sentences from "./sentences.js";
import { formatSgf } from "./sgf.js";
import { TEXTS } from "./texts.js";
import { blackValue, engineAnswer, engineCell, engineFacts, sources, writeLabel } from "./voices.js";

await addTexts(TEXTS, (language) => import(`./texts/${language}.js`));

const DEFAULT_SIZE = 19;

// Played by Kibitz against itself.
const EXAMPLE = "eegccgggcccedecddccbcfbebdbfddbcffgfgebbcaadgdefhfdg";

/** What is the same on boards of every size. */
const COMMON = {
  name: "go",
  passes: true,
  start: (setting = {}) => GoPosition.start(setting),
  parseStart: GoPosition.parse,
  isStandardStart: () => false, // the server is always told size, komi and rules
  example: { start: "go:9_komi:7_rules:chinese", moves: EXAMPLE, at: 16 },
  views: ["review", "study"],
  studies: ["explorer", "mistakes", "guess"],

  disc: "stone",
  lastMoveRadius: 17,
  smallLastMoveRadius: 22,
  linePlaces: { 1: [65], 2: [44, 81], 3: [33, 60, 79] },
  marksLegal: false, // nearly all points are
  drawLook,

  ...sentences,
  tag: (size) => text("go.tag", { size }),

  sources,
  hasRatings: false,
  hasFacts: false,
  candidates,
  engineFacts,
  engineCell,
  blackValue,
  writeLabel,
  unit: "points",
  hasUnits: false,
  showsChance: true,
  overlays: OVERLAYS,
  liveOverlays: ["ownership"], // it changes with every playout
  overlayTints,

  mistakeSizes: [5, 10, 20, 30],
  newBoard: ({ setting }, begin) => openBoardForm(setting, begin),
  playFrom: (node) => ({ start: node.path()[0].position, moves: node.transcript() }), // the moves before belong to it: ko
  kinds: KINDS,
  programs: PROGRAMS,
  defaultPrograms: DEFAULT_PROGRAMS,
  newGameParts,
  isCounted: true,
  formats: ["sgf"],
  savedAs: { name: "analysis.sgf", format: formatSgf },
  download: { extension: "sgf", type: "application/x-go-sgf", format: formatSgf },
};

class Go extends Notation {
  constructor(size) {
    super(size);
    Object.assign(this, COMMON);
  }

  get firstFocus() {
    return Math.floor(this.size ** 2 / 2);
  }

  gridLines() {
    return gridLines(this);
  }

  engineAnswer(analysis) {
    return engineAnswer(analysis, this);
  }
}

const known = new Map();

/** The game on a board of some size: the same object each time. */
function gameOfSize(size) {
  if (!known.has(size)) known.set(size, checkedGame(new Go(size)));
  return known.get(size);
}

GoPosition.gameOfSize = gameOfSize;

export const game = gameOfSize(DEFAULT_SIZE);
