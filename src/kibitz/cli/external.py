"""The option --engine: an engine of the list instead of Kibitz's own."""

from typing import TYPE_CHECKING, Final

from kibitz.errors import SetupError

if TYPE_CHECKING:
    from kibitz.players.external.configured import ConfiguredEngine
    from kibitz.players.external.searching import ExternalSearch
    from kibitz.review.external import ExternalReviewer

LONGEST_SECONDS: Final = 3600


def external_search(
    name: str | None, game: str, seconds: float | None = None, visits: int | None = None
) -> "ExternalSearch | None":
    """The engine of a name as a search, None without a name; with the engine's own seconds unless a limit is given.

    Raises SetupError for a name that is not in the list, and for an engine of another game.
    """
    if name is None:
        return None
    from kibitz.players.external.running import engines_of_this_process
    from kibitz.players.external.searching import ExternalSearch
    from kibitz.players.external.session import ExternalLimits

    engine = engine_for(name, game)
    limits = ExternalLimits(engine.seconds if seconds is None and visits is None else seconds, visits)
    return ExternalSearch(engine, engines_of_this_process(), limits)


def external_reviewer(name: str | None, game: str, seconds: float | None) -> "ExternalReviewer | None":
    """The engine of a name as a reviewer, None without a name; raises SetupError as external_search() does."""
    if name is None:
        if seconds is not None:
            raise SetupError("--seconds is for --engine; Kibitz's own engines are given a level or playouts")
        return None
    from kibitz.review.external import ExternalReviewer

    engine = engine_for(name, game)
    if seconds is not None and not 0 < seconds <= LONGEST_SECONDS:
        raise SetupError(f"--seconds is {seconds:g}; write a number above 0, at most {LONGEST_SECONDS}")
    return ExternalReviewer(engine, seconds or engine.seconds)


def engine_for(name: str, game: str) -> "ConfiguredEngine":
    """The engine of a name; raises SetupError if it is not in the list, or is there for another game."""
    from kibitz.players.external.configured import find_engine

    engine = find_engine(name)
    if engine.game != game:
        raise SetupError(f"the engine {engine.name} is in the list for {engine.game}, not for {game}")
    return engine
