"""`kibitz archive games`: the games that reached a position, or all, the latest first."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from kibitz.cli.archive.options import archive_option, filter_options, game_filter, limit_option, read_position
from kibitz.cli.archive.tables import new_table, print_table
from kibitz.cli.game_help import helped_in
from kibitz.cli.game_options import game_options
from kibitz.cli.output import json_option, print_json
from kibitz.games.kit import Kit

if TYPE_CHECKING:
    from kibitz.archive.catalogue import ListedGame

NameOf: TypeAlias = Callable[[int], str]


@helped_in("archive")
@click.command()
@click.argument("position", required=False)
@game_options("archive")
@filter_options
@limit_option
@archive_option
@json_option
def games(
    position: str | None, kit: Kit, options: dict[str, Any], limit: int, archive_file: Path | None, as_json: bool, **filters: Any
) -> None:
    """List the games that reached a position, the latest first.

    POSITION is as for explore; without it all games are listed.
    """
    from kibitz.archive.catalogue import list_games
    from kibitz.archive.database import open_archive

    wanted = None if position is None else read_position(position, kit, options)
    chosen = game_filter(filters, kit)
    with open_archive(archive_file, game=kit.name) as opened:
        total, listed = list_games(opened, wanted, chosen, limit)
        name_of = partial(opened.filing.name, wanted)
    if as_json:
        print_json({"total": total, "games": [_describe(row, name_of) for row in listed], "filters": chosen.as_dict()})
    else:
        _print(total, listed, name_of)


def _describe(game: "ListedGame", name_of: NameOf) -> dict[str, Any]:
    described = asdict(game)
    winner = None if game.winner is None else game.winner.name.lower()
    described["winner"] = "draw" if described.pop("is_draw") else winner
    described["moves"] = game.transcript
    described["move"] = None if game.move is None else name_of(game.move)
    return described


def _print(total: int, listed: list["ListedGame"], name_of: NameOf) -> None:
    click.echo(f"{total} games")
    if listed:
        table = new_table("date", "tournament", "Black", "White", "score", "then")
        for game in listed:
            table.add_row(*_cells(game, name_of))
        print_table(table)


def _cells(game: "ListedGame", name_of: NameOf) -> list[str]:
    score = "" if game.black_score is None else f"{game.black_score:+g}"
    then = "" if game.move is None else name_of(game.move)
    return [game.date, game.tournament, game.black or "?", game.white or "?", score, then]
