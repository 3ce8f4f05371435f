"""Positions to practise on: endgames with one best move, and positions of games in which to guess the move that was played."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from kibitz.errors import IllegalMoveError, SetupError
from kibitz.features.othello.planes import situation
from kibitz.models.othello.model import MoveModel
from kibitz.review.othello.game_sources import SourcedGame, game_of_key, random_games
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS, format_square
from kibitz.search.othello import endgame

FEWEST_EMPTIES: Final = 4
MOST_EMPTIES: Final = 20  # all moves of such a position are solved within a second or three
_GAMES_TRIED: Final = 60
_GUESSED_PLIES: Final = range(8, 50)


@dataclass(frozen=True, slots=True)
class EndgameDrill:
    """A position with exactly one best move, and where it comes from."""

    position: Position
    source: str


@dataclass(frozen=True, slots=True)
class GuessDrill:
    """A position of a game in which a move was chosen; `token` finds it again."""

    token: str
    game: SourcedGame
    ply: int

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves before."""
        return self.game.record.moves[: self.ply]

    @property
    def played(self) -> int:
        return self.game.record.moves[self.ply]


@dataclass(frozen=True, slots=True)
class GuessResult:
    """How good a guess is: 100 points for the move that was played, else its probability relative to the likeliest move's."""

    points: int
    right: bool
    played: int
    shares: dict[int, float]  # of all legal moves


def endgame_drill(empties: int, seed: int | None = None) -> EndgameDrill:
    """A position with so many empty squares and one best move; raises SetupError if there is none or the number is wrong."""
    if not FEWEST_EMPTIES <= empties <= MOST_EMPTIES:
        raise SetupError(f"drills have {FEWEST_EMPTIES} to {MOST_EMPTIES} empty squares, not {empties}")
    for game in islice(random_games(random.Random(seed)), _GAMES_TRIED):
        for position in _with_empties(game, empties):
            if has_one_best_move(position):
                return EndgameDrill(position, game.source)
    raise SetupError(f"no position with {empties} empty squares and one best move was found; try another number")


def has_one_best_move(position: Position) -> bool:
    """Whether there is a choice, and one move is better than all others."""
    if len(position.legal_squares()) < 2:
        return False
    scores = [row.score for row in endgame.solve_moves(position)]
    return scores[0] > scores[1]


def guess_drill(seed: int | None = None) -> GuessDrill:
    """A position of some game in which there was a choice."""
    chooser = random.Random(seed)
    for game in random_games(chooser):
        plies = [ply for ply in _GUESSED_PLIES if ply < len(game.record.moves) and _leaves_choice(game, ply)]
        if plies:
            ply = chooser.choice(plies)
            return GuessDrill(f"{game.key}:{ply}", game, ply)
    raise SetupError("there is no game to guess in")


def guess_of_token(token: str) -> GuessDrill:
    """The drill that a token names; raises SetupError if there is none."""
    key, _, ply = token.rpartition(":")
    game = SourcedGame(key, game_of_key(key))
    if not ply.isdecimal() or len(ply) > 3 or not int(ply) < len(game.record.moves) or game.record.moves[int(ply)] == PASS:
        raise SetupError(f"there is no position {token[:40]!r}; ask for another one")
    return GuessDrill(token, game, int(ply))


def judge_guess(drill: GuessDrill, guess: int, expert: MoveModel) -> GuessResult:
    """The points of a guess; raises IllegalMoveError for a move that is not legal."""
    position = list(drill.game.record.positions())[drill.ply]
    if guess not in position.legal_squares():
        raise IllegalMoveError(f"{format_square(guess)} is not legal here")
    shares = expert.probabilities(situation(position, drill.moves))[0]
    legal = {square: float(shares[square]) for square in position.legal_squares()}
    right = guess in position.twins(drill.played)
    points = 100 if right else round(100 * legal[guess] / max(legal.values()))
    return GuessResult(points, right, drill.played, legal)


def _with_empties(game: SourcedGame, empties: int) -> Iterator[Position]:
    return (position for position in game.record.positions() if position.empty_count == empties and not position.must_pass)


def _leaves_choice(game: SourcedGame, ply: int) -> bool:
    position = next(islice(game.record.positions(), ply, None))
    return len(position.legal_squares()) > 1
