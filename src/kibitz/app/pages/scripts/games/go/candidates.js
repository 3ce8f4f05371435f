// Which of hundreds of moves are worth a label and a row: those that a voice names.

const MOST_BY_ENGINE = 8;
const LEAST_VISITS = 0.02; // as a share of the most tried move's
const MOST_BY_EXPERT = 8;
const LEAST_SHARE = 0.01;
const MOST_BY_ARCHIVE = 8;

/** Whether a move was tried often enough for its chance to mean something; `most` is how often the best one was. */
export const isTried = (value, most) => value.visits >= LEAST_VISITS * most;

/** Whether the expert gives a move a share worth telling. */
export const isLikely = (share) => share >= LEAST_SHARE;

/** The moves of a node to be told of, PASS among them where playouts tried it. */
export function candidates(node, voices, shown) {
  if (node.position.isOver) return [];
  const named = [
    ...byEngine(shown.engine && voices.engine(node)),
    ...byExpert(shown.expert && voices.expert(node)),
    ...byArchive(shown.archive && voices.archive(node)),
  ];
  return [...new Set(named)].filter((move) => node.position.isLegal(move));
}

function byEngine(engine) {
  if (!engine) return [];
  const rows = [...engine.moves];
  const most = Math.max(...rows.map(([, value]) => value.visits), 1);
  const tried = rows.filter(([, value]) => isTried(value, most));
  return tried.slice(0, MOST_BY_ENGINE).map(([move]) => move);
}

function byArchive(archive) {
  return archive ? [...archive.bySquare.keys()].slice(0, MOST_BY_ARCHIVE) : [];
}

function byExpert(expert) {
  if (!expert) return [];
  const likely = [...expert.moves].filter(([, share]) => isLikely(share));
  return likely.slice(0, MOST_BY_EXPERT).map(([move]) => move);
}
