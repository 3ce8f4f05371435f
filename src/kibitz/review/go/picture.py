"""A review of a game of Go as a picture to share."""

import math
from typing import Final

from kibitz.records.go.record import GoRecord
from kibitz.review import picture
from kibitz.review.game_review import GameReview
from kibitz.review.go.reviewing import title_of
from kibitz.rules.go.layout import layout_of

_STEP: Final = 10  # the edge of the curve is a multiple of so many points


def draw_review(record: GoRecord, review: GameReview) -> str:
    """The picture as SVG text."""
    positions = list(record.positions())
    most = max((abs(row.black_score) for row in review.moves), default=0.0)
    drawn = picture.Reviewed(
        title=title_of(record),
        about=" · ".join(part for part in (record.event, record.date) if part),
        review=review,
        most_score=_STEP * max(math.ceil(most / _STEP), 1),
        moves=len(record.moves),
        number_of=lambda row: row.ply + 1,
        layout_before=lambda ply: layout_of(positions[ply]),
    )
    return picture.draw_review(drawn)
