"""A small evaluation with random weights, so that tests of searches need no trained file."""

import numpy as np

from kibitz.features.othello.patterns import pattern_set
from kibitz.rules.othello.bulk import Boards, random_games, replay
from kibitz.rules.othello.position import Color, Position
from kibitz.search.othello.evaluation import DISC_COUNTS, Evaluation, WinChances, row_count

PATTERNS = "logistello11"


def random_evaluation(seed: int = 3, patterns: str = PATTERNS) -> Evaluation:
    random = np.random.default_rng(seed)
    weights = random.integers(-100, 100, (2, row_count(patterns)), dtype=np.int16)
    chances = WinChances(np.full(DISC_COUNTS, 0.1, np.float32), np.zeros(DISC_COUNTS, np.float32))
    return Evaluation(patterns, (4, 64), weights, chances)


def positions_of_random_games(games: int, seed: int, every: int = 1) -> list[Position]:
    """Positions with a legal move, by game and move."""
    boards = replay(random_games(games, seed)[0]).boards
    return [Position(int(own), int(opp), Color.BLACK) for own, opp in zip(boards.own[::every], boards.opp[::every], strict=True)]


def value_by_tables(evaluation: Evaluation, position: Position) -> float:
    """The slow twin of Evaluation.values(): pattern rows looked up one by one, counts made in Python."""
    boards = Boards.of([position])
    rows = list(pattern_set(evaluation.patterns).rows_of(boards.own, boards.opp)[0])
    first = pattern_set(evaluation.patterns).row_count
    passed = Position(position.opp, position.own, position.to_move.other)
    counts = [
        position.legal_mask().bit_count(),
        passed.legal_mask().bit_count(),
        _empty_neighbours(position, position.opp),
        _empty_neighbours(position, position.own),
        position.empty_count % 2,
    ]
    for count, size in zip(counts, (32, 32, 48, 48, 2), strict=True):
        rows.append(first + min(count, size - 1))
        first += size
    share = (64 - position.disc_count) / 60
    blended = [share * int(evaluation.weights[0, row]) + (1 - share) * int(evaluation.weights[1, row]) for row in rows]
    return sum(map(_nearest, blended)) / 64


def _nearest(number: float) -> int:
    return int(np.sign(number)) * int(abs(number) + 0.5)


def _empty_neighbours(position: Position, discs: int) -> int:
    near = set()
    for square in range(64):
        if discs >> square & 1:
            column, row = square % 8, square // 8
            near |= {(c, r) for c in range(column - 1, column + 2) for r in range(row - 1, row + 2)}
    return sum(1 for c, r in near if 0 <= c < 8 and 0 <= r < 8 and not (position.own | position.opp) >> (8 * r + c) & 1)
