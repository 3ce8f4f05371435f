// The ways to give a study to others.

import { button, make } from "../dom.js";
import { downloadBlob } from "../game/saving.js";
import { attempt, notify } from "../notices.js";
import { panel } from "../panels/panel.js";
import { api } from "../server/api.js";
import { text } from "../text.js";
import { openDiagram } from "./diagram.js";
import { copyTreeLink } from "./tree_link.js";

const WORDS = ["chapters", "moves", "first", "back", "forward", "last", "start", "black", "white", "passed", "made"];

/** The panel that shares a study, or what of it is on the board; `session` is what is on show and `study()` the open study. */
export function sharingPanel(session, study) {
  const { element, body } = panel(text("sharing.title"), [], "sharing");
  body.append(
    make("p", { class: "quiet" }, text("sharing.fileHint")),
    button(text("sharing.file"), () => savePage(study()), { class: "primary" }),
    make(
      "div",
      { class: "row" },
      button(text("sharing.link"), () => copyTreeLink(session)),
      button(text("sharing.diagram"), () => openDiagram(session.node)),
      button(text("sharing.print"), () => window.print()),
    ),
  );
  return element;
}

/** The study as one HTML file, in the reader's language. */
async function savePage(study) {
  await study.save();
  if (!study.isSaved) return;
  const words = Object.fromEntries(WORDS.map((name) => [name, text(`sharing.page.${name}`)]));
  const page = await attempt(() => api.studyPage(study.id, { language: document.documentElement.lang, ...words }));
  if (page === undefined) return;
  const name = (study.title || text("studies.untitled")).replace(/[\\/:*?"<>|]/g, " ");
  downloadBlob(new Blob([page], { type: "text/html" }), `${name}.html`);
  notify(text("sharing.fileMade"));
}
