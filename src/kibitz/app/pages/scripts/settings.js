// What the reader chose, kept in this browser.

const PLACE = "kibitz.settings";

const DEFAULTS = {
  language: "auto",
  theme: "auto",
  board: "felt",
  palette: "usual",
  animate: true,
  coordinates: true,
  view: "black",
  legal: true,
  expert: true,
  engine: true,
  archive: true,
  numbers: "one", // on each square; "all" has a line for each voice, with its source
  overlay: "none",
  rating: "",
  engineUnit: "discs",
  repertoireSide: "black",
  engines: {}, // the engine chosen for each game, by the game's name; Kibitz's own where there is none
  key: "", // told by the address that was opened: it may change the list of engines
};

class Settings extends EventTarget {
  #values = { ...DEFAULTS, ...readKept() };

  get(name) {
    return this.#values[name];
  }

  /** Change a setting, keep it and tell everyone: fires "change" with its name. */
  set(name, value) {
    if (this.#values[name] === value) return;
    this.#values[name] = value;
    localStorage.setItem(PLACE, JSON.stringify(this.#values));
    this.dispatchEvent(new CustomEvent("change", { detail: name }));
  }

  toggle(name) {
    this.set(name, !this.get(name));
  }
}

function readKept() {
  try {
    return JSON.parse(localStorage.getItem(PLACE)) ?? {};
  } catch {
    return {}; // a damaged entry is worth no more than none
  }
}

export const settings = new Settings();

/** Let the page's colours follow the settings, now and later. */
export function followTheme() {
  const root = document.documentElement;
  const show = () => {
    root.dataset.theme = settings.get("theme");
    root.dataset.board = settings.get("board");
    root.dataset.palette = settings.get("palette");
    root.toggleAttribute("data-still", !settings.get("animate"));
  };
  settings.addEventListener("change", show);
  show();
}
