"""`kibitz match`: paired games between two players, the score, and what it says about their strength."""

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
from kibitz.cli.output import json_option, print_json
from kibitz.games.kit import Kit
from kibitz.players.registry import uses_book

if TYPE_CHECKING:
    from kibitz.arena.match import Match
    from kibitz.arena.sprt import Sprt
    from kibitz.arena.tally import Tally


@helped
@click.command()
@click.argument("first", metavar="A", shell_complete=complete_player)
@click.argument("second", metavar="B", shell_complete=complete_player)
@game_options("matches")
@pairs_option
@openings_option
@workers_option
@cluster_option
@clock_option
@click.option(
    "--out", type=click.Path(path_type=Path), help="The folder of the match; an existing match goes on where it stopped."
)
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop as soon as a sequential test (SPRT) decides between two Elo differences.")
@crashes_option
@seed_option
@json_option
def match(
    first: str,
    second: str,
    kit: Kit,
    options: dict[str, Any],
    pairs: int,
    openings: str | None,
    workers: int,
    cluster: str | None,
    clock: str | None,
    out: Path | None,
    sprt: str | None,
    count_crashes: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Play pairs of games between two players.

    Each pair plays one opening twice, with colours swapped. Every game is saved in a folder when it ends. To go on after an
    interruption, or to add pairs, run the same command with this folder as --out. A player that hangs, plays an illegal move or
    runs out of time loses that game. A pair in which a player crashes is left out of the figures unless --count-crashes is given,
    and the command fails if most games crash. The figures are those of player A; docs/measuring.md explains them.
    """
    from kibitz.arena.game_job import check_players
    from kibitz.arena.match import Match, play_matches
    from kibitz.arena.match_folder import MatchFolder
    from kibitz.arena.sprt import Sprt, parse_bounds
    from kibitz.cluster import open_workers

    settings = match_settings(first, second, kit, options, openings, seed, clock)
    test = Sprt(parse_bounds(sprt)) if sprt else None
    check_players(first, second, game=kit.name)
    with MatchFolder(out or new_folder("match"), settings, pairs) as folder:
        played = Match(folder, pairs, sprt=test, counts_crashes=count_crashes)
        with resumable(folder.path), score_bar([played], is_quiet=as_json) as watch, open_workers(workers, cluster) as pool:
            play_matches([played], pool, watch)
    if as_json:
        print_json(describe(played))
    else:
        click.echo(format_result(played))
    fail_if_most_crashed([played])


def describe(played: "Match") -> dict[str, Any]:
    """The result of a match as one JSON document."""
    settings = played.folder.settings
    document = {
        "players": [settings.first, settings.second],
        "game": settings.game.to_json(),
        "openings": settings.openings,
        "seed": settings.seed,
        "books": [uses_book(settings.first), uses_book(settings.second)],
        **played.tally().to_json(),
        "folder": str(played.folder.path),
    }
    return {**document, "sprt": _describe_test(played.sprt)} if played.sprt else document


def format_result(played: "Match") -> str:
    """The result of a match as lines for people."""
    settings, tally = played.folder.settings, played.tally()
    lines = [
        f"{settings.first} against {settings.second}: {len(tally.pairs)} pairs from {settings.openings}, seed {settings.seed}",
        *([] if settings.game.counts_points else [f"game       {settings.game}"]),
        *(score_lines(tally) if tally.pairs else []),
        *_left_out(tally),
        *_crash_lines(played),
        *_lost_otherwise(tally, (settings.first, settings.second)),
        *([_test_line(played.sprt)] if played.sprt else []),
        *_book_line(settings.first, settings.second),
        f"records    {played.folder.path}",
    ]
    return "\n".join(lines)


def score_lines(tally: "Tally") -> list[str]:
    """The figures of a match that has a pair."""
    score = [100 * figure for figure in tally.score()]
    points = ", ".join(f"{points} points {count}" for points, count in tally.to_json()["pair_points"].items() if count)
    return [
        f"games      +{tally.wins} ={tally.draws} -{tally.losses}, score {score[0]:.1f} % ({score[1]:.1f} to {score[2]:.1f})",
        f"Elo        {format_elo(tally.elo())}",
        *([_discs_line(tally)] if tally.counts_discs else []),
        f"pairs      {points}",
    ]


def _discs_line(tally: "Tally") -> str:
    discs = tally.discs()
    return f"discs      {discs.value:+.1f} ({discs.low:+.1f} to {discs.high:+.1f}) a game"


def _book_line(*players: str) -> list[str]:
    """Which players have an opening book, where one could have."""
    books = {name: uses_book(name) for name in players}
    said = [f"{name} {'plays by its book' if book else 'has its book off'}" for name, book in books.items() if book is not None]
    return [f"book       {', '.join(said)}"] if said else []


def _left_out(tally: "Tally") -> list[str]:
    if not tally.left_out:
        return []
    return [f"left out   {len(tally.left_out)} pairs in which a player crashed; --count-crashes counts them as losses"]


def _crash_lines(played: "Match") -> list[str]:
    """What happened in the first game in which a player crashed."""
    return [f"crash      game {pair}.{game}: {problem}" for (pair, game), problem in played.crashes().items() if problem][:1]


def _lost_otherwise(tally: "Tally", names: tuple[str, str]) -> list[str]:
    losses = zip(names, tally.lost_otherwise(), strict=True)
    return [f"not played to the end: {name} lost by {_counted(endings)}" for name, endings in losses if endings]


def _counted(endings: dict[str, int]) -> str:
    return ", ".join(f"{ending} {count}" for ending, count in sorted(endings.items()))


def _describe_test(test: "Sprt") -> dict[str, Any]:
    return {
        "elo0": test.bounds.low,
        "elo1": test.bounds.high,
        "log_ratio": test.log_ratio,
        "verdict": test.verdict.value,
        "pairs": test.pairs,
    }


def _test_line(test: "Sprt") -> str:
    from kibitz.arena.sprt import BOUND, Verdict

    meanings = {
        Verdict.UNDECIDED: "undecided",
        Verdict.LOWER: f"decided for {test.bounds.low:g}",
        Verdict.HIGHER: f"decided for {test.bounds.high:g}",
    }
    return f"SPRT       {test.bounds}: {meanings[test.verdict]} after {test.pairs} pairs, {test.log_ratio:+.2f} of ±{BOUND:.2f}"
