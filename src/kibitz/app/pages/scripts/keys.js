// Keys for everything. Actions are registered with their keys; the overlay of `?` lists them from the same table.

import { make } from "./dom.js";
import { isDialogOpen, openDialog } from "./dialogs.js";
import { text } from "./text.js";

const actions = [];
let prefix = null;

/** Let keys run an action. `keys` are names such as "ArrowLeft", "ctrl+z" or "g a"; `group` is its heading in the overlay. */
export function bindKeys(group, name, keys, run) {
  const action = { group, name, keys, run };
  actions.push(action);
  return () => actions.splice(actions.indexOf(action), 1);
}

/** Begin to listen; call once. */
export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (isDialogOpen() || isTyping(event.target)) return;
    const name = keyName(event);
    const full = prefix ? `${prefix} ${name}` : name;
    prefix = null;
    const action = actions.findLast(({ keys }) => keys.includes(full));
    if (action && !claimsKey(event)) {
      event.preventDefault();
      action.run();
    } else if (actions.some(({ keys }) => keys.some((key) => key.startsWith(`${name} `)))) prefix = name;
  });
}

function keyName(event) {
  const modifiers = (event.ctrlKey || event.metaKey ? "ctrl+" : "") + (event.altKey ? "alt+" : "");
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const shift = event.shiftKey && event.key.length === 1 && /[a-z]/i.test(event.key) ? "shift+" : "";
  return `${modifiers}${shift}${key}`;
}

function isTyping(target) {
  return target.matches?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
}

/** Enter and Space belong to the button or link that has the focus. */
function claimsKey(event) {
  return (event.key === "Enter" || event.key === " ") && event.target.matches?.("button, a, summary, input");
}

/** The overlay of all keys. */
export function showKeys() {
  const groups = Map.groupBy(actions, (action) => action.group);
  const lists = [...groups].map(([group, members]) =>
    make("section", {}, make("h3", {}, text(`keyGroups.${group}`)), make("dl", { class: "key-list" }, members.map(keyEntry))),
  );
  openDialog(text("keys.title"), make("div", { class: "key-groups" }, lists), { wide: true });
}

function keyEntry({ keys, name }) {
  const shown = keys.map((key) => make("kbd", {}, keyLabel(key)));
  return make("div", {}, make("dt", {}, shown), make("dd", {}, text(`keys.${name}`)));
}

const LABELS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Escape: "Esc", Delete: "Del" };

function keyLabel(key) {
  return key
    .split(/(?<=.)[+ ](?=.)/)
    .map((name) => LABELS[name] ?? (name.length === 1 ? name.toUpperCase() : name[0].toUpperCase() + name.slice(1)))
    .join(key.includes("+") ? "+" : " ");
}
