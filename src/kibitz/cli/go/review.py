"""What Go contributes to `kibitz review`: the board, the playouts and the model."""

from typing import TYPE_CHECKING, Any, Final

import click

from kibitz.cli.completions import complete_model
from kibitz.cli.contributions import Contribution
from kibitz.cli.external import external_reviewer
from kibitz.cli.review_output import ReviewCommand, ReviewWanted

if TYPE_CHECKING:
    from kibitz.records.go.record import GoRecord

_PLAYOUTS: Final = 500


def _review(
    size: int | None,
    komi: float | None,
    playouts: int,
    model: str | None,
    engine: str | None,
    seconds: float | None,
    **wanted: Any,
) -> None:
    from kibitz.models.go.default import DEFAULT_GO_MODEL
    from kibitz.review.go.reviewing import GoReviewing

    reviewing = GoReviewing(playouts, model or DEFAULT_GO_MODEL, external_reviewer(engine, "go", seconds))
    ReviewCommand(reviewing, lambda text: _parse(text, size, komi)).run(ReviewWanted(**wanted))


def _parse(text: str, size: int | None, komi: float | None) -> "GoRecord":
    from kibitz.players.go.games import go_record
    from kibitz.players.referee import PlayedGame
    from kibitz.terminal.go.line import parse_go_line

    line = parse_go_line(text, size, komi)
    return go_record(PlayedGame(line.start, line.moves, "", "", None), line.game)


CONTRIBUTION: Final = Contribution(
    _review,
    "GAME is an SGF file, an archive (tar, zip) of such files, or moves such as 'Q16 D4'. Losses are points, with --engine or "
    "a model that knows no owners percentage points of the chance to win. Passes are not reviewed.",
    (
        "kibitz review --game go game.sgf",
        "kibitz review --game go 'E5 C3 A1' --size 9 --playouts 5000 --json",
        "kibitz review --game go game.sgf --engine katago --seconds 1",
    ),
    (
        click.Option(["--size"], type=int, help="Points along an edge of the board; 19 unless the file says otherwise."),
        click.Option(["--komi"], type=float, help="What White gets for moving second; 7.5 unless the file says otherwise."),
        click.Option(
            ["--playouts"],
            type=click.IntRange(min=1),
            default=_PLAYOUTS,
            show_default=True,
            help="How many playouts after a move that is in doubt, and after the better one.",
        ),
        click.Option(
            ["--model"],
            shell_complete=complete_model,
            help="The model that predicts moves and guides the search; go-network unless given.",
        ),
    ),
)
