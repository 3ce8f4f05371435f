// The kinds of drills: endgames with the exact answer, own mistakes, guessing the expert's move, and the repertoire.

import { button, field, make, select } from "../dom.js";
import { addressOf } from "../routes.js";
import { attempt } from "../notices.js";
import { panel } from "../panels/panel.js";
import { mistakeReasons, unitOf } from "../panels/review_parts.js";
import { api } from "../server/api.js";
import { countText, formatDiscs, formatLoss, formatMoment, formatShare, text } from "../text.js";
import { answerLabels } from "./drill.js";
import { lineParts, ratingChoice } from "./feedback.js";

const EMPTIES = [4, 6, 8, 10, 12, 14, 16, 18, 20];

const colorOf = (position) => text(`color.${position.to_move}`);

/** Endgames out of the archive, solved to the end. */
export function endgameKind() {
  const empties = select(
    EMPTIES.map((count) => [count, String(count)]),
    10,
    null,
    { id: "drill-empties" },
  );
  return {
    title: text("drill.endgame.title"),
    hint: text("drill.endgame.hint"),
    controls: [field(text("drill.endgame.empties"), empties)],
    listen: (changed) => empties.addEventListener("change", () => changed(() => true)),
    async next() {
      const { position, source } = await api.endgame(empties.value);
      return {
        position,
        source,
        sentence: text("drill.endgame.question", { color: colorOf(position), empties: position.discs.empty }),
      };
    },
    async grade({ position }, move) {
      const answer = await api.answerEndgame(position.start, move);
      const values = {
        move,
        best: answer.best,
        score: formatDiscs(answer.score),
        bestScore: formatDiscs(answer.best_score),
        loss: answer.loss,
      };
      const labels = answerLabels(
        answer.moves,
        (entry) => formatDiscs(entry.score),
        (entry) => entry.score === answer.best_score,
      );
      return {
        right: answer.right,
        labels,
        sentence: text(answer.right ? "drill.endgame.right" : "drill.endgame.wrong", values),
      };
    },
  };
}

/** Own mistakes out of the reviews of a game. */
export function mistakeKind(game) {
  let waiting = [];
  const rating = ratingChoice();
  return {
    title: text("drill.mistakes.title"),
    hint: text("drill.mistakes.hint"),
    controls: game.hasRatings ? [field(text("drill.rating"), rating)] : [],
    listen: (changed) => rating.addEventListener("change", () => changed(() => (waiting = []).length === 0)),
    async next() {
      if (!waiting.length) waiting = (await api.mistakes({ rating: game.hasRatings ? rating.value : "", game: game.name })).mistakes;
      const mistake = waiting.shift();
      if (!mistake) return { empty: text("drill.mistakes.none"), ways: [wayTo("review")] };
      const source = `${mistake.black} – ${mistake.white}`;
      const sentence = text("drill.mistakes.question", {
        color: colorOf(mistake.position),
        move: mistake.played,
        loss: formatLoss(mistake.loss),
        unit: unitOf(game),
      });
      return { position: mistake.position, source, sentence, data: mistake };
    },
    async grade({ data }, move) {
      const answer = await api.answerMistake(data.review, data.ply, move);
      const sentence = text(answer.right ? "review.retryRight" : "review.retryWrong", {
        best: answer.best,
        loss: formatLoss(answer.loss),
        unit: unitOf(game),
      });
      const best = { lines: [{ text: "★", kind: "engine only" }], best: true, spoken: "" };
      const details = [...mistakeReasons(data.played, answer.reasons), ...lineParts(data.position, data.played, answer)];
      return { right: answer.right, sentence, details, labels: new Map([[answer.best, best]]) };
    },
  };
}

/** Guess what an expert played. */
export function guessKind(game) {
  return {
    title: text("drill.guess.title"),
    hint: text("drill.guess.hint"),
    async next() {
      const question = await api.guess(game.name);
      const players = question.black ? `${question.black} – ${question.white}` : "";
      const source = [players, question.year].filter(Boolean).join(", ") || question.source;
      return {
        position: question.position,
        source,
        sentence: text("drill.guess.question", { color: colorOf(question.position) }),
        data: question,
      };
    },
    async grade({ data }, move) {
      const answer = await api.answerGuess(game.name, data.token, move);
      const values = { move, played: answer.played, points: Math.round(answer.points), share: formatShare(answer.probability) };
      const labels = answerLabels(
        answer.moves,
        (entry) => formatShare(entry.probability).replace("\u00a0", "\u202f"),
        (entry) => entry.move === answer.played,
      );
      for (const entry of answer.moves) Object.assign(labels.get(entry.move), { ring: entry.probability });
      return {
        right: answer.right,
        points: answer.points,
        labels,
        sentence: text(answer.right ? "drill.guess.right" : "drill.guess.wrong", values),
      };
    },
  };
}

/** The reader's own openings, asked again when they are about to be forgotten. */
export function repertoireKind() {
  const cards = panel(text("drill.repertoire.cards"));
  let tell = () => {};
  const refresh = () => attempt(async () => showCards(cards.body, await api.repertoire(), removed));
  const removed = async (id) => {
    await refresh();
    tell((question) => question.data.id === id);
  };
  const added = async () => {
    await refresh();
    tell(() => false);
  };
  const form = repertoireForm(added);
  refresh();
  return {
    title: text("drill.repertoire.title"),
    hint: text("drill.repertoire.hint"),
    left: [form, cards.element],
    listen: (changed) => {
      tell = changed;
    },
    async next() {
      const { card, next } = await api.dueCard();
      if (!card)
        return {
          empty: next ? text("drill.repertoire.later", { time: formatMoment(new Date(next)) }) : text("drill.repertoire.none"),
        };
      return {
        position: card.position,
        source: card.name,
        sentence: text("drill.repertoire.question", { color: colorOf(card.position) }),
        data: card,
      };
    },
    async grade({ data }, move, seconds) {
      const answer = await api.answerCard(data.id, move, seconds);
      refresh();
      const labels = new Map([
        [answer.move, { lines: [{ text: "★", kind: "engine only" }], best: true, spoken: "" }],
      ]);
      return {
        right: answer.right,
        labels,
        sentence: cardSentence(answer, move),
      };
    },
  };
}

/** Whether a card was answered; a mirror image of its move is as right, and is said to be one. */
function cardSentence({ right, move: known }, move) {
  if (right && move !== known) return text("drill.repertoire.mirrored", { move, known });
  return text(right ? "drill.repertoire.right" : "drill.repertoire.wrong", { move: known });
}

function repertoireForm(added) {
  const frame = panel(text("drill.repertoire.add"));
  const moves = make("input", { type: "text", required: true, placeholder: "f5d6c3d3c4", id: "repertoire-moves" });
  const name = make("input", { type: "text" });
  const side = select(
    [
      ["black", text("color.black")],
      ["white", text("color.white")],
    ],
    "black",
    null,
  );
  const add = async (event) => {
    event.preventDefault();
    const answer = await attempt(() => api.addRepertoire({ moves: moves.value, side: side.value, name: name.value }));
    if (!answer) return;
    moves.value = "";
    await added();
  };
  frame.body.append(
    make(
      "form",
      { class: "stack", onsubmit: add },
      field(text("drill.repertoire.line"), moves),
      make("div", { class: "pair" }, field(text("drill.repertoire.name"), name), field(text("drill.repertoire.side"), side)),
      make("button", { type: "submit" }, text("drill.repertoire.addButton")),
    ),
  );
  return frame.element;
}

function showCards(body, { cards, due }, removed) {
  const rows = cards.map((card) =>
    make(
      "li",
      {},
      make(
        "span",
        { class: "grow" },
        `${card.name || text("drill.repertoire.unnamed")} `,
        make("small", {}, card.position.path || text("drill.repertoire.firstMove")),
      ),
      make("small", {}, text("drill.repertoire.seen", { reviews: card.reviews, lapses: card.lapses })),
      button(text("drill.repertoire.remove"), async () => {
        await attempt(() => api.deleteCard(card.id));
        await removed(card.id);
      }),
    ),
  );
  body.replaceChildren(
    make("p", { class: "quiet" }, countText("drill.repertoire.count", cards.length, { due })),
    make("ul", { class: "choice-list" }, rows),
  );
}

/** A link to the view where one gets what is missing here. */
const wayTo = (view) => make("a", { class: "button-like primary", href: addressOf(view) }, text(`empty.${view}`));
