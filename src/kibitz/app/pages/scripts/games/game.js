// What a game is to the pages. Every position's `game` is such an object, made by the folder of that game; all other scripts ask it
// and name no game. There is no code here but the check: a game without a part fails when the page is loaded, not when it is needed.
//
// name, size          a short name, also the key of its texts, which are in texts/ or added by addTexts(); how many columns and rows
//                     the board has
// passes              whether a pass is a move that one chooses
// formatMove, parseMove, formatPath, parsePath, columnName, rowName
//                     moves and lines as text; parseMove gives null for what is no move
// start(setting)      the position a game begins with; `setting` is that of a position, and may be left out
// parseStart(text)    the position of a start text of this game, else null
// isStandardStart(p)     whether the server means this start if none is named
// example             the address of a game worth looking at, {start, moves, at}; null if there is none
// views               the views, beyond those every game has, that know this game: "review", "study"
// studies             the tabs of the view "study" for this game; [] if it has none
//
// On the board:
// disc                the drawing of a disc in index.html: "disc" or "stone"; boards of stones look like wooden ones. A game with other
//                     pieces has drawFace(color) as well, which draws one around (0, 0) in hundredths of a square
// gridLines()         the lines of the board and its dots
// firstFocus          the square on which the keyboard begins
// lastMoveRadius, smallLastMoveRadius
//                     of the mark on the last move, on the board and on small boards
// linePlaces          the heights of one, two or three lines of a label
// marksLegal          whether legal squares are marked, named and flash
// drawLook(pen, square, position)
//                     what shows a legal move before it is played; pen draws rect, circle, cross and ghost
//
// In words:
// countOf(position, color), turnSentence(node), wouldPlay(position, move), resultSentence(position)
//                     what the stage says: beside a player, at a turn, under the pointer, at the end
// moveSentence(before, move, mover), overSentence(position)
//                     what a screen reader hears of a move and of the end
// settingFacts(position, facts), tag(size), resultText(summary)
//                     what a start is made of, `facts` being those of its tree; a saved game's mark and its result
//
// The voices:
// sources(status)     {expert, archive}, each {isThere, message}, of the server's status; of null before that is known
// hasRatings, hasFacts
//                     whether the expert may be asked by rating, and the server knows names and stable discs
// candidates(node, rows, shown)
//                     the moves that get a label and a row, of the rows that the voices say
// engineAnswer(analysis, before), engineFacts(engine), engineCell(value, best), blackValue(node, engine)
//                     an analysis with its moves by square, in words, in the table, and in the curve: {discs, chance} for Black
// writeLabel(label, spoken, facts)
//                     what is on a square; `facts` is {share, value, row, unit, best, color}
// unit, hasUnits, showsChance
//                     the curve's unit; whether the reader may choose another; whether chances are shown as a bar
// overlays, liveOverlays, overlayTints(name, node, voices, signal)
//                     the overlays, and those that change while the engine thinks
//
// Boards, games and files:
// newBoard(position, begin)
//                     lay a new board after `position`, asking for what has to be chosen; calls begin(start)
// playFrom(node)      {start, moves} of a game that goes on from a node
// kinds, programs, defaultPrograms
//                     opponents to choose from, programs to watch, and the two that play if none is chosen
// mistakeSizes        the losses of which a teaching game takes a move back if it is larger; [] if there are no lessons in the game
// newGameParts(request)
//                     the game's own part of the form of a new game; views/play_form.js says what it is given and returns
// isCounted           whether the score is agreed upon after the end. Then positions have chain(point), and the game has
//                     scoreSentence(blackScore), countSentence(count, isOver) and areaSentence(count)
// formats, savedAs, download
//                     the server's file formats; how a tree is saved: {name, format(tree)}; how it is downloaded:
//                     {extension, type, format(tree)} or null

const PARTS = [
  ...["name", "size", "passes", "formatMove", "parseMove", "formatPath", "parsePath", "columnName", "rowName"],
  ...["start", "parseStart", "isStandardStart", "example", "views", "studies"],
  ...["disc", "gridLines", "firstFocus", "lastMoveRadius", "smallLastMoveRadius", "linePlaces", "marksLegal", "drawLook"],
  ...["countOf", "turnSentence", "wouldPlay", "resultSentence", "moveSentence", "overSentence"],
  ...["settingFacts", "tag", "resultText"],
  ...["sources", "hasRatings", "hasFacts", "candidates", "engineAnswer", "engineFacts", "engineCell", "blackValue", "writeLabel"],
  ...["unit", "hasUnits", "showsChance", "overlays", "liveOverlays", "overlayTints"],
  ...["mistakeSizes", "newBoard", "playFrom", "kinds", "programs", "defaultPrograms", "newGameParts", "isCounted"],
  ...["formats", "savedAs", "download"],
];
const COUNTED_PARTS = ["scoreSentence", "countSentence", "areaSentence"];

/** The game, frozen; throws an Error that names the parts it lacks. */
export function checkedGame(game) {
  const missing = [...PARTS, ...(game.isCounted ? COUNTED_PARTS : [])].filter((part) => game[part] === undefined);
  if (missing.length) throw new Error(`the game ${game.name} lacks ${missing.join(", ")}`);
  return Object.freeze(game);
}
