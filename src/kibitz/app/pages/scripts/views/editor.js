// The board editor: discs are set and taken by hand, then one looks at the position.

import { button, field, make, select } from "../dom.js";
import { GameTree } from "../game/tree.js";
import { BLACK, WHITE } from "../games/sides.js";
import { panel } from "../panels/panel.js";
import { announce, notify } from "../notices.js";
import { text } from "../text.js";

const EMPTY = "empty";

/** Let the board of the stage be edited; `view` gets the position when done. */
export function openEditor(app, view) {
  const editor = new Editor(app, view);
  editor.open();
}

class Editor {
  #app;
  #view;
  #position;
  #brush = BLACK;

  constructor(app, view) {
    this.#app = app;
    this.#view = view;
    const { position } = view.session;
    this.#position = position.withTurnOf(position.toMove); // without its past
  }

  open() {
    this.#view.voicePanel.sleep();
    this.#app.stage.view = this;
    this.#app.stage.board.setLabels(new Map());
    this.#app.stage.board.setTints(null);
    this.#app.stage.board.configure({ interactive: false });
    this.#app.stage.say(text("editor.hint"));
    this.#app.showPanels(this.#view.left, [this.#panel()]);
    this.#app.stage.setTools([]);
  }

  #panel() {
    const frame = panel(text("editor.title"));
    const brushes = [BLACK, WHITE, EMPTY].map((brush) => this.#brushChoice(brush));
    this.#side = select(
      [
        [BLACK, text("color.black")],
        [WHITE, text("color.white")],
      ],
      this.#position.toMove,
      (side) => {
        this.#position = this.#position.withTurnOf(side);
      },
    );
    frame.body.append(
      make("fieldset", { class: "choices" }, make("legend", {}, text("editor.brush")), brushes),
      field(text("editor.side"), this.#side),
      make(
        "div",
        { class: "row" },
        button(text("editor.clear"), () => this.#show(this.#position.cleared())),
        button(text("editor.start"), () => this.#show(this.#start())),
      ),
      make(
        "div",
        { class: "row" },
        button(text("editor.done"), () => this.#finish(true), { class: "primary" }),
        button(text("common.cancel"), () => this.#finish(false)),
      ),
    );
    return frame.element;
  }

  #side;

  #start() {
    return this.#position.game.start(this.#position.setting);
  }

  #brushChoice(brush) {
    const choice = make("input", { type: "radio", name: "brush", value: brush, checked: brush === this.#brush });
    choice.addEventListener("change", () => (this.#brush = brush));
    return field(text(brush === EMPTY ? "editor.empty" : `color.${brush}`), choice);
  }

  /** A square was pressed: the brush's disc, or none if that disc is there already. */
  choose(square) {
    const color = this.#brush === EMPTY || this.#position.at(square) === this.#brush ? null : this.#brush;
    this.#show(this.#position.with([square], color));
    const { game } = this.#position;
    announce(`${game.formatMove(square)}, ${text(color ? `board.${color}.${game.name}` : "board.empty")}`);
  }

  blocksLook() {
    return true;
  }

  #show(position) {
    this.#position = position.withTurnOf(this.#side.value);
    this.#app.stage.board.show(this.#position, null);
  }

  #finish(keep) {
    if (keep && !this.#position.isPossible) return notify(text("editor.impossible"), "trouble");
    this.#app.showPanels(this.#view.left, this.#view.right);
    if (keep) this.#view.load(new GameTree(this.#position));
    this.#app.stage.use(this.#view.session, this.#view);
    return this.#view.enter({ rest: [], query: new URLSearchParams() });
  }
}
