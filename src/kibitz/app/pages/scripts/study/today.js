// A plan for the day: what is due, and a little of everything else, each one click away.

import { make } from "../dom.js";
import { attempt } from "../notices.js";
import { panel } from "../panels/panel.js";
import { addressOf } from "../routes.js";
import { api } from "../server/api.js";
import { formatMoment, text } from "../text.js";
import { doneToday } from "./plan.js";

const GOALS = { mistakes: 5, moments: 5, endgame: 3 };

/** The tab "today". */
export class Today {
  left = [];
  #list = make("ul", { class: "plan" });
  #note = make("p", { class: "quiet" });

  constructor() {
    const { element, body } = panel(text("today.title"), [], "today");
    body.append(make("p", { class: "quiet" }, text("today.hint")), this.#list, this.#note);
    this.right = [element];
  }

  show() {}

  async enter() {
    const answer = await attempt(() => Promise.all([api.dueCard(), api.mistakes({})]));
    if (!answer) return;
    const [{ due, next }, { mistakes, left_out: leftOut }] = answer;
    const unsolved = mistakes.filter(({ solved }) => !solved).length + leftOut;
    const done = doneToday();
    const tasks = [
      ["repertoire", done.repertoire ?? 0, due + (done.repertoire ?? 0)],
      ["mistakes", done.mistakes ?? 0, Math.min(GOALS.mistakes, unsolved + (done.mistakes ?? 0))],
      ["moments", done.moments ?? 0, mistakes.length ? GOALS.moments : 0],
      ["endgame", done.endgame ?? 0, GOALS.endgame],
    ];
    this.#list.replaceChildren(...tasks.map((task) => row(...task)));
    this.#note.textContent = note(tasks, next, mistakes.length > 0);
  }
}

/** A task with how much of it is done; a repertoire card that was missed and came back counts again. */
function row(kind, done, goal) {
  const isOpen = done < goal;
  const state = goal ? text("today.done", { done: Math.min(done, goal), goal }) : text("today.nothing");
  const label = text(`today.${kind}`);
  return make(
    "li",
    { class: isOpen ? "" : "is-done" },
    make("span", { class: "grow" }, label),
    make("progress", { max: goal || 1, value: goal ? Math.min(done, goal) : 1, "aria-label": label }),
    make("span", { class: "quiet" }, state),
    make("a", { class: "button-like", href: addressOf("study", [kind]), "aria-label": `${text("today.open")}: ${label}` }, text("today.open")),
  );
}

function note(tasks, next, hasMistakes) {
  const parts = [];
  if (tasks.every(([, done, goal]) => done >= goal)) parts.push(text("today.finished"));
  if (!hasMistakes) parts.push(text("today.review"));
  if (next) parts.push(text("today.next", { time: formatMoment(new Date(next)) }));
  return parts.join(" ");
}
