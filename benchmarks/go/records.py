"""Reads every game of Go in the archives: how many, how fast, and what is refused for which reason.

python benchmarks/go_records.py [--list]      with --list, every refused game with its file
"""

import os
import re
import sys
import time
from collections import Counter
from pathlib import Path

from kibitz.records.go.files import read_go_games
from kibitz.records.othello.record import SkippedGame

DATA = Path(os.environ.get("KIBITZ_SHARED_DATA", Path(__file__).resolve().parent.parent.parent / "shared" / "data")) / "go"
FOLDERS = ("pro", "kgs", "nine", "sgf-edge-cases")
_PLACE = re.compile(r"move \d+, \w+( at [A-Z]\d+)?: |move \d+: ")


def reason(skipped: SkippedGame) -> str:
    """The problem without its place."""
    return re.sub(r"\d+", "N", _PLACE.sub("", skipped.problem))


def main() -> None:
    """Print a paragraph for each folder."""
    for folder in FOLDERS:
        skipped: list[SkippedGame] = []
        games = moves = branches = comments = counted = 0
        begin = time.process_time()
        for record in read_go_games(DATA / folder, skipped.append):
            games += 1
            moves += len(record.moves)
            branches += len(record.variations)
            comments += sum(bool(note.comment) for note in record.notes.values()) + bool(record.comment)
            counted += record.is_counted
        seconds = time.process_time() - begin
        print(f"{folder}: {games:,} games, {moves:,} moves, {branches:,} variations, {comments:,} comments, {counted:,} counted")
        print(f"  {len(skipped)} refused; {seconds:.0f} s, {games / seconds:,.0f} games a second")
        for problem, count in Counter(map(reason, skipped)).most_common():
            print(f"  {count:6,}  {problem}")
        for game in skipped if "--list" in sys.argv else []:
            print(f"    {game}")


if __name__ == "__main__":
    main()
