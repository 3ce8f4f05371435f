"""What is particular to a game of Go between players: how it is counted at its end, and how its record is kept."""

from kibitz.players.go.counting import counted_score
from kibitz.players.go.uct import go_position
from kibitz.players.referee import ENDINGS, PlayedGame
from kibitz.records.go.record import GoMove, GoRecord
from kibitz.rules.game import Color, GamePosition, Outcome
from kibitz.rules.go.position import GoGame
from kibitz.rules.go.rule_sets import RULE_SETS, GoRules


def count_go(position: GamePosition) -> Outcome | None:
    """Who won once the stones that playouts nearly always capture are off the board, or None while the game goes on."""
    board = go_position(position)
    outcome = board.outcome()
    if outcome is None:
        return None
    return Outcome(counted_score(board), outcome.reason)


def go_record(played: PlayedGame, game: GoGame) -> GoRecord:
    """The game as records keep it; one lost off the board has a winner and an ending, but no score."""
    start = go_position(played.start)
    outcome = played.outcome
    ending = "" if outcome is None else ENDINGS.get(outcome.reason, "")
    return GoRecord(
        _moves(played),
        game.size,
        black_stones=_stones(played, Color.BLACK),
        white_stones=_stones(played, Color.WHITE),
        first_to_move=start.to_move,
        black=played.black,
        white=played.white,
        rules=rules_name(game.rules),
        komi=game.komi,
        handicap=start.handicap,
        black_score=None if outcome is None or ending else outcome.black_score,
        winner=None if outcome is None else outcome.winner,
        ending=ending,
    )


def rules_name(rules: GoRules) -> str:
    """The name of a rule set as SGF writes it, empty if it has none."""
    return next((name.title() for name, known in RULE_SETS.items() if known == rules), "")


def _moves(played: PlayedGame) -> tuple[GoMove, ...]:
    first = played.start.to_move
    return tuple(GoMove(first if number % 2 == 0 else first.other, move) for number, move in enumerate(played.moves))


def _stones(played: PlayedGame, color: Color) -> tuple[int, ...]:
    start = go_position(played.start)
    return tuple(point for point in range(start.size**2) if start.stone_at(point) == color)
