"""Guessing the moves of games of Othello."""

from kibitz.app.guesses import GuessQuestion, GuessVerdict
from kibitz.app.othello.lines import Line
from kibitz.models.othello.loading import load_model
from kibitz.review.othello.drills import guess_drill, guess_of_token, judge_guess
from kibitz.rules.squares import format_square, parse_square
from kibitz.voices.othello.voices import EXPERT


class OthelloGuesses:
    """See GuessPart."""

    def question(self, seed: int | None) -> GuessQuestion:
        drill = guess_drill(seed)
        record = drill.game.record
        line = Line(record.start, drill.moves)
        return GuessQuestion(drill.token, line, drill.game.source, record.black, record.white, record.year)

    def verdict(self, token: str, move: str) -> GuessVerdict:
        square = parse_square(move)
        found = judge_guess(guess_of_token(token), square, load_model(EXPERT))
        shares = {format_square(other): share for other, share in found.shares.items()}
        return GuessVerdict(found.points, found.right, format_square(square), format_square(found.played), shares)
