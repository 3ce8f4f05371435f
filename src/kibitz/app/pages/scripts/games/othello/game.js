// Othello, as the pages ask for it; ../game.js says what each part is.

import { addTexts } from "../../text.js";
import { checkedGame } from "../game.js";
import { drawLook, gridLines } from "./board.js";
import { KINDS, PROGRAMS, DEFAULT_PROGRAMS, newGameParts } from "./game_form.js";
import { formatGgf } from "./ggf.js";
import { OVERLAYS, overlayTints } from "./overlays.js";
import { Position } from "./position.js";
import { countOf, moveSentence, overSentence, resultSentence, resultText, turnSentence, wouldPlay } from "./sentences.js";
import { SIZE, formatSquare, formatTranscript, parseSquare, parseTranscript } from "./squares.js";
import { TEXTS } from "./texts.js";
import { blackValue, engineAnswer, engineCell, engineFacts, sources, writeLabel } from "./voices.js";

await addTexts(TEXTS, (language) => import(`./texts/${language}.js`));

const START = Position.start();

// Played by a model of people rated 1700 against one of 1900.
const EXAMPLE = "c4c3d3e3f4c5e6f3e2f6d6g4g5f5d2f2e7c6b6c1d1f1e1g6b5a5a6b4a3a4c2b3h3h4b2f7b1h2g1a1a2h1g2g3h5b7d7c8d8f8b8e8g8h6g7h8a8c7h7a7";

export const game = checkedGame({
  name: "othello",
  size: SIZE,
  passes: false, // they are forced and never chosen
  formatMove: formatSquare,
  parseMove: parseSquare,
  formatPath: formatTranscript,
  parsePath: parseTranscript,
  columnName: (column) => "abcdefgh"[column],
  rowName: (row) => String(row + 1),
  start: () => START,
  parseStart: Position.parse,
  isStandardStart: (position) => position.startText === START.startText,
  example: { moves: EXAMPLE, at: 20 },
  views: ["review", "study"],
  studies: ["today", "explorer", "openings", "proof", "prepare", "build", "repertoire", "endgame", "mistakes", "moments", "guess"],

  disc: "disc",
  gridLines,
  firstFocus: 19,
  lastMoveRadius: 12,
  smallLastMoveRadius: 15,
  linePlaces: { 1: [60], 2: [45, 75], 3: [33, 60, 79] },
  marksLegal: true,
  drawLook,

  countOf,
  turnSentence,
  wouldPlay,
  resultSentence,
  moveSentence,
  overSentence,
  settingFacts: () => [],
  tag: () => null,
  resultText,

  sources,
  hasRatings: true,
  hasFacts: true,
  candidates: ({ position }) => position.legalSquares(),
  engineAnswer,
  engineFacts,
  engineCell,
  blackValue,
  writeLabel,
  unit: "discs",
  hasUnits: true,
  showsChance: false,
  overlays: OVERLAYS,
  liveOverlays: [],
  overlayTints,

  mistakeSizes: [2, 4, 6, 10, 20],
  newBoard: (position, begin) => begin(START),
  playFrom: ({ position }) => ({ start: position, moves: "" }),
  kinds: KINDS,
  programs: PROGRAMS,
  defaultPrograms: DEFAULT_PROGRAMS,
  newGameParts,
  isCounted: false,
  formats: ["pgn", "ggf", "sgf", "txt", "csv", "gam", "obf", "wtb"],
  savedAs: { name: "analysis.ggf", format: formatGgf },
  download: null,
});

Position.game = game;
