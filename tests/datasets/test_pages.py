"""docs/datasets.md and docs/archive-schema.md say what is true: columns, types, options, and the lines that read a dataset."""

import doctest
import json
import re
from pathlib import Path

from click.testing import CliRunner

from kibitz.archive.database import open_archive, open_for_writing
from kibitz.cli.main import kibitz
from small_archive import write_archive

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "datasets.md").read_text()
SCHEMA = (DOCS / "archive-schema.md").read_text()


def run(*arguments: str):
    result = CliRunner().invoke(kibitz, arguments)
    assert result.exit_code == 0, result.output
    return result


def test_the_page_of_datasets_can_be_followed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_archive(tmp_path / "games", range(2014, 2017), 4)
    run("archive", "import", "games", "--archive", "a.duckdb")
    asked = ["--loss", "1", "--exact", "2", "--model", "expert"]
    answer = run("dataset", "export", "human", "--validate", "2015", "--test", "2016", "--archive", "a.duckdb", "--json", *asked)
    said = json.loads(answer.stdout)
    assert (said["games"], set(said["splits"])) == (12, {"train", "validate", "test"})
    told = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`\w+`(?:, `\w+`)?) \| \w+ \|", PAGE, re.MULTILINE))))
    assert set(said["columns"]) == told
    failures, tests = doctest.testfile(str(DOCS / "datasets.md"), module_relative=False)
    assert (failures, tests) == (0, 6)


def test_the_page_names_every_option():
    options = set(re.findall(r"(--[a-z-]+)", run("dataset", "export", "--help").output)) - {"--help"}
    assert options <= set(re.findall(r"(--[a-z-]+)", PAGE)) | {"--loss"}


def test_the_page_of_the_schema_names_all_tables_columns_and_types(tmp_path):
    for game, place in (("othello", 0), ("go", 1)):
        with open_for_writing(tmp_path / "a.duckdb", game=game):
            pass
        with open_archive(tmp_path / "a.duckdb", game=game) as archive:
            schema = archive.filing.schema
            found = archive.rows(
                "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = ?", [schema]
            )
        assert {(table, column, kind) for table, column, kind in found} == described(archive.filing.title, place)


def described(title: str, place: int) -> set[tuple[str, str, str]]:
    """Tables, columns and types of a game as the page has them; the type for Go stands behind that of all games."""
    common, own = SCHEMA.split("## Further columns")
    return {*rows_of(common, place), *(("games", column, kind) for owner, column, kind in rows_of(own, place) if owner == title)}


def rows_of(part: str, place: int):
    first = ""
    for name, column, kind in re.findall(r"^\| (`?\w*`?) ?\| `(\w+)` \| ([A-Zo ,a-z]+?) \|", part, re.MULTILINE):
        first = name.strip("`") or first
        yield first, column, kind.split(", at Go ")[min(place, kind.count(", at Go "))]
