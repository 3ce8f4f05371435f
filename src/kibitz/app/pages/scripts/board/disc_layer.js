// The discs on a board: they come down, turn over, are taken, and fade where they are dead.

import { draw } from "../dom.js";
import { discAt } from "./discs.js";

/** A layer of discs that follows from position to position. */
export class DiscLayer {
  element = draw("g", { class: "layer-discs", "aria-hidden": "true" });
  #discs = new Map();

  /** Take all discs away, so that the next position is drawn anew. */
  clear() {
    this.#discs.clear();
    this.element.replaceChildren();
  }

  /** Show a position seen from one side; `placed` is the square where a disc has just come down, if any. */
  show(position, { lastSquare, placed, view, animate }) {
    const { game } = position;
    for (let square = 0; square < game.size ** 2; square += 1) {
      const color = position.at(square);
      const known = this.#discs.get(square);
      if (known?.color === color) known?.element.classList.remove("turning", "placed");
      else if (!color) this.#take(square);
      else if (known) turn(known, color, animate, lastSquare === null ? 0 : distance(square, lastSquare, game.size));
      else this.#put(square, color, discAt(square, color, view, game), animate && square === placed);
    }
  }

  #put(square, color, element, isPlaced) {
    if (isPlaced) element.classList.add("placed");
    this.element.append(element);
    this.#discs.set(square, { element, color });
  }

  #take(square) {
    this.#discs.get(square)?.element.remove();
    this.#discs.delete(square);
  }

  /** Fade the discs on some squares, and no others. */
  fade(squares) {
    for (const [square, { element }] of this.#discs) element.classList.toggle("dead", squares.has(square));
  }
}

function turn(disc, color, animate, after) {
  const { element } = disc;
  element.setAttribute("class", `disc ${color}`);
  disc.color = color;
  if (!animate) return;
  void element.getBoundingClientRect(); // lets the animation begin again on a disc that has just turned
  element.classList.add("turning", `after-${after}`);
}

/** How many squares lie between two squares, counting one of them: 1 for neighbours. */
function distance(one, other, size) {
  const columns = Math.abs((one % size) - (other % size));
  const rows = Math.abs(Math.floor(one / size) - Math.floor(other / size));
  return Math.max(columns, rows);
}
