"""What the shell completes: names of models, players, engines, configurations and papers as far as they are typed."""

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem


def complete_model(context: click.Context, option: click.Parameter, typed: str) -> list[CompletionItem]:  # noqa: ARG001
    """The models at hand, each with what it does, and files, since a model may be one."""
    from kibitz.models.store import BrokenModel, list_models

    known = ((found.name, "" if isinstance(found, BrokenModel) else found.kind.does) for found in list_models())
    return [*_beginning(typed, known), CompletionItem(typed, type="file")]


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


def complete_configuration(context: click.Context, option: click.Parameter, typed: str) -> list[CompletionItem]:  # noqa: ARG001
    """The configurations that come with Kibitz, each with what it is of, and files."""
    from kibitz.learn.runs.shipped import first_words, shipped_configurations

    known = ((name, first_words(path)) for name, path in shipped_configurations().items())
    return [*_beginning(typed, known), CompletionItem(typed, type="file")]


def complete_paper(context: click.Context, option: click.Parameter, typed: str) -> list[CompletionItem]:  # noqa: ARG001
    """The papers, each with its title."""
    from kibitz.experiments.about import ABOUT

    return _beginning(typed, ((name, text.partition("\n")[0]) for name, text in ABOUT.items()))


def _beginning(typed: str, found: Iterable[tuple[str, str]]) -> list[CompletionItem]:
    return [CompletionItem(name, help=about or None) for name, about in found if name.startswith(typed)]
