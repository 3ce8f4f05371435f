"""A review as a text to share."""

from kibitz.records.othello.record import GameRecord
from kibitz.records.othello.results import format_discs
from kibitz.review.othello.accuracy import PHASES, Share
from kibitz.review.othello.game_review import GameReview, Mistake
from kibitz.rules.squares import PASS, format_transcript

_SHOWN_MOVES = 6  # of a line


def write_report(record: GameRecord, review: GameReview) -> str:
    """Title, accuracy, and every mistake with the better move and the reasons."""
    return "\n".join([*_title(record), "", *_accuracy_table(review), "", *_mistakes(review), ""])


def title_of(record: GameRecord) -> str:
    """Who played whom, and the result as far as it is known."""
    score = record.black_score if record.black_score is not None else record.played_score()
    result = f" {format_discs(score)}" if score is not None else ""
    return f"{record.black or 'Black'} – {record.white or 'White'}{result}"


def review_line(record: GameRecord, review: GameReview) -> str:
    """Who played whom, how accurate both were, and how many mistakes they made, in one line."""
    accuracy = ", ".join(f"{side} {_figure(shares['all'])}" for side, shares in review.accuracy.items())
    return f"{title_of(record)}; accuracy {accuracy}; mistakes {len(review.mistakes)}"


def _title(record: GameRecord) -> list[str]:
    about = ", ".join(part for part in (record.event, record.date) if part)
    moves = format_transcript([move for move in record.moves if move != PASS])
    return [title_of(record), *([about] if about else []), moves]


def _accuracy_table(review: GameReview) -> list[str]:
    rows = [f"{'accuracy':10}" + "".join(f"{name:>9}" for name in ("all", *PHASES))]
    for side, shares in review.accuracy.items():
        rows.append(f"{side:10}" + "".join(f"{_figure(shares[name]):>9}" for name in ("all", *PHASES)))
    return rows


def _figure(share: Share) -> str:
    return "–" if share.accuracy is None else f"{share.accuracy:.0f} %"


def _mistakes(review: GameReview) -> list[str]:
    if not review.mistakes:
        return ["No mistakes."]
    return [line for number, mistake in enumerate(review.mistakes, 1) for line in _mistake(number, mistake)]


def _mistake(number: int, mistake: Mistake) -> list[str]:
    move = len(mistake.path) // 2 + 1
    better = " ".join(mistake.best_line[:_SHOWN_MOVES])
    head = f"{number}. Move {move}, {mistake.side}: {mistake.move} loses {mistake.loss:g} discs. Better: {better}"
    return [head, *(f"   {reason}" for reason in mistake.reasons)]
