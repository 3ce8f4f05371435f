"""Learning of kind `evaluation`: the engine's pattern tables, with their chances to win and their ProbCut table.

Tables learnt from the archives play games against themselves; the tables that are kept learn from both. The steps meet in files
of the run's folder, and a step whose file is there is not done again. All three steps repeat to the bit on one machine.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from kibitz.errors import SetupError
from kibitz.files import whole_file
from kibitz.learn.runs.configuration import Configuration, changed, require_positive, require_years
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.progress import Told
from kibitz.learn.tables.othello.evaluation import EvaluationSettings, Samples, joined, learn_evaluation, samples_of
from kibitz.learn.tables.othello.evaluation_figures import stage_figures, win_figures
from kibitz.learn.tables.othello.evaluation_games import SelfPlaySettings, self_play_samples
from kibitz.learn.tables.othello.game_tables import read_logistello_book, read_wthor_years
from kibitz.models.card import checksum, write_card
from kibitz.rules.othello.bulk import Boards
from kibitz.search.othello.evaluation import Evaluation, load_evaluation
from kibitz.search.othello.probable_cuts import measure_cuts

# The last years of training whose games fit the chances to win.
CHANCE_YEARS: Final = 2
DEEPEST_CUT: Final = 8
FIRST_TABLES: Final = "first-tables.safetensors"
OWN_GAMES: Final = "self-play.npz"
_CUT_POSITIONS: Final = 40
_CUT_DISCS: Final = range(8, 62)


@dataclass(frozen=True, slots=True)
class Games:
    """Which games of people and of Logistello are learned from."""

    first_year: int = 1977
    last_year: int = 2014
    book: str = ""  # Logistello's book of self-play, logbook.gam.gz; none if empty


@dataclass(frozen=True, slots=True)
class EvaluationPlan:
    """The settings of a run of this kind."""

    games: Games = field(default_factory=Games)
    tables: EvaluationSettings = field(default_factory=EvaluationSettings)
    self_play: SelfPlaySettings = field(default_factory=SelfPlaySettings)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def parse(configuration: Configuration) -> EvaluationPlan:
    """The settings of a configuration: [settings] for games and tables, [self_play] for the tables' own games."""
    configuration.allow_tables(["settings", "self_play"])
    path = configuration.path
    given = dict(configuration.table("settings"))
    games = changed(Games(), {key: given.pop(key) for key in Games.__dataclass_fields__ if key in given}, path)
    tables = changed(EvaluationSettings(), given, path)
    self_play = changed(SelfPlaySettings(), configuration.table("self_play"), path)
    require_positive(self_play, ["depth", "solved_empties"], path)
    require_years((games.first_year, games.last_year - CHANCE_YEARS), f"first_year and {CHANCE_YEARS} before last_year", path)
    if games.book and not Path(games.book).expanduser().is_file():
        raise SetupError(f"{path}: there is no file {games.book}; book names Logistello's logbook.gam.gz, or nothing")
    return EvaluationPlan(games, tables, self_play)


def run(plan: EvaluationPlan, job: Job) -> Path:
    """Train, play, train again, measure, and return the evaluation's file; its card and its cuts are beside it."""
    weights = job.model_path(".safetensors")
    job.folder.start(plan.to_json())
    if job.is_finished(weights):
        return weights
    known, recent = training_samples(plan.games, job.games)
    evaluation = _first_tables(plan, known, recent, job)
    counts = {"known": len(known), "recent": len(recent)}
    if plan.self_play.games:
        played = _own_games(plan, evaluation, known, job)
        counts["self_play"] = len(played)
        evaluation = learn_evaluation(joined([known, played]), recent, plan.tables, _teller(job, plan, "second tables"))
    evaluation.save(weights)
    job.tell(Told("ProbCut", 0, 1))
    cuts = weights.with_suffix(".cuts")
    measure_cuts(evaluation, cut_positions(known), DEEPEST_CUT).save(cuts)
    job.tell(Told("ProbCut", 1, 1))
    figures = later_figures(evaluation, job.games, plan.games.last_year)
    facts = {**card_facts(plan, counts), "licence": job.licence, "command": job.command}
    write_card(weights, {**facts, "figures": figures, "companions": {cuts.suffix: checksum(cuts)}})
    job.folder.save_result({"model": weights.name, "figures": figures})
    return weights


def training_samples(games: Games, wthor: Path) -> tuple[Samples, Samples]:
    """Samples to learn from, and those of the last years that also fit the chances."""
    split = games.last_year - CHANCE_YEARS
    older = samples_of(read_wthor_years(wthor, range(games.first_year, split + 1)))
    recent = samples_of(read_wthor_years(wthor, range(split + 1, games.last_year + 1)))
    if not games.book:
        return older, recent
    return joined([older, samples_of(read_logistello_book(Path(games.book).expanduser()))]), recent


def later_figures(evaluation: Evaluation, wthor: Path, last_year: int) -> dict[str, Any]:
    """Errors on the two years after the last one of training; a year without a file is left out."""
    found: dict[str, Any] = {}
    for year in (last_year + 1, last_year + 2):
        if (wthor / f"WTH_{year}.wtb").is_file():
            samples = samples_of(read_wthor_years(wthor, [year]))
            found[f"errors_{year}"] = stage_figures(evaluation, samples)
            found[f"winner_{year}"] = win_figures(evaluation, samples)
    return found


def card_facts(plan: EvaluationPlan, counts: dict[str, int]) -> dict[str, Any]:
    """What the card says in addition to its figures."""
    games = plan.games
    data = {
        "wthor": f"complete games of {games.first_year} to {games.last_year}; target: perfect play from 24 empties before that "
        "point, the result as played after it",
        "chances": f"logistic curves by disc count on WTHOR {games.last_year - CHANCE_YEARS + 1} to {games.last_year}, "
        "with tables trained without these years",
        "probable_cuts": f"{_CUT_POSITIONS} positions of each disc count, searched to depth {DEEPEST_CUT}",
    }
    if games.book:
        data["logistello"] = "self-play book; target: the result as played"
    if plan.self_play.games:
        data["self_play"] = (
            f"{plan.self_play.games} games of tables trained on the others, from disturbed positions of theirs and random "
            "openings; target: the result, exact near the end"
        )
    return {
        "kind": "evaluation",
        "features": plan.tables.patterns,
        "features_version": 1,
        "predicts": "final disc difference for the side to move, empties to the winner",
        "data": data,
        "split": "by year; figures are of the two years after those that are learned from",
        "samples": counts,
        "settings": asdict(plan.tables),
        "self_play_settings": asdict(plan.self_play),
    }


def cut_positions(known: Samples) -> Boards:
    """Some positions of every disc count, to measure ProbCut on."""
    random = np.random.default_rng(1)
    counts = known.disc_counts
    rows = [random.choice(np.flatnonzero(counts == discs), _CUT_POSITIONS) for discs in _CUT_DISCS]
    return known.select(np.concatenate(rows)).boards


def _first_tables(plan: EvaluationPlan, known: Samples, recent: Samples, job: Job) -> Evaluation:
    path = job.folder.path / FIRST_TABLES
    if not path.is_file():
        evaluation = learn_evaluation(known, recent, plan.tables, _teller(job, plan, "first tables"))
        evaluation.save(path)
    return load_evaluation(path)


def _own_games(plan: EvaluationPlan, evaluation: Evaluation, known: Samples, job: Job) -> Samples:
    path = job.folder.path / OWN_GAMES
    if not path.is_file():
        job.tell(Told("self-play", 0, plan.self_play.games))
        played = self_play_samples(evaluation, known, plan.self_play)
        with whole_file(path) as file:
            np.savez_compressed(file, own=played.boards.own, opp=played.boards.opp, target=played.target, result=played.result)
        job.tell(Told("self-play", plan.self_play.games, plan.self_play.games))
    with np.load(path, allow_pickle=False) as stored:
        return Samples(Boards(stored["own"], stored["opp"]), stored["target"], stored["result"])


def _teller(job: Job, plan: EvaluationPlan, part: str) -> Callable[[int, float], None]:
    def tell(number: int, error: float) -> None:
        job.tell(Told(part, number, len(plan.tables.rates), f"mean squared error {error:.1f}"))

    return tell
