"""What an evolution has reached: its best network found without flattering it, kept with a card, and measured against others.

The wins of 1,000 games differ by chance, and the highest of 800 generations is high by luck too. So the generations with the most
wins and the last one play two thousand more games each, and the one chosen by those is measured by games that had no say in the
choice. Where networks are drawn around a mean, the means of the later half of the run are averaged to one more candidate: what
chance adds to each of them goes away.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np

from kibitz.experiments.pinkney2009.variants import PAPER, VARIANTS
from kibitz.files import make_folder
from kibitz.learn.evolution.contract import Record
from kibitz.learn.evolution.othello.population import RANDOM_MOVER, SEARCHER, EvolutionSettings, Hall, Searcher
from kibitz.learn.evolution.run import EvolutionFolder
from kibitz.learn.runs.run_folder import RunFolder, read_json, write_json
from kibitz.models.card import EVOLVED, write_card
from kibitz.models.othello.evolved import HIDDEN, INPUTS, SHAPE, Population, load_population
from kibitz.workers import Workers

CHOOSING_GAMES: Final = 2000
RANDOM_GAMES: Final = 10_000
GREEDY_GAMES: Final = 1000
CANDIDATES: Final = 8
OPENING_MOVES: Final = 6
PAIR_GAMES: Final = 400
DEPTHS: Final = (1, 2, 3)
DEPTH_GAMES: Final = 100
SELECTION_EVERY: Final = 100  # generations
SELECTION_GAMES: Final = 100
COMPARISONS: Final = "comparisons.json"
_CHOOSING, _MEASURING, _COMPARING = 1001, 2002, 3003  # seeds, so that no game is counted for two purposes
# A whole number of 128ths, whose sums have no rounding: boards with as many discs are worth the same to the last bit.
_DISC: Final = 1 / 128


def best_network_file(run: Path) -> Path:
    """Where the best network of a run is, once it was measured."""
    return run / f"pinkney2009-{run.name}.safetensors"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A network that may be a run's best: that of a generation, or the average of those from `first` to `last`."""

    network: Population
    first: int
    last: int


def measure(folder: RunFolder, workers: Workers) -> dict[str, Any]:
    """Choose and keep the best network of a run, write its card and the run's result, and return the result."""
    best, chosen_by = _choose(folder, workers)
    hall, last = _hall(_MEASURING, workers), folder.metrics()[-1]
    result = {
        "generations_of_best": [best.first, best.last],
        "chosen_by": asdict(chosen_by),
        "random": asdict(hall.match(best.network, 0, RANDOM_MOVER, RANDOM_GAMES, 0)),
        "greedy": asdict(hall.match(_joined([best.network, greedy()]), 0, 1, GREEDY_GAMES, 1, OPENING_MOVES)),
        "generations": int(last["step"]),
        "seconds": float(last["seconds"]),
        "core_seconds": float(last["core_seconds"]),
    }
    _keep(best.network, folder, result)
    folder.save_result(result)
    return result


def _choose(folder: RunFolder, workers: Workers) -> tuple[Candidate, Record]:
    """The candidate that wins most of some new games."""
    hall = _hall(_CHOOSING, workers)
    records = [
        (candidate, hall.match(candidate.network, 0, RANDOM_MOVER, CHOOSING_GAMES, number))
        for number, candidate in enumerate(_candidates(folder))
    ]
    return max(records, key=lambda pair: pair[1].won)


def _candidates(folder: RunFolder) -> Iterator[Candidate]:
    """The best networks of the generations that won most and of the last, and the average of means if there are any."""
    kept, rows = EvolutionFolder(folder, SHAPE), folder.metrics()
    last = int(rows[-1]["step"])
    winners = sorted(rows, key=lambda row: -int(row["won"]))[:CANDIDATES]
    for number in sorted({last, *(int(row["step"]) for row in winners)}):
        yield Candidate(kept.load(number).champion, number, number)
    if folder.settings()["breeding"] == "cma":
        means = [kept.load(number).champion.flat() for number in range(last // 2, last + 1)]
        yield Candidate(Population.from_flat(np.mean(means, axis=0)), last // 2, last)


def _keep(network: Population, folder: RunFolder, result: Mapping[str, Any]) -> None:
    weights = best_network_file(folder.path)
    network.save(weights)
    name = folder.path.name
    write_card(
        weights,
        {
            "kind": EVOLVED,
            "features": "squares",
            "features_version": 1,
            "licence": "MIT",
            "predicts": "what a position is worth to its side to move, on a scale of its own",
            "data": "none: it learned from games of networks against each other, a random mover or a search",
            "split": "none: it is measured in new games",
            "command": f"kibitz reproduce pinkney2009 --networks {name}",
            "training": folder.settings(),
            "figures": {f"games against {other}": result[other] for other in ("random", "greedy")},
        },
    )


def greedy() -> Population:
    """A network that plays for as many discs as possible: it counts them."""
    ones = np.ones((1, HIDDEN), np.float32)
    return Population(np.full((1, INPUTS, HIDDEN), _DISC, np.float32), ones, ones)


def compare(runs: Path, workers: Workers) -> dict[str, Any]:
    """Let the best networks of all measured runs play each other, and look ahead; write what was found and return it."""
    names = [name for name in VARIANTS if best_network_file(runs / name).is_file()]
    networks = {name: load_population(best_network_file(runs / name)) for name in names}
    found = {
        "pairs": [_pair(pair, networks, number, workers) for number, pair in enumerate(combinations(names, 2))],
        "depths": [_depth(name, networks[name], depth, workers) for name in names for depth in DEPTHS],
        "selection": _measured_selection(runs, workers) if PAPER in names else None,
    }
    make_folder(runs)
    write_json(runs / COMPARISONS, found)
    return found


def _pair(pair: tuple[str, str], networks: Mapping[str, Population], number: int, workers: Workers) -> dict[str, Any]:
    both = _joined([networks[name] for name in pair])
    record = _hall(_COMPARING, workers).match(both, 0, 1, PAIR_GAMES, number, OPENING_MOVES)
    return {"first": pair[0], "second": pair[1], **asdict(record)}


def _depth(name: str, network: Population, depth: int, workers: Workers) -> dict[str, Any]:
    hall = _hall(_COMPARING, workers, Searcher(network, depth))
    record = hall.match(greedy(), SEARCHER, 0, DEPTH_GAMES, depth, OPENING_MOVES)
    against_random = hall.match(greedy(), SEARCHER, RANDOM_MOVER, DEPTH_GAMES, depth)
    return {"name": name, "depth": depth, "greedy": asdict(record), "random": asdict(against_random)}


def _measured_selection(runs: Path, workers: Workers) -> dict[str, float] | None:
    """What _selection() finds for the paper's run; what it found before where the generations are no longer there."""
    folder = RunFolder(runs / PAPER)
    if EvolutionFolder(folder, SHAPE).file(0).is_file():
        return _selection(folder, workers)
    before: dict[str, Any] = read_json(runs / COMPARISONS) if (runs / COMPARISONS).is_file() else {}
    return before.get("selection")


def _selection(folder: RunFolder, workers: Workers) -> dict[str, float]:
    """How far the points that decided who lives on go together with other measures of the same networks.

    Means of the correlations over some generations of a run: with a tournament from random openings, of two such tournaments with
    each other, and with points against a random mover.
    """
    settings = replace(EvolutionSettings.from_json(folder.settings()), seed=_COMPARING)
    varied = Hall(replace(settings, opening_moves=OPENING_MOVES), workers)
    random = Hall(replace(settings, opponents="random", games=SELECTION_GAMES), workers)
    found = []
    for number in range(0, settings.generations + 1, SELECTION_EVERY):
        kept = EvolutionFolder(folder, SHAPE).load(number)
        first, second = (varied.tournament(kept.population, 2 * number + again) for again in (0, 1))
        others = (first, random.tournament(kept.population, number))
        found.append([np.corrcoef(kept.points, other)[0, 1] for other in others] + [np.corrcoef(first, second)[0, 1]])
    varied_mean, random_mean, again_mean = np.mean(found, axis=0).tolist()
    return {"with_openings": varied_mean, "against_random": random_mean, "openings_again": again_mean}


def _hall(seed: int, workers: Workers, *searchers: Searcher) -> Hall:
    return Hall(EvolutionSettings(seed=seed), workers, searchers)


def _joined(networks: Sequence[Population]) -> Population:
    return Population.from_flat(np.concatenate([network.flat() for network in networks]))
