"""What a trained network is worth: accuracy on the validation and test years, its time, figure 4.5, and mixtures of networks.

Variants and mixtures are compared on the test year. Answers to its positions are kept in the run's folder, so that no network is
asked twice.
"""

import time
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from kibitz.experiments.hlynsson2017.comparisons import (
    COMBINATIONS,
    COMPARISONS_FILE,
    IMAGES_NAME,
    IMAGES_OF,
    VARIANT_RUN,
    Answers,
    Year,
    difference,
    figures,
    read_comparisons,
    reference_of,
)
from kibitz.experiments.hlynsson2017.paper import FFO_43, FFO_43_BEST
from kibitz.features.othello.planes import Situations, encode, situation
from kibitz.features.othello.samples import TEST_YEARS, VALIDATION_YEARS, ExpertMoves, squares_as_columns
from kibitz.features.othello.twins import IMAGES
from kibitz.files import whole_file
from kibitz.learn.networks.othello.supervised import load_net
from kibitz.learn.runs.othello.finished import moves_with_games
from kibitz.learn.runs.progress import Tell, Told
from kibitz.learn.runs.run_folder import CHECKPOINT, RunFolder, write_json
from kibitz.nets.othello.convolutional import ExpertNet, move_scores
from kibitz.nets.othello.export import export_onnx
from kibitz.nets.othello.runtime import MoveNet
from kibitz.rules.othello.position import parse_board
from kibitz.rules.squares import format_square, parse_transcript
from kibitz.rules.symmetry import SYMMETRIES

MODEL_FILE: Final = "model.onnx"
ANSWERS_FILE: Final = "answers.npy"
IMAGE_GAMES: Final = 4  # every so-many-th game is asked about under all images
_BATCH: Final = 1024


def read_year(wthor: Path, year: int) -> Year:
    """All moves of a year of WTHOR."""
    return Year(*moves_with_games(wthor, year))


def measure(folder: RunFolder, wthor: Path, tell: Tell) -> dict[str, Any]:
    """What the trained network of a run's folder reaches in all of the validation and the test year; kept as its result."""
    net, chosen, tested = load_net(folder), VALIDATION_YEARS[0], read_year(wthor, TEST_YEARS[0])
    validation = read_year(wthor, chosen)
    years = {
        str(chosen): figures(answers_of(net, validation.moves, tell, f"{folder.path.name} on {chosen}"), validation),
        str(TEST_YEARS[0]): figures(compared_answers(folder, tested, tell), tested),
    }
    return _save_result(folder, net, wthor, {"years": years})


def measure_variant(folder: RunFolder, wthor: Path, tell: Tell) -> dict[str, Any]:
    """What a variant reaches in the test year; kept as its result. Nothing is chosen among them, so no other year is needed."""
    year = read_year(wthor, TEST_YEARS[0])
    found = figures(compared_answers(folder, year, tell), year)
    return _save_result(folder, load_net(folder), wthor, {"years": {str(TEST_YEARS[0]): found}})


def _save_result(folder: RunFolder, net: ExpertNet, wthor: Path, found: dict[str, Any]) -> dict[str, Any]:
    """The figures found with what else is known of a network: its training, its time for a position, and figure 4.5."""
    last, path = folder.metrics()[-1], folder.path / MODEL_FILE
    export_onnx(net, path)
    exported = MoveNet(path)
    result = {
        "network": net.spec.to_json(),
        "positions": int(last["positions"]),
        "seconds": float(last["seconds"]),
        "weights": net.spec.weight_count(),
        **found,
        "forward_ms": forward_milliseconds(exported, read_year(wthor, TEST_YEARS[0]).moves.situations),
        "ffo43": figure_4_5(exported),
    }
    folder.save_result(result)
    return result


def compared_answers(folder: RunFolder, year: Year, tell: Tell) -> Answers:
    """A trained network's probabilities for the positions of the test year; they are kept beside its checkpoint.

    A network that has gone on learning since is asked again.
    """
    path = folder.path / ANSWERS_FILE
    if not path.is_file() or path.stat().st_mtime < (folder.path / CHECKPOINT).stat().st_mtime:
        found = answers_of(load_net(folder), year.moves, tell, f"{folder.path.name} on {TEST_YEARS[0]}")
        with whole_file(path) as file:
            np.save(file, found)
    kept: Answers = np.load(path, allow_pickle=False)
    return kept


@torch.no_grad()
def answers_of(net: ExpertNet, moves: ExpertMoves, tell: Tell, part: str) -> Answers:
    """A network's probabilities over the legal moves of each position."""
    net.eval()
    parts = []
    for start in range(0, len(moves), _BATCH):
        batch = moves.take(slice(start, start + _BATCH))
        planes = torch.from_numpy(encode(net.spec.plane_set(), batch.situations)).to(memory_format=torch.channels_last)
        legal = torch.from_numpy(squares_as_columns(batch.legal))
        parts.append(move_scores(net(planes)).masked_fill(~legal, -torch.inf).softmax(1).numpy())
        tell(Told(part, start + len(batch), len(moves)))
    return np.concatenate(parts)


def forward_milliseconds(net: MoveNet, situations: Situations, repeats: int = 300) -> float:
    """The median time of one position's probabilities on one thread, planes included."""
    times = []
    for row in np.linspace(0, len(situations) - 1, repeats, dtype=int):
        one = situations.take(slice(row, row + 1))
        begin = time.perf_counter()
        net.probabilities(one)
        times.append(1000 * (time.perf_counter() - begin))
    return float(np.median(times))


def figure_4_5(net: MoveNet) -> list[dict[str, Any]]:
    """The network's probabilities along perfect play from FFO position 43: best move, its choice, and all of them."""
    position = parse_board(FFO_43)
    played: list[int] = []
    steps: list[dict[str, Any]] = []
    for best in parse_transcript(FFO_43_BEST):
        shares = net.probabilities(situation(position, played))[0]
        choice = int(shares.argmax())
        steps.append(
            {
                "board": position.board_text(),
                "best": format_square(best),
                "choice": format_square(choice),
                "probability": float(shares[choice]),
                "probabilities": {format_square(square): round(float(shares[square]), 4) for square in position.legal_squares()},
            }
        )
        position = position.play(best)
        played.append(best)
    return steps


def compare_all(run_root: Path, wthor: Path, tell: Tell) -> dict[str, Any]:
    """Variants against the reference, and networks that answer together, for all finished runs of a folder; kept as JSON."""
    found = read_comparisons(run_root)
    year = read_year(wthor, TEST_YEARS[0])
    asked = {name for combination in COMBINATIONS.values() for name in combination.members} | {IMAGES_OF}
    kept = {}
    for folder in (RunFolder(path.parent) for path in sorted(run_root.glob("*/result.json"))):
        if folder.has_checkpoint() and (folder.path.name in asked or folder.path.name.startswith(VARIANT_RUN)):
            kept[folder.path.name] = compared_answers(folder, year, tell)
    for name, against in ((name, reference_of(name)) for name in kept):
        if against in kept:
            found["variants"][name] = difference(kept[name], kept[against], year)
    for name, combination in COMBINATIONS.items():
        if all(member in kept for member in combination.members):
            mixed = combination.mix([kept[member] for member in combination.members], year)
            found["combinations"][name] = {**figures(mixed, year), **difference(mixed, kept[combination.compared], year)}
    if IMAGES_OF in kept:
        trained = (RunFolder(run_root / IMAGES_OF).result() or {})["positions"]
        if found["combinations"].get(IMAGES_NAME, {}).get("trained") != trained:
            images = _all_images(RunFolder(run_root / IMAGES_OF), kept[IMAGES_OF], year, tell)
            found["combinations"][IMAGES_NAME] = {**images, "trained": trained}
    write_json(run_root / COMPARISONS_FILE, found)
    return found


def _all_images(folder: RunFolder, answered: Answers, year: Year, tell: Tell) -> dict[str, Any]:
    """The mean of a network's answers to all eight images of each position, in some of the games."""
    rows = np.flatnonzero(year.game % IMAGE_GAMES == 0)
    part, upright, net = Year(year.moves.take(rows), year.game[rows]), answered[rows], load_net(folder)
    total = upright.copy()
    for symmetry in SYMMETRIES[1:]:
        symmetries = np.full(len(rows), symmetry, np.int8)
        turned = answers_of(net, part.moves.images(symmetries), tell, f"image {symmetry}")
        total += np.take_along_axis(turned, IMAGES[symmetries].astype(np.int64), axis=1)
    mixed = total / np.float32(len(SYMMETRIES))
    return {**figures(mixed, part), **difference(mixed, upright, part)}
