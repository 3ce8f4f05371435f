"""A split of the benchmark as it is read back from its Parquet files: what is asked, and what was played."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.planes import RECENT_MOVES, Situations
from kibitz.features.othello.samples import ExpertMoves
from kibitz.measure.othello.human_moves.splits import KINDS
from kibitz.measure.parquet import filled, read_parquet
from kibitz.rules.othello.bulk import Boards, Masks, legal_masks
from kibitz.rules.squares import NO_MOVE, board_shape, format_square

SQUARE_OF_NAME: Final = {format_square(square): square for square in board_shape(8).squares}
_SAMPLING_PRIME: Final = 7919  # spreads the games of a sample over a file, whose games stand tournament by tournament


@dataclass(frozen=True, slots=True)
class Asked:
    """The positions of a split or of a sample of its games, [N], ascending by id; `rating` is NaN where it is not known.

    `sample` says that one game in so many is asked.
    """

    split: str
    sample: int
    digest: str
    ids: NDArray[np.int64]
    game: NDArray[np.int64]
    moves: ExpertMoves
    seen: NDArray[np.bool_]
    player: NDArray[np.str_]
    rating: NDArray[np.float32]
    is_program: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.ids)


def read_asked(folder: Path, split: str, sample: int = 1) -> Asked:
    """A split of the benchmark's folder; raises SetupError if it is not there, NotationError if its files are damaged."""
    years = _years(folder, split)
    of = {kind: [folder / split / f"{kind}-{year}.parquet" for year in years] for kind in KINDS}
    positions = read_parquet(of["positions"], ("id", "game", "board", "to_move", "moves"))
    labels = read_parquet(of["labels"], ("id", "move", "seen"))
    players = read_parquet(of["players"], ("id", "player", "rating", "is_program"))
    if not all(np.array_equal(positions["id"], table["id"]) for table in (labels, players)):
        raise SetupError(f"the files of {folder / split} do not belong together; build the benchmark again")
    kept = positions["game"] * _SAMPLING_PRIME % sample == 0
    moves = _moves(positions, labels)
    return Asked(
        split,
        sample,
        _digest(moves),
        positions["id"][kept],
        positions["game"][kept],
        moves.take(kept),
        labels["seen"][kept],
        players["player"][kept].astype(np.str_),
        filled(players["rating"], np.nan)[kept],
        players["is_program"][kept],
    )


def squares_of_names(names: NDArray[Any]) -> NDArray[np.int64]:
    """The squares of some names, NO_MOVE for what is none, [N]."""
    different, place = np.unique(names.astype(np.str_), return_inverse=True)
    found = [SQUARE_OF_NAME.get(name.strip().lower(), NO_MOVE) for name in different.tolist()]
    return np.array(found, np.int64)[place]


def _years(folder: Path, split: str) -> list[int]:
    years = sorted(int(path.stem.removeprefix("positions-")) for path in (folder / split).glob("positions-*.parquet"))
    if not years:
        raise SetupError(f"{folder} has no split {split!r}; build the benchmark with --wthor first")
    return years


def _moves(positions: dict[str, NDArray[Any]], labels: dict[str, NDArray[Any]]) -> ExpertMoves:
    letters = np.ascontiguousarray(positions["board"].astype("S64")).view(np.uint8).reshape(-1, 64)
    black_to_move = positions["to_move"].astype(np.str_) == "X"
    black, white = _masks(letters == ord("X")), _masks(letters == ord("O"))
    boards = Boards(np.where(black_to_move, black, white), np.where(black_to_move, white, black))
    situations = Situations(boards, black_to_move, _recent(positions["moves"]))
    return ExpertMoves(situations, squares_of_names(labels["move"]).astype(np.int8), legal_masks(boards))


def _masks(flags: NDArray[np.bool_]) -> Masks:
    masks: Masks = np.packbits(flags, axis=1, bitorder="little").view("<u8")[:, 0].astype(np.uint64)
    return masks


def _recent(transcripts: NDArray[Any]) -> NDArray[np.int8]:
    recent = np.full((len(transcripts), RECENT_MOVES), NO_MOVE, np.int8)
    for row, text in enumerate(transcripts.tolist()):
        for turn in range(min(RECENT_MOVES, len(text) // 2)):
            end = len(text) - 2 * turn
            recent[row, turn] = SQUARE_OF_NAME[text[end - 2 : end]]
    return recent


def _digest(moves: ExpertMoves) -> str:
    """Changes with any position or move of the whole split."""
    parts = (moves.situations.boards.own, moves.situations.boards.opp, moves.square)
    return hashlib.sha256(b"".join(np.ascontiguousarray(part).tobytes() for part in parts)).hexdigest()[:16]
