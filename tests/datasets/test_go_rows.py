"""Rows of Go are the stones of the games, on boards of any size, set up or not."""

import json

import numpy as np
import pytest

from kibitz.archive.database import open_archive, open_for_writing
from kibitz.archive.importer import import_files, record_files
from kibitz.datasets.export import export
from kibitz.datasets.rows import Asked
from kibitz.errors import SetupError
from kibitz.measure.parquet import read_parquet
from kibitz.records.go.files import read_go_games
from kibitz.rules.game import Color
from kibitz.rules.go.points import format_vertex
from kibitz.rules.squares import PASS

GAMES = """(;GM[1]FF[4]SZ[9]DT[2018-01-02]PB[Ada]PW[Bo]RE[B+3.5]KM[6.5];B[ee];W[cc];B[gg];W[];B[cg])
(;GM[1]FF[4]SZ[5]DT[2018]PB[Cem]PW[Ada]RE[W+R];B[bb](;W[cc];B[dd])(;W[dd]))
(;GM[1]FF[4]SZ[9]DT[2019]HA[2]AB[cc][gg]PB[Bo]PW[Cem]RE[0];W[ee];B[eg])
"""


@pytest.fixture
def archive(tmp_path):
    (tmp_path / "games.sgf").write_text(GAMES)
    with open_for_writing(tmp_path / "a.duckdb", game="go") as opened:
        import_files(opened, record_files([tmp_path / "games.sgf"], "go"))
    return tmp_path / "a.duckdb"


def test_rows_are_the_stones_of_the_games(archive, tmp_path):
    with open_archive(archive, game="go") as opened:
        found = export(opened, tmp_path / "out", asked=Asked(model="go-expert"))
    columns = json.loads((tmp_path / "out" / "dataset.json").read_text())["columns"]
    files = [tmp_path / "out" / file for file in found.splits["train"].files]
    table = read_parquet(files, list(columns))
    rows = {(row["player"], row["ply"], row["size"], row["year"]): row for row in map(dict, zip_rows(table))}
    expected = list(stones(archive.parent / "games.sgf"))
    assert len(rows) == len(expected) == found.positions
    for *key, board, vertex, is_black in expected:
        row = rows[tuple(key)]
        assert (row["board"], row["move"], row["black_to_move"]) == (board, vertex, is_black)
        assert 0 < row["probability"] <= 1
    first = rows["Ada", 1, 9, 2018]
    assert (float(first["score"]), float(first["won"]), float(first["komi"]), first["year"]) == (3.5, 1.0, 6.5, 2018)
    assert np.ma.is_masked(first["rating"])


def stones(file):
    """Who put which stone where, on which board, as the records say."""
    for record in read_go_games(file, pytest.fail):
        for ply, (position, move) in enumerate(zip(record.positions(), record.moves, strict=False), 1):
            if move.point != PASS:
                board = "".join(".XO"[stone] for stone in position.stones)
                player = record.black if move.color == Color.BLACK else record.white
                vertex = format_vertex(move.point, record.size)
                yield player, ply, record.size, record.year, board, vertex, move.color == Color.BLACK


def zip_rows(table):
    for place in range(len(table["game"])):
        yield {name: column[place] for name, column in table.items()}


def test_losses_are_refused_with_a_sentence(archive, tmp_path):
    with open_archive(archive, game="go") as opened, pytest.raises(SetupError, match="a dataset of Go has no losses"):
        export(opened, tmp_path / "out", asked=Asked(loss=2))
