"""A review of a game of Othello as a text to share."""

from kibitz.records.othello.record import GameRecord
from kibitz.records.othello.results import format_discs
from kibitz.review.game_review import GameReview
from kibitz.review.othello.game_review import SCALE
from kibitz.review.report import report_of
from kibitz.rules.squares import PASS, format_transcript


def write_report(record: GameRecord, review: GameReview) -> str:
    """Title, accuracy, and every mistake with the better move and the reasons."""
    return report_of(head_of(record), review, SCALE.unit)


def title_of(record: GameRecord) -> str:
    """Who played whom, and the result as far as it is known."""
    score = record.black_score if record.black_score is not None else record.played_score()
    result = f" {format_discs(score)}" if score is not None else ""
    return f"{record.black or 'Black'} – {record.white or 'White'}{result}"


def head_of(record: GameRecord) -> list[str]:
    """The lines above a report: title, event and moves."""
    about = ", ".join(part for part in (record.event, record.date) if part)
    moves = format_transcript([move for move in record.moves if move != PASS])
    return [title_of(record), *([about] if about else []), moves]
