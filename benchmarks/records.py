"""How fast the WTHOR archive is read, and whether every complete game's score is the one stored. One core.

python benchmarks/records.py [FOLDER]
"""

import os
import sys
import time
from pathlib import Path

import numpy as np

from kibitz.records.othello.files import read_games
from kibitz.records.othello.record import SkippedGame
from kibitz.records.othello.wthor import read_positions, wtb_files

ROOT = Path(__file__).resolve().parent.parent
REPEATS = 3


def wthor_folder() -> Path:
    """The folder named on the command line, or that of the shared archives."""
    if len(sys.argv) > 1:
        return Path(sys.argv[1])
    return Path(os.environ.get("KIBITZ_SHARED_DATA", ROOT.parent / "shared" / "data")) / "othello" / "wthor"


def main() -> None:
    """Print times, sizes and the check of the scores."""
    folder = wthor_folder()
    if not folder.is_dir():
        print(f"{folder} is not there; name the folder of the WTHOR files")
        return
    paths = wtb_files(folder)
    seconds = []
    for _ in range(REPEATS):
        began = time.process_time()
        table, replay = read_positions(paths)
        seconds.append(time.process_time() - began)
    wrong = replay.over & (replay.black_scores() != table.black_score)
    print(f"{len(table):,} games read and replayed into {len(replay.boards):,} positions: {min(seconds):.2f} s")
    print(f"illegal games: {np.count_nonzero(replay.failed_at >= 0):,}; unfinished: {np.count_nonzero(~replay.over):,}")
    print(f"complete games whose stored score is not the replayed one: {np.count_nonzero(wrong):,}")
    began = time.process_time()
    skipped: list[SkippedGame] = []
    games = sum(1 for path in paths for _ in read_games(path, skipped.append))
    print(f"{games:,} games as GameRecords, {len(skipped)} skipped: {time.process_time() - began:.2f} s")


if __name__ == "__main__":
    main()
