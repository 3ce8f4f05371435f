"""A review as a text to share, for any game."""

from collections.abc import Iterator, Sequence
from typing import Final

from kibitz.review.accuracy import PHASES, Share
from kibitz.review.game_review import GameReview, Mistake, ReviewedMove
from kibitz.search.contract import BOOK, SEARCHED

_SHOWN_MOVES: Final = 6  # of a line


def report_of(head: Sequence[str], review: GameReview, unit: str, counts_passes: bool = False) -> str:
    """The head, the accuracy, and every mistake with the better move and the reasons.

    Losses are in a unit. Moves are numbered as the game does it, with passes or without.
    """
    numbers = {row.ply: row.ply + 1 if counts_passes else number for number, row in enumerate(review.moves, 1)}
    return "\n".join([*head, "", *_accuracy_table(review), "", *_mistakes(review, unit, numbers), ""])


def line_of(title: str, review: GameReview) -> str:
    """Who played whom, how accurate both were, and how many mistakes they made, in one line."""
    accuracy = ", ".join(f"{side} {_figure(shares['all'])}" for side, shares in review.accuracy.items())
    return f"{title}; accuracy {accuracy}; mistakes {len(review.mistakes)}"


def _accuracy_table(review: GameReview) -> list[str]:
    rows = [f"{'accuracy':10}" + "".join(f"{name:>9}" for name in ("all", *PHASES))]
    for side, shares in review.accuracy.items():
        rows.append(f"{side:10}" + "".join(f"{_figure(shares[name]):>9}" for name in ("all", *PHASES)))
    return rows


def _figure(share: Share) -> str:
    return "–" if share.accuracy is None else f"{share.accuracy:.0f} %"


def _mistakes(review: GameReview, unit: str, numbers: dict[int, int]) -> Iterator[str]:
    sources = {row.ply: _source(row) for row in review.moves}
    if not review.mistakes:
        yield "No mistakes."
    for place, mistake in enumerate(review.mistakes, 1):
        yield f"{place}. Move {numbers[mistake.ply]}, {_sentence(mistake, unit, sources.get(mistake.ply, ''))}"
        yield from (f"   {reason}" for reason in mistake.reasons)


def _source(move: ReviewedMove) -> str:
    """Where the score of a move comes from, in brackets; empty in older reviews and where the game does not say."""
    named = {SEARCHED: f" (depth {move.depth})", BOOK: f" (book, {move.depth} plies)", "": ""}
    return named.get(move.source, f" ({move.source})")


def _sentence(mistake: Mistake, unit: str, source: str) -> str:
    better = " ".join(mistake.best_line[:_SHOWN_MOVES])
    return f"{mistake.side}: {mistake.move} loses {mistake.loss:g} {unit}{source}. Better: {better}"
