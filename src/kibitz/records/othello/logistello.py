"""Logistello's game lists, `.gam`: `+d3-c3+c4-e3…: -04 10`, a line for each game.

The sign in front of a square is the colour that moves (`+` Black), then come Black's final discs minus White's, empties counted
for nobody, and a number of Logistello's own, which is kept as the tag `Logistello`. There are no names, notes or other starts.
"""

import re
from collections.abc import Iterable, Iterator

from kibitz.errors import NotationError
from kibitz.records.othello.drafts import Draft, DraftOrSkip, Turn, moves_by_turn
from kibitz.records.othello.record import GameRecord, SkippedGame
from kibitz.records.values import decode, shortened
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START
from kibitz.rules.squares import PASS, board_shape

_GAME = re.compile(r"\s*((?:[+-][a-h][1-8])*)\s*:\s*([+-]?[0-9]{1,2})(?:\s+([+-]?[0-9]{1,9}))?\s*", re.IGNORECASE)
_FIRST_MOVE = re.compile(r"\s*\+[c-f][3-6](?:[+-][a-h][1-8])*\s*:", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_OWN_NUMBER = "Logistello"


def looks_like(head: str) -> bool:
    """Whether the first line is a game of such a list."""
    return bool(_FIRST_MOVE.match(head))


def read_drafts(lines: Iterable[bytes], source: str) -> Iterator[DraftOrSkip]:
    """The games of a file, one for each line.

    Case, spaces and a missing last number are tolerated, empty lines passed over. A line of another form is skipped, as is one
    with a result above 64.
    """
    texts = (text for text in map(decode, lines) if not text.isspace())
    for number, text in enumerate(texts, 1):
        found = _GAME.fullmatch(text)
        if found and abs(int(found[2])) <= 64:
            yield Draft(number, _record(found[1].lower(), found[2], found[3]))
        else:
            problem = f"{shortened(text.strip())} is not of the form +d3-c3…: -04 10"
            yield SkippedGame(source, number, problem)


def format_game(record: GameRecord) -> str:
    """The game as a line; raises NotationError for a game from another start, or without a result and not played to its end."""
    if record.start != START:
        raise NotationError("a .gam list holds only games from the standard start")
    score = _disc_difference(record)
    names = board_shape(8).names
    # Every pass is in the record, so that colours alternate.
    moves = "".join(f"{'-' if index % 2 else '+'}{names[move]}" for index, move in enumerate(record.moves) if move != PASS)
    own_number = record.tags.get(_OWN_NUMBER, "")
    return f"{moves}: {score:+03d}" + (f" {own_number}\n" if _NUMBER.fullmatch(own_number) else "\n")


def _disc_difference(record: GameRecord) -> int:
    """Black's discs minus White's as the list has it: empties of a complete game are counted for nobody."""
    last = record.final_position()
    if last.is_over and record.black_score in (None, last.black_score()):
        return last.black.bit_count() - last.white.bit_count()
    if record.black_score is None:
        raise NotationError("a .gam list needs a result, and the game stops early without one")
    return record.black_score


def _record(text: str, score: str, own_number: str | None) -> GameRecord:
    known = board_shape(8).squares_by_name
    squares = tuple([known[text[place : place + 2]] for place in range(1, len(text), 3)])
    signs = text[::3]
    if signs != ("+-" * 30)[: len(signs)]:
        colors = [Color.BLACK if sign == "+" else Color.WHITE for sign in signs]
        squares, _ = moves_by_turn(map(Turn, colors, squares), Color.BLACK)
    return GameRecord(squares, black_score=int(score), tags={_OWN_NUMBER: own_number} if own_number else {})
