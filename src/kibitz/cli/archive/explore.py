"""`kibitz archive explore`: what was played in a position."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.archive.options import archive_option, filter_options, game_filter, limit_option, read_position
from kibitz.cli.archive.tables import new_table, print_table
from kibitz.cli.game_help import helped_in
from kibitz.cli.game_options import game_options
from kibitz.cli.output import json_option, print_json
from kibitz.games.kit import Kit

if TYPE_CHECKING:
    from kibitz.archive.explore import Exploration, MovePlayed, Tally


@helped_in("archive")
@click.command()
@click.argument("position", default="")
@game_options("archive")
@filter_options
@limit_option
@archive_option
@json_option
def explore(
    position: str, kit: Kit, options: dict[str, Any], limit: int, archive_file: Path | None, as_json: bool, **filters: Any
) -> None:
    """Show what was played in a position, by whom, and how it went.

    POSITION is moves, a board followed by the side to move, or - for standard input; without it the start. Games count
    however the board was turned, and moves that the position's own symmetry makes the same count as one. Scores are seen by the
    side to move.
    """
    from kibitz.archive.database import open_archive
    from kibitz.archive.explore import describe
    from kibitz.archive.explore import explore as explore_position

    wanted = read_position(position, kit, options)
    chosen = game_filter(filters, kit)
    with open_archive(archive_file, game=kit.name) as opened:
        exploration = explore_position(opened, wanted, chosen)
    if as_json:
        print_json({**kit.positions.describe(wanted), **describe(exploration, limit), "filters": chosen.as_dict()})
    else:
        _print(exploration, limit)


def _print(exploration: "Exploration", limit: int) -> None:
    tally = exploration.tally
    ended = f", {exploration.ended_here} ended here" if exploration.ended_here else ""
    score = "" if tally.mean_score is None else f", {tally.mean_score:+.1f} for {exploration.position.to_move}"
    click.echo(f"{tally.games} games{ended}{score}")
    if exploration.moves:
        _print_moves(exploration, limit)


def _print_moves(exploration: "Exploration", limit: int) -> None:
    table = new_table("move", "games", "share", "Black", "draw", "White", "score", "last", "most often by")
    for played in exploration.moves[:limit]:
        table.add_row(exploration.name_of(played.move), *_cells(played))
    print_table(table)


def _cells(played: "MovePlayed") -> list[str]:
    tally = played.tally
    score = "" if tally.mean_score is None else f"{tally.mean_score:+.1f}"
    players = ", ".join(f"{name} {games}" for name, games in played.top_players)
    year = "" if played.last_year is None else str(played.last_year)
    return [str(tally.games), f"{played.share:.1%}", *_result_cells(tally), score, year, players]


def _result_cells(tally: "Tally") -> list[str]:
    decided = tally.black_wins + tally.draws + tally.white_wins
    return [f"{count / decided:.0%}" if decided else "" for count in (tally.black_wins, tally.draws, tally.white_wins)]
