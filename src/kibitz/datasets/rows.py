"""What a dataset must know of a game: which games of an archive it can hold, and how their moves become rows.

A game has ROWS in the module `rows` of its folder here; one without that module has no datasets.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz.datasets.tables import Columns
from kibitz.errors import SetupError


@dataclass(frozen=True, slots=True)
class Asked:
    """What every row is to say besides the position and the move.

    `loss` is how many plies deep the engine looks to say what the move lost, 0 for not at all; with at most `exact` empty
    squares it looks to the end. `model` predicts the move.
    """

    loss: int = 0
    exact: int = 0
    model: str = ""


@dataclass(frozen=True, slots=True)
class Games:
    """Games of an archive: a row for each, [G]. `black_score` and the ratings are NaN where they are not known."""

    id: NDArray[np.int64]
    moves: tuple[str, ...]
    black: NDArray[np.str_]
    white: NDArray[np.str_]
    black_rating: NDArray[np.float32]
    white_rating: NDArray[np.float32]
    black_score: NDArray[np.float32]
    black_points: NDArray[np.float32]  # 1, 0.5 or 0; NaN where nobody says who won
    extra: Mapping[str, tuple[Any, ...]]  # the further columns that the game's rows want, by name

    def __len__(self) -> int:
        return len(self.id)


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves of some games: the columns that only the game knows, the game each is of, [N], its ply from 1, and who moves."""

    columns: Columns
    game: NDArray[np.int64]
    ply: NDArray[np.int64]
    black_to_move: NDArray[np.bool_]


class Rows(Protocol):
    """How the games of a game become rows."""

    extra: tuple[str, ...]  # columns of the table of games that it wants besides
    at_once: int  # games of a file
    usable: Mapping[str, str]  # SQL conditions over a table `games` that a game must meet, by the reason why it is left out
    columns: Mapping[str, str]  # what the game's own columns hold, in words for people
    on_request: Mapping[str, str]  # those that are there only if they are asked for

    def prepared(self, asked: Asked) -> Callable[[Games], Moves]:
        """What turns games into rows; raises SetupError for what cannot be asked."""
        ...


COMMON_COLUMNS: Final[Mapping[str, str]] = {
    "game": "the game's number in the archive",
    "year": "when it was played",
    "ply": "which move of the game, from 1",
    "black_to_move": "whether Black is the one who moves",
    "score": "how the game ended for the side to move, in its points; unknown where nobody says",
    "won": "1 if the side to move won, 0.5 for a draw, 0 if it lost; unknown where nobody says",
    "player": "who moved, as the archive names players",
    "opponent": "the other",
    "rating": "the mover's rating in that year, as kibitz archive ratings has it; unknown if there is none",
    "opponent_rating": "the other's",
}


def find_rows(game: str) -> Rows:
    """How the games of a game become rows; raises SetupError if it has no datasets."""
    name = f"{__package__}.{game}.rows"
    try:
        rows: Rows = import_module(name).ROWS
    except ModuleNotFoundError as error:
        if not name.startswith(str(error.name)):
            raise
        raise SetupError(f"there are no datasets of {game}: nothing says how its moves become rows") from None
    return rows


def whole_columns(games: Games, moves: Moves, year: int) -> Columns:
    """All columns of the moves of some games of a year."""
    game, black = moves.game, moves.black_to_move
    score, points = games.black_score[game], games.black_points[game]
    players, ratings = (games.black[game], games.white[game]), (games.black_rating[game], games.white_rating[game])
    return {
        "game": games.id[game].astype(np.int32),
        "year": np.full(len(game), year, np.int16),
        "ply": moves.ply.astype(np.int16),
        "black_to_move": black,
        **moves.columns,
        "score": np.where(black, score, 0.0 - score).astype(np.float32),
        "won": np.where(black, points, 1 - points).astype(np.float32),
        "player": np.where(black, *players),
        "opponent": np.where(black, *players[::-1]),
        "rating": np.where(black, *ratings).astype(np.float32),
        "opponent_rating": np.where(black, *ratings[::-1]).astype(np.float32),
    }
