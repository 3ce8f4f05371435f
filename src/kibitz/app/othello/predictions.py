"""What people are likely to play at Othello, as the app tells it."""

from kibitz.app.played_line import PlayedLine
from kibitz.app.shapes.predictions import MoveProbability, Predictions
from kibitz.app.thinkers import model_by_name
from kibitz.errors import KibitzError
from kibitz.features.othello.planes import Situations, situation
from kibitz.models.othello.model import OwnershipModel, WinnerModel
from kibitz.models.store import load_model
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START, Position
from kibitz.rules.squares import format_square
from kibitz.voices.othello.voices import EXPERT, human_voice


def predict(line: PlayedLine, rating: float | None, model: str) -> Predictions:
    """The probabilities by a model, the winner and the owners too if it knows them; raises SetupError if it is not there."""
    asked, position = load_model(model_by_name(model)), line.position
    situations = situation(position, line.moves)
    shares = human_voice(asked, position, line.moves, rating).probabilities
    going_on = not position.is_over
    return Predictions(
        model=asked.name,
        rating=rating,
        moves=[
            MoveProbability(move=format_square(square), probability=share)
            for square, share in sorted(shares.items(), key=lambda row: (-row[1], row[0]))
        ],
        win_chance=float(asked.win_chances(situations)[0]) if isinstance(asked, WinnerModel) and going_on else None,
        ownership=_black_ownership(asked, position, situations) if isinstance(asked, OwnershipModel) and going_on else None,
    )


def load_expert() -> None:
    """Ask the expert once, so that whatever it loads at the first question is there before anybody asks."""
    try:
        model, asked = load_model(EXPERT), situation(START)
        model.probabilities(asked)
        if isinstance(model, OwnershipModel):
            model.ownership(asked)
    except KibitzError:
        return  # whoever asks for it is told


def _black_ownership(model: OwnershipModel, position: Position, situations: Situations) -> list[float]:
    chances = model.ownership(situations)[0]
    seen_by_black = chances if position.to_move == Color.BLACK else 1 - chances
    return [round(float(chance), 4) for chance in seen_by_black]
