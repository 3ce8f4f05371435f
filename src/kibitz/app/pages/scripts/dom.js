// Elements made from a tag, attributes and children; the few helpers every part of the page uses.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. Attributes that begin with "on" are listeners, `hidden`-like flags are true or false, null is left out.
 */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** As make(), for SVG. */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "value") element.value = value;
  else element.setAttribute(name, value === true ? "" : value);
}

/** The element of a page-wide id; throws where the page has none, so that a wrong id shows at once. */
export function part(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** A button with a text. */
export function button(label, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, label);
}

/** A drawing from the page's set of icons, hidden from screen readers. */
export function icon(name) {
  return draw("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("use", { href: `#icon-${name}` }));
}

/** A button that shows an icon and is called by its label. `short` is a word or two that everyone sees with the icon. */
export function iconButton(name, label, onclick, { short = null, ...attributes } = {}) {
  return make(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...attributes },
    icon(name),
    short && make("span", { class: "icon-label" }, short),
  );
}

/** A choice among options [[value, text], …]. */
export function select(options, value, onchange, attributes = {}) {
  const choice = make("select", { onchange: (event) => onchange?.(event.target.value), ...attributes });
  for (const [key, text] of options) choice.append(make("option", { value: key, selected: String(key) === String(value) }, text));
  return choice;
}

/** A labelled control: the text stands before it, or after it for a box to tick. */
export function field(label, control, hint = null) {
  const isTick = control.type === "checkbox" || control.type === "radio";
  const text = make("span", { class: "field-label" }, label, hint ? make("small", {}, hint) : null);
  return make("label", { class: isTick ? "field tick" : "field" }, isTick ? [control, text] : [text, control]);
}

/** Wait; rejects with the signal's reason if it is aborted meanwhile. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
