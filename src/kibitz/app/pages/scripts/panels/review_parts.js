// What a review says in words, signs and tables: of a move, of a mistake, of a whole game.

import { button, make } from "../dom.js";
import { said } from "../said.js";
import { formatLoss, formatShare, text } from "../text.js";

export const PHASES = ["all", "opening", "middle", "end"];
const SIGNS = [
  [10, "??", "large"],
  [5, "?", "middle"],
  [0, "?!", "small"],
];

/** The review with the number of each move from 1 on, as the tree counts them; the server's ply counts forced passes too. */
export function numbered(review) {
  const entries = [...(review.review?.moves ?? []), ...(review.review?.mistakes ?? [])];
  for (const entry of entries) entry.number = entry.path.length / 2 + 1;
  return review;
}

/** The sentence that tells a mistake and what was better. */
export function mistakeSentence({ number, side, move, best }) {
  return text("review.mistake", { number, color: text(`color.${side}`), move, best });
}

/** The mistakes with those of one side first; all as they were if no side is named. */
export function ownFirst(mistakes, side) {
  return side ? [...mistakes.filter((row) => row.side === side), ...mistakes.filter((row) => row.side !== side)] : mistakes;
}

/** The mistakes as buttons, each handed to `choose` when it is pressed. */
export function mistakeList(mistakes, choose) {
  return make(
    "ol",
    { class: "mistake-list" },
    mistakes.map((mistake) => make("li", {}, mistakeButton(mistake, choose))),
  );
}

function mistakeButton(mistake, choose) {
  const parts = [
    make("span", { class: `pip ${mistake.side}` }),
    make("span", { class: "grow" }, mistakeSentence(mistake)),
    make("strong", { class: lossName(mistake.loss) }, text("review.lost", { loss: formatLoss(mistake.loss) })),
  ];
  return button(parts, () => choose(mistake), { class: "mistake-button", "data-number": mistake.number });
}

/** What losses in a game are counted in. */
export const unitOf = (game) => text(`unit.${game.unit}`);

/** Whether another try was right, in a sentence. */
export function answerSentence({ right, best, loss }, game) {
  return text(right ? "review.retryRight" : "review.retryWrong", { best, loss: formatLoss(loss), unit: unitOf(game) });
}

/** What was wrong with a mistake, under words that name it: the move on the board may be another one by now. */
export function mistakeReasons(move, reasons) {
  if (!reasons?.length) return [];
  return [make("p", { class: "quiet reasons-of" }, text("review.reasonsOf", { move })), reasonList(reasons)];
}

/** Why a move is better or worse. */
function reasonList(reasons) {
  return make(
    "ul",
    { class: "reasons" },
    reasons.map((reason) => make("li", {}, said(reason))),
  );
}

/** The score after every move and the mistakes on it, as the chart wants them. */
export function curveOf({ moves, mistakes }) {
  const points = moves.map((move) => ({ ply: move.number, discs: move.black_score, chance: move.win_chance }));
  const scores = new Map(moves.map((move) => [move.number, move.black_score]));
  return {
    points: [{ ply: 0, discs: 0, chance: 0.5 }, ...points],
    mistakes: mistakes.map((mistake) => ({ ...mistake, ply: mistake.number, discs: scores.get(mistake.number) ?? 0 })),
  };
}

/** How well both sides played in each phase. */
export function accuracyTable(accuracy) {
  const share = (entry) => (entry?.accuracy == null ? "–" : `${Math.round(entry.accuracy)}\u00a0%`);
  const loss = (entry) => formatLoss(entry?.mean_loss, 1);
  const head = make(
    "tr",
    {},
    ["phase", "black", "loss", "white", "loss"].map((name) =>
      make("th", { scope: "col", class: name === "phase" ? "" : "number" }, text(`review.accuracyColumns.${name}`)),
    ),
  );
  const rows = PHASES.map((phase) => {
    const { black, white } = accuracy;
    const cells = [share(black[phase]), loss(black[phase]), share(white[phase]), loss(white[phase])];
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, text(`review.phases.${phase}`)),
      cells.map((cell) => make("td", { class: "number" }, cell)),
    );
  });
  return make(
    "table",
    { class: "accuracy" },
    make("caption", { class: "unseen" }, text("review.accuracy")),
    make("thead", {}, head),
    make("tbody", {}, rows),
  );
}

function signOf(loss) {
  const [, sign, className] = SIGNS.find(([least]) => loss >= least);
  return { sign, className };
}

const lossName = (loss) => `loss-${signOf(loss).className}`;

/** Signs of the mistakes for the tree of moves of a game: by the transcript of the move. */
export function treeMarks(review, game) {
  return new Map(
    review.mistakes.map((mistake) => {
      const { sign, className } = signOf(mistake.loss);
      return [mistake.path + game.formatPath([game.parseMove(mistake.move)]), { sign, className, title: text("review.lost", { loss: formatLoss(mistake.loss) }) }];
    }),
  );
}

/** What is said of a move of a game, with the reasons where it was a mistake. */
export function whyParts(move, mistake, game) {
  const head = make(
    "p",
    { class: "verdict" },
    make("span", { class: `pip ${move.side}` }),
    make("strong", {}, `${move.number}. ${move.move}`),
    verdictText(move, game),
  );
  const chances = [];
  if (move.source) chances.push(text(`review.source.${move.source}`, { depth: move.depth }));
  if (move.expert_probability != null)
    chances.push(text("review.playedShare", { move: move.move, share: formatShare(move.expert_probability) }));
  if (move.best !== move.move && move.best_probability != null)
    chances.push(text("review.bestShare", { move: move.best, share: formatShare(move.best_probability) }));
  const reasons = mistake?.reasons?.length ? reasonList(mistake.reasons) : null;
  return [head, reasons, chances.length ? make("p", { class: "quiet" }, chances.join(" · ")) : null].filter(Boolean);
}

function verdictText(move, game) {
  if (move.forced) return ` ${text("review.forced")}`;
  if (move.loss < 0.5) return ` ${text("review.isBest")}`;
  return ` ${text("review.verdict", { loss: formatLoss(move.loss), unit: unitOf(game), best: move.best })}`;
}
