// Dialogs about saved games: names and event, folder and tags, and in which format they are taken along.

import { button, field, make, select } from "../dom.js";
import { openDialog } from "../dialogs.js";
import { attempt } from "../notices.js";
import { api } from "../server/api.js";
import { text } from "../text.js";
import { saveFile } from "./files.js";

const NEW = "\u0000new";
const KEEP = "\u0000keep";

/** Let the reader change names, event and date of a game; calls back once they are kept. */
export function openFacts(game, changed) {
  const inputs = Object.fromEntries(
    ["black", "white", "event", "date"].map((name) => [name, make("input", { type: "text", value: game[name] ?? "", maxlength: 200 })]),
  );
  const save = async (event) => {
    event.preventDefault();
    const facts = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.value.trim()]));
    if (!(await attempt(() => api.rename(game.id, facts)))) return;
    dialog.close();
    changed();
  };
  const labels = { black: "shelf.black", white: "shelf.white", event: "games.event", date: "games.date" };
  const dialog = openDialog(
    text("shelf.editTitle"),
    make(
      "form",
      { class: "stack", onsubmit: save },
      Object.entries(inputs).map(([name, input]) => field(text(labels[name]), input)),
      make("button", { type: "submit", class: "primary" }, text("shelf.save")),
    ),
  );
}

/** Let the reader put games into a folder and change their tags; `apply` gets {to_folder?, add_tags, remove_tags}. */
export function openFiling({ folders, tags }, apply) {
  const name = make("input", { type: "text", maxlength: 200 });
  const named = field(text("shelf.newFolderName"), name);
  named.hidden = true;
  const choices = [[KEEP, text("shelf.keepFolder")], ["", text("shelf.noFolder")], ...folders.map((known) => [known.name, known.name]), [NEW, text("shelf.newFolder")]];
  const folder = select(choices, KEEP, (value) => (named.hidden = value !== NEW), { id: "to-folder" });
  const added = make("input", { type: "text", list: "known-tags", id: "add-tags" });
  const known = make("datalist", { id: "known-tags" }, tags.map((tag) => make("option", { value: tag.name })));
  const removed = tags.map((tag) => make("input", { type: "checkbox", value: tag.name }));
  const removal = make("fieldset", { class: "row import-targets", hidden: tags.length === 0 }, make("legend", {}, text("shelf.removeTags")), removed.map((box) => field(box.value, box)));
  const submit = (event) => {
    event.preventDefault();
    const chosen = folder.value === NEW ? name.value.trim() : folder.value;
    dialog.close();
    apply({
      ...(folder.value === KEEP ? {} : { to_folder: chosen }),
      add_tags: added.value.split(",").map((tag) => tag.trim()).filter(Boolean),
      remove_tags: removed.filter((box) => box.checked).map((box) => box.value),
    });
  };
  const apply_ = make("button", { type: "submit", class: "primary" }, text("shelf.apply"));
  const parts = [field(text("shelf.intoFolder"), folder), named, field(text("shelf.addTags"), added), known, removal, apply_];
  const dialog = openDialog(text("shelf.file"), make("form", { class: "stack", onsubmit: submit }, parts));
}

/** Let the reader take games along as one file; `wanted` says which, `formats` are those they can be written in. */
export function openExport(wanted, formats) {
  const format = select(formats.map((name) => [name, name.toUpperCase()]), formats[0], null, { id: "export-format" });
  const download = async () => {
    const file = await attempt(() => api.exportGames({ ...wanted, format: format.value }));
    if (!file) return;
    saveFile(file);
    dialog.close();
  };
  const dialog = openDialog(
    text("exporting.title"),
    make("div", { class: "stack" }, field(text("shelf.format"), format), button(text("shelf.download"), download, { class: "primary" })),
  );
}
