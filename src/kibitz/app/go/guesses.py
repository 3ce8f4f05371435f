"""Guessing the moves of games of Go in the user's archive."""

from kibitz.app.go.lines import GoLine, vertices
from kibitz.app.guesses import GuessQuestion, GuessVerdict
from kibitz.models.go.default import DEFAULT_GO_MODEL
from kibitz.models.go.loading import load_go_model
from kibitz.review.go.guesses import guess_drill, guess_of_token, judge_guess


class GoGuesses:
    """See GuessPart."""

    def question(self, seed: int | None) -> GuessQuestion:
        drill = guess_drill(seed)
        record = drill.record
        return GuessQuestion(drill.token, GoLine(record.start, drill.moves), "archive", record.black, record.white, record.year)

    def verdict(self, token: str, move: str) -> GuessVerdict:
        drill = guess_of_token(token)
        guess = GoLine(drill.record.start).parse_move(move)
        found = judge_guess(drill, guess, load_go_model(DEFAULT_GO_MODEL))
        names = dict(zip(found.shares, vertices(found.shares, drill.record.size), strict=True))
        shares = {names[point]: share for point, share in found.shares.items()}
        return GuessVerdict(found.points, found.right, names[guess], names[drill.played], shares)
