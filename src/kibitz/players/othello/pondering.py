"""Thinking on the opponent's time: a search in the background that leaves what it finds in the analyst's memory."""

from threading import Event, Thread
from typing import Final

from kibitz.rules.othello.position import Position
from kibitz.search.othello.analysis import Analyst
from kibitz.search.othello.levels import Limits

# Enough to try the opponent's likely moves first.
_GUESSED_AT: Final = Limits(6, 0)


class Ponderer:
    """Thinks about positions in which the opponent is to move, one at a time, in a thread that is always joined."""

    def __init__(self, analyst: Analyst) -> None:
        self._analyst = analyst
        self._stop = Event()
        self._thread: Thread | None = None

    def begin(self, position: Position, limits: Limits) -> None:
        """Think until end() about what will be asked under some limits after the opponent's move; returns at once."""
        self.end()
        if position.is_over or position.size != 8:
            return
        self._stop = Event()
        self._thread = Thread(target=ponder, args=(self._analyst, position, limits, self._stop), name="pondering")
        self._thread.start()

    def end(self) -> None:
        """Stop thinking; the analyst is free when this returns."""
        self._stop.set()
        if self._thread is not None:
            self._analyst.hurry()
            self._thread.join()
            self._thread = None


def ponder(analyst: Analyst, position: Position, limits: Limits, stop: Event) -> None:
    """Fill the analyst's memory with what helps after any move of the side to move.

    Near the end every reply is looked at by itself, likely ones first, since the solver remembers only whole answers. Before that
    one search of the position serves all replies, a disc deeper than will be asked, or as deep as it gets where time decides.
    """
    if position.empty_count - 1 > limits.exact_from:
        depth = None if limits.depth is None else limits.depth + 1
        analyst.best_move(position, Limits(depth, 0), stop)
        return
    for row in analyst.within(_GUESSED_AT).deepen(position, stop=stop).moves:
        reply = position.play(row.move)
        if not stop.is_set() and not reply.is_over:
            analyst.best_move(reply, Limits(limits.depth, limits.exact_from), stop)
