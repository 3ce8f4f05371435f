// The frame of every card at the sides of the board.

import { make } from "../dom.js";

let count = 0;

/** A section with a heading, tools beside it and a body; `body` is where its content goes. */
export function panel(title, tools = [], className = "") {
  count += 1;
  const heading = make("h2", { id: `panel-${count}` }, title);
  const head = make("div", { class: "panel-head" }, heading, make("div", { class: "row" }, tools));
  const body = make("div", { class: "panel-body" });
  const element = make("section", { class: `panel ${className}`.trim(), "aria-labelledby": heading.id }, head, body);
  return { element, body, heading, head };
}
