"""Learning of kind `second-look`: a small network that reads an expert's answers beside what its tables had no room for.

It learns from games the expert has not seen. Most of the time goes into the deeper search, about three milliseconds a position;
its values are kept in a cache folder, so a run that was ended goes on where it was. Learning itself takes a minute.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from kibitz.errors import SetupError
from kibitz.features.othello.samples import moves_of_replay
from kibitz.features.othello.second_look import DEEPEST, LAYOUT_VERSION
from kibitz.files import write_whole
from kibitz.learn.networks.othello.amateurs import amateur_examples
from kibitz.learn.networks.othello.second_look import LearningSettings, export, learn, scorer_of
from kibitz.learn.networks.othello.second_look_examples import CachedDepth, Examples, Scorer, Telling, examples_of, joined
from kibitz.learn.runs.configuration import Configuration, changed, require_positive
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.progress import Told
from kibitz.measure.calibration import reliability
from kibitz.measure.othello.accuracy import judge
from kibitz.models.card import write_card
from kibitz.models.othello.board_networks import load_networks
from kibitz.models.othello.expert import ExpertModel
from kibitz.models.othello.expert import load as load_expert
from kibitz.models.othello.kinds import SECOND_LOOK
from kibitz.models.othello.second_look import deep_values
from kibitz.models.store import find_by_name
from kibitz.records.othello.wthor import names_beside, read_positions

TOLD: Final = {"nothing": (False, False), "rating": (True, False), "player": (True, True)}
"""What the figures are given for, as --condition-on names it: whether ratings and own openings are told."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Which expert looks first, what searches deeper, and which games are learned from and measured on.

    `blitz` and `correspondence` are files of amateurs' games, seen from the folder of the others; none is needed.
    """

    first: str = "expert-2014"
    evaluation: str = "evaluation-2014"
    networks: tuple[str, ...] = ()  # that see the whole board and are asked where deeper values are known
    year: int = 2015
    measured: int = 2016  # 0 for none
    blitz: str = ""
    correspondence: str = ""
    amateur_games: int = 2000  # of each of them
    network: str = ""  # a model whose network is taken as it is: then nothing is learned
    cache: str = "runs/values"


@dataclass(frozen=True, slots=True)
class SecondLookPlan:
    """The settings of a run of this kind."""

    sources: Sources
    learning: LearningSettings
    telling: Telling

    def to_json(self) -> dict[str, Any]:
        found = asdict(self)
        del found["sources"]["cache"]
        return found


def parse(configuration: Configuration) -> SecondLookPlan:
    """The settings of a configuration; raises SetupError for whatever is wrong with them."""
    configuration.allow_tables(["settings", "learning", "telling"])
    path = configuration.path
    sources = changed(Sources(), configuration.table("settings"), path)
    learning = changed(LearningSettings(), configuration.table("learning"), path)
    telling = changed(Telling(), configuration.table("telling"), path)
    require_positive(sources, ["year", "amateur_games"], path)
    require_positive(learning, ["passes", "batch", "rate"], path)
    for name, share in asdict(telling).items():
        if not 0 <= share <= 1:
            raise SetupError(f"{path}: {name} is {share}, but should be from 0 to 1: how often it is told")
    return SecondLookPlan(sources, learning, telling)


def run(plan: SecondLookPlan, job: Job) -> Path:
    """Learn, measure on the year that was kept, and return the model's file."""
    weights = job.model_path(".onnx")
    job.folder.start(plan.to_json())
    if job.is_finished(weights):
        return weights
    if plan.sources.network:
        return _taken_over(plan, job, weights)
    first = load_expert(find_by_name(plan.sources.first).weights)
    parts = [_year(plan, job, first, plan.sources.year), *amateur_examples(first, job.games, plan.sources, plan.learning.seed)]
    net = learn(joined(parts), plan.learning, plan.telling, lambda done, of, loss: _tell_pass(job, done, of, loss))
    export(net, weights, job.name)
    facts = {**card_facts(plan), "licence": job.licence, "command": job.command}
    year = plan.sources.measured
    figures = {f"WTHOR {year}": figures_of(_year(plan, job, first, year), scorer_of(net))} if year else {}
    write_card(weights, {**facts, "figures": figures})
    job.folder.save_result({"model": weights.name, "figures": figures})
    return weights


def _taken_over(plan: SecondLookPlan, job: Job, weights: Path) -> Path:
    """The network of another model behind another expert."""
    taken = find_by_name(plan.sources.network)
    write_whole(weights, taken.weights.read_bytes())
    facts = {**taken.card.facts, "settings": {"first": plan.sources.first, "evaluation": plan.sources.evaluation}}
    split = f"the network of {plan.sources.network} behind {plan.sources.first}, which knows later years"
    note = f"no figures of its own; {plan.sources.network}, the same network, is measured"
    write_card(weights, {**facts, "split": split, "licence": job.licence, "command": job.command, "figures": {}, "note": note})
    job.folder.save_result({"model": weights.name, "figures": {}})
    return weights


def card_facts(plan: SecondLookPlan) -> dict[str, Any]:
    """What the card of such a model says besides its figures."""
    sources = plan.sources
    files = [Path(file).name for file in (sources.blitz, sources.correspondence) if file]
    amateurs = f", and {sources.amateur_games} games of each of {' and '.join(files)}" if files else ""
    return {
        "kind": SECOND_LOOK,
        "features": "second-look",
        "features_version": LAYOUT_VERSION,
        "settings": {"first": sources.first, "evaluation": sources.evaluation, "networks": list(sources.networks)},
        "predicts": "how likely each legal move is played, by tournament players and amateurs",
        "data": f"WTHOR games of {sources.year}, which {sources.first} has not seen{amateurs}",
        "split": f"by year: {sources.first} knows the years before {sources.year}; measured on {sources.measured}",
        "training": plan.to_json(),
    }


def figures_of(examples: Examples, scorer: Scorer) -> dict[str, Any]:
    """Accuracy in both modes, told nothing, ratings and players, on the same positions."""
    figures: dict[str, Any] = {"positions": len(examples)}
    for mode, depth in (("quick", 0), ("full", DEEPEST)):
        for told, (rated, own) in TOLD.items():
            verdicts = judge(examples.answers(scorer, rated, own, depth), examples.moves)
            error = reliability(verdicts.confidence, verdicts.first).error()
            figures[f"{mode}, {told}"] = {**verdicts.figures(), "calibration_error": error}
    return _rounded(figures)


def _year(plan: SecondLookPlan, job: Job, first: ExpertModel, year: int) -> Examples:
    """The moves of a year, with players as the expert knows them and deeper values."""
    path = job.games / f"WTH_{year}.wtb"
    if not path.is_file():
        raise SetupError(f"{job.games} holds no {path.name}, which this model learns from or is measured on")
    table, replay = read_positions([path])
    game = replay.game_of_row()
    names = np.array(names_beside(path).players)[np.where(replay.black_to_move, table.black[game], table.white[game])]
    player = first.known_players.numbers(names)
    networks = load_networks(plan.sources.networks)
    cached = CachedDepth(
        deep_values(plan.sources.evaluation, DEEPEST),
        Path(plan.sources.cache).expanduser(),
        lambda done, of: job.tell(Told(f"deeper values of {year}", done, of)),
    )
    return examples_of(
        first, moves_of_replay(replay), first.known_players.ratings_of(player), player, deep=cached, networks=networks
    )


def _tell_pass(job: Job, done: int, of: int, loss: float) -> None:
    job.folder.add_metrics({"step": done, "train_loss": round(loss, 5)})
    job.tell(Told("learning", done, of, f"loss {loss:.3f}"))


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    return round(value, 4) if isinstance(value, float) else value
