// Dialogs made of the browser's own <dialog>: focus stays inside, Escape closes.

import { iconButton, make, part } from "./dom.js";
import { text } from "./text.js";

let count = 0;

/** Open a dialog with a title and a body; returns {element, body, close}. Its place is cleared when it closes. */
export function openDialog(title, content, { wide = false } = {}) {
  count += 1;
  const heading = make("h2", { id: `dialog-${count}` }, title);
  const element = make("dialog", { "aria-labelledby": heading.id, class: wide ? "wide" : null });
  const close = () => element.close();
  const head = make("div", { class: "dialog-head" }, heading, iconButton("close", text("common.close"), close));
  element.append(head, make("div", { class: "dialog-body" }, content));
  element.addEventListener("close", () => element.remove());
  element.addEventListener("click", (event) => event.target === element && close());
  part("dialogs").append(element);
  element.showModal();
  return { element, close };
}

export function isDialogOpen() {
  return document.querySelector("dialog[open]") !== null;
}

/** Ask a question that is answered yes or no; resolves to true or false. */
export function confirmDialog(question, yes) {
  return new Promise((resolve) => {
    const answer = (value) => () => {
      resolve(value);
      dialog.close();
    };
    const buttons = make(
      "div",
      { class: "row" },
      make("button", { type: "button", class: "primary", onclick: answer(true) }, yes),
      make("button", { type: "button", onclick: answer(false) }, text("common.cancel")),
    );
    const dialog = openDialog(question, buttons);
    dialog.element.addEventListener("close", () => resolve(false));
  });
}
