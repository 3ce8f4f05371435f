"""Othello's environments as Gymnasium knows them: a name, one game, many games."""

from typing import Final

_PLACE: Final = "kibitz.environments.othello.vector"
ENVIRONMENTS: Final = (("kibitz/Othello-v0", f"{_PLACE}:OthelloEnv", f"{_PLACE}:OthelloVectorEnv"),)
