"""Perfect evaluation as any search: it has no need to deepen, and every answer is exact."""

from threading import Event
from typing import Final

from kibitz.rules.noughts.position import NoughtsPosition
from kibitz.search.contract import Opinion, Ranking, Search, Watcher
from kibitz.search.noughts.perfect import best_moves, move_values

SOURCE: Final = "the whole game tree"


class PerfectSearch(Search[NoughtsPosition]):
    """What each move is worth to the side that plays it, quicker wins and slower losses first."""

    source = SOURCE

    def deepen(
        self,
        position: NoughtsPosition,
        watch: Watcher | None = None,
        stop: Event | None = None,  # noqa: ARG002 - there is nothing to wait for
    ) -> Ranking:
        """All legal moves; `score` is that of kibitz.search.noughts.perfect."""
        ranked = sorted(move_values(position).items(), key=lambda found: (-found[1], found[0]))
        ranking = Ranking(tuple(_opinion(position, move, value) for move, value in ranked))
        if watch is not None:
            watch(ranking)
        return ranking


def _opinion(position: NoughtsPosition, move: int, value: int) -> Opinion:
    line = (move, *_best_line(position.play(move)))
    win_chance = 0.5 if value == 0 else float(value > 0)
    return Opinion(move, win_chance, line, score=value, depth=len(line), exact=True)


def _best_line(position: NoughtsPosition) -> tuple[int, ...]:
    """The moves of perfect play, the lowest square where there are several."""
    moves = best_moves(position)
    return (moves[0], *_best_line(position.play(moves[0]))) if moves else ()
