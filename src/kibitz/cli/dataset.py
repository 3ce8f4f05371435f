"""`kibitz dataset`: games of the archive as tables for learning."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.archive.options import archive_option, filter_options, game_filter, say
from kibitz.cli.completions import complete_model
from kibitz.cli.game_help import helped_in
from kibitz.cli.game_options import game_options
from kibitz.cli.output import json_option, print_json
from kibitz.games.kit import Kit

if TYPE_CHECKING:
    from kibitz.datasets.export import Splits


@helped_in("dataset")
@click.group()
def dataset() -> None:
    """Make tables for learning from the games of the archive.

    A row is a position and the move that was played, with players, ratings and the result. docs/datasets.md has every column.
    """


@helped_in("dataset")
@dataset.command()
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--format", "form", default="parquet", show_default=True, help="How tables are written: parquet or npz.")
@click.option("--validate", metavar="YEARS", help="Years for choices of settings, such as 2015 or 2014-2015.")
@click.option("--test", metavar="YEARS", help="Years for one look at the end.")
@click.option("--loss", metavar="PLIES", type=int, default=0, help="Add what each move lost, the engine looking so deep.")
@click.option(
    "--exact", metavar="EMPTIES", type=int, default=0, help="With --loss: look to the end from so many empty squares on."
)
@click.option("--model", default="", shell_complete=complete_model, help="Add how likely each move was to this model of moves.")
@game_options("archive", with_options=False)
@filter_options
@archive_option
@json_option
def export(
    folder: Path,
    form: str,
    validate: str | None,
    test: str | None,
    loss: int,
    exact: int,
    model: str,
    kit: Kit,
    archive_file: Path | None,
    as_json: bool,
    **filters: Any,
) -> None:
    """Write the archive's games as tables into a new folder, split by year.

    OUT gets a folder for each split with files by year, and dataset.json, which says what every column holds. All years that
    are not held out are for learning. Archives may be larger than memory.
    """
    from kibitz.archive.database import open_archive
    from kibitz.datasets.export import describe, export
    from kibitz.datasets.rows import Asked

    asked, chosen = Asked(loss, exact, model), game_filter(filters, kit)
    with open_archive(archive_file, game=kit.name) as opened:
        found = export(opened, folder, form, _splits(validate, test), asked, chosen, say)
        described = describe(found, opened, form, asked, chosen)
    for why, count in found.left_out.items():
        say(f"{count} games are left out: {why}")
    if as_json:
        print_json({"folder": str(folder), "games": found.games, "positions": found.positions, **described})
    else:
        click.echo(f"{folder}: {found.games} games, {found.positions} positions in {', '.join(found.splits)}")


def _splits(validate: str | None, test: str | None) -> "Splits":
    """The years that are held out; raises NotationError or SetupError for what are none."""
    from kibitz.archive.years import parse_span
    from kibitz.datasets.export import Splits

    return Splits(*(frozenset(parse_span(text) if text else ()) for text in (validate, test)))
