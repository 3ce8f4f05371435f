"""Moments of reviewed games to practise on: mistakes, those that matter for a rating first, mixed with moves that were right."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kibitz.app.othello.lines import Line, parse_line
from kibitz.app.played_line import PlayedLine
from kibitz.app.saved_game import SavedGame
from kibitz.app.shapes.base import Side
from kibitz.models.othello.loading import load_model
from kibitz.review.game_review import GameReview, Mistake, ReviewedMove
from kibitz.rules.squares import parse_square
from kibitz.voices.othello.voices import EXPERT, human_voice

RIGHT_LOSS: Final = 0.5  # discs; a move that loses less was right
_TEMPTING: Final = 0.3  # a right move is worth asking about if an expert plays another with this probability at least
_RIGHT_SHARE: Final = 0.4  # of mixed questions


@dataclass(frozen=True, slots=True)
class Moment:
    """A move of a reviewed game; `mistake` is None if nothing is wrong with it."""

    review: str
    game: SavedGame
    move: ReviewedMove
    mistake: Mistake | None

    @property
    def line(self) -> Line:
        """The moves before."""
        return parse_line(str(self.game.line.start), self.move.path)

    def is_of(self, side: Side | None) -> bool:
        """Whether the move is of a side; any is, if it is not known which is meant."""
        return side in (None, self.move.side)

    @property
    def player(self) -> str:
        return (self.game.black if self.move.side == "black" else self.game.white).shown_name


def mistakes_of(key: str, game: SavedGame, review: GameReview) -> Iterator[Moment]:
    moves = {row.ply: row for row in review.moves}
    return (Moment(key, game, moves[row.ply], row) for row in review.mistakes if row.ply in moves)


def right_moves_of(key: str, game: SavedGame, review: GameReview) -> Iterator[Moment]:
    """The moves that lost nothing although another one was tempting."""
    for row in review.moves:
        if not row.forced and row.loss < RIGHT_LOSS and row.expert_probability <= 1 - _TEMPTING:
            yield Moment(key, game, row, None)


def weight_of(line: PlayedLine, mistake: Mistake, rating: float | None) -> float:
    """How much a mistake matters: what it lost, times how likely a player of the rating finds the better move.

    What such players find is what they can learn first; without a rating only the loss counts.
    """
    found = 1.0 if rating is None else _finds(line, parse_square(mistake.best), rating)
    return round(mistake.loss * found, 3)


@lru_cache(maxsize=4096)
def _finds(line: PlayedLine, move: int, rating: float) -> float:
    return human_voice(load_model(EXPERT), line.position, line.moves, rating).probabilities.get(move, 0.0)


def mixed(mistakes: Sequence[Moment], right: Sequence[Moment], most: int, seed: int | None = None) -> list[Moment]:
    """Mistakes in their order with right moves among them at places that nobody can guess."""
    chance = random.Random(seed)
    wrong, others = list(mistakes), chance.sample(list(right), min(len(right), most))
    found: list[Moment] = []
    while len(found) < most and (wrong or others):
        takes_right = bool(others) and (not wrong or chance.random() < _RIGHT_SHARE)
        found.append(others.pop() if takes_right else wrong.pop(0))
    return found
