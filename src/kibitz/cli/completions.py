"""What the shell completes: names of models, players and engines as far as they are typed."""

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem


def complete_model(context: click.Context, option: click.Parameter, typed: str) -> list[CompletionItem]:  # noqa: ARG001
    """The models at hand, each with what it does."""
    from kibitz.models.store import BrokenModel, list_models

    return _beginning(typed, ((found.name, "" if isinstance(found, BrokenModel) else found.kind.does) for found in list_models()))


def complete_player(context: click.Context, option: click.Parameter, typed: str) -> list[CompletionItem]:  # noqa: ARG001
    """The players, each with what it is, and the engines of the user's list."""
    from kibitz.players.external.configured import list_engines
    from kibitz.players.registry import PLAYER_KINDS

    engines = ((f"external:{engine.name}", engine.title) for engine in list_engines())
    return _beginning(typed, (*((kind.name, kind.description) for kind in PLAYER_KINDS), *engines))


def complete_engine(context: click.Context, option: click.Parameter, typed: str) -> list[CompletionItem]:  # noqa: ARG001
    """The engines of the user's list."""
    from kibitz.players.external.configured import list_engines

    return _beginning(typed, ((engine.name, engine.title) for engine in list_engines()))


def _beginning(typed: str, found: Iterable[tuple[str, str]]) -> list[CompletionItem]:
    return [CompletionItem(name, help=about or None) for name, about in found if name.startswith(typed)]
