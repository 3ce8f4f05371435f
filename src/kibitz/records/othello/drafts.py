"""From what a file says to GameRecords whose moves are legal.

Readers of all formats hand over drafts; here they are played through, many at once, and get their forced passes.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import IllegalMoveError
from kibitz.records.chunks import chunked
from kibitz.records.othello.record import OthelloRecord
from kibitz.records.othello.results import FinalDiscs, result_mismatch
from kibitz.records.record import NO_NOTE as NO_NOTE
from kibitz.records.record import MoveNote, Variation, loss_of_variations
from kibitz.records.reports import GameWarning, OnSkip, OnWarning, SkippedGame
from kibitz.rules.game import Color
from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import Position, play_all, with_passes
from kibitz.rules.squares import NO_MOVE, PASS

_CHUNK = 2048
# 60 discs, a pass before each: longer lists end in an illegal move and need no wide table to find it.
_LONGEST_GAME = 120


class Draft(NamedTuple):
    """A game as a file tells it: the record's moves and notes stand as written, passes may be missing, nothing is checked."""

    number: int  # in its file, counted from 1
    record: OthelloRecord


class Turn(NamedTuple):
    """A move in a file that says who made it."""

    color: Color
    move: int
    note: MoveNote = NO_NOTE


DraftOrSkip: TypeAlias = Draft | SkippedGame


class _Played(NamedTuple):
    moves: tuple[int, ...]
    final: FinalDiscs | None  # None where the game stops early


def checked_games(
    drafts: Iterable[DraftOrSkip], source: str, on_skip: OnSkip, on_warning: OnWarning | None = None
) -> Iterator[OthelloRecord]:
    """The drafts as legal games with their passes written out, in the same order and without reading far ahead.

    A draft with an illegal move goes to `on_skip`; a complete game whose stated result is not what its moves give is kept and
    goes to `on_warning` too. Passes that stand behind the end of a game are dropped. Where a file counted the discs of a complete
    game without giving the empties to the winner, they are given now.
    """
    for chunk in chunked(drafts, _CHUNK, _variations):
        played_in_bulk = _play_in_bulk(chunk)
        for index, draft in enumerate(chunk):
            if isinstance(draft, SkippedGame):
                on_skip(draft)
                continue
            try:
                played = played_in_bulk.get(index) or _play_alone(draft.record)
            except IllegalMoveError as error:
                on_skip(SkippedGame(source, draft.number, str(error)))
                continue
            if on_warning:
                for problem in _doubts(draft.record, played):
                    on_warning(GameWarning(source, draft.number, problem))
            yield _finished(draft.record, played)


def _variations(draft: DraftOrSkip) -> int:
    return len(draft.record.variations) if isinstance(draft, Draft) else 0


def _doubts(record: OthelloRecord, played: _Played) -> Iterator[str]:
    """What is wrong with a game that is used all the same."""
    if played.final and (mismatch := result_mismatch(record, played.final)):
        yield mismatch
    if loss := loss_of_variations(record):
        yield loss


def moves_by_turn(turns: Iterable[Turn], first: Color) -> tuple[tuple[int, ...], dict[int, MoveNote]]:
    """The moves and notes of a list that names who moved: where a side moves twice running, the other's pass is put between."""
    moves: list[int] = []
    notes: dict[int, MoveNote] = {}
    expected = first
    for turn in turns:
        if turn.color != expected:
            moves.append(PASS)
        if turn.note != NO_NOTE:
            notes[len(moves)] = turn.note
        moves.append(turn.move)
        expected = turn.color.other
    return tuple(moves), notes


def counts_by_turn(turns: Iterable[Turn], first: Color) -> list[int]:
    """How many moves moves_by_turn() makes of the first 0, 1, 2 … of some turns."""
    counts, expected = [0], first
    for turn in turns:
        counts.append(counts[-1] + (1 if turn.color == expected else 2))
        expected = turn.color.other
    return counts


def _play_in_bulk(chunk: Sequence[DraftOrSkip]) -> dict[int, _Played]:
    """The games of a chunk that are legal, by index; all that begin alike are played at once."""
    by_start: dict[Position, dict[int, tuple[int, ...]]] = defaultdict(dict)
    for index, draft in enumerate(chunk):
        if isinstance(draft, Draft) and draft.record.start.size <= 8 and len(draft.record.moves) <= _LONGEST_GAME:
            by_start[draft.record.start][index] = draft.record.moves
    played: dict[int, _Played] = {}
    for start, written in by_start.items():
        indices = list(written)
        played.update((indices[place], game) for place, game in _replayed(list(written.values()), start))
    return played


def _replayed(written: list[tuple[int, ...]], start: Position) -> Iterator[tuple[int, _Played]]:
    """The legal ones of some games from one start, with their place in the list."""
    replay = bulk.replay(_table(written), start)
    black_discs = np.bitwise_count(replay.final_black).tolist()
    white_discs = np.bitwise_count(replay.final_white).tolist()
    over, legal = replay.over.tolist(), (replay.failed_at < 0).tolist()
    for place, moves in enumerate(_complete_moves(replay, start.to_move)):
        if legal[place]:
            final = FinalDiscs(black_discs[place], white_discs[place], start.size) if over[place] else None
            ends_with_pass = bool(written[place]) and written[place][-1] == PASS
            yield place, _Played((*moves, PASS) if ends_with_pass else moves, final)


def _table(games: list[tuple[int, ...]]) -> NDArray[np.int8]:
    """The games as rows of one table, NO_MOVE behind their ends."""
    lengths = np.fromiter(map(len, games), dtype=np.int64, count=len(games))
    width = int(lengths.max())
    table = np.full((len(games), width), NO_MOVE, dtype=np.int8)
    table[np.arange(width) < lengths[:, None]] = np.fromiter(chain.from_iterable(games), dtype=np.int8, count=int(lengths.sum()))
    return table


def _complete_moves(replay: bulk.Replay, first_to_move: Color) -> Iterator[tuple[int, ...]]:
    """The moves of each game as far as they are legal, a PASS put in wherever a side moves out of turn."""
    expects_black = np.empty(len(replay.square), dtype=np.bool_)
    expects_black[1:] = ~replay.black_to_move[:-1]
    begins = replay.first[:-1][np.diff(replay.first) > 0]
    expects_black[begins] = first_to_move == Color.BLACK
    out_of_turn = replay.black_to_move != expects_black
    squares = np.insert(replay.square, np.flatnonzero(out_of_turn), PASS).tolist()
    passes_before = np.concatenate(([0], np.cumsum(out_of_turn)))
    bounds = (replay.first + passes_before[replay.first]).tolist()
    for game in range(len(bounds) - 1):
        yield tuple(squares[bounds[game] : bounds[game + 1]])


def _play_alone(record: OthelloRecord) -> _Played:
    """One game, move by move: for boards that have no bulk rules, and to find out what is wrong with the others."""
    length = len(record.moves)
    while length and record.moves[length - 1] == PASS:
        length -= 1
    moves = with_passes(record.moves[:length], record.start)
    last = play_all(moves, record.start)
    if last.is_over:
        return _Played(moves, FinalDiscs(last.black.bit_count(), last.white.bit_count(), last.size))
    return _Played(with_passes(record.moves, record.start), None)


def _finished(record: OthelloRecord, played: _Played) -> OthelloRecord:
    score = record.black_score
    if played.final and score == played.final.difference:
        score = played.final.black_score
    if score == record.black_score and played.moves == record.moves:
        return record
    if not record.notes and not record.variations:
        return replace(record, moves=played.moves, black_score=score)
    ends = _ends_of_moves(record.moves, played.moves)
    notes = {ends[index + 1] - 1: note for index, note in record.notes.items() if index + 1 < len(ends)}
    variations = tuple(_moved(variation, ends) for variation in record.variations)
    return replace(record, moves=played.moves, notes=notes, variations=variations, black_score=score)


def _ends_of_moves(written: Sequence[int], moves: Sequence[int]) -> list[int]:
    """How many moves are played after the first 0, 1, 2 … that were written: passes are put in, or dropped at the end."""
    ends = [0]
    for count, move in enumerate(moves, 1):
        if move != PASS or PASS in written[len(ends) - 1 : len(ends)]:
            ends.append(count)
    return ends


def _moved(variation: Variation[int], ends: Sequence[int]) -> Variation[int]:
    if variation.line:
        return variation
    return replace(variation, after=ends[min(variation.after, len(ends) - 1)])
