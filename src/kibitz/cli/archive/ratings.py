"""`kibitz archive ratings`: how strong the players of the archive were."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli.archive.options import archive_option, say
from kibitz.cli.archive.tables import marked, new_table, print_table
from kibitz.cli.game_help import helped_in
from kibitz.cli.game_options import game_options
from kibitz.cli.output import json_option, print_json
from kibitz.games.kit import Kit

if TYPE_CHECKING:
    from kibitz.archive.database import Archive
    from kibitz.archive.ratings import PlayerRating


@helped_in("archive")
@click.command()
@click.option("--player", metavar="NAME", help="The ratings of this player, year by year; part of the name is enough.")
@click.option("--top", type=click.IntRange(min=1), default=20, show_default=True, help="How many of the strongest.")
@click.option("--year", type=click.IntRange(0, 9999), help="The strongest of this year instead of the last one.")
@click.option("--human", is_flag=True, help="Leave out programs.")
@click.option("--update", is_flag=True, help="Compute all ratings again first; an import does so by itself.")
@game_options("archive", with_options=False)
@archive_option
@json_option
def ratings(
    player: str | None,
    top: int,
    year: int | None,
    human: bool,
    update: bool,
    kit: Kit,
    archive_file: Path | None,
    as_json: bool,
) -> None:
    """Show how strong players were in each year, from their results.

    Ratings are Elo points after Coulom's whole-history method; their mean over all games is 1500, and ± is one standard
    deviation. Programs are marked with *.
    """
    from kibitz.archive.ratings import player_ratings, ratings_state, top_ratings

    with _opened(archive_file, kit.name, update) as opened:
        found = player_ratings(opened, player) if player else top_ratings(opened, top, year, human)
        state = ratings_state(opened)
    if state.newer_games:
        say(f"{state.newer_games} games are newer than the ratings; kibitz archive ratings --update takes them in")
    if as_json:
        print_json({"ratings": [asdict(rating) for rating in found], "computed_at": state.computed_at})
    else:
        _print(found)


def _opened(archive_file: Path | None, game: str, update: bool) -> "Archive":
    """The archive, after its ratings were computed again if that is wanted."""
    from kibitz.archive.database import open_archive, open_for_writing
    from kibitz.archive.ratings import update_ratings

    if update:
        with open_for_writing(archive_file, create=False, game=game) as opened:
            update_ratings(opened)
    return open_archive(archive_file, game=game)


def _print(found: list["PlayerRating"]) -> None:
    table = new_table("player", "year", "rating", "±", "games")
    for rating in found:
        name = marked(rating.name, rating.is_program)
        table.add_row(name, str(rating.year), f"{rating.rating:.0f}", f"{rating.deviation:.0f}", str(rating.games))
    print_table(table, "there are no ratings; they need games with players, years and results")
