"""Kibitz watches a board game over your shoulder: what people play, what is best, and what was played before.

The names in `__all__` are the public API; docs/python.md describes them. They keep their meaning: a name that has to go is
deprecated for two minor versions first, in which it works and warns. Everything else in the package may change at any time.
Modules are imported when a name is first used, so that `import kibitz` costs next to nothing.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kibitz import review as _review_room

if TYPE_CHECKING:
    from kibitz import svg
    from kibitz.errors import IllegalMoveError, KibitzError, NotationError, PeerError, SetupError
    from kibitz.public.answers import (
        AnalysedMove,
        Analysis,
        Exploration,
        ExploredMove,
        MatchResult,
        Prediction,
        Solution,
    )
    from kibitz.public.board import Board
    from kibitz.public.questions import analyse, choose, explore, match, predict, review, solve
    from kibitz.public.recorded import Game, read_games, write_games
    from kibitz.rules.game import Color, Outcome

__version__ = "0.2.0"

__all__ = [
    "AnalysedMove",
    "Analysis",
    "Board",
    "Color",
    "Exploration",
    "ExploredMove",
    "Game",
    "IllegalMoveError",
    "KibitzError",
    "MatchResult",
    "NotationError",
    "Outcome",
    "PeerError",
    "Prediction",
    "SetupError",
    "Solution",
    "__version__",
    "analyse",
    "choose",
    "explore",
    "match",
    "predict",
    "read_games",
    "review",
    "solve",
    "svg",
    "write_games",
]

_PLACES = {
    **dict.fromkeys(("IllegalMoveError", "KibitzError", "NotationError", "PeerError", "SetupError"), "errors"),
    **dict.fromkeys(("Color", "Outcome"), "rules.game"),
    "Board": "public.board",
    "svg": "svg",
    **dict.fromkeys(("Game", "read_games", "write_games"), "public.recorded"),
    **dict.fromkeys(("analyse", "choose", "explore", "match", "predict", "solve"), "public.questions"),
    **dict.fromkeys(
        ("AnalysedMove", "Analysis", "Exploration", "ExploredMove", "MatchResult", "Prediction", "Solution"), "public.answers"
    ),
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_PLACES[name]}")
    found = module if name == _PLACES[name] else getattr(module, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _CallableRoom(ModuleType):
    """A room that is also a question of the same name: importing any of its modules binds its name in this package."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """See kibitz.public.questions.review."""
        return import_module(f"{__name__}.public.questions").review(*arguments, **options)


_review_room.__class__ = _CallableRoom
