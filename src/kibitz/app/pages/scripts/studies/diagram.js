// A dialog that makes a picture of a position: as SVG, which stays sharp at any size, or as PNG.

import { button, field, make, select } from "../dom.js";
import { openDialog } from "../dialogs.js";
import { downloadBlob } from "../game/saving.js";
import { attempt } from "../notices.js";
import { fileAddress } from "../server/api.js";
import { placeOf } from "../server/place.js";
import { text } from "../text.js";

const SIZES = [240, 480, 960, 1920];

/** Ask how the position of a node is to be drawn, show it, and let it be saved. */
export function openDiagram(node) {
  new Diagram(node).open();
}

class Diagram {
  #node;
  #picture = make("img", { class: "diagram", alt: text("diagram.alt"), id: "diagram" });

  constructor(node) {
    this.#node = node;
    const redraw = () => this.#draw();
    const tick = (checked) => make("input", { type: "checkbox", checked, onchange: redraw });
    this.#coordinates = tick(true);
    this.#last = tick(true);
    this.#marks = tick(true);
    this.#numbers = make("input", { type: "number", min: 0, max: node.ply, value: 0, id: "diagram-numbers", oninput: redraw });
    this.#ink = select(["colour", "print"].map((ink) => [ink, text(`diagram.inks.${ink}`)]), "colour", redraw, { id: "diagram-ink" });
    this.#size = select(SIZES.map((size) => [size, text("diagram.pixels", { size })]), 480, redraw, { id: "diagram-size" });
  }

  #coordinates;
  #last;
  #marks;
  #numbers;
  #ink;
  #size;

  open() {
    const marks = this.#node.isAnnotated ? field(text("diagram.marks"), this.#marks) : null;
    const wishes = make(
      "div",
      { class: "stack" },
      field(text("diagram.ink"), this.#ink),
      field(text("diagram.size"), this.#size),
      field(text("diagram.numbers"), this.#numbers, text("diagram.numbersHint")),
      field(text("diagram.coordinates"), this.#coordinates),
      field(text("diagram.last"), this.#last),
      marks,
      make(
        "div",
        { class: "row" },
        button(text("diagram.svg"), () => this.#save("svg"), { class: "primary" }),
        button(text("diagram.png"), () => this.#save("png")),
      ),
    );
    openDialog(text("diagram.title"), make("div", { class: "diagram-form" }, this.#picture, wishes), { wide: true });
    this.#draw();
  }

  #draw() {
    this.#picture.src = this.#address;
  }

  get #address() {
    const { marks, arrows } = this.#marks.checked ? this.#node : { marks: {}, arrows: [] };
    const query = new URLSearchParams({
      ...placeOf(this.#node),
      coordinates: this.#coordinates.checked,
      last: this.#last.checked,
      numbers: Math.max(0, Math.floor(Number(this.#numbers.value) || 0)),
      marks: Object.entries(marks).map(([square, kind]) => `${kind}:${square}`).join(","),
      arrows: arrows.map((arrow) => arrow.join("-")).join(","),
      ink: this.#ink.value,
      size: this.#size.value,
    });
    return fileAddress(`diagram?${query}`);
  }

  async #save(kind) {
    const name = `kibitz-${this.#node.ply}.${kind}`;
    await attempt(async () => {
      const svg = await (await fetch(this.#address)).blob();
      downloadBlob(kind === "svg" ? svg : await asPng(svg), name);
    });
  }
}

/** A picture in dots, as many as the SVG says that it is wide and high. */
async function asPng(svg) {
  const address = URL.createObjectURL(svg);
  try {
    const image = make("img", { src: address });
    await image.decode();
    const canvas = make("canvas", { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
