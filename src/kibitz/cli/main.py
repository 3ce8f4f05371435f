"""The command `kibitz`: finds the subcommand, and turns whatever goes wrong into one line and an exit code.

Subcommands are imported only when they are run, so that `kibitz --help` stays quick; each lives in the module of its name.
"""

import contextlib
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import click

from kibitz import __version__
from kibitz.cli.output import JsonGroup, is_json_asked
from kibitz.errors import ExitCode, KibitzError
from kibitz.files import data_folder

COMMANDS: Final = {
    "analyse": "Show what people, the engine and the archive say about each move.",
    "archive": "Keep many games in one file: import, search, explore.",
    "bench": "Measure the speed of the rules, the solver and the search.",
    "benchmark": "Build a benchmark, and score any program's predictions.",
    "book": "Value openings by search and keep the values in a book.",
    "convert": "Convert a file of games to another format.",
    "dataset": "Make tables for learning from the games of the archive.",
    "engine": "Play and analyse for another program.",
    "engines": "List, add, test and remove other programs.",
    "evaluate": "Measure how well a model predicts moves, or who wins.",
    "fairplay": "Compare a player's games with clean games of that rating.",
    "ladder": "Rate many players together.",
    "match": "Play pairs of games between two players.",
    "models": "List, check, add and ship trained models.",
    "perft": "Count the leaves of the game tree to check the rules.",
    "play": "Play a game in the terminal.",
    "players": "List all players.",
    "predict": "Show how likely each move is to be played.",
    "prepare": "Prepare for an opponent, or look at your own games.",
    "reproduce": "Run a paper's experiments again and write its tables beside ours.",
    "review": "Review a game move by move.",
    "show": "Draw a position.",
    "solve": "Find the exact score and the best line.",
    "train": "Train a model from a configuration.",
    "tree": "Show the tree that alpha-beta looks at.",
}
"""Every subcommand with its line in `kibitz --help`; a test compares it with the first line of the command's own help."""


_ABOUT: Final = """Kibitz watches a board game over your shoulder: it predicts, analyses, plays and reviews.

Without a command, it starts the study app and opens it in the browser. Most commands take --game.
"""
_EXAMPLES: Final = ("kibitz", "kibitz --port 8100 --no-browser")
_BOARD: Final = re.compile(r"-[-._·Xx*#Bb@●OoWw0○\s]{8,}(black|white)?\s*(\w+:\S+\s*)*(;.*)?", re.IGNORECASE)


class LazyGroup(JsonGroup):
    """A group whose commands are imported when they are called, and in which a board may begin with an empty square."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # A dash in front makes an option of a board; a space in front of that does not, and no board minds it.
        return super().parse_args(ctx, [f" {text}" if _BOARD.fullmatch(text) else text for text in args])

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"kibitz.cli.{cmd_name}"), cmd_name)
        return command if isinstance(command, click.Command) else None

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from kibitz.cli.game_help import extended, helps_of_games
        from kibitz.games.catalogue import GAMES

        self.help = extended(_ABOUT, helps_of_games("kibitz"), _EXAMPLES)
        super().format_help_text(ctx, formatter)
        with formatter.section("Games"):
            formatter.write_text(", ".join(kit.title for kit in GAMES))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@dataclass
class _Settings:
    """What the options before the subcommand say."""

    debug: bool = False


def _tell_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Print the version and the data folder, and end."""
    if not asked or context.resilient_parsing:
        return
    click.echo(f"kibitz, version {__version__}")
    click.echo(f"data folder: {data_folder()}")
    context.exit()


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version and the data folder, and exit.",
)
@click.option("--debug", is_flag=True, help="Show the full traceback of an error.")
@click.option(
    "--port", type=click.IntRange(1, 65535), help="The port of the study app; the first free one from 8064 on unless given."
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address of the study app; the default can be reached from this machine only.",
)
@click.option("--no-browser", is_flag=True, help="Serve the study app without opening the browser.")
@click.pass_context
def kibitz(context: click.Context, debug: bool, port: int | None, host: str, no_browser: bool) -> None:
    """Start the study app unless there is a subcommand; the help is put together in LazyGroup."""
    context.ensure_object(_Settings).debug = debug
    if context.invoked_subcommand is None:
        if is_json_asked(context):
            context.fail("The study app prints no JSON; name a command, or leave --json out.")
        from kibitz.cli.app import start_app

        start_app(host, port, browser=not no_browser)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; the one place where errors end."""
    _tolerate_any_character()
    settings = _Settings()
    try:
        result = kibitz.main(arguments, "kibitz", standalone_mode=False, obj=settings)
        if sys.stdout:
            sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    except Exception as error:
        if settings.debug:
            raise
        return _report(error)
    return result if isinstance(result, int) else ExitCode.DONE


def _report(error: Exception) -> int:
    """Say in one line what went wrong; the exit code it stands for."""
    match error:
        case click.ClickException():
            error.show()
            return error.exit_code
        case KibitzError():
            return _complain(str(error), error.exit_code)
        case BrokenPipeError():
            _abandon_output()
            return ExitCode.FAILED
        case OSError():
            return _complain(_about_file(error), ExitCode.BAD_INPUT)
        case _:
            hint = "this is a bug in Kibitz; `kibitz --debug …` shows where"
            return _complain(f"unexpected {type(error).__name__}: {error} ({hint})", ExitCode.FAILED)


def _complain(text: str, code: ExitCode) -> ExitCode:
    _abandon_output()
    with contextlib.suppress(OSError):
        click.echo(f"kibitz: {' '.join(text.split())}", err=True)
    return code


def _about_file(error: OSError) -> str:
    problem = error.strerror or str(error)
    return f"{error.filename}: {problem}" if error.filename is not None else problem


def _abandon_output() -> None:
    """Make sure that nothing more is written to standard output, which may be closed or full."""
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tolerate_any_character() -> None:
    """Replace bytes and characters that cannot be read or written, rather than end the program."""
    streams: tuple[Any, ...] = (sys.stdin, sys.stdout, sys.stderr)
    for stream in streams:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
