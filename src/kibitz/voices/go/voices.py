"""The three voices of Go: a model of moves, a tree of playouts that the model guides, and the user's archive."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.models.go.default import USUAL_GO_MODEL, is_usual_go_model_there
from kibitz.models.go.loading import load_go_model
from kibitz.models.go.model import GoMoveModel
from kibitz.models.go.network import think_of
from kibitz.models.go.prior import leader
from kibitz.rules.game import Color
from kibitz.rules.go.position import GoPosition
from kibitz.search.go.tree import NO_PRIOR, TreeFindings, TreeLimits, findings_of, grow, make_trees
from kibitz.voices.rows import Opinion, Ranking
from kibitz.voices.voice import NOBODY, HumanVoice, Voices, ask_archive

SECONDS_BETWEEN: Final = 0.25  # two answers of a tree that is watched


def voices_of(position: GoPosition, model: GoMoveModel | None, archive: Path | None = None) -> Voices:
    """What people, if there is a model, and the archive say; raises SetupError if an archive was named and is not there."""
    return Voices(position.legal_moves(), ask_human(position, model), ask_archive(position, "go", archive))


def human_model(name: str | None = None) -> GoMoveModel | None:
    """The model of moves of a name, or the default one if it is installed; raises SetupError if it was named and is not there."""
    if name is None and not is_usual_go_model_there():
        return None
    return load_go_model(name or USUAL_GO_MODEL)


def ask_human(position: GoPosition, model: GoMoveModel | None) -> HumanVoice:
    """How likely each legal point is by a model; nothing is said of passes."""
    if model is None:
        return NOBODY
    probabilities = model.position_probabilities(position)
    return HumanVoice(model.name, {point: float(probabilities[point]) for point in position.legal_points()})


def ask_human_fully(position: GoPosition, model: GoMoveModel) -> HumanVoice:
    """As ask_human(), with the winner and the owners too if the model knows them; no moves and no winner if the game is over."""
    thoughts = think_of(model, position)
    points = () if position.is_over else position.legal_points()
    probabilities = {point: float(thoughts.probabilities[point]) for point in points}
    win_chance = None if position.is_over else thoughts.win_chance
    ownership = None if thoughts.ownership is None else _black_chances(thoughts.ownership, position.to_move)
    return HumanVoice(model.name, probabilities, win_chance, ownership)


def _black_chances(owners: NDArray[np.float32], mover: Color) -> tuple[float, ...]:
    """The chance that Black owns each point, from owners between −1 and 1 seen by the mover."""
    seen_by_black = owners if mover == Color.BLACK else -owners
    return tuple(round((1 + float(owner)) / 2, 4) for owner in seen_by_black)


class EngineVoice:
    """A search by playouts within some limits, guided by a model if there is one; see Deepener."""

    def __init__(self, limits: TreeLimits, threads: int = 1, model: GoMoveModel | None = None, seed: int = 0) -> None:
        """Raises SetupError for a model that is too slow to guide a search."""
        self._limits, self._threads, self._seed = limits, threads, seed
        self._prior = NO_PRIOR if model is None else leader(model)
        self.source = "playouts" if model is None else f"playouts guided by {model.name}"

    def deepen(self, position: GoPosition, watch: Callable[[Ranking], None] | None = None, stop: Event | None = None) -> Ranking:
        """The moves by how often they were tried. Unless it is watched, a search of one thread without a clock repeats itself."""
        trees = make_trees(position, self._threads, self._seed, self._prior)
        if watch is None:
            grow(trees, self._limits, stop)
            return ranking_of(findings_of(trees))
        ranking = Ranking(())
        for found in growing(trees, self._limits, stop or Event()):
            ranking = ranking_of(found)
            watch(ranking)
        return ranking


def growing(
    trees: list[_native.GoTree], limits: TreeLimits, stop: Event, every: float = SECONDS_BETWEEN, first: float | None = None
) -> Iterator[TreeFindings]:
    """What trees know after the `first` seconds and then `every` so many, until they are stopped or at their limits."""
    end = time.monotonic() + (float("inf") if limits.seconds is None else limits.seconds)
    step = every if first is None else first
    while True:
        grow(trees, TreeLimits(limits.playouts, min(step, max(end - time.monotonic(), 0.0))), stop)
        found = findings_of(trees)
        yield found
        is_enough = limits.playouts is not None and found.playouts >= limits.playouts
        if is_enough or stop.is_set() or time.monotonic() >= end:
            return
        step = every


def ranking_of(found: TreeFindings) -> Ranking:
    """The moves of a tree that were tried, as any game's engine ranks them."""
    tried = (Opinion(row.move, row.win_chance, row.line, visits=row.visits, prior=row.prior) for row in found.moves if row.visits)
    return Ranking(tuple(tried), found.ownership, found.playouts)


def black_lead(position: GoPosition, ranking: Ranking) -> float:
    """By how much Black is ahead on the mean board at the end of the playouts, komi taken off; only komi before the first."""
    owned = 0.0 if ranking.ownership is None else float(ranking.ownership.sum())
    return owned - position.komi - position.rules.points_for(position.handicap)
