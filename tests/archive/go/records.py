"""Games of Go for tests of the archive: random ones, and given ones."""

import random

from kibitz.records.go.record import GoMove, GoRecord
from kibitz.rules.game import Color
from kibitz.rules.go.position import GoGame


def random_record(seed: int, size: int = 9, moves: int = 24, **facts) -> GoRecord:
    chooser = random.Random(seed)
    position, played = GoGame(size).start(), []
    for _ in range(moves):
        played.append(GoMove(position.to_move, chooser.choice(position.legal_points())))
        position = position.play(played[-1].point)
    return GoRecord(tuple(played), size, **facts)


def game_of(names: str, size: int = 9, **facts) -> GoRecord:
    """A game from the empty board of some vertices."""
    points = [GoGame(size).parse_move(name) for name in names.split()]
    return GoRecord(tuple(GoMove(Color(number % 2), point) for number, point in enumerate(points)), size, **facts)
