// The drill "mistake or not?": moves of one's own games, with some of which nothing is wrong.

import { field } from "../dom.js";
import { mistakeReasons } from "../panels/review_parts.js";
import { api } from "../server/api.js";
import { formatLoss, text } from "../text.js";
import { lineParts, ratingChoice } from "./feedback.js";

/** The kind of drill. */
export function momentKind() {
  let waiting = [];
  const rating = ratingChoice();
  return {
    title: text("drill.moments.title"),
    hint: text("drill.moments.hint"),
    controls: [field(text("drill.rating"), rating)],
    listen: (changed) =>
      rating.addEventListener("change", () => {
        waiting = [];
        changed(() => true);
      }),
    async next() {
      if (!waiting.length) waiting = (await api.moments({ rating: rating.value })).moments;
      const moment = waiting.shift();
      if (!moment) return { empty: text("drill.moments.none") };
      const { position, played } = moment;
      const sentence = text("drill.moments.question", { color: text(`color.${position.to_move}`), move: played });
      const keep = { move: played, label: text("drill.moments.keep", { move: played }) };
      return { position, sentence, keep, source: [moment.black, moment.white].filter(Boolean).join(" – "), data: moment };
    },
    async grade({ data }, move) {
      const answer = await api.answerMoment(data.review, data.ply, move);
      const best = { lines: [{ text: "★", kind: "engine only" }], best: true, spoken: "" };
      const details = [...mistakeReasons(data.played, answer.reasons), ...lineParts(data.position, data.played, answer)];
      return { right: answer.right, sentence: sentenceOf(answer, data.played, move), details, labels: new Map([[answer.best, best]]) };
    },
  };
}

function sentenceOf(answer, played, move) {
  const values = { move: played, best: answer.best, loss: formatLoss(answer.loss), played: formatLoss(answer.played_loss) };
  if (answer.right) return text(move === played ? "drill.moments.fine" : "drill.moments.good", values);
  if (!answer.mistake) return text("drill.moments.wasFine", values);
  return text(move === played ? "drill.moments.wrong" : "drill.moments.worse", values);
}
