"""What Gymnasium is told of Kibitz's environments when it is imported, by an entry point of the package."""


def register() -> None:
    """Make every game's environments known, such as `gym.make("kibitz/NAME-v0")`; nothing heavy is imported."""
    from gymnasium.envs.registration import register as tell

    from kibitz import environments
    from kibitz.per_game import entries_of_games

    for name, single, vector in entries_of_games(environments, "registered", "ENVIRONMENTS"):
        tell(name, entry_point=single, vector_entry_point=vector)
