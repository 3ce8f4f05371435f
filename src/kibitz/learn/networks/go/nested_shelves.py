"""The games of a run of kind `go-nested` on shelves: to learn from, to be watched on, and to be measured on."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.learn.networks.go.games import LabelledGames, stored_games, stored_owners
from kibitz.learn.networks.go.lessons import Shelf
from kibitz.learn.networks.go.nested_plan import NestedPlan
from kibitz.learn.networks.go.nested_training import NestedSettings
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.progress import Told
from kibitz.learn.tables.go.expert import GoExpertSettings, learned_remainders
from kibitz.models.store import StoredModel


class Shelves(NamedTuple):
    """What is learned from and what the run is watched on, one shelf of each for each size, and what the model is measured on."""

    lessons: list[Shelf]
    watched: list[Shelf]
    tested: Shelf | None


def shelves_of(plan: NestedPlan, job: Job, expert: StoredModel) -> Shelves:
    recipe, store = plan.recipe, job.folder.path
    sources = [job.games / name for name in recipe.games]
    found = stored_games(store, sources, recipe.sizes, counted(job, "reading games"))
    lessons, watching, tested = [], [], None
    for size, labelled in found.items():
        owners = stored_owners(store / f"owners-{size}.npy", labelled, counted(job, f"owners of {size}×{size}"))
        whole = Shelf(labelled, _visits(labelled, recipe), ~_learned_by(expert, labelled), owners)
        is_lesson, is_watched = _cut(labelled, plan, is_first=size == recipe.sizes[0])
        lessons.append(_part(whole, np.flatnonzero(is_lesson & whole.is_open.any(axis=1))))
        watching.append(_part(whole, np.flatnonzero(is_watched)))
        if size == recipe.sizes[0]:
            tested = _tested(whole, plan.watching.test_years)
    return Shelves(lessons, watching, tested)


def _tested(whole: Shelf, years: tuple[int, ...]) -> Shelf | None:
    """The games of the years that the finished model is measured on; None if there is none."""
    year = whole.labelled.year
    numbers = np.flatnonzero((year >= years[0]) & (year <= years[1]))
    return _part(whole, numbers) if len(numbers) else None


def counted(job: Job, part: str) -> Callable[[int], None]:
    """A function that tells how many are done of a number that is not known."""
    return lambda done: job.tell(Told(part, done, max(done, 1), f"{done:,}"))


def _visits(labelled: LabelledGames, recipe: NestedSettings) -> NDArray[np.float64]:
    return np.where(labelled.year >= recipe.recent_year, float(recipe.recent_visits), 1.0)


def _learned_by(expert: StoredModel, labelled: LabelledGames) -> NDArray[np.bool_]:
    """Which moves the pattern model has learned from, by remainders, [G, stride]: some of the first archive's on 19×19."""
    if not expert.card.settings or labelled.games.size != 19:
        return np.zeros((len(labelled), 1), np.bool_)
    settings = GoExpertSettings(**expert.card.settings)
    learned = np.zeros((len(labelled), settings.stride), np.bool_)
    of_first = labelled.source == 0
    learned[of_first] = learned_remainders(labelled.year[of_first], settings)
    return learned


def _cut(labelled: LabelledGames, plan: NestedPlan, is_first: bool) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which games are learned from and which are watched: by year, and on the other sizes each `held_out`th."""
    recipe, (first, last) = plan.recipe, plan.watching.validation_years
    in_years = (labelled.year >= recipe.first_year) & (labelled.year <= recipe.last_year)
    if is_first:
        return in_years, (labelled.year >= first) & (labelled.year <= last)
    held = np.arange(len(labelled)) % recipe.held_out == 0
    return in_years & ~held, in_years & held


def _part(shelf: Shelf, numbers: NDArray[np.int64]) -> Shelf:
    if not len(numbers):
        size = shelf.labelled.games.size
        raise SetupError(f"no game on {size}×{size} is left to learn from or to watch")
    return Shelf(shelf.labelled.selected(numbers), shelf.visits[numbers], shelf.is_open[numbers], shelf.owners[numbers])
