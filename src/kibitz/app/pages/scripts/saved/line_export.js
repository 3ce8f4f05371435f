// The line on the board to take along from where one stands: as text on the clipboard or as a file.

import { button, field, make, select } from "../dom.js";
import { openDialog } from "../dialogs.js";
import { attempt } from "../notices.js";
import { api } from "../server/api.js";
import { text } from "../text.js";
import { copyText, saveFile } from "./files.js";

/** The dialog for a session: moves up to here, all moves, the position, and files. */
export function openLineExport(session) {
  const { node, tree } = session;
  const whole = session.line().at(-1);
  const { formats } = tree.game;
  const start = tree.startsStandard ? "" : tree.root.position.startText;
  const format = select(formats.map((name) => [name, name.toUpperCase()]), formats[0], null, { id: "line-format" });
  const cut = make("input", { type: "checkbox" });
  const download = async () => {
    const { black = "", white = "", event = "", date = "" } = tree.facts;
    const moves = (cut.checked ? node : whole).transcript();
    const file = await attempt(() => api.exportLine({ start, moves, black, white, event, date, format: format.value }));
    if (file) saveFile(file);
  };
  openDialog(
    text("exporting.title"),
    make(
      "div",
      { class: "stack" },
      copyable(text("exporting.toHere"), node.transcript()),
      copyable(text("exporting.whole"), whole.transcript()),
      copyable(text("exporting.position"), node.position.startText),
      make("h3", {}, text("exporting.file")),
      make("div", { class: "row" }, field(text("exporting.format"), format), field(text("exporting.upToHere"), cut)),
      button(text("exporting.download"), download, { class: "primary" }),
    ),
    { wide: true },
  );
}

/** A text that can be copied, or selected where the browser forbids that. */
function copyable(label, words) {
  const shown = make("input", { type: "text", readonly: true, value: words, class: "code", onfocus: (event) => event.target.select() });
  return make("div", { class: "row copyable" }, field(label, shown), button(text("exporting.copy"), () => copyText(words), { "aria-label": `${text("exporting.copy")}: ${label}` }));
}
