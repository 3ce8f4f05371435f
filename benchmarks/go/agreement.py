"""How often points and chances of Go disagree on who is ahead in recorded games: by the median of playouts and by the mean board.

python benchmarks/go/agreement.py FILE [--games 10 --every 15 --playouts 300]
"""

import argparse
from itertools import islice
from pathlib import Path

from kibitz.models.go.prior import default_prior
from kibitz.records.go.files import read_go_games
from kibitz.rules.game import Color
from kibitz.search.go.tree import TreeLimits, search_tree
from kibitz.voices.go.voices import black_lead, known_lead


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    for name, default in (("games", 10), ("every", 15), ("playouts", 300)):
        parser.add_argument(f"--{name}", type=int, default=default)
    asked = parser.parse_args()
    prior, seen, median_against, mean_against = default_prior(), 0, 0, 0
    for record in islice(read_go_games(asked.file, lambda _: None), asked.games):
        for position in islice(record.positions(), asked.every, len(record.moves), asked.every):
            found = search_tree(position, TreeLimits(asked.playouts), seed=1, prior=prior)
            chance = found.best.win_chance if position.to_move == Color.BLACK else 1 - found.best.win_chance
            seen += 1
            median_against += (chance - 0.5) * (known_lead(position, found) or 0.0) < 0
            mean_against += (chance - 0.5) * black_lead(position, found) < 0
    print(f"{seen} positions: the mean board disagrees in {mean_against}, the median in {median_against}")


if __name__ == "__main__":
    main()
