// The tools that every view of a game begins with: to its first move, back, forward, to its last.

export function travelTools(session) {
  return [
    ["first", "keys.first", () => session.goToStart()],
    ["back", "keys.back", () => session.goBack()],
    ["forward", "keys.forward", () => session.goForward()],
    ["last", "keys.last", () => session.goToEnd()],
  ];
}
