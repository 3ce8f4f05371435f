// The part of the settings about other engines: the list, a test of each, and a form for a new one.

import { button, field, make, select } from "../dom.js";
import { GAMES } from "../games/games.js";
import { attempt, announce } from "../notices.js";
import { api } from "../server/api.js";
import { settings } from "../settings.js";
import { text } from "../text.js";

/** The section; it shows what the list holds now and follows it. */
export function engineSettings(engines) {
  const list = make("ul", { class: "engine-list" });
  const empty = make("p", { class: "quiet" });
  const show = () => {
    list.replaceChildren(...engines.all.map((engine) => engineRow(engine, engines)));
    empty.textContent = engines.problem || (engines.all.length ? "" : text("engines.none"));
    empty.hidden = !empty.textContent;
  };
  engines.addEventListener("change", () => list.isConnected && show());
  show();
  const adding = settings.get("key") ? engineForm(engines) : make("p", { class: "quiet" }, text("engines.noKey"));
  const heading = make("h3", {}, text("engines.title"));
  return make("section", { class: "stack engine-settings" }, heading, make("p", { class: "quiet" }, text("engines.about")), empty, list, adding);
}

function engineRow(engine, engines) {
  const said = make("p", { class: "quiet engine-test", role: "status" });
  const test = button(text("engines.test"), () => tryEngine(said, test, () => api.testEngine(engine.name)));
  const remove = button(text("engines.remove"), async () => {
    const gone = await attempt(() => api.removeEngine(engine.name, settings.get("key")));
    if (gone) await attempt(() => engines.learn());
  });
  const name = make("strong", {}, engine.name);
  const about = make("span", { class: "quiet" }, `${text(`games.${engine.game}`)} · ${engine.title || text("engines.untested")}`);
  return make("li", {}, make("div", { class: "row" }, name, about, test, settings.get("key") && remove), said);
}

/** Run a test, with the button at rest meanwhile, and show what came out; returns whether it went well. */
async function tryEngine(said, control, work) {
  control.disabled = true;
  said.className = "quiet engine-test";
  said.textContent = text("engines.testing");
  try {
    said.textContent = (await work()).sentence;
    return true;
  } catch (error) {
    said.textContent = error.message;
    said.className = "trouble engine-test";
    return false;
  } finally {
    control.disabled = false;
    announce(said.textContent);
  }
}

function engineForm(engines) {
  const name = make("input", { required: true, pattern: "[a-z0-9][a-z0-9_.\\-]{0,39}", maxlength: 40, autocomplete: "off" });
  const program = make("input", { required: true, maxlength: 4096, autocomplete: "off", spellcheck: "false", class: "code" });
  const words = make("textarea", { rows: 3, spellcheck: "false", class: "code" });
  const protocol = make("select");
  const game = select(GAMES.map((known) => [known.name, text(`games.${known.name}`)]), GAMES[0].name, () => showProtocols());
  const seconds = make("input", { type: "number", min: 0.1, max: 3600, step: "any", value: 2, required: true });
  const timeout = make("input", { type: "number", min: 1, max: 3600, step: "any", value: 60, required: true });
  const showProtocols = () =>
    protocol.replaceChildren(...(engines.protocols[game.value] ?? ["gtp"]).map((known) => make("option", { value: known }, known.toUpperCase())));
  showProtocols();
  const said = make("p", { class: "quiet engine-test", role: "status" });
  const add = make("button", { type: "submit", class: "primary" }, text("engines.add"));
  const form = make(
    "form",
    { class: "stack engine-form" },
    make("h4", {}, text("engines.addTitle")),
    make("div", { class: "pair" }, field(text("engines.name"), name, text("engines.nameHint")), field(text("play.game"), game)),
    field(text("engines.program"), program, text("engines.programHint")),
    field(text("engines.words"), words, text("engines.wordsHint")),
    make("div", { class: "pair" }, field(text("engines.protocol"), protocol), field(text("engines.seconds"), seconds)),
    field(text("engines.timeout"), timeout, text("engines.timeoutHint")),
    make("div", { class: "row" }, add),
    said,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const command = [program.value.trim(), ...words.value.split("\n").map((word) => word.trim()).filter(Boolean)];
    const engine = { game: game.value, command, protocol: protocol.value, seconds: Number(seconds.value), timeout: Number(timeout.value) };
    const isThere = await tryEngine(said, add, () => api.keepEngine(name.value, engine, settings.get("key")));
    if (isThere) await attempt(() => engines.learn());
  });
  return form;
}
