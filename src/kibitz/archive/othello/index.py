"""Many games played through at once: their moves as text, and their rows in the archive's index of positions.

The keys and squares are those of keys.py, computed in bulk.
"""

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.database import Archive
from kibitz.archive.filing import STORED_PASS
from kibitz.archive.mixing import WHITE_TO_MOVE, all_mixed
from kibitz.archive.othello.keys import OPPONENT
from kibitz.archive.rows import IndexRows
from kibitz.rules.game import Color
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards, Masks, Replay, Squares
from kibitz.rules.othello.position import START, Position
from kibitz.rules.squares import NO_MOVE, PASS, format_square, parse_square
from kibitz.rules.symmetry import SYMMETRIES, inverse, transform_square

Flags: TypeAlias = NDArray[np.bool_]
Games: TypeAlias = NDArray[np.int64]

# Indexed by [symmetry, square]; the last two entries of a row are NO_MOVE and PASS, which numpy finds as -2 and -1.
_IMAGES = np.array([[*(transform_square(square, s) for square in range(64)), NO_MOVE, PASS] for s in SYMMETRIES], dtype=np.int8)
_TURN_TO_F5 = np.zeros(66, dtype=np.int8)
for _symmetry in START.self_symmetries():
    _TURN_TO_F5[transform_square(parse_square("f5"), inverse(_symmetry))] = _symmetry
_SQUARE_TEXTS = np.array([*(format_square(square) for square in range(64)), "??", STORED_PASS], dtype="S2")


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """What many games of one start position look like when played through, a row for each game [G]."""

    texts: list[str]  # the transcripts, every pass written out
    oriented: list[str]  # the same turned so that games which are images of one another read alike
    failed_at: NDArray[np.int32]  # index of the first move that is not legal, or -1
    over: Flags
    black_score: NDArray[np.int64]  # as the board stands after the last move
    rows: IndexRows


@dataclass(frozen=True, slots=True)
class _Steps:
    """Every move of every game, passes included, in order of play [N]."""

    boards: Boards
    black_to_move: Flags
    square: Squares
    game: Games

    def with_steps(self, others: "_Steps") -> "_Steps":
        """These steps and then the others."""
        return _Steps(
            Boards(
                np.concatenate([self.boards.own, others.boards.own]),
                np.concatenate([self.boards.opp, others.boards.opp]),
            ),
            np.concatenate([self.black_to_move, others.black_to_move]),
            np.concatenate([self.square, others.square]),
            np.concatenate([self.game, others.game]),
        )

    def chosen(self, which: Games | Flags) -> "_Steps":
        """Some of the steps, in the order given."""
        boards = Boards(self.boards.own[which], self.boards.opp[which])
        return _Steps(boards, self.black_to_move[which], self.square[which], self.game[which])


def play_through(moves: NDArray[np.int8], start: Position = START) -> PlayedGames:
    """Play games given as a table [G, L] of squares, NO_MOVE behind the last; passes may stand in it or be left out.

    Rows and texts of a game with an illegal move end before it.
    """
    replay = bulk.replay(moves, start)
    steps = _steps(replay, moves, start)
    counts = np.bincount(steps.game, minlength=len(moves))
    first = np.concatenate([[0], np.cumsum(counts)])
    return PlayedGames(
        texts=_texts(steps.square, first),
        oriented=_texts(_oriented(steps, len(moves), start), first),
        failed_at=replay.failed_at,
        over=replay.over,
        black_score=replay.black_scores(),
        rows=_index_rows(steps.with_steps(_ends(replay, steps, start))),
    )


def position_keys(canonical: Boards, black_to_move: Flags) -> Masks:
    """The keys of canonical positions, [N]."""
    side = np.where(black_to_move, np.uint64(0), np.uint64(WHITE_TO_MOVE))
    return all_mixed(canonical.own ^ all_mixed(canonical.opp ^ np.uint64(OPPONENT)) ^ side)


def _steps(replay: Replay, moves: NDArray[np.int8], start: Position) -> _Steps:
    """The replayed moves with the passes between them, which replay() leaves out."""
    game = replay.game_of_row()
    expected = np.concatenate([[True], ~replay.black_to_move[:-1]])
    expected[replay.first[:-1][np.diff(replay.first) > 0]] = start.to_move == Color.BLACK
    passed = replay.black_to_move != expected
    source = np.repeat(np.arange(len(game)), 1 + passed)
    is_pass = np.zeros(len(source), dtype=np.bool_)
    is_pass[np.flatnonzero(passed) + np.arange(passed.sum())] = True
    own, opp = replay.boards.own[source], replay.boards.opp[source]
    steps = _Steps(
        Boards(np.where(is_pass, opp, own), np.where(is_pass, own, opp)),
        replay.black_to_move[source] ^ is_pass,
        np.where(is_pass, PASS, replay.square[source]).astype(np.int8),
        game[source],
    )
    return _with_last_passes(steps, replay, moves, start)


def _with_last_passes(steps: _Steps, replay: Replay, moves: NDArray[np.int8], start: Position) -> _Steps:
    """The steps and the passes with which some records stop, which no disc follows."""
    written = (moves != NO_MOVE).sum(axis=1)
    stops = np.zeros(len(moves), dtype=np.bool_)
    some = np.flatnonzero(written)
    stops[some] = moves[some, written[some] - 1] == PASS
    stops &= replay.failed_at < 0
    if not stops.any():
        return steps
    passes = replace(_ends(replay, steps, start), square=np.full(len(moves), PASS, dtype=np.int8)).chosen(stops)
    complete = steps.with_steps(passes)
    return complete.chosen(np.argsort(complete.game, kind="stable"))


def _ends(replay: Replay, steps: _Steps, start: Position) -> _Steps:
    """The position after the last step of each game, in which NO_MOVE was played, [G]."""
    games = np.arange(len(replay.over))
    black_to_move = np.full(len(games), start.to_move == Color.BLACK)
    black_to_move[steps.game] = ~steps.black_to_move  # of several steps of a game the last one stays
    own = np.where(black_to_move, replay.final_black, replay.final_white)
    opp = np.where(black_to_move, replay.final_white, replay.final_black)
    return _Steps(Boards(own, opp), black_to_move, np.full(len(games), NO_MOVE, dtype=np.int8), games)


def _index_rows(steps: _Steps) -> IndexRows:
    canonical, symmetry = bulk.canonical(steps.boards)
    squares = _IMAGES[symmetry, steps.square]
    return IndexRows(position_keys(canonical, steps.black_to_move), steps.game, _smallest_twins(canonical, squares))


def _smallest_twins(boards: Boards, squares: Squares) -> Squares:
    """The smallest square that a symmetry of the position itself makes of each square, [N]."""
    smallest = squares.copy()
    for symmetry in SYMMETRIES[1:]:
        same_own = np.flatnonzero(bulk.transform(boards.own, _constant(symmetry, len(boards))) == boards.own)
        opp = boards.opp[same_own]
        rows = same_own[bulk.transform(opp, _constant(symmetry, len(opp))) == opp]
        smallest[rows] = np.minimum(smallest[rows], _IMAGES[symmetry, squares[rows]])
    return smallest


def _oriented(steps: _Steps, games: int, start: Position) -> Squares:
    """The squares of all steps, each game turned so that it begins with f5; other start positions stay as they are."""
    if start != START:
        return steps.square
    turn = np.zeros(games, dtype=np.int8)
    turn[steps.game[::-1]] = _TURN_TO_F5[steps.square[::-1]]  # of several steps of a game the first one stays
    return _IMAGES[turn[steps.game], steps.square]


def _texts(squares: Squares, first: Games) -> list[str]:
    text = _SQUARE_TEXTS[squares].tobytes().decode("ascii")
    return [text[2 * begin : 2 * end] for begin, end in zip(first[:-1].tolist(), first[1:].tolist(), strict=True)]


def _constant(symmetry: int, count: int) -> Squares:
    return np.full(count, symmetry, dtype=np.int8)


def games_at(archive: Archive, keys: Masks) -> NDArray[np.int64]:
    """How many games of an archive reached each of some positions, by their keys, [N]."""
    different, place = np.unique(keys, return_inverse=True)
    with archive.lent("wanted", {"key": different}):
        rows = archive.rows(
            "SELECT positions.key, count(DISTINCT positions.game) FROM positions JOIN wanted USING (key) GROUP BY positions.key"
        )
    counts = dict(rows)
    return np.array([counts.get(key, 0) for key in different.tolist()], np.int64)[place]
