"""What the commands of the archive share: which archive, which position, which games."""

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kibitz.cli.game_options import required
from kibitz.cli.given import given_text
from kibitz.games.kit import ArchivePart, Kit

if TYPE_CHECKING:
    from kibitz.archive.explore import BoardPosition
    from kibitz.archive.filters import GameFilter

Command = TypeVar("Command", bound=Callable[..., Any])

archive_option = click.option(
    "--archive",
    "archive_file",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="The archive to use; else the one KIBITZ_ARCHIVE names, else archive.duckdb in your data folder.",
)
limit_option = click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="List at most this many.")


def filter_options(command: Command) -> Command:
    """The options that choose games; the command gets them as keywords for game_filter()."""
    options = [
        click.option("--from-year", type=click.IntRange(0, 9999), metavar="YEAR", help="Games of this year and later."),
        click.option("--to-year", type=click.IntRange(0, 9999), metavar="YEAR", help="Games of this year and earlier."),
        click.option("--player", metavar="NAME", help="Games of this player; part of the name is enough."),
        click.option("--color", type=click.Choice(["black", "white"]), help="The colour the player had."),
        click.option("--tournament", metavar="NAME", help="Games of this tournament; part of the name is enough."),
        click.option("--human", is_flag=True, help="Leave out games in which a program took part."),
    ]
    return reduce(lambda decorated, option: option(decorated), reversed(options), command)


def game_filter(filters: dict[str, Any], kit: Kit) -> "GameFilter":
    """Which games the options choose; raises SetupError if the game's records cannot tell."""
    from kibitz.archive.filters import GameFilter
    from kibitz.errors import SetupError
    from kibitz.rules.game import Color

    if filters["human"] and not archive_part(kit).knows_programs:
        raise SetupError(f"records of {kit.title} do not say who is a program; leave --human out")
    color = filters.pop("color")
    return GameFilter(color=None if color is None else Color[color.upper()], **filters)


def read_position(text: str, kit: Kit, options: dict[str, Any]) -> "BoardPosition":
    """The position of an argument; says if the archive cannot know it."""
    position: BoardPosition = kit.positions.parse(given_text(text), **options).position
    remark = archive_part(kit).remark(position)
    if remark:
        say(remark)
    return position


def archive_part(kit: Kit) -> ArchivePart:
    """What the game's kit says about the archive; raises SetupError if it has none."""
    part: ArchivePart = required(kit, "archive")
    return part


def say(line: object) -> None:
    """Print a line on standard error."""
    click.echo(str(line), err=True)
