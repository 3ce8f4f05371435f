// Which of hundreds of moves are worth a label and a row: those that a voice names.

const MOST_BY_ENGINE = 8;
const LEAST_VISITS = 0.02; // as a share of the most tried move's
const MOST_BY_EXPERT = 8;
const LEAST_SHARE = 0.01;
const MOST_BY_ARCHIVE = 8;

/** Whether a move was tried often enough for its chance to mean something; `most` is how often the best one was. */
export const isTried = (value, most) => value.visits === null || value.visits >= LEAST_VISITS * most;

/** Whether the expert gives a move a share worth telling. */
export const isLikely = (share) => share >= LEAST_SHARE;

/** The moves of a node to show, PASS among them where playouts tried it; `rows` are those of the voices. */
export function candidates(node, rows, shown) {
  if (node.position.isOver) return [];
  const said = [...rows];
  const named = [shown.engine && byEngine(said), shown.expert && byExpert(said), shown.archive && byArchive(said)]
    .filter(Boolean)
    .flat();
  return [...new Set(named)].filter((move) => node.position.isLegal(move));
}

function byEngine(said) {
  const most = Math.max(...said.map(([, { value }]) => value?.visits ?? 0), 1);
  const tried = said.filter(([, { value }]) => value && isTried(value, most));
  return first(tried, MOST_BY_ENGINE);
}

function byExpert(said) {
  const likely = said.filter(([, { share }]) => share !== undefined && isLikely(share));
  likely.sort(([, one], [, other]) => other.share - one.share);
  return first(likely, MOST_BY_EXPERT);
}

function byArchive(said) {
  const played = said.filter(([, { row }]) => row);
  played.sort(([, one], [, other]) => other.row.games - one.row.games);
  return first(played, MOST_BY_ARCHIVE);
}

const first = (said, count) => said.slice(0, count).map(([move]) => move);
