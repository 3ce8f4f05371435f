"""Transcripts, one game a line: `f5d6c3d3c4`.

A transcript holds the moves and, for a game that begins elsewhere, its first position in front: `-----…--- X;d2c3`. Names,
results and notes are not written, nor are passes: those in front of a move come back when it is read, one behind the last move
does not.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kibitz.errors import NotationError
from kibitz.records.othello.drafts import Draft, DraftOrSkip
from kibitz.records.othello.record import GameRecord, SkippedGame
from kibitz.records.values import decode
from kibitz.rules.othello.position import START, Position, parse_board
from kibitz.rules.squares import format_transcript, parse_transcript

_COMMENT_SIGNS = ("#", "%", "//")
_BOARD = re.compile(r"\s*([-._xob*#@w0]{16,100}\s+\w+|[-._xob*#@w0]{16,100}\s*[xo*#@bw])\s*;", re.IGNORECASE)
_MOVE_NUMBER = re.compile(r"\s*([0-9]{1,3})\s*[.:)]")


class _Line(NamedTuple):
    start: Position
    moves: tuple[int, ...]
    move_number: int  # 0 if the line does not begin with one


def looks_like(head: str) -> bool:
    """Whether the first line that is no comment is a transcript."""
    first = next((line for line in head.splitlines() if not _is_comment(line)), "")
    try:
        line = _parse_line(first)
    except NotationError:
        return False
    return bool(line.moves or _BOARD.match(first))


def read_drafts(lines: Iterable[bytes], source: str) -> Iterator[DraftOrSkip]:
    """The games of a file, one for each line.

    Case, white space, commas, move numbers and written passes are tolerated. A line whose move number follows on the line above
    goes on with that game, as in `1. f5 d6`, `2. c3 d3`. Empty lines and those that begin with `#`, `%` or `//` are passed over.
    A line with anything else in it is skipped, whole.
    """
    number = 0
    game: _Line | None = None
    for line in lines:
        text = decode(line)
        if _is_comment(text):
            continue
        try:
            read = _parse_line(text)
        except NotationError as error:
            if game:
                yield _draft(number, game)
            number, game = number + 1, None
            yield SkippedGame(source, number, str(error))
            continue
        if game and _goes_on(game, read):
            game = game._replace(moves=game.moves + read.moves)
            continue
        if game:
            yield _draft(number, game)
        number, game = number + 1, read
    if game:
        yield _draft(number, game)


def format_game(record: GameRecord) -> str:
    """The game as a line. Every start position and size can be written."""
    transcript = format_transcript(record.moves, record.start.size)
    if record.start == START and transcript:
        return transcript + "\n"
    return f"{record.start};{transcript}\n"


def _is_comment(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith(_COMMENT_SIGNS)


def _parse_line(text: str) -> _Line:
    board = _BOARD.match(text)
    if board:
        start = parse_board(board[1])
        return _Line(start, parse_transcript(text[board.end() :].strip(), start.size), 0)
    numbered = _MOVE_NUMBER.match(text)
    return _Line(START, parse_transcript(text.strip()), int(numbered[1]) if numbered else 0)


def _goes_on(game: _Line, line: _Line) -> bool:
    """Whether a line's move number is the next one, counting single moves or pairs."""
    return len(game.moves) > 0 and line.move_number in (len(game.moves) + 1, len(game.moves) // 2 + 1) and line.move_number > 1


def _draft(number: int, line: _Line) -> Draft:
    return Draft(number, GameRecord(line.moves, start=line.start))
