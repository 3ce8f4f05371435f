// Noughts and crosses, as the pages ask for it; ../game.js says what each part is.

import { addTexts, text } from "../../text.js";
import { checkedGame } from "../game.js";
import { drawFace, drawLook, gridLines } from "./board.js";
import { KINDS, PROGRAMS, DEFAULT_PROGRAMS, newGameParts } from "./game_form.js";
import { Position, SIZE, formatPath, formatSquare, parsePath, parseSquare } from "./position.js";
import { formatRecord } from "./record.js";
import * as sentences from "./sentences.js";
import { TEXTS } from "./texts.js";
import { blackValue, engineAnswer, engineCell, engineFacts, sources, writeLabel } from "./voices.js";

const START = new Position();

await addTexts(TEXTS, (language) => import(`./texts/${language}.js`));

export const game = checkedGame({
  name: "noughts",
  size: SIZE,
  passes: false,
  formatMove: formatSquare,
  parseMove: parseSquare,
  formatPath,
  parsePath,
  columnName: (column) => "abc"[column],
  rowName: (row) => String(row + 1),
  start: () => START,
  parseStart: Position.parse,
  isStandardStart: () => false, // the server is always told
  example: null,
  views: [],
  studies: [],

  disc: "disc",
  drawFace,
  gridLines,
  firstFocus: 4,
  lastMoveRadius: 8,
  smallLastMoveRadius: 8,
  linePlaces: { 1: [60], 2: [45, 75], 3: [33, 60, 79] },
  marksLegal: false, // all that is empty is
  drawLook,

  ...sentences,
  settingFacts: () => [],
  tag: () => text("noughts.tag"),

  sources,
  hasRatings: false,
  hasFacts: false,
  candidates: ({ position }) => position.legalSquares(),
  engineAnswer,
  engineFacts,
  engineCell,
  blackValue,
  writeLabel,
  unit: "result",
  hasUnits: false,
  showsChance: false,
  overlays: ["none"],
  liveOverlays: [],
  overlayTints: () => null,

  mistakeSizes: [],
  newBoard: (position, begin) => begin(START),
  playFrom: ({ position }) => ({ start: position, moves: "" }),
  kinds: KINDS,
  programs: PROGRAMS,
  defaultPrograms: DEFAULT_PROGRAMS,
  newGameParts,
  isCounted: false,
  formats: ["txt"],
  savedAs: { name: "analysis.txt", format: formatRecord },
  download: null,
});

Position.game = game;
