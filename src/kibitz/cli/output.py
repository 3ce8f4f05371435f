"""What the commands share in printing: one JSON document on standard output, and lines that fit a narrow terminal."""

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from textwrap import fill
from typing import Any, Final

import click

_UNLIMITED: Final = 1_000_000  # columns, where there is no terminal: programs read lines
_ASKED: Final = "kibitz.json"  # in the context's notes, which a group shares with its commands


def _asked_anywhere(context: click.Context, _option: click.Parameter, given: bool) -> bool:
    """Whether JSON is asked for here or in front of the command."""
    context.meta[_ASKED] = given or context.meta.get(_ASKED, False)
    return bool(context.meta[_ASKED])


json_option = click.option(
    "--json", "as_json", is_flag=True, callback=_asked_anywhere, help="Print one JSON document on standard output."
)


class JsonGroup(click.Group):
    """A group with --json for whichever of its commands is called: `kibitz --json models list` is `kibitz models list --json`."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        told = "Print one JSON document on standard output; as good as behind the command."
        given = click.Option(["--json"], is_flag=True, callback=_asked_anywhere, expose_value=False, help=told)
        self.params.append(given)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if command and is_json_asked(ctx) and not _has_json(command):
            ctx.fail(f"{name} prints no JSON; leave --json out.")
        return name, command, rest


def is_json_asked(context: click.Context) -> bool:
    """Whether --json was given to a group."""
    return bool(context.meta.get(_ASKED))


def _has_json(command: click.Command) -> bool:
    return isinstance(command, JsonGroup) or any(option.name == "as_json" for option in command.params)


class _PictureFile(click.Path):
    """A file to be drawn later; what would stop that is said before the work begins."""

    def __init__(self, needs_plots: bool) -> None:
        super().__init__(dir_okay=False, path_type=Path)
        self._needs_plots = needs_plots

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path of the file; raises SetupError if it could not be written, or without matplotlib if that draws it."""
        from kibitz.pictures import require_drawable, require_writable_place

        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        (require_drawable if self._needs_plots else require_writable_place)(path)
        return path


PLOT_FILE = _PictureFile(needs_plots=True)
SVG_FILE = _PictureFile(needs_plots=False)


def print_json(document: Mapping[str, Any]) -> None:
    """Print a document in one line, in ASCII, so that it arrives whole through any terminal or pipe."""
    click.echo(json.dumps(document, allow_nan=False))


def print_entry(line: str, indent: int) -> None:
    """Print a line of a list; in a terminal that is narrower it goes on below, further to the right."""
    width = max(shutil.get_terminal_size((_UNLIMITED, 0)).columns, 2 * indent)
    click.echo(fill(line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False))
