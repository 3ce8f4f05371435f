"""Moves of Go as rows: the board as text, the point, and how likely it was. A row is a stone; passes have none."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.go.catalogue import stored_record
from kibitz.datasets.rows import Asked, Games, Moves, Rows
from kibitz.datasets.tables import Columns
from kibitz.errors import SetupError
from kibitz.features.go.moves import GoMoves
from kibitz.models.go.loading import load_go_model
from kibitz.models.go.model import GoMoveModel
from kibitz.records.go.files import plain_game
from kibitz.records.go.record import GoRecord
from kibitz.rules.go.bulk import GoGames
from kibitz.rules.go.points import format_vertex

_SIGNS: Final = np.frombuffer(b".XO", np.uint8)
_BATCH: Final = 512


class GoRows:
    """Games on boards of any size."""

    usable: Mapping[str, str] = {}
    extra: tuple[str, ...] = (
        *("sgf", "size", "start", "tags", "place", "round", "date"),
        *("ending", "black_rank", "white_rank", "rules", "komi", "handicap"),
    )
    at_once: int = 256  # boards are long texts
    columns: Mapping[str, str] = {
        "size": "lines of the board",
        "komi": "what White gets; unknown if the file has none",
        "handicap": "stones that Black was given",
        "board": "the points by rows from the top left, X for Black, O for White and . for empty",
        "move": "where the stone was put, such as Q16",
    }
    on_request: Mapping[str, str] = {"probability": "how likely the model thought the move"}

    def prepared(self, asked: Asked) -> Callable[[Games], Moves]:
        if asked.loss or asked.exact:
            raise SetupError("a dataset of Go has no losses, which take seconds a move; kibitz review finds those of a game")
        return _Turned(load_go_model(asked.model) if asked.model else None)


ROWS: Final[Rows] = GoRows()


@dataclass(frozen=True, slots=True)
class _Turned:
    """Turns games into rows."""

    model: GoMoveModel | None

    def __call__(self, games: Games) -> Moves:
        sizes = [int(size) for size in games.extra["size"]]
        order = sorted(range(len(games)), key=lambda place: sizes[place])
        parts = [self._of_size(size, list(places), games) for size, places in groupby(order, lambda place: sizes[place])]
        columns = {name: np.concatenate([part.columns[name] for part in parts]) for name in parts[0].columns}
        game, ply, black = (np.concatenate([getattr(part, name) for part in parts]) for name in ("game", "ply", "black_to_move"))
        return Moves(columns, game, ply, black)

    def _of_size(self, size: int, places: list[int], games: Games) -> Moves:
        table = GoGames.of(size, [plain_game(_record(games, place)) for place in places])
        moves = GoMoves.of(table)
        game = np.array(places)[moves.game]
        columns: Columns = {
            "size": np.full(len(moves), size, np.int8),
            "komi": np.array([np.nan if komi is None else komi for komi in games.extra["komi"]], np.float32)[game],
            "handicap": np.array(games.extra["handicap"], np.int16)[game],
            "board": _texts(moves, size),
            "move": np.array([format_vertex(point, size) for point in range(size * size)])[moves.point],
        }
        if self.model:
            columns["probability"] = _likely(self.model, moves)
        return Moves(columns, game, moves.index + 1, table.is_black[table.first[moves.game] + moves.index].astype(np.bool_))


def _record(games: Games, place: int) -> GoRecord:
    """The record of a game as far as its rows need it: without its event and its result."""
    held = {name: column[place] for name, column in games.extra.items()}
    sgf, size, start, tags = (held.pop(name) for name in ("sgf", "size", "start", "tags"))
    before_result = (held.pop(name) for name in ("place", "round", "date"))
    players = str(games.black[place]), str(games.white[place])
    return stored_record(sgf, size, start, games.moves[place], tags, *players, "", *before_result, None, None, *held.values())


def _texts(moves: GoMoves, size: int) -> NDArray[Any]:
    """The board before each move, [N]."""
    parts = [np.zeros(0, f"S{size * size}")]
    for rows in _batches(len(moves)):
        stones = moves.games.stones_before(moves.game[rows], moves.index[rows])
        parts.append(np.ascontiguousarray(_SIGNS[stones]).view(f"S{size * size}")[:, 0])
    return np.concatenate(parts).astype(np.str_)


def _likely(model: GoMoveModel, moves: GoMoves) -> NDArray[np.float32]:
    """The probability of each move, [N]."""
    parts = [np.zeros(0, np.float32)]
    for rows in _batches(len(moves)):
        some = moves.take(rows)
        parts.append(model.probabilities(some)[np.arange(len(some)), some.point])
    return np.concatenate(parts)


def _batches(count: int) -> Iterator[slice]:
    return (slice(start, start + _BATCH) for start in range(0, count, _BATCH))
