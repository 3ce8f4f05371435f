"""Routes: guess the move that was played in a game."""

from typing import Annotated

from fastapi import APIRouter, Query

from kibitz.app.game_names import DEFAULT_GAME
from kibitz.app.shapes.base import GameName
from kibitz.app.shapes.guesses import GuessAnswer, GuessDrill, GuessTry
from kibitz.app.shapes.predictions import MoveProbability
from kibitz.app.study_game import guesses_of
from kibitz.app.study_games import study_game

router = APIRouter(prefix="/api")


@router.get("/drills/guess")
def guess_question(seed: Annotated[int | None, Query(ge=0, le=2**32)] = None, game: GameName = DEFAULT_GAME) -> GuessDrill:
    """A position of a game; which move was played?"""
    asked = guesses_of(study_game(game)).question(seed)
    return GuessDrill(
        token=asked.token,
        position=asked.line.describe(),
        source=asked.source,
        black=asked.black,
        white=asked.white,
        year=asked.year,
    )


@router.post("/drills/guess")
def guess_answer(tried: GuessTry) -> GuessAnswer:
    """The points of a guess, and what experts would have played."""
    found = guesses_of(study_game(tried.game)).verdict(tried.token, tried.move)
    ranked = sorted(found.shares.items(), key=lambda row: (-row[1], row[0]))
    return GuessAnswer(
        points=found.points,
        right=found.right,
        played=found.played,
        probability=found.shares[found.guess],
        moves=[MoveProbability(move=move, probability=share) for move, share in ranked],
    )
