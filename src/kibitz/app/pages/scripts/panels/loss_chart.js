// What each side lost up to each move: lines that only rise, of one game or of two.

import { draw } from "../dom.js";
import { formatLoss, text } from "../text.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [360, 110, 30, 8, 8, 18];

/** The sums of the losses of a side after each of its review's moves: [[number, sum]…], from 0 on. */
export function lossSums(moves, side) {
  const points = [[0, 0]];
  for (const move of moves) points.push([move.number, points.at(-1)[1] + (move.side === side ? move.loss : 0)]);
  return points;
}

/**
 * Curves as a picture: `lines` are {name, className, points}, the last point of each with its sum; `ply` is where the cursor
 * stands, null for none.
 */
export function lossChart(lines, ply = null) {
  const length = Math.max(1, ...lines.map(({ points }) => points.at(-1)[0]));
  const most = Math.max(4, ...lines.map(({ points }) => points.at(-1)[1]));
  const x = (number) => LEFT + ((WIDTH - LEFT - RIGHT) * number) / length;
  const y = (sum) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - sum / most);
  const said = lines.map(({ name, points }) => text("review.lostInAll", { name, loss: formatLoss(points.at(-1)[1], 1) })).join(", ");
  return draw(
    "svg",
    { class: "chart loss-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": said },
    [most, most / 2, 0].map((sum) => draw("line", { class: sum ? "chart-line" : "chart-zero", x1: LEFT, x2: WIDTH - RIGHT, y1: y(sum), y2: y(sum) })),
    [most, 0].map((sum) => draw("text", { class: "chart-text end", x: LEFT - 5, y: y(sum) + 3.5 }, formatLoss(Math.round(sum)))),
    lines.map(({ className, points }) => {
      const path = points.map(([number, sum]) => `${x(number).toFixed(1)} ${y(sum).toFixed(1)}`).join("L");
      return draw("path", { class: `loss-line ${className}`, d: `M${path}` });
    }),
    ply === null ? null : draw("line", { class: "chart-cursor", x1: x(ply), x2: x(ply), y1: TOP, y2: HEIGHT - BOTTOM }),
  );
}
