"""`kibitz archive`: many games in one file, imported, downloaded, explored, listed, rated and exported."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kibitz.cli.game_options import game_options, required
from kibitz.cli.othello.positions import given_text
from kibitz.cli.output import json_option, print_json
from kibitz.games.kit import ArchivePart, Kit

if TYPE_CHECKING:
    from rich.table import Table

    from kibitz.archive.catalogue import ListedGame, Summary
    from kibitz.archive.database import Archive
    from kibitz.archive.explore import BoardPosition, Exploration, MovePlayed, Tally
    from kibitz.archive.filters import GameFilter
    from kibitz.archive.importer import FoundFile, ImportReport
    from kibitz.archive.ratings import PlayerRating

Command = TypeVar("Command", bound=Callable[..., Any])

archive_option = click.option(
    "--archive",
    "archive_file",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="The archive to use; else the one KIBITZ_ARCHIVE names, else archive.duckdb in your data folder.",
)
limit_option = click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="List at most so many.")
human_option = click.option("--human", is_flag=True, help="Leave out programs.")


def filter_options(command: Command) -> Command:
    """The options that choose games; the command gets them as keywords for _game_filter()."""
    options = [
        click.option("--from-year", type=click.IntRange(0, 9999), metavar="YEAR", help="Games of this year and later."),
        click.option("--to-year", type=click.IntRange(0, 9999), metavar="YEAR", help="Games of this year and earlier."),
        click.option("--player", metavar="NAME", help="Games of this player; part of the name is enough."),
        click.option("--color", type=click.Choice(["black", "white"]), help="The colour the player had."),
        click.option("--tournament", metavar="NAME", help="Games of this tournament; part of the name is enough."),
        click.option("--human", is_flag=True, help="Leave out games in which a program took part."),
    ]
    return reduce(lambda decorated, option: option(decorated), reversed(options), command)


@click.group()
def archive() -> None:
    """Keep many games in one file: import, search, explore.

    The archive is a DuckDB file that belongs to you: copy it, move it, open it with other tools.

    \b
    Example: kibitz archive fetch wthor
             kibitz archive explore f5d6c3
    """


@archive.command("import")
@click.argument("paths", metavar="FILE|DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@game_options("archive", with_options=False)
@archive_option
@json_option
def import_(paths: tuple[Path, ...], kit: Kit, archive_file: Path | None, as_json: bool) -> None:
    """Add the games of files and folders.

    Formats are found out from the content, in folders at any depth. A game that is there already is recognised by its players,
    year, event, moves and result, and left out. Whatever interrupts the import, files are in the archive wholly or not at all;
    run it again to add the rest. Games of Go come from SGF files and archives (tar, zip) of them.

    \b
    Example: kibitz archive import WTH_2016.wtb my-games.pgn
             kibitz archive import ~/othello --archive club.duckdb
             kibitz archive import --game go games.tar.gz
    """
    from kibitz.archive.database import open_for_writing
    from kibitz.archive.importer import record_files

    files = record_files(paths, kit.name)
    with open_for_writing(archive_file, game=kit.name) as opened:
        report = _import(opened, files)
        path = opened.path
    _require_games(report, paths)
    if as_json:
        print_json({**_describe_import(report), "archive": str(path)})
    else:
        click.echo(f"{path}: {_sentence(report)}")


@archive.command()
@click.argument("collection", type=click.Choice(["wthor"]))
@click.option("--years", metavar="A-B", help="Only these years, such as 2016 or 2010-2015.")
@click.option("--from", "base_url", metavar="URL", help="Another web folder with the same files.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where to keep the files; else wthor in your data folder.")
@archive_option
@json_option
def fetch(
    collection: str, years: str | None, base_url: str | None, folder: Path | None, archive_file: Path | None, as_json: bool
) -> None:
    """Download a public collection of games and import it.

    WTHOR is the French federation's archive of tournament games since 1977. Only what changed is downloaded, a broken
    download is resumed, and files are checked before they replace older ones.

    \b
    Example: kibitz archive fetch wthor
             kibitz archive fetch wthor --years 2010-2015 --folder ~/wthor
    """
    from kibitz.archive.database import open_for_writing
    from kibitz.archive.importer import record_files
    from kibitz.archive.othello.fetch import WTHOR_URL, default_folder, fetch_wthor, parse_years

    wanted = parse_years(years) if years else None
    fetched = fetch_wthor(folder or default_folder(), wanted, base_url or WTHOR_URL, _say)
    with open_for_writing(archive_file) as opened:
        report = _import(opened, record_files(fetched.game_files()))
        path = opened.path
    if as_json:
        print_json({"collection": collection, **asdict(fetched), "folder": str(fetched.folder), **_describe_import(report)})
    else:
        click.echo(f"{fetched.folder}: {len(fetched.fetched)} files downloaded, {len(fetched.unchanged)} unchanged")
        click.echo(f"{path}: {_sentence(report)}")


@archive.command()
@game_options("archive", with_options=False)
@archive_option
@json_option
def info(kit: Kit, archive_file: Path | None, as_json: bool) -> None:
    """Tell what the archive holds.

    \b
    Example: kibitz archive info
             kibitz archive info --archive club.duckdb --json
             kibitz archive info --game go
    """
    from kibitz.archive.catalogue import summarise
    from kibitz.archive.database import open_archive
    from kibitz.archive.ratings import ratings_state

    with open_archive(archive_file, kit.name) as opened:
        summary, state, path = summarise(opened), ratings_state(opened), opened.path
    if as_json:
        print_json({"archive": str(path), **_describe_summary(summary), "ratings_computed_at": state.computed_at})
        return
    years = f", {min(summary.games_by_year)}–{max(summary.games_by_year)}" if summary.games_by_year else ""
    click.echo(f"{path} ({summary.bytes / 1e6:.1f} MB)")
    click.echo(f"{summary.games} games{years}, {summary.positions} positions")
    click.echo(f"{summary.players} players, {summary.programs} of them programs, {summary.tournaments} tournaments")


@archive.command()
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

    POSITION is a transcript, a board of 64 signs with the side to move behind it, or - for standard input; without it the start.
    Games count however the board was turned, and moves that the position's own symmetry makes the same count as one. Scores
    are discs, seen by the side to move. For Go it is moves such as 'Q16 D4', or a board of that game; scores are points of games
    that were counted, and boards larger than 13×13 are known for 30 moves.

    \b
    Example: kibitz archive explore f5d6c3
             kibitz archive explore f5d6c4 --from-year 2010 --player Takanashi --color black --json
             kibitz archive explore --game go 'Q16 D4 Q4' --from-year 2016
    """
    from kibitz.archive.database import open_archive
    from kibitz.archive.explore import describe
    from kibitz.archive.explore import explore as explore_position

    wanted = _read_position(position, kit, options)
    chosen = _game_filter(filters, kit)
    with open_archive(archive_file, kit.name) as opened:
        exploration = explore_position(opened, wanted, chosen)
    if as_json:
        print_json({**describe(exploration, limit), "filters": chosen.as_dict()})
    else:
        _print_exploration(exploration, limit)


@archive.command()
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

    POSITION is as for explore; without it all games are listed. The transcripts of games of Go are in SGF's letters.

    \b
    Example: kibitz archive games f5d6c3d3c4 --player Tastet --limit 5
             kibitz archive games --tournament 'World Championship' --from-year 2019 --json
    """
    from kibitz.archive.catalogue import list_games
    from kibitz.archive.database import open_archive
    from kibitz.archive.explore import filing_of

    wanted = None if position is None else _read_position(position, kit, options)
    chosen = _game_filter(filters, kit)
    with open_archive(archive_file, kit.name) as opened:
        total, listed = list_games(opened, wanted, chosen, limit)
        filing = filing_of(opened)

    def name_of(move: int) -> str:
        return filing.name(wanted, move)

    if as_json:
        print_json({"total": total, "games": [_describe_game(row, name_of) for row in listed], "filters": chosen.as_dict()})
    else:
        _print_games(total, listed, name_of)


@archive.command()
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--position", metavar="POSITION", help="Only games that reached this position.")
@game_options("archive")
@filter_options
@archive_option
@json_option
def export(
    target: Path,
    position: str | None,
    kit: Kit,
    options: dict[str, Any],
    archive_file: Path | None,
    as_json: bool,
    **filters: Any,
) -> None:
    """Write games to a file in any format.

    The ending of the name tells the format; a folder gets WTHOR files. A game the format cannot hold is left out and named on
    standard error. Games of Go become SGF.

    \b
    Example: kibitz archive export tastet.pgn --player 'Tastet Marc'
             kibitz archive export tiger.ggf --position f5d6c3d3c4 --human
             kibitz archive export --game go honinbo.sgf --tournament Honinbo
    """
    from kibitz.archive.database import open_archive

    wanted = None if position is None else _read_position(position, kit, options)
    refused: list[object] = []
    with open_archive(archive_file, kit.name) as opened:
        written = _part(kit).export(opened, target, _game_filter(filters, kit), wanted, refused.append)
    for refusal in refused:
        _say(str(refusal))
    if as_json:
        print_json({"games": written, "skipped": len(refused), "file": str(target)})
    else:
        click.echo(f"{target}: {written} games, {len(refused)} left out")


@archive.command()
@click.option("--player", metavar="NAME", help="The ratings of this player, year by year; part of the name is enough.")
@click.option("--top", type=click.IntRange(min=1), default=20, show_default=True, help="So many of the strongest.")
@click.option("--year", type=click.IntRange(0, 9999), help="The strongest of this year instead of the last one.")
@human_option
@click.option("--update", is_flag=True, help="Compute all ratings anew first; an import does so by itself.")
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

    \b
    Example: kibitz archive ratings --top 10 --year 2015 --human
             kibitz archive ratings --player 'Tastet Marc' --json
             kibitz archive ratings --game go --year 2020
    """
    from kibitz.archive.database import open_archive, open_for_writing
    from kibitz.archive.ratings import player_ratings, ratings_state, top_ratings, update_ratings

    game = kit.name
    with open_for_writing(archive_file, create=False, game=game) if update else open_archive(archive_file, game) as opened:
        if update:
            update_ratings(opened)
        found = player_ratings(opened, player) if player else top_ratings(opened, top, year, human)
        state = ratings_state(opened)
    if state.newer_games:
        _say(f"{state.newer_games} games are newer than the ratings; kibitz archive ratings --update takes them in")
    if as_json:
        print_json({"ratings": [asdict(rating) for rating in found], "computed_at": state.computed_at})
    else:
        _print_ratings(found)


@archive.command()
@click.argument("part", metavar="NAME-PART")
@game_options("archive", with_options=False)
@limit_option
@archive_option
@json_option
def players(part: str, kit: Kit, limit: int, archive_file: Path | None, as_json: bool) -> None:
    """Find players by a part of their name, those with most games first.

    \b
    Example: kibitz archive players tast
             kibitz archive players logistello --json
    """
    from kibitz.archive.catalogue import find_players
    from kibitz.archive.database import open_archive

    with open_archive(archive_file, kit.name) as opened:
        found = find_players(opened, part, limit)
    if as_json:
        print_json({"players": [asdict(player) for player in found]})
        return
    table = _table("player", "games", "years", "rating")
    for player in found:
        years = f"{player.first_year}–{player.last_year}" if player.first_year else ""
        rating = "" if player.rating is None else f"{player.rating:.0f} ± {player.deviation:.0f}"
        table.add_row(_marked(player.name, player.is_program), str(player.games), years, rating)
    _print_table(table, f"no player has {part!r} in the name")


def _part(kit: Kit) -> ArchivePart:
    part: ArchivePart = required(kit, "archive")
    return part


def _read_position(text: str, kit: Kit, options: dict[str, Any]) -> "BoardPosition":
    """The position of an argument; says if the archive cannot know it."""
    position: BoardPosition = kit.positions.parse(given_text(text), **options).position
    remark = _part(kit).remark(position)
    if remark:
        _say(remark)
    return position


def _game_filter(filters: dict[str, Any], kit: Kit) -> "GameFilter":
    from kibitz.archive.filters import GameFilter
    from kibitz.errors import SetupError
    from kibitz.rules.game import Color

    if filters["human"] and not _part(kit).knows_programs:
        raise SetupError(f"records of {kit.title} do not say who is a program; leave --human out")
    color = filters.pop("color")
    return GameFilter(color=None if color is None else Color[color.upper()], **filters)


def _import(opened: "Archive", files: "list[FoundFile]") -> "ImportReport":
    """Import with a progress bar, and bring the ratings up to date."""
    from kibitz.archive.importer import import_files
    from kibitz.archive.ratings import update_ratings

    with _progress() as (say, on_progress, on_games):
        report = import_files(opened, files, say, on_progress, on_games)
    if report.games:
        update_ratings(opened)
    return report


@contextmanager
def _progress() -> Iterator[tuple[Callable[[str], None], Callable[[Path, int, int], None], Callable[[int], None]]]:
    """How to say a line above a bar, which is on standard error if that is a terminal, and how to move it by files and games."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)

        def on_progress(file: Path, done: int, total: int) -> None:
            bar.update(task, description=file.name, completed=done, total=total)

        def on_games(count: int) -> None:
            bar.update(task, description=f"{count} games")

        def say(line: str) -> None:
            console.print(line, markup=False, highlight=False, soft_wrap=True)

        yield say, on_progress, on_games


def _require_games(report: "ImportReport", paths: tuple[Path, ...]) -> None:
    from kibitz.errors import NotationError, SetupError

    if report.files:
        return
    if report.unreadable:
        raise NotationError(report.unreadable[0])
    raise SetupError(f"{paths[0]} holds no game files")


def _say(line: str) -> None:
    click.echo(line, err=True)


def _describe_import(report: "ImportReport") -> dict[str, Any]:
    return {
        "games": report.games,
        "duplicates": report.duplicates,
        "skipped": report.skipped,
        "files": report.files,
        "passed_over": len(report.unreadable),
    }


def _sentence(report: "ImportReport") -> str:
    return f"{report.games} games added, {report.duplicates} there already, {report.skipped} skipped, {report.files} files read"


def _describe_summary(summary: "Summary") -> dict[str, Any]:
    return {
        "games": summary.games,
        "players": summary.players,
        "programs": summary.programs,
        "tournaments": summary.tournaments,
        "positions": summary.positions,
        "years": {
            "first": min(summary.games_by_year, default=None),
            "last": max(summary.games_by_year, default=None),
            "by_year": [{"year": year, "games": games} for year, games in summary.games_by_year.items()],
            "unknown": summary.games_without_year,
        },
        "bytes": summary.bytes,
    }


def _describe_game(game: "ListedGame", name_of: Callable[[int], str]) -> dict[str, Any]:
    described = asdict(game)
    winner = None if game.winner is None else game.winner.name.lower()
    described["winner"] = "draw" if described.pop("is_draw") else winner
    described["move"] = None if game.move is None else name_of(game.move)
    return described


def _print_exploration(exploration: "Exploration", limit: int) -> None:
    tally = exploration.tally
    table = _table("move", "games", "share", "Black", "draw", "White", "score", "last", "most often by")
    for played in exploration.moves[:limit]:
        table.add_row(exploration.name_of(played.move), *_cells(played))
    ended = f", {exploration.ended_here} ended here" if exploration.ended_here else ""
    score = "" if tally.mean_score is None else f", {tally.mean_score:+.1f} for {exploration.position.to_move}"
    click.echo(f"{tally.games} games{ended}{score}")
    if exploration.moves:
        _print_table(table)


def _cells(played: "MovePlayed") -> list[str]:
    tally = played.tally
    score = "" if tally.mean_score is None else f"{tally.mean_score:+.1f}"
    players = ", ".join(f"{name} {games}" for name, games in played.top_players)
    year = "" if played.last_year is None else str(played.last_year)
    return [str(tally.games), f"{played.share:.1%}", *_result_cells(tally), score, year, players]


def _result_cells(tally: "Tally") -> list[str]:
    decided = tally.black_wins + tally.draws + tally.white_wins
    return [f"{count / decided:.0%}" if decided else "" for count in (tally.black_wins, tally.draws, tally.white_wins)]


def _print_games(total: int, listed: list["ListedGame"], name_of: Callable[[int], str]) -> None:
    table = _table("date", "tournament", "Black", "White", "score", "then")
    for game in listed:
        score = "" if game.black_score is None else f"{game.black_score:+g}"
        then = "" if game.move is None else name_of(game.move)
        table.add_row(game.date, game.tournament, game.black or "?", game.white or "?", score, then)
    click.echo(f"{total} games")
    if listed:
        _print_table(table)


def _print_ratings(found: list["PlayerRating"]) -> None:
    table = _table("player", "year", "rating", "±", "games")
    for rating in found:
        name = _marked(rating.name, rating.is_program)
        table.add_row(name, str(rating.year), f"{rating.rating:.0f}", f"{rating.deviation:.0f}", str(rating.games))
    _print_table(table, "there are no ratings; they need games with players, years and results")


def _marked(name: str, is_program: bool) -> str:
    return f"{name} *" if is_program else name


def _table(*columns: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for column in columns:
        is_number = column in ("games", "share", "draw", "score", "rating", "±", "last", "year")
        table.add_column(column, justify="right" if is_number else "left")
    return table


def _print_table(table: "Table", if_empty: str = "") -> None:
    from rich.console import Console

    if not table.row_count:
        click.echo(if_empty)
        return
    console = Console(markup=False, highlight=False)
    console.print(table, soft_wrap=not console.is_terminal)
