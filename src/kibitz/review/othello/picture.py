"""A review of a game of Othello as a picture to share."""

from typing import Final

from kibitz.records.othello.record import GameRecord
from kibitz.review import picture
from kibitz.review.game_review import GameReview
from kibitz.review.othello.report import title_of
from kibitz.rules.othello.layout import layout_of

_MOST_DISCS: Final = 64
_DISCS_PLAYED: Final = 60


def draw_review(record: GameRecord, review: GameReview) -> str:
    """The picture as SVG text."""
    positions = list(record.positions())
    drawn = picture.Reviewed(
        title=title_of(record),
        about=" · ".join(part for part in (record.event, record.date) if part),
        review=review,
        most_score=_MOST_DISCS,
        moves=_DISCS_PLAYED,
        number_of=lambda row: len(row.path) // 2 + 1,
        layout_before=lambda ply: layout_of(positions[ply]),
    )
    return picture.draw_review(drawn)
