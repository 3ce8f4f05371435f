"""What Othello contributes to `kibitz predict`."""

import math
from typing import TYPE_CHECKING, Any, Final

import click

from kibitz.cli.contributions import Contribution
from kibitz.cli.othello.modes import MODE, mode_of
from kibitz.cli.othello.positions import Line, read_line_of_play
from kibitz.cli.output import print_json
from kibitz.errors import SetupError
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import format_move
from kibitz.terminal.othello.words import describe
from kibitz.voices.described import owned_by_black

if TYPE_CHECKING:
    from kibitz.features.othello.planes import Situations
    from kibitz.models.othello.model import MoveModel


def _predict(
    position: str,
    model: str | None,
    with_ownership: bool,
    as_json: bool,
    rating: float | None,
    player: str | None,
    mode: str | None,
) -> None:
    line = read_line_of_play(position)
    answer = describe_prediction(line, model or "expert", rating, player, with_ownership, mode)
    _say_if_far(answer, rating)
    if as_json:
        print_json(answer)
    else:
        _draw(line, answer)


def _say_if_far(answer: dict[str, Any], rating: float | None) -> None:
    """Say that a rating is outside those that a model learned from, so the answer means less than it seems to."""
    low, high = answer.get("rating_range", (-math.inf, math.inf))
    if rating is not None and not low <= rating <= high:
        click.echo(f"{answer['model']} learned from players rated {low:.0f} to {high:.0f}; {rating:g} is beyond them.", err=True)


def describe_prediction(
    line: Line,
    model_name: str,
    rating: float | None = None,
    player: str | None = None,
    with_ownership: bool = False,
    mode: str | None = None,
) -> dict[str, Any]:
    """What a model says about the end of a line of play, as one JSON document.

    `moves` has exactly the legal squares, the most likely first, and is empty where the mover must pass or the game is over.
    `win_chance` is the mover's, None if the model does not know or the game is over. `ownership`, if it is asked for, has the
    chance of each square to be the mover's at the end of the game, by name, and `black_ownership` the chance to be Black's, in
    reading order; SetupError is raised if the model does not know.
    """
    from kibitz.features.othello.planes import situation
    from kibitz.models.othello.loading import load_model
    from kibitz.models.othello.model import ToldModel, WinnerModel, in_mode

    position = line.position
    if position.size != 8:
        raise SetupError(f"models know the board of 8×8 squares, not {position.size}×{position.size}")
    model = in_mode(load_model(model_name), mode)
    asked = situation(position, line.moves)
    probabilities = ToldModel(model, rating, player).probabilities(asked)[0]
    squares = sorted(position.legal_squares(), key=lambda square: (-probabilities[square], square))
    win_chance = None
    if isinstance(model, WinnerModel) and not position.is_over:
        win_chance = float(model.win_chances(asked)[0])
    return {
        "model": model.name,
        **mode_of(model),
        **describe(position),
        "moves": [{"move": format_move(square), "probability": float(probabilities[square])} for square in squares],
        "win_chance": win_chance,
        **({} if rating is None else _rating_range(model)),
        **(_ownership(model, asked, position) if with_ownership else {}),
    }


def _rating_range(model: "MoveModel") -> dict[str, list[float]]:
    from kibitz.models.othello.model import RatedModel

    return {"rating_range": [float(end) for end in model.rating_range]} if isinstance(model, RatedModel) else {}


def _ownership(model: "MoveModel", asked: "Situations", position: Position) -> dict[str, Any]:
    from kibitz.models.othello.model import OwnershipModel

    if not isinstance(model, OwnershipModel):
        raise SetupError(f"the model {model.name} does not know who will own each square; leave --ownership out, or ask expert")
    chances = model.ownership(asked)[0].tolist()
    by_name = {format_move(square): chance for square, chance in enumerate(chances)}
    return {"ownership": by_name, "black_ownership": owned_by_black(chances, position.to_move)}


def _draw(line: Line, answer: dict[str, Any]) -> None:
    from kibitz.rules.squares import parse_square
    from kibitz.terminal.othello.board import BoardDrawer

    probabilities = {parse_square(row["move"]): row["probability"] for row in answer["moves"]}
    drawer = BoardDrawer.for_standard_output()
    drawer.draw_probabilities(line.position, probabilities, line.moves[-1] if line.moves else None)
    drawer.console.print(_sentence(line.position, answer))
    if "ownership" in answer:
        drawer.console.print(f"Chances that {line.position.to_move} owns each square at the end, in per cent:")
        chances = {parse_square(square): chance for square, chance in answer["ownership"].items()}
        drawer.draw_chances(line.position, chances)


def _sentence(position: Position, answer: dict[str, Any]) -> str:
    if outcome := position.outcome():
        return f"{outcome}. There is no move to predict."
    if position.must_pass:
        return f"{position.to_move} must pass."
    moves = ", ".join(f"{row['move']} {100 * row['probability']:.1f} %" for row in answer["moves"])
    chance = answer["win_chance"]
    winner = "" if chance is None else f" {position.to_move} wins with {100 * chance:.0f} %."
    return f"{position.to_move} to move, by {answer['model']}: {moves}.{winner}"


CONTRIBUTION: Final = Contribution(
    _predict,
    "POSITION is a transcript, or a board of 64 characters (X black, O white, - empty). The last moves of a transcript matter: "
    "players often answer where the other side has just played. The default model is expert.",
    (
        "kibitz predict f5d6c3",
        'kibitz predict f5d6c3 --player "Seeley Ben"',
        "kibitz predict f5d6c3 --ownership",
        "kibitz predict f5d6c3 --model expert --json",
    ),
    (
        click.Option(
            ["--rating"], type=float, help="The rating of the player to move, for models that are conditioned on ratings."
        ),
        click.Option(
            ["--player"], help="The player to move, for models that are conditioned on players; names as in the archive."
        ),
        MODE,
    ),
)
