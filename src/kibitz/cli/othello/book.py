"""The commands of `kibitz book` for Othello: what the book holds, how it learns, merges, is exported, and the proven bounds."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kibitz.cli.arena_options import cluster_option, workers_option
from kibitz.cli.game_help import GameHelp
from kibitz.cli.output import json_option, print_json
from kibitz.cli.progress import progress_bar

if TYPE_CHECKING:
    from kibitz.openings.othello.book import Book
    from kibitz.openings.othello.counting import Counted

_POSITIONS: Final = 20_000
_PLIES: Final = 24
_DEPTH: Final = 12
_LEAST_GAMES: Final = 5
_SECONDS_BETWEEN_SAVES: Final = 60.0

_book_file = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", metavar="[BOOK]", required=False, type=_book_file)
@json_option
def info(file: Path | None, as_json: bool) -> None:
    """Show what a book holds.

    BOOK is the book in use unless it is given: your own if there is one, else the one that comes with Kibitz. A book of Edax can
    be named too.

    \b
    Example: kibitz book info
             kibitz book info mine.safetensors --json
    """
    from kibitz.openings.othello.book_card import describe_book
    from kibitz.openings.othello.book_files import read_book
    from kibitz.openings.othello.shipped import BOOK_FILE, own_book_path

    path = file or (own_book_path() if own_book_path().exists() else BOOK_FILE)
    described = {"book": str(path), **describe_book(read_book(path))}
    if as_json:
        print_json(described)
    else:
        click.echo(format_book(described))


@click.command()
@click.argument("file", metavar="[BOOK]", required=False, type=_book_file)
@click.option("--games", "sources", multiple=True, type=click.Path(path_type=Path), help="A file or folder of games; repeatable.")
@click.option(
    "--positions", type=click.IntRange(1), default=_POSITIONS, show_default=True, help="How many of the most played positions."
)
@click.option("--plies", type=click.IntRange(1, 60), default=_PLIES, show_default=True, help="How far into the games to look.")
@click.option(
    "--least", type=click.IntRange(1), default=_LEAST_GAMES, show_default=True, help="In how many games a position is needed."
)
@click.option("--depth", type=click.IntRange(2, 60), default=_DEPTH, show_default=True, help="How many plies deep to search.")
@workers_option
@cluster_option
@json_option
def learn(
    file: Path | None,
    sources: tuple[Path, ...],
    positions: int,
    plies: int,
    least: int,
    depth: int,
    workers: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Value the positions of a book by search.

    BOOK is your own book unless it is given; a new one begins as a copy of the one that comes with Kibitz. With --games the
    positions most played in those games are added. Then every position that was not searched as deep as --depth is valued, the
    most played first. The value of a move is the mean of the values at the depth and at the depth before. The book is saved every
    minute: after an interruption the same command goes on, without --games as well.

    \b
    Example: kibitz book learn --games WTHOR --games games.pgn --workers 2
             kibitz book learn mine.safetensors --depth 16
    """
    from kibitz.cluster import open_workers
    from kibitz.openings.othello.book_card import describe_book
    from kibitz.openings.othello.learning import learn as learn_book
    from kibitz.openings.othello.learning import save_book, with_counted
    from kibitz.openings.othello.shipped import own_book_path, shipped_proven

    path, proven = file or own_book_path(), shipped_proven()
    book = _begun(path)
    if sources:
        counted = _counted(sources, plies).most_played(positions, least)
        book = with_counted(book, counted)
        path.parent.mkdir(parents=True, exist_ok=True)
        save_book(book, path, proven)
        click.echo(f"{counted.games} games counted, {counted.left_out} left out; {len(book)} positions", err=True)
    waiting = int((book.depth < depth).sum())
    with progress_bar("valuing positions", waiting, as_json) as watch, open_workers(workers, cluster) as pool:
        book = learn_book(
            book,
            depth,
            pool,
            lambda reached: save_book(reached, path, proven),
            lambda done, _: watch(done) if watch else None,
            _SECONDS_BETWEEN_SAVES,
        )
    save_book(book, path, proven)
    described = {"book": str(path), **describe_book(book), "valued_now": waiting}
    if as_json:
        print_json(described)
    else:
        click.echo(format_book(described))


@click.command()
@click.argument("target", metavar="OUT", type=_book_file)
@click.argument("sources", metavar="BOOK...", nargs=-1, required=True, type=_book_file)
@json_option
def merge(target: Path, sources: tuple[Path, ...], as_json: bool) -> None:
    """Write several books as one.

    Of a position that is in several books the deeper search stays. Books of Edax are recognised by their content.

    \b
    Example: kibitz book merge both.safetensors mine.safetensors theirs.dat
    """
    from kibitz.openings.othello.book_card import describe_book
    from kibitz.openings.othello.book_files import read_book
    from kibitz.openings.othello.learning import joined, save_book
    from kibitz.openings.othello.shipped import shipped_proven

    book = read_book(sources[0])
    for source in sources[1:]:
        book = joined(book, read_book(source))
    save_book(book, target, shipped_proven())
    described = {"book": str(target), **describe_book(book)}
    if as_json:
        print_json(described)
    else:
        click.echo(format_book(described))


@click.command()
@click.argument("target", metavar="OUT", type=_book_file)
@click.option("--book", "file", type=_book_file, help="The book to export; the one in use unless given.")
@click.option("--data", default="not stated", help="For the card of a .safetensors file: which games were counted.")
@json_option
def export(target: Path, file: Path | None, data: str, as_json: bool) -> None:
    """Write the valued positions of a book to a file for others.

    The name of OUT sets the format: .dat is a book of Edax, .csv a table with a row for each move, and .safetensors a book of
    Kibitz without the positions that still wait, with a card beside it.

    \b
    Example: kibitz book export book.dat
             kibitz book export book.csv --book mine.safetensors
    """
    from kibitz.openings.othello.book_files import read_book, write_book
    from kibitz.openings.othello.shipped import book_in_use

    written = write_book(target, read_book(file) if file else book_in_use(), data)
    if as_json:
        print_json({"file": str(target), "positions": written})
    else:
        click.echo(f"{target}: {written} positions")


@click.command()
@click.argument("rows", metavar="ROWS", type=_book_file)
@click.argument("target", metavar="OUT", type=_book_file)
@json_option
def prove(rows: Path, target: Path, as_json: bool) -> None:
    """Find what follows from the positions of "Othello is Solved".

    ROWS is the table of positions of ten plies that belongs to the paper, with the columns obf, count, score, alpha and beta. OUT
    gets the bounds of every position on the way to them, by minimax, with a card beside it.

    \b
    Example: kibitz book prove othello-is-solved-50-empties.csv proven.safetensors
    """
    from kibitz.openings.othello.proof import prove as prove_rows
    from kibitz.openings.othello.proof import read_rows
    from kibitz.openings.othello.proof_card import describe_proof, write_proof_card

    found = prove_rows(read_rows(rows))
    found.save(target)
    write_proof_card(target, found)
    described = {"file": str(target), **describe_proof(found)}
    if as_json:
        print_json(described)
    else:
        plies = ", ".join(f"{count} of {ply} plies" for ply, count in described["positions_by_ply"].items())
        click.echo(f"{target}: {described['positions']} positions, {plies}")


def format_book(described: dict[str, Any]) -> str:
    """The same as lines for people."""
    depths = ", ".join(f"{count} to depth {depth}" for depth, count in described["by_depth"].items())
    plies = list(described["by_ply"])
    lines = [
        f"{described['book']}",
        f"positions  {described['valued']} valued, {described['waiting']} waiting; {described['moves']} moves",
        f"searched   {depths or 'nothing yet'}",
        *([f"plies      {plies[0]} to {plies[-1]}"] if plies else []),
    ]
    return "\n".join(lines)


def _begun(path: Path) -> "Book":
    from kibitz.openings.othello.book_files import read_book
    from kibitz.openings.othello.shipped import BOOK_FILE

    return read_book(path if path.exists() else BOOK_FILE)


def _counted(sources: tuple[Path, ...], plies: int) -> "Counted":
    from kibitz.openings.othello.counting import count_positions

    return count_positions(sources, plies, lambda skip: click.echo(f"{skip}; left out", err=True))


COMMANDS: Final = (info, learn, merge, export, prove)

HELP: Final = {
    "book": GameHelp(
        "the book that comes with Kibitz holds the positions most played in archives of games. Proven bounds of positions are "
        "kept beside it; docs/opening.md says where both come from.",
        ("kibitz book info", "kibitz book learn --games WTHOR", "kibitz book export book.dat"),
    ),
}
