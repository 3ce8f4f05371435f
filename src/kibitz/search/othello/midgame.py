"""The midgame engine: deepens a search until a depth or a time is reached, and can be stopped at any moment.

An engine is handed its evaluation. Values are discs seen by the side to move. Depth counts discs placed; a forced
pass costs none.
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Lock
from typing import Final

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS
from kibitz.search.othello.evaluation import UNITS_PER_DISC, Evaluation
from kibitz.search.othello.probable_cuts import CutTable

DEFAULT_HASH_MB: Final = 64
DEFAULT_WIDTH: Final = 1.5  # of probable cuts, in standard deviations
_MAX_DEPTH: Final = 60
_NO_LIMIT: Final = float("inf")


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What one move is worth to the side that plays it, and how the game may go on; `line` begins with the move."""

    move: int
    score: float
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search knows after a finished depth. `moves` has the best move first, and only that one if all were not asked for.

    A search for the best move that was stopped counts the depth it was at if a better move had been found there. `exact` says
    that the score is the true final score: every line was read to its end and nothing was cut on a guess.
    """

    moves: tuple[MoveValue, ...]
    depth: int
    nodes: int
    seconds: float
    exact: bool

    @property
    def move(self) -> int:
        return self.moves[0].move

    @property
    def score(self) -> float:
        return self.moves[0].score

    @property
    def line(self) -> tuple[int, ...]:
        return self.moves[0].line


Progress = Callable[[SearchResult], None]


class Engine:
    """A searcher with its own memory. One search at a time: a second one waits."""

    def __init__(
        self, evaluation: Evaluation, hash_mb: int = DEFAULT_HASH_MB, cuts: CutTable | None = None, width: float = DEFAULT_WIDTH
    ):
        """`cuts` allows ProbCut with a width in standard deviations; without it every value is exact for its depth."""
        self.evaluation = evaluation
        self._searcher = _native.othello.Searcher(evaluation.core, hash_mb << 20)
        self._lock = Lock()
        self.cuts = cuts
        if cuts is not None:
            self._searcher.set_cuts(list(cuts.shallow), cuts.relations.ravel(), width)

    @property
    def table_bytes(self) -> int:
        """The memory of the table, never more than was allowed."""
        return self._searcher.table_bytes

    def search(
        self,
        position: Position,
        depth: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Event | None = None,
    ) -> SearchResult:
        """The best move found. `progress` gets the result of each finished depth; depth 1 is always finished.

        `stop` may be set from another thread, and ends the search within some hundredths of a second. Raises SetupError if the
        game is over or the board is not 8×8, or if nothing would ever end the search.
        """
        return self._deepen(position, depth, seconds, all_moves=False, progress=progress, stop=stop)

    def analyse(
        self,
        position: Position,
        depth: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Event | None = None,
        known: SearchResult | None = None,
    ) -> SearchResult:
        """As search(), but with the value of every legal move, best first.

        `known` is what an earlier analysis of the same position ended with: this one goes on with the next depth.
        """
        return self._deepen(position, depth, seconds, all_moves=True, progress=progress, stop=stop, known=known)

    def stop(self) -> None:
        """End the search under way, from another thread or from its `progress`; it returns its last finished depth."""
        self._searcher.stop()

    def forget(self) -> None:
        """Empty the table: what is asked next is answered as by a new engine."""
        with self._lock:
            self._searcher.forget()

    def _deepen(
        self,
        position: Position,
        depth: int | None,
        seconds: float | None,
        all_moves: bool,
        progress: Progress | None,
        stop: Event | None,
        known: SearchResult | None = None,
    ) -> SearchResult:
        _check_question(position, depth, seconds, stop)
        mover = position.play(PASS) if position.must_pass else position
        empties = position.empty_count
        last = [] if known is None else [known]

        def finished(reached: int, rows: list[tuple[int, int, list[int]]], nodes: int, elapsed: float) -> None:
            moves = _after_pass(rows[0]) if position.must_pass else tuple(map(_move_value, rows))
            exact = reached >= empties and self.cuts is None
            last[:] = [SearchResult(moves, reached, nodes, elapsed, exact)]
            if progress is not None:
                progress(last[0])

        first_depth = 1 if known is None else known.depth + 1
        last_depth = min(depth or _MAX_DEPTH, empties)
        time_limit = _NO_LIMIT if seconds is None else seconds
        is_stopped = None if stop is None else stop.is_set
        with self._lock:
            self._searcher.search(mover.own, mover.opp, first_depth, last_depth, time_limit, all_moves, finished, is_stopped)
        return last[0]


def _move_value(row: tuple[int, int, list[int]]) -> MoveValue:
    square, value, line = row
    return MoveValue(square, value / UNITS_PER_DISC, tuple(line))


def _after_pass(best_reply: tuple[int, int, list[int]]) -> tuple[MoveValue]:
    _, value, line = best_reply
    return (MoveValue(PASS, -value / UNITS_PER_DISC, (PASS, *line)),)


def _check_question(position: Position, depth: int | None, seconds: float | None, stop: Event | None) -> None:
    if position.size != 8:
        raise SetupError(f"the engine plays on the 8×8 board, not on {position.size}×{position.size}")
    if position.is_over:
        raise SetupError("the game is over: there is no move to search")
    if depth is None and seconds is None and stop is None:
        raise SetupError("a search needs a depth or a number of seconds")
    if depth is not None and depth < 1:
        raise SetupError(f"a search of depth {depth} is not possible; the smallest depth is 1")
