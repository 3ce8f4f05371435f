"""How well Kibitz tells who will own each square, beside what the board alone tells, and how long that takes. One core.

python benchmarks/ownership.py [WTHOR] [--model MODEL.onnx] [--json] [--plot FILE.png]

"owner now" says that squares stay whose they are; "counted" says how often squares of that kind (up to symmetry), owned so at
that stage, were the mover's at the end in games of 1977 to 2014. Both know which discs can never be turned, as the model does.
"""

import json
import os
import statistics
import time
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.final_boards import FinalBoards, read_final_boards
from kibitz.features.othello.samples import STAGES, TEST_YEARS, TRAIN_YEARS, squares_as_columns, stages
from kibitz.features.othello.twins import IMAGES
from kibitz.measure.calibration import plot_reliability
from kibitz.measure.othello.ownership import chance_reliability, ownership_report
from kibitz.models.othello.ownership import OwnershipNet, load_ownership, shipped_ownership, with_certain_owners
from kibitz.rules.othello.bulk import Boards

SHARED = Path(os.environ.get("KIBITZ_SHARED_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
SINGLE = 300
COUNTED_SHARE = 10
SQUARE_KINDS = IMAGES.min(axis=0)  # the lowest image of each square


def owner_now(boards: Boards) -> NDArray[np.int64]:
    """2 for the mover's discs, 0 for the opponent's, 1 for empty squares, [N, 64]."""
    return 1 + squares_as_columns(boards.own).astype(np.int64) - squares_as_columns(boards.opp)


def cells(boards: Boards) -> NDArray[np.int64]:
    """The row of the table of counts that each square falls into, [N, 64]."""
    return (stages(boards)[:, None] * 3 + owner_now(boards)) * 64 + SQUARE_KINDS[None]


def counted_chances(known: FinalBoards) -> NDArray[np.float64]:
    """How often the mover owned the squares of each row of the table."""
    rows = cells(known.situations.boards).ravel()
    count = np.bincount(rows, minlength=STAGES * 3 * 64)
    return (np.bincount(rows, weights=known.owners().ravel(), minlength=len(count)) + 1) / (count + 2)


def seconds_for_one(model: OwnershipNet, ends: FinalBoards) -> float:
    """The median time of one answer."""
    seconds = []
    for row in np.random.default_rng(4).permutation(len(ends))[:SINGLE]:
        one = ends.situations.take([row])
        began = time.process_time()
        model.ownership(one)
        seconds.append(time.process_time() - began)
    return statistics.median(seconds)


def lines(name: str, report: dict) -> list[str]:
    """The figures over all positions and by stage."""
    stage_lines = [
        f"  {key:5} " + " ".join(f"{row[key]:5.3f}" for row in report["by_stage"]) for key in ("right", "brier", "nll")
    ]
    return [f"{name}: right {report['right']:.4f}, Brier {report['brier']:.4f}, nll {report['nll']:.4f}; by stage", *stage_lines]


@click.command()
@click.argument("folder", default=SHARED / "othello" / "wthor", type=click.Path(path_type=Path))
@click.option("--model", "path", type=click.Path(path_type=Path), help="Another model than the shipped one.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw into this PNG file how far the chances can be trusted.")
@click.option("--json", "as_json", is_flag=True)
def main(folder: Path, path: Path | None, plot: Path | None, as_json: bool) -> None:
    """Print the figures on all positions of 2016."""
    if not folder.is_dir():
        print(f"{folder} is not there; name the folder of the WTHOR files")
        return
    model = load_ownership(path) if path else shipped_ownership()
    test = read_final_boards(folder, TEST_YEARS)
    boards = test.situations.boards
    counted = counted_chances(read_final_boards(folder, TRAIN_YEARS).take(slice(None, None, COUNTED_SHARE)))
    began = time.process_time()
    chances = model.ownership(test.situations)
    rate = len(test) / (time.process_time() - began)
    answers = {
        "owner now": with_certain_owners(owner_now(boards) / 2, boards),
        "counted": with_certain_owners(counted[cells(boards)], boards),
        model.name: chances,
    }
    reports = {name: ownership_report(answer, test) for name, answer in answers.items()}
    if plot:
        title = f"{model.name}: chances to own a square at the end"
        plot_reliability(chance_reliability(chances, test), title, plot, "chance said", "share owned")
    if as_json:
        print(json.dumps(reports))
        return
    for name, report in reports.items():
        print("\n".join(lines(name, report)))
    print(f"calibration error of {model.name}: {100 * reports[model.name]['calibration']['error']:.2f} %")
    print(f"one position: median {1e3 * seconds_for_one(model, test):.2f} ms; {rate:,.0f} positions a second and core in batches")


if __name__ == "__main__":
    main()
