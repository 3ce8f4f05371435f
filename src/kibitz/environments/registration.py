"""Importing this module tells Gymnasium of the environments of all games: `gymnasium.make("kibitz/NAME-v0")` makes one.

Nothing heavy is imported before one of them is made. The package gymnasium belongs to the extra `environments`.
"""

from gymnasium.envs.registration import register

from kibitz import environments
from kibitz.per_game import entries_of_games

for _name, _single, _vector in entries_of_games(environments, "registered", "ENVIRONMENTS"):
    register(_name, entry_point=_single, vector_entry_point=_vector)
