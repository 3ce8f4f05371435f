"""`kibitz archive fetch`: a public collection of games, downloaded and imported. The collections are those of the games' kits."""

from pathlib import Path

import click

from kibitz.cli.archive.imports import describe_import, import_into
from kibitz.cli.archive.options import archive_option, archive_part, say
from kibitz.cli.game_help import helped_in
from kibitz.cli.output import json_option, print_json
from kibitz.games.catalogue import kits_with
from kibitz.games.kit import Kit


def _owners() -> dict[str, Kit]:
    """The game of each collection."""
    return {name: kit for kit in kits_with("archive") for name in archive_part(kit).collections}


@helped_in("archive")
@click.command()
@click.argument("collection", type=click.Choice(sorted(_owners())))
@click.option("--years", metavar="A-B", help="Only these years, such as 2016 or 2010-2015.")
@click.option("--from", "base_url", metavar="URL", help="Another web folder with the same files.")
@click.option(
    "--folder", type=click.Path(path_type=Path), help="Where to keep the files; else a folder of that name in your data folder."
)
@archive_option
@json_option
def fetch(
    collection: str, years: str | None, base_url: str | None, folder: Path | None, archive_file: Path | None, as_json: bool
) -> None:
    """Download a public collection of games and import it.

    Only what changed is downloaded, a broken download is resumed, and files are checked before they replace older ones.
    """
    from kibitz.archive.importer import record_files

    kit = _owners()[collection]
    fetched = archive_part(kit).collections[collection](folder, years, base_url, say)
    done = import_into(archive_file, kit.name, record_files(fetched.game_files(), kit.name))
    if as_json:
        print_json({"collection": collection, **fetched.as_dict(), **describe_import(done.report)})
    else:
        click.echo(f"{fetched.folder}: {len(fetched.fetched)} files downloaded, {len(fetched.unchanged)} unchanged")
        click.echo(str(done))
