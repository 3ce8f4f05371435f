// Plays the chapters of a shared page through. It stands inside the page, asks for nothing and keeps nothing.
"use strict";

const CELL = 40;
const data = JSON.parse(document.getElementById("data").textContent);
const chapters = [...document.querySelectorAll(".chapter")].map((element, number) => new Chapter(element, data.chapters[number], number));
let shown = chapters[0];

/** One chapter: its board, its moves and the place that is on show. */
function Chapter(element, { columns, places }, number) {
  const said = element.querySelector(".said");
  const moves = new Map([...element.querySelectorAll(".move")].map((move) => [Number(move.dataset.place), move]));
  const children = places.map(() => []);
  places.forEach(([parent], place) => parent >= 0 && children[parent].push(place));
  const last = new Map(); // the way on that was looked at last
  let here = 0;

  this.element = element;
  this.path = (place) => `${number + 1}.${place}`;

  const follow = (place) => last.get(place) ?? children[place][0];

  const square = (index) => [(index % columns) * CELL + CELL / 2, Math.floor(index / columns) * CELL + CELL / 2];

  const drawn = (signs) =>
    [...signs]
      .map((sign, index) => [sign, ...square(index)])
      .filter(([sign]) => sign !== "0")
      .map(([sign, x, y]) => `<use href="#piece-${sign}" x="${x}" y="${y}"/>`)
      .join("");

  const commentAt = (place) => {
    const next = place ? moves.get(place).nextElementSibling : element.querySelector(".comment.of-start");
    return next?.classList.contains("comment") ? next : null;
  };

  const put = (into, place) => {
    into.querySelector(".pieces").innerHTML = drawn(places[place][1]);
    into.querySelector(".over").innerHTML = places[place][2];
    into.querySelector("title").textContent = places[place][4];
  };

  /** Show a place and remember the way to it. */
  this.show = (place, isQuiet = false) => {
    here = place;
    for (let at = place; places[at][0] >= 0; at = places[at][0]) last.set(places[at][0], at);
    put(element.querySelector(".board svg"), place);
    element.querySelector(".move[aria-current]")?.removeAttribute("aria-current");
    const move = moves.get(place);
    move?.setAttribute("aria-current", "true");
    move?.scrollIntoView({ block: "nearest" });
    const words = commentAt(place)?.textContent;
    said.textContent = [move?.getAttribute("aria-label") ?? data.start, words].filter(Boolean).join(": ");
    if (!isQuiet) history.replaceState(null, "", `#${this.path(place)}`);
  };

  this.step = (name) => {
    if (name === "first") return this.show(0);
    if (name === "back") return places[here][0] >= 0 && this.show(places[here][0]);
    if (name === "forward") return follow(here) !== undefined && this.show(follow(here));
    let end = here;
    while (follow(end) !== undefined) end = follow(end);
    return this.show(end);
  };

  /** Another move at the place of this one. */
  this.sibling = (by) => {
    const others = children[places[here][0]] ?? [];
    const next = others[others.indexOf(here) + by];
    if (next !== undefined) this.show(next);
  };

  /** A square was pressed: the move there, if there is one. */
  const press = (event) => {
    const svg = element.querySelector(".board svg");
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const [column, row] = [point.x, point.y].map((value) => Math.floor(value / CELL));
    const next = children[here].find((place) => places[place][3] === row * columns + column);
    if (next !== undefined && column >= 0 && column < columns) this.show(next);
  };

  /** A board behind every commented move, for paper. */
  this.print = () => {
    places.forEach((_, place) => {
      const comment = commentAt(place);
      if (!comment || comment.querySelector("svg")) return;
      const picture = element.querySelector(".board svg").cloneNode(true);
      put(picture, place);
      picture.classList.add("printed");
      comment.append(picture);
    });
  };

  element.addEventListener("click", (event) => {
    const [move, step] = [".move", "[data-step]"].map((name) => event.target.closest(name));
    if (move) this.show(Number(move.dataset.place));
    else if (step) this.step(step.dataset.step);
    else if (event.target.closest(".board")) press(event);
  });
  this.size = places.length;
}

/** Show the chapter and the place that the address names, such as #2.17. */
function route() {
  const [number, place] = location.hash.slice(1).split(".").map(Number);
  shown = chapters[number - 1] ?? chapters[0];
  for (const chapter of chapters) chapter.element.hidden = chapter !== shown;
  document.querySelectorAll(".contents a").forEach((link, index) => {
    if (chapters[index] === shown) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
  shown.show(place >= 0 && place < shown.size ? place : 0, true);
}

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "ArrowUp" || event.key === "ArrowDown") shown.sibling(event.key === "ArrowUp" ? -1 : 1);
  else if (KEYS[event.key]) shown.step(KEYS[event.key]);
  else return;
  event.preventDefault();
});
window.addEventListener("hashchange", route);
window.addEventListener("beforeprint", () => chapters.forEach((chapter) => chapter.print()));
document.documentElement.dataset.ready = "true";
route();
