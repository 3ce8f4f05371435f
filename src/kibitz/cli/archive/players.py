"""`kibitz archive players`: the players of the archive, found by name."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli.archive.options import archive_option, limit_option
from kibitz.cli.archive.tables import marked, new_table, print_table
from kibitz.cli.game_help import helped_in
from kibitz.cli.game_options import game_options
from kibitz.cli.output import json_option, print_json
from kibitz.games.kit import Kit

if TYPE_CHECKING:
    from kibitz.archive.catalogue import KnownPlayer


@helped_in("archive")
@click.command()
@click.argument("part", metavar="NAME-PART")
@game_options("archive", with_options=False)
@limit_option
@archive_option
@json_option
def players(part: str, kit: Kit, limit: int, archive_file: Path | None, as_json: bool) -> None:
    """Find players by a part of their name, those with most games first."""
    from kibitz.archive.catalogue import find_players
    from kibitz.archive.database import open_archive

    with open_archive(archive_file, game=kit.name) as opened:
        found = find_players(opened, part, limit)
    if as_json:
        print_json({"players": [asdict(player) for player in found]})
    else:
        _print(found, f"no player has {part!r} in the name")


def _print(found: list["KnownPlayer"], if_none: str) -> None:
    table = new_table("player", "games", "years", "rating")
    for player in found:
        table.add_row(*_cells(player))
    print_table(table, if_none)


def _cells(player: "KnownPlayer") -> list[str]:
    years = f"{player.first_year}–{player.last_year}" if player.first_year else ""
    rating = "" if player.rating is None else f"{player.rating:.0f} ± {player.deviation:.0f}"
    return [marked(player.name, player.is_program), str(player.games), years, rating]
