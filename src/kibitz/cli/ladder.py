"""`kibitz ladder`: matches between many players, and ratings fitted to all games together."""

import re
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.arena_options import (
    clock_option,
    cluster_option,
    crashes_option,
    fail_if_most_crashed,
    format_elo,
    match_settings,
    new_folder,
    openings_option,
    pairs_option,
    resumable,
    score_bar,
    seed_option,
    workers_option,
)
from kibitz.cli.completions import complete_player
from kibitz.cli.game_help import helped
from kibitz.cli.game_options import game_options
from kibitz.cli.output import PLOT_FILE, json_option, print_json
from kibitz.errors import SetupError
from kibitz.games.kit import Kit

if TYPE_CHECKING:
    from kibitz.arena.ladder import Ladder
    from kibitz.arena.match import Match


@helped
@click.command()
@click.argument("players", metavar="PLAYER...", nargs=-1, shell_complete=complete_player)
@game_options("matches")
@pairs_option
@openings_option
@workers_option
@cluster_option
@clock_option
@click.option(
    "--apart", metavar="N,...", help="Only players this many places apart in the list meet; without it all of them meet."
)
@click.option("--out", type=click.Path(path_type=Path), help="The folder of the ladder; players that are in it already stay.")
@click.option("--plot", type=PLOT_FILE, help="Draw the ratings into this PNG file.")
@crashes_option
@seed_option
@json_option
def ladder(
    players: tuple[str, ...],
    kit: Kit,
    options: dict[str, Any],
    pairs: int,
    openings: str | None,
    workers: int,
    cluster: str | None,
    clock: str | None,
    apart: str | None,
    out: Path | None,
    plot: Path | None,
    count_crashes: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Rate many players together.

    Every two players play a match, as kibitz match does, in a folder of their own inside the folder of the ladder. Games that
    were played are not played again: a ladder can be interrupted, and a new player with an old folder plays only its own games.
    Ratings are in Elo above the mean of all players, by the Bradley–Terry model with Davidson's draws.
    """
    from kibitz.arena.game_job import check_players
    from kibitz.arena.ladder import Ladder, LadderSettings
    from kibitz.arena.match import play_matches
    from kibitz.cluster import open_workers

    terms = match_settings("", "", kit, options, openings, seed, clock)
    settings = LadderSettings(pairs, terms, _parse_distances(apart), count_crashes)
    check_players(*players, game=kit.name)
    with ExitStack() as stack:
        played = Ladder(out or new_folder("ladder"), players, settings, stack)
        watching = score_bar(played.matches, is_quiet=as_json)
        with resumable(played.folder), watching as watch, open_workers(workers, cluster) as pool:
            play_matches(played.matches, pool, watch)
    if plot:
        _plot(played, plot)
    if as_json:
        print_json(describe(played))
    else:
        click.echo(format_ladder(played))
    fail_if_most_crashed(played.matches)


def describe(played: "Ladder") -> dict[str, Any]:
    """The ladder as one JSON document."""
    ratings, fit = played.ratings()
    return {
        "players": [row.to_json() for row in ratings],
        "draw_share": fit.draw_share,
        "groups": played.groups(),
        "matches": [_describe_match(match) for match in played.matches],
        "folder": str(played.folder),
    }


def format_ladder(played: "Ladder") -> str:
    """The ladder as lines for people: the ratings, then the matches."""
    ratings, fit = played.ratings()
    width = max(len(row.player) for row in ratings)
    lines = [f"{'player':{width}}     Elo      95 % interval  games    score"]
    for row in ratings:
        interval = f"{row.low:+.0f} to {row.high:+.0f}"
        lines.append(f"{row.player:{width}}  {row.elo:+6.0f}  {interval:>17}  {row.games:5}  {100 * row.score:5.1f} %")
    lines.append(f"0 is the mean of all. Equals draw {100 * fit.draw_share:.1f} % of their games.")
    if played.groups() > 1:
        lines.append(f"The players fall into {played.groups()} groups that have not met; ratings compare only within a group.")
    lines += ["", *(_match_line(match) for match in played.matches), f"records: {played.folder}"]
    return "\n".join(lines)


def _describe_match(match: "Match") -> dict[str, Any]:
    settings = match.folder.settings
    return {"players": [settings.first, settings.second], **match.tally().to_json()}


def _match_line(match: "Match") -> str:
    settings, tally = match.folder.settings, match.tally()
    games = f"{settings.first} against {settings.second}: +{tally.wins} ={tally.draws} -{tally.losses}"
    figures = f", score {100 * tally.score().value:.1f} %, Elo {format_elo(tally.elo())}" if tally.pairs else ""
    left_out = f"; {len(tally.left_out)} pairs with a crash are left out" if tally.left_out else ""
    return f"{games}{figures}{left_out}"


def _parse_distances(text: str | None) -> tuple[int, ...]:
    if text is None:
        return ()
    if not re.fullmatch(r"[1-9][0-9]{0,3}(,[1-9][0-9]{0,3})*", text):
        raise SetupError(f"--apart is {text!r}; write 2 for example, or 1,2")
    return tuple(int(part) for part in text.split(","))


def _plot(played: "Ladder", path: Path) -> None:
    from kibitz.arena.ladder_plot import plot_ladder

    ratings, _ = played.ratings()
    plot_ladder(ratings, path)
