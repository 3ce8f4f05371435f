"""`kibitz archive info`: what the archive holds."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.archive.options import archive_option
from kibitz.cli.game_help import helped_in
from kibitz.cli.game_options import game_options
from kibitz.cli.output import json_option, print_json
from kibitz.games.kit import Kit

if TYPE_CHECKING:
    from kibitz.archive.catalogue import Summary


@helped_in("archive")
@click.command()
@game_options("archive", with_options=False)
@archive_option
@json_option
def info(kit: Kit, archive_file: Path | None, as_json: bool) -> None:
    """Show what is in the archive."""
    from kibitz.archive.catalogue import summarise
    from kibitz.archive.database import open_archive
    from kibitz.archive.ratings import ratings_state

    with open_archive(archive_file, game=kit.name) as opened:
        summary, state, path = summarise(opened), ratings_state(opened), opened.path
    if as_json:
        print_json({"archive": str(path), **_describe(summary), "ratings_computed_at": state.computed_at})
    else:
        click.echo(f"{path} ({summary.bytes / 1e6:.1f} MB)")
        _print(summary)


def _describe(summary: "Summary") -> dict[str, Any]:
    return {
        "games": summary.games,
        "players": summary.players,
        "programs": summary.programs,
        "tournaments": summary.tournaments,
        "positions": summary.positions,
        "years": _describe_years(summary),
        "bytes": summary.bytes,
    }


def _describe_years(summary: "Summary") -> dict[str, Any]:
    return {
        "first": min(summary.games_by_year, default=None),
        "last": max(summary.games_by_year, default=None),
        "by_year": [{"year": year, "games": games} for year, games in summary.games_by_year.items()],
        "unknown": summary.games_without_year,
    }


def _print(summary: "Summary") -> None:
    years = f", {min(summary.games_by_year)}–{max(summary.games_by_year)}" if summary.games_by_year else ""
    click.echo(f"{summary.games} games{years}, {summary.positions} positions")
    click.echo(f"{summary.players} players, {summary.programs} of them programs, {summary.tournaments} tournaments")
