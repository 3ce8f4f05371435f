"""An archive becomes tables: each row says what the game says, years are split, and nothing is lost on the way."""

import json
from pathlib import Path

import numpy as np
import pytest

from kibitz.archive.database import open_archive, open_for_writing
from kibitz.archive.filters import GameFilter
from kibitz.archive.importer import import_files, record_files
from kibitz.archive.ratings import update_ratings
from kibitz.datasets.export import Splits, export
from kibitz.datasets.othello.rows import OthelloRows
from kibitz.datasets.rows import Asked
from kibitz.errors import SetupError
from kibitz.measure.parquet import read_parquet
from kibitz.records.othello.files import read_games, write_games
from kibitz.records.othello.record import GameRecord
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS
from kibitz.search.othello.endgame import solve_moves
from small_archive import write_archive

YEARS = range(2014, 2017)
NOTHING = Asked()
HELD_OUT = Splits(frozenset([2015]), frozenset([2016]))


@pytest.fixture(scope="module")
def games(tmp_path_factory) -> Path:
    return write_archive(tmp_path_factory.mktemp("wthor") / "games", YEARS, 6)


@pytest.fixture(scope="module")
def archive(tmp_path_factory, games) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    odd = Position.start().play(Position.start().legal_moves()[0])
    write_games(folder / "odd.pgn", [GameRecord(odd.legal_moves()[:1], odd, date="2014"), GameRecord((19,), black="Undated")])
    path = folder / "games.duckdb"
    with open_for_writing(path, game="othello") as opened:
        import_files(opened, record_files([games, folder / "odd.pgn"], "othello"))
        update_ratings(opened)
    return path


def exported(archive: Path, folder: Path, form: str = "parquet", asked: Asked = NOTHING, **more) -> dict[str, np.ndarray]:
    with open_archive(archive, game="othello") as opened:
        found = export(opened, folder, form, HELD_OUT, asked, **more)
    files = [folder / file for split in found.splits.values() for file in split.files]
    columns = json.loads((folder / "dataset.json").read_text())["columns"]
    if form == "parquet":
        return read_parquet(files, list(columns))
    tables = [np.load(file, allow_pickle=False) for file in files]
    return {name: np.concatenate([table[name] for table in tables]) for name in columns}


def test_rows_are_the_moves_of_the_games(archive, games, tmp_path):
    found = exported(archive, tmp_path / "out")
    row = 0
    records = sorted(read_games(games, pytest.fail), key=lambda record: record.year)
    for record in records:
        for position, move in zip(record.positions(), record.moves, strict=False):
            if move == PASS:
                continue
            is_black = position.to_move == Color.BLACK
            expected = (position.own, position.opp, move, is_black, record.black_score * (1 if is_black else -1), record.year)
            assert tuple(found[name][row] for name in ("own", "opp", "move", "black_to_move", "score", "year")) == expected
            assert found["player"][row] == (record.black if is_black else record.white)
            assert found["won"][row] == (1 + np.sign(found["score"][row])) / 2
            row += 1
    assert row == len(found["move"])
    assert np.ma.count(found["rating"]) == row


def test_both_formats_and_parts_of_any_size_hold_the_same(archive, tmp_path, monkeypatch):
    parquet = exported(archive, tmp_path / "one")
    monkeypatch.setattr(OthelloRows, "at_once", 4)
    npz = exported(archive, tmp_path / "many", "npz")
    assert len(list((tmp_path / "many").glob("*/*.npz"))) == 2 * len(YEARS)
    for name, column in parquet.items():
        assert (np.ma.filled(column, np.nan) == npz[name]).all() if column.dtype.kind == "f" else (column == npz[name]).all()


def test_what_is_left_out_is_counted(archive, tmp_path):
    with open_archive(archive, game="othello") as opened:
        found = export(opened, tmp_path / "out", splits=HELD_OUT)
        assert found.left_out == {"the year is not known": 1, "the game begins with another position": 1}
        assert {name: split.years for name, split in found.splits.items()} == {
            "train": [2014],
            "validate": [2015],
            "test": [2016],
        }
        assert found.games == 6 * len(YEARS)
        only = export(opened, tmp_path / "2015", games=GameFilter(from_year=2015, to_year=2015))
        assert (only.games, list(only.splits)) == (6, ["train"])


def test_losses_are_those_of_the_solver_and_probabilities_those_of_the_model(archive, tmp_path):
    found = exported(archive, tmp_path / "out", asked=Asked(loss=1, exact=5, model="expert"))
    exact = np.flatnonzero(found["loss_is_exact"])
    empties = 64 - np.bitwise_count(found["own"] | found["opp"])
    assert (empties[exact] <= 5).all()
    assert len(exact) == (empties <= 5).sum()
    for row in exact[::9]:
        own, opp, is_black = int(found["own"][row]), int(found["opp"][row]), bool(found["black_to_move"][row])
        position = Position(own, opp, Color.BLACK if is_black else Color.WHITE)
        scores = {each.move: each.score for each in solve_moves(position)}
        assert found["loss"][row] == max(scores.values()) - scores[int(found["move"][row])]
    assert (found["loss"] >= 0).all()
    assert ((found["probability"] > 0) & (found["probability"] <= 1)).all()


@pytest.mark.parametrize(
    ("form", "asked", "message"),
    [
        ("csv", Asked(), "written as parquet or npz, not as 'csv'"),
        ("npz", Asked(loss=99), "1 to 10 plies deep for a dataset, not 99"),
        ("npz", Asked(loss=1, exact=40), "last 16 empty squares can be solved"),
        ("npz", Asked(exact=4), "name its depth too"),
        ("npz", Asked(model="nobody"), "there is no model 'nobody'"),
    ],
)
def test_what_cannot_be_asked_leaves_no_folder(archive, tmp_path, form, asked, message):
    with pytest.raises(SetupError, match=message):
        exported(archive, tmp_path / "out", form, asked)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_and_games_that_are_not_are_refused(archive, tmp_path):
    with pytest.raises(SetupError, match="is there already"):
        exported(archive, tmp_path)
    with pytest.raises(SetupError, match="no game for a dataset"):
        exported(archive, tmp_path / "out", games=GameFilter(from_year=2050))
    with pytest.raises(SetupError, match="both in validate and in test"):
        Splits(frozenset([2015]), frozenset([2015]))
