"""The proven bounds that come with Kibitz, and the proof they are made by."""

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kibitz.errors import NotationError, SetupError
from kibitz.openings.othello import shipped
from kibitz.openings.othello.proof import contradictions, prove, read_rows
from kibitz.openings.othello.proof_card import describe_proof
from kibitz.openings.othello.proven import Bounds, load_proven
from kibitz.rules.othello.bulk import Boards, transform
from kibitz.rules.othello.position import START, parse_position, play_all
from kibitz.rules.squares import parse_transcript
from kibitz.rules.symmetry import SYMMETRIES

DRAW = Bounds(0, 0)
AT_LEAST_A_DRAW = Bounds(low=0)


@pytest.fixture(scope="module")
def proven():
    return shipped.shipped_proven()


@pytest.fixture(scope="module")
def rows_file(shared_data: Path):
    return shared_data / "othello" / "solved" / "othello-is-solved-50-empties.csv"


def after(moves):
    return play_all(parse_transcript(moves))


def test_the_start_is_a_draw(proven):
    assert proven.bounds_of(START) == DRAW


# After f5, d6 draws and the others are at most a draw for White; after f5d6, c3 draws and the others are at most that for Black.
@pytest.mark.parametrize(
    ("moves", "bounds"),
    [
        ("f5", DRAW),
        ("f5d6", DRAW),
        ("f5f4", AT_LEAST_A_DRAW),
        ("f5f6", AT_LEAST_A_DRAW),
        ("f5d6c3", DRAW),
        ("f5d6c4", AT_LEAST_A_DRAW),
        ("f5d6c5", AT_LEAST_A_DRAW),
        ("f5d6c6", AT_LEAST_A_DRAW),
        ("f5d6c7", AT_LEAST_A_DRAW),
    ],
)
def test_the_first_moves_have_the_bounds_of_the_paper(proven, moves, bounds):
    assert proven.bounds_of(after(moves)) == bounds


def test_as_many_positions_have_a_bound_as_were_counted_in_the_rows(proven):
    plies = describe_proof(proven)["positions_by_ply"]
    assert {ply: plies[ply] for ply in ("0", "4", "6", "8", "10")} == {"0": 1, "4": 13, "6": 76, "8": 534, "10": 2587}


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_position_has_the_same_bounds_in_every_image(proven, symmetry):
    turned = Boards(
        *(transform(mask, np.full(len(proven), symmetry, np.int8)) for mask in (proven.table.boards.own, proven.table.boards.opp))
    )
    low, high = proven.bounds(turned)
    assert (low == proven.low).all()
    assert (high == proven.high).all()


def test_the_bounds_are_those_that_minimax_gives(proven):
    assert contradictions(proven) == []


@pytest.mark.parametrize("ply", range(10))
def test_one_wrong_bound_before_the_last_ply_is_noticed(proven, ply):
    row = np.flatnonzero((proven.table.disc_counts == ply + 4) & (proven.low > -64))[0]
    low = proven.low.copy()
    low[row] -= 2
    assert contradictions(replace(proven, low=low))


def test_the_row_on_which_the_draw_rests_cannot_be_changed_unnoticed(proven):
    (row,) = np.flatnonzero((proven.table.disc_counts == 14) & (proven.low == proven.high))
    low = proven.low.copy()
    low[row] -= 2
    assert contradictions(replace(proven, low=low))


def test_a_file_with_one_wrong_bound_is_refused(proven, tmp_path, monkeypatch):
    path = tmp_path / "proven.safetensors"
    low = proven.low.copy()
    low[7] += 2
    replace(proven, low=low).save(path)
    path.with_suffix(".json").write_bytes(shipped.PROVEN_FILE.with_suffix(".json").read_bytes())
    monkeypatch.setattr(shipped, "PROVEN_FILE", path)
    shipped.shipped_proven.cache_clear()
    with pytest.raises(SetupError, match="checksums differ"):
        shipped.shipped_proven()
    shipped.shipped_proven.cache_clear()


def test_all_rows_of_the_paper_agree_with_the_file_under_all_symmetries(proven, rows_file):
    """Read here by itself, so that the reader of the rows is tested too."""
    with rows_file.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2587
    for row in rows:
        score, alpha, beta = int(row["score"]), int(row["alpha"]), int(row["beta"])
        position = parse_position(row["obf"].rstrip("; "))
        for symmetry in SYMMETRIES:
            bounds = proven.bounds_of(position.image(symmetry))
            assert (
                bounds.high <= alpha
                if score <= alpha
                else bounds.low >= beta
                if score >= beta
                else bounds == Bounds(score, score)
            )


def test_the_shipped_file_is_what_the_rows_prove(proven, rows_file):
    made = prove(read_rows(rows_file))
    for name in ("low", "high", "games"):
        assert (getattr(made, name) == getattr(proven, name)).all()
    assert (made.table.keys == proven.table.keys).all()


def test_a_wrong_bound_among_the_rows_is_noticed_at_the_start(rows_file):
    """The draw itself rests on the first row: with a bound instead of its value the start is no longer proven to be one."""
    rows = read_rows(rows_file)
    changed = [replace(rows[0], bounds=Bounds(low=2)), *rows[1:]]
    assert prove(changed).bounds_of(START) != DRAW


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("obf,score\n", "has no column count"),
        ("obf,count,score,alpha,beta\nXO X;,1,0,-64,64\n", "row 1"),
        (f"obf,count,score,alpha,beta\n{START};,1,0,-64,64\n", "a row is a position of 14 discs"),
        (f"obf,count,score,alpha,beta\n{after('f5d6c3d3c4f4f6f3e6e7')};,x,0,-64,64\n", "row 1"),
    ],
)
def test_rows_that_are_none_are_refused_by_their_number(tmp_path, text, said):
    path = tmp_path / "rows.csv"
    path.write_text(text)
    with pytest.raises(NotationError, match=said):
        read_rows(path)


def test_a_file_of_another_kind_is_refused(tmp_path):
    path = Path(tmp_path) / "proven.safetensors"
    path.write_bytes(b"no tensors")
    with pytest.raises(SetupError, match="cannot be read as proven bounds"):
        load_proven(path)
