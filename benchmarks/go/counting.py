"""How often Kibitz counts a finished game of Go as its players did.

    python benchmarks/go/counting.py ARCHIVE… [--games 300] [--every 1]

ARCHIVE is a file of SGF games or a tar or zip archive of them. Of its games with a stated score that ended with two passes, every
so many-th is counted by the record's rules, up to so many from each archive.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from kibitz.players.go.counting import counted_score
from kibitz.records.go.files import read_go_games
from kibitz.records.go.record import GoRecord

CLOSE = 1.0  # points


def counted_games(path: Path, every: int) -> Iterator[GoRecord]:
    """Games that were counted after two passes; a record cut off before them may miss moves."""
    games = (record for record in read_go_games(path, lambda _skipped: None) if record.is_counted and ends_with_passes(record))
    return islice(games, 0, None, every)


def ends_with_passes(record: GoRecord) -> bool:
    *_, end = record.positions()
    return end.is_over


def main() -> None:
    """Print the share of right winners, and of scores within a point and exactly as recorded, for each archive and for all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("archives", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--every", type=int, default=1)
    asked = parser.parse_args()
    total = []
    for path in asked.archives:
        found = [errors(record) for record in islice(counted_games(path, asked.every), asked.games)]
        print(f"{path.name}: {told(found)}", flush=True)
        total += found
    print(f"all: {told(total)}")


def errors(record: GoRecord) -> tuple[bool, float]:
    """Whether the winner is the record's, and by how many points the score differs."""
    *_, end = record.positions()
    score, stated = counted_score(end), record.black_score or 0.0
    return (score > 0) == (stated > 0), abs(score - stated)


def told(found: list[tuple[bool, float]]) -> str:
    """The figures as a sentence."""
    right = sum(is_right for is_right, _ in found) / max(len(found), 1)
    close = sum(error <= CLOSE for _, error in found) / max(len(found), 1)
    exact = sum(error == 0 for _, error in found) / max(len(found), 1)
    shares = f"within {CLOSE:g} point of the record {100 * close:.1f} %, exactly its score {100 * exact:.1f} %"
    return f"{len(found)} games, right winner {100 * right:.1f} %, {shares}"


if __name__ == "__main__":
    main()
