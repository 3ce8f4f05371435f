"""Results of games: as files state them, and whether that is what the moves give."""

import re
from typing import NamedTuple

from kibitz.records.othello.record import GameRecord
from kibitz.rules.game import Color

_DISCS = re.compile(r"\s*([0-9]{1,3})\s*[-:–]\s*([0-9]{1,3})\s*")
_HALVES = re.compile(r"\s*(?:1/2|½)\s*-\s*(?:1/2|½)\s*")


class StatedResult(NamedTuple):
    """What a file says about the result; both None where it says nothing."""

    black_score: int | None = None
    winner: Color | None = None


class FinalDiscs(NamedTuple):
    """The discs on the board when nobody can move."""

    black: int
    white: int
    size: int = 8

    @property
    def difference(self) -> int:
        return self.black - self.white

    @property
    def black_score(self) -> int:
        """Black's score, empties counted for the winner."""
        return score_of_discs(self.black, self.white, self.size)


def score_of_discs(black: int, white: int, size: int = 8) -> int:
    """Black's score of two disc counts: squares that neither has go to the winner. Counts too high for the board are not."""
    rest = max(0, size * size - black - white)
    return black - white + (rest if black > white else -rest if black < white else 0)


def parse_discs(text: str, size: int = 8) -> StatedResult:
    """The result of `40-24` (discs), `1-0` (Black wins), `0-1` or `1/2-1/2`.

    Counts below the board's squares leave empties to the winner. `0-0`, `*`, more discs than squares and anything else state
    nothing.
    """
    if _HALVES.fullmatch(text):
        return StatedResult(black_score=0)
    found = _DISCS.fullmatch(text)
    if not found:
        return StatedResult()
    black, white = int(found[1]), int(found[2])
    if max(black, white) > size * size:
        return StatedResult()
    if black + white <= 1:
        return StatedResult(winner=Color.BLACK if black else Color.WHITE if white else None)
    return StatedResult(black_score=score_of_discs(black, white, size))


def format_discs(black_score: int | None, winner: Color | None = None, size: int = 8) -> str:
    """The text parse_discs() reads back, `*` if nothing is known."""
    if black_score is not None:
        half = size * size // 2
        # An odd score comes from a mistaken count, and only counts of 65 discs say it.
        return f"{half + (black_score + 1) // 2}-{half - black_score // 2}"
    if winner is not None:
        return "1-0" if winner == Color.BLACK else "0-1"
    return "*"


def result_problem(record: GameRecord) -> str | None:
    """What is wrong with the stated result of a game that was played to its end, or None.

    Nothing is wrong if the file counted discs without giving the empties to the winner, if the game ended in no ordinary way
    (`ending`), if it was not played to its end, or if no result is stated.
    """
    if record.black_score is None and record.winner is None:
        return None
    last = record.final_position()
    if not last.is_over:
        return None
    return result_mismatch(record, FinalDiscs(last.black.bit_count(), last.white.bit_count(), last.size))


def result_mismatch(record: GameRecord, final: FinalDiscs) -> str | None:
    """As result_problem(), for a game whose final discs are known already."""
    if record.ending:
        return None
    if record.black_score is not None:
        agrees = record.black_score in (final.black_score, final.difference)
    elif record.winner is not None:
        agrees = final.difference > 0 if record.winner == Color.BLACK else final.difference < 0
    else:
        return None
    if agrees:
        return None
    stated = format_discs(record.black_score, record.winner, final.size)
    return f"the file states {stated}, the moves give {format_discs(final.black_score, size=final.size)}"
