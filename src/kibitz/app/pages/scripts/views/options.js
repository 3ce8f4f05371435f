// The dialog of settings.

import { field, make, select } from "../dom.js";
import { openDialog } from "../dialogs.js";
import { LANGUAGES } from "../language.js";
import { settings } from "../settings.js";
import { text } from "../text.js";
import { engineSettings } from "./engine_settings.js";

const CHOICES = {
  theme: ["auto", "light", "dark"],
  board: ["felt", "slate", "wood"],
  palette: ["usual", "blind"],
  view: ["black", "white"],
};
const TICKS = ["animate", "coordinates", "legal"];

/** Open the settings; every change takes effect at once. */
export function openSettings(app) {
  const choices = Object.entries(CHOICES).map(([name, values]) => {
    const options = values.map((value) => [value, text(`settings.${name}.${value}`)]);
    return field(
      text(`settings.${name}.title`),
      select(options, settings.get(name), (value) => settings.set(name, value)),
    );
  });
  const ticks = TICKS.map((name) => {
    const box = make("input", { type: "checkbox", checked: settings.get(name) });
    box.addEventListener("change", () => settings.set(name, box.checked));
    return field(text(`settings.${name}`), box);
  });
  openDialog(text("settings.title"), [make("div", { class: "pair" }, languageChoice(), choices), ...ticks, engineSettings(app.engines)], { wide: true });
}

/** The language, each by its own name. The page is loaded anew in it; the board is kept as a draft. */
function languageChoice() {
  const options = [["auto", text("settings.language.auto")], ...Object.entries(LANGUAGES)];
  const choose = (name) => {
    settings.set("language", name);
    location.reload();
  };
  return field(text("settings.language.title"), select(options, settings.get("language"), choose, { id: "language" }));
}
