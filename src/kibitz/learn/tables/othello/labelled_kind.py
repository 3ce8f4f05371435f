"""Learning of kind `labelled-evaluation`: the engine's pattern tables, fitted to a labelled set that is made for them.

The set grows from the end of the game backwards (see labels.py), in files of the run's folder: a run that was broken off goes on
with the first that is missing. Workers make the labels. With one worker or many, here or on a cluster, the labels are the same.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from kibitz.errors import SetupError
from kibitz.learn.runs.configuration import Configuration, changed, require_positive, require_years
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.progress import Told
from kibitz.learn.tables.othello.evaluation import Samples, fit_win_chances, joined, samples_of
from kibitz.learn.tables.othello.evaluation_figures import exact_figures
from kibitz.learn.tables.othello.evaluation_kind import CHANCE_YEARS, Games, cut_positions, later_figures
from kibitz.learn.tables.othello.game_tables import read_logistello_book, read_wthor_years
from kibitz.learn.tables.othello.labelled_fit import FitSettings, Fitter, evened, fit_backwards
from kibitz.learn.tables.othello.labels import LabelFolder, LabelSettings
from kibitz.models.card import checksum, write_card
from kibitz.search.othello.evaluation import Evaluation
from kibitz.search.othello.probable_cuts import measure_cuts

LABELS: Final = "labels"
DEEPEST_CUT: Final = 8
# The book's games end in perfect play from so many empty squares on: 4,650 positions with 10 to 16 empty squares, solved, say so.
_BOOK_EXACT_FROM: Final = 44
# Up to so many discs the archive's perfect scores hold.
_PERFECT_UP_TO: Final = 40
# Of these its games have hardly had time to leave perfect play.
_JUST_PERFECT: Final = 39


@dataclass(frozen=True, slots=True)
class LabelledPlan:
    """The settings of a run of this kind."""

    games: Games = field(default_factory=Games)
    labels: LabelSettings = field(default_factory=LabelSettings)
    tables: FitSettings = field(default_factory=FitSettings)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class KnownGames:
    """What the archives say: of people's games before the solved part, of the book before and from its perfect end on."""

    people: Samples
    book: Samples

    @property
    def exact(self) -> Samples:
        """Positions of the book whose results are perfect play, each once."""
        late = self.book.select(self.book.disc_counts >= _BOOK_EXACT_FROM)
        _, rows = np.unique(np.stack([late.boards.own, late.boards.opp], axis=1), axis=0, return_index=True)
        return late.select(rows)

    @property
    def just_perfect(self) -> Samples:
        """Positions at and just before the point where the archive knows the perfect score."""
        counts = self.people.disc_counts
        return self.people.select((counts >= _JUST_PERFECT) & (counts <= _PERFECT_UP_TO))

    def evened(self, evaluation: Evaluation) -> list[Samples]:
        """How games went on from earlier positions, without the bias against the side to move."""
        people = self.people.select(self.people.disc_counts <= _PERFECT_UP_TO)
        book = self.book.select(self.book.disc_counts < _BOOK_EXACT_FROM)
        return [evened(part, evaluation) for part in (people, book) if len(part)]


def parse(configuration: Configuration) -> LabelledPlan:
    """The settings of a configuration: [settings] for games, [labels] for the set, [tables] for the fit."""
    configuration.allow_tables(["settings", "labels", "tables"])
    path = configuration.path
    games = changed(Games(), configuration.table("settings"), path)
    labels = changed(LabelSettings(), configuration.table("labels"), path)
    require_positive(labels, ["positions", "solved_positions", "solved_empties", "depth", "share"], path)
    require_years((games.first_year, games.last_year - CHANCE_YEARS), f"first_year and {CHANCE_YEARS} before last_year", path)
    if games.book and not Path(games.book).expanduser().is_file():
        raise SetupError(f"{path}: there is no file {games.book}; book names Logistello's logbook.gam.gz, or nothing")
    return LabelledPlan(games, labels, changed(FitSettings(), configuration.table("tables"), path))


def run(plan: LabelledPlan, job: Job) -> Path:
    """Label, fit, measure, and return the evaluation's file; its card and its cuts are beside it."""
    weights = job.model_path(".safetensors")
    job.folder.start(plan.to_json())
    if job.is_finished(weights):
        return weights
    known = known_games(plan.games, job.games)
    fitter = Fitter(plan.tables)
    folder = LabelFolder.at(job.folder.path / LABELS, joined([known.people, known.book]).boards, plan.labels, job.workers)
    labelled = fit_backwards(fitter, folder, known.exact, _teller(job))
    evaluation = _with_chances(_fit_all(fitter, labelled, known, job), plan.games, job.games)
    evaluation.save(weights)
    cuts = weights.with_suffix(".cuts")
    measure_cuts(evaluation, cut_positions(known.people), DEEPEST_CUT).save(cuts)
    figures = figures_of(evaluation, job.games, plan.games.last_year)
    facts = {**card_facts(plan, len(labelled), known), "licence": job.licence, "command": job.command}
    write_card(weights, {**facts, "figures": figures, "companions": {cuts.suffix: checksum(cuts)}})
    job.folder.save_result({"model": weights.name, "figures": figures})
    return weights


def known_games(games: Games, wthor: Path) -> KnownGames:
    """The games to learn from; the last years are left to the chances to win."""
    people = samples_of(read_wthor_years(wthor, range(games.first_year, games.last_year - CHANCE_YEARS + 1)))
    if not games.book:
        return KnownGames(people, people.select(np.zeros(0, np.int64)))
    return KnownGames(people, samples_of(read_logistello_book(Path(games.book).expanduser())))


def figures_of(evaluation: Evaluation, wthor: Path, last_year: int) -> dict[str, Any]:
    """Errors on the two years after the last one, and against exact scores of the first of them."""
    found = later_figures(evaluation, wthor, last_year)
    if (wthor / f"WTH_{last_year + 1}.wtb").is_file():
        samples = samples_of(read_wthor_years(wthor, [last_year + 1]))
        found[f"exact_{last_year + 1}"] = exact_figures(evaluation, samples)
    return found


def card_facts(plan: LabelledPlan, labelled: int, known: KnownGames) -> dict[str, Any]:
    """What the card says besides its figures."""
    games, labels = plan.games, plan.labels
    return {
        "kind": "evaluation",
        "features": plan.tables.patterns,
        "features_version": 1,
        "predicts": "final disc difference for the side to move, empties to the winner",
        "data": {
            "labels": f"positions of the games below and others up to 8 random moves off; solved from {labels.solved_empties} "
            f"empties on, before that the mean of searches of depth {labels.depth} and {labels.depth + 1} by tables fitted to "
            "later positions",
            "wthor": f"complete games of {games.first_year} to {games.last_year - CHANCE_YEARS} up to 24 empties; target: "
            "perfect play from there, its mean at each number of discs set to that of the labels",
            "logistello": "self-play book; target: the result, exact from 20 empties on, before that its mean set to the labels'",
            "chances": f"logistic curves by disc count on WTHOR {games.last_year - CHANCE_YEARS + 1} to {games.last_year}, "
            "which the tables have not seen",
        },
        "split": "by year; figures are of the two years after those that are learned from",
        "samples": {"labelled": labelled, "people": len(known.people), "book": len(known.book)},
        "settings": asdict(plan.tables),
        "label_settings": asdict(labels),
    }


def _fit_all(fitter: Fitter, labelled: Samples, known: KnownGames, job: Job) -> Evaluation:
    """Tables that begin anew: known games and labels first, labels and exact scores alone at the end."""
    settings = fitter.settings
    sure = joined([labelled, known.exact, known.just_perfect])
    everything = joined([sure, *known.evened(fitter.evaluation())])
    passes = [(everything, rate) for rate in settings.game_rates] + [(sure, rate) for rate in settings.rates]
    fresh = Fitter(settings)
    numbers = iter(range(1, len(passes) + 1))

    def tell(error: float) -> None:
        job.tell(Told("tables", next(numbers), len(passes), f"mean squared error {error:.1f}"))

    fresh.fit(passes, tell)
    return fresh.evaluation()


def _with_chances(evaluation: Evaluation, games: Games, wthor: Path) -> Evaluation:
    recent = samples_of(read_wthor_years(wthor, range(games.last_year - CHANCE_YEARS + 1, games.last_year + 1)))
    chances = fit_win_chances(evaluation.values(recent.boards), recent.result, recent.disc_counts)
    return replace(evaluation, win_chances=chances)


def _teller(job: Job) -> Callable[[int, float], None]:
    def tell(discs: int, error: float) -> None:
        job.tell(Told("labels", 64 - discs, 60, f"mean squared error {error:.1f}"))

    return tell
