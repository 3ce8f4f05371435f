"""The file format stays what it was: archives that people have can be read, and theirs and ours can be compared."""

from pathlib import Path

import pytest

from kibitz.archive.database import Archive, open_for_writing
from kibitz.archive.filing import find_filing
from kibitz.games.catalogue import find_kit
from kibitz.rules.squares import NO_MOVE

TABLES = Path(__file__).parent.parent / "data" / "archive_tables.txt"


def tables_of(archive: Archive) -> list[str]:
    """A line for each table of a file, with its columns, their types, and a question mark where NULL may stand."""
    column = "column_name || ' ' || data_type || if(is_nullable, '?', '')"
    return [
        line
        for (line,) in archive.rows(
            f"SELECT schema_name || '.' || table_name || ': ' || string_agg({column}, ', ' ORDER BY column_index) AS line "
            "FROM duckdb_columns() WHERE NOT internal GROUP BY schema_name, table_name ORDER BY line"
        )
    ]


@pytest.mark.parametrize("order", [("othello", "go"), ("go", "othello")])
def test_a_new_archive_has_the_tables_of_old_ones_whichever_game_comes_first(archive_path, order):
    for game in order:
        open_for_writing(archive_path, game=game).close()
    with open_for_writing(archive_path, game="go") as archive:
        assert tables_of(archive) == TABLES.read_text().splitlines()[1:]


@pytest.mark.parametrize(
    ("game", "moves", "options", "key"),
    [
        ("othello", "", {}, 11286518961215082732),
        ("othello", "f5", {}, 7080431327577335045),
        ("othello", "f5d6c3", {}, 12457711720310847108),
        ("go", "", {"size": 9}, 9398003893131893463),
        ("go", "E5", {"size": 9}, 18113797960572822874),
        ("go", "Q16 D4", {}, 7377772091450254449),
    ],
)
def test_positions_have_the_keys_under_which_old_archives_file_them(game, moves, options, key):
    assert find_filing(game).key(find_kit(game).positions.parse(moves, **options).position) == key


@pytest.mark.parametrize("game", ["othello", "go"])
def test_the_end_of_a_record_stands_for_itself(game):
    start = find_kit(game).positions.parse("").position
    assert find_filing(game).family(start, NO_MOVE).twins == (NO_MOVE,)
