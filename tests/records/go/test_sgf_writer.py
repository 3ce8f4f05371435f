"""Games of Go written as SGF come back as they were, whatever they came from."""

import random
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.errors import NotationError, SetupError
from kibitz.records.go.convert import convert_go
from kibitz.records.go.files import parse_go_games, read_go_games, write_go_games
from kibitz.records.go.record import GoMove, GoRecord
from kibitz.records.go.sgf import parse_go_result
from kibitz.records.go.sgf_writer import format_go_game, format_go_result
from kibitz.records.record import MoveNote
from kibitz.rules.game import Color
from kibitz.rules.go.position import GoGame
from kibitz.rules.squares import PASS
from records.example_games import variations

BLACK, WHITE = Color.BLACK, Color.WHITE


def reread(record: GoRecord, in_one_line: bool = False) -> GoRecord:
    (found,) = parse_go_games(format_go_game(record, in_one_line).encode(), "written.sgf", pytest.fail)
    return found


def random_record(seed: int, **facts) -> GoRecord:
    """A game of random legal moves on 9×9."""
    chooser = random.Random(seed)
    position, moves = GoGame(9).start(), []
    for _ in range(40):
        move = chooser.choice(position.legal_moves())
        moves.append(GoMove(position.to_move, move))
        position = position.play(move)
        if position.is_over:
            break
    return GoRecord(tuple(moves), 9, **facts)


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1).filter(lambda text: text.strip("?"))


@settings(max_examples=60)
@given(seed=st.integers(0, 5), black=TEXT, event=TEXT, comment=TEXT, komi=st.sampled_from([None, 0.0, 6.5, 7.0, -3.25]))
def test_what_is_written_is_read_back(seed, black, event, comment, komi):
    plain = random_record(seed, black=black, event=event, komi=komi, black_score=3.5, winner=BLACK, date="2001-05")
    record = replace(plain, comment=comment, notes={len(plain.moves) - 1: MoveNote(comment=f"{comment}\n]\\ )")})
    assert reread(record) == record
    assert reread(record, in_one_line=True) == record


POINTS = st.builds(GoMove, st.sampled_from(Color), st.integers(PASS, 80))


@settings(max_examples=60)
@given(seed=st.integers(0, 5), comment=TEXT | st.just(""), data=st.data())
def test_a_tree_is_read_back_as_the_same_tree(seed, comment, data):
    plain = random_record(seed)
    record = replace(plain, comment=comment, variations=data.draw(variations(plain.moves, POINTS, TEXT | st.just(""))))
    found = reread(record)
    assert found == record
    assert [node.move for node in found.root.walk()] == [node.move for node in record.root.walk()]


def test_variations_of_any_depth_are_kept():
    depth = 1000
    text = "(;SZ[9]" + "".join(f"(;{'BW'[level % 2]}[])(;{'BW'[level % 2]}[aa]" for level in range(depth)) + ")" * (depth + 1)
    (record,) = parse_go_games(text.encode(), "deep.sgf", pytest.fail, pytest.fail)
    assert len(record.variations) == depth
    assert reread(record) == record


def test_variations_that_cannot_be_followed_are_told():
    warnings = []
    (record,) = parse_go_games(b"(;SZ[9];B[ee](;W[cc])(;W[zz])(;W[gg]))", "game.sgf", pytest.fail, warnings.append)
    assert [line.moves[0].point for line in record.variations] == [60]
    assert [str(warning) for warning in warnings] == ["game.sgf, game 1: 1 variation is left out"]


def test_a_game_in_one_line_is_one_line():
    assert format_go_game(random_record(1), in_one_line=True).count("\n") == 1


def test_the_result_says_how_a_game_was_lost():
    assert format_go_game(random_record(1, winner=WHITE, ending="resignation")).count("RE[W+R]") == 1
    for text in ("B+3.5", "W+R", "W+T", "B+F", "B+", "0", "W+0.25"):
        assert format_go_result(*parse_go_result(text)) == text
    assert format_go_result(None, None, "") == ""


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[9]C[start];B[ee]C[tengen](;W[cc];B[gg])(;W[gc]C[other](;B[cg])(;B[gg])))",
        "(;SZ[9];B[ee](;C[no move])(;W[cc])(;W[gg];B[cg]))",
        "(;SZ[9](;B[ee])(;B[cc]))",
        "(;SZ[9];B[ee](;W[cc](;B[gg])(;B[cg]))(;W[gc]))",
    ],
)
def test_variations_keep_their_places(text):
    (record,) = parse_go_games(text.encode(), "game.sgf", pytest.fail)
    assert record.variations
    assert reread(record) == record


def test_handicap_stones_set_up_stones_and_the_side_to_move_are_kept():
    for text in (
        "(;HA[2]AB[pd][dp]SZ[19];W[qq];B[oq])",
        "(;SZ[9]AB[aa:cb]AE[bb]AW[ee]PL[W])",
        "(;SZ[9]PL[W])",
        "(;SZ[9]PL[B];W[ee])",
        "(;SZ[13];B[];W[tt];W[mm])",
    ):
        (record,) = parse_go_games(text.encode(), "game.sgf", pytest.fail)
        assert reread(record) == record


def test_a_pass_is_an_empty_value_on_any_board():
    record = GoRecord((GoMove(BLACK, PASS),), 21)
    assert ";B[]" in format_go_game(record)
    assert reread(record) == record


def test_what_the_fields_do_not_hold_is_kept_as_it_was():
    (record,) = parse_go_games(b"(;RE[Void]DT[1995-10-30,31]KM[6.5 points]SO[book]AP[Old:1];B[aa])", "game.sgf", pytest.fail)
    text = format_go_game(record)
    assert all(part in text for part in ("RE[Void]", "DT[1995-10-30,31]", "KM[6.5 points]", "SO[book]", "AP[Kibitz]"))
    assert reread(record) == record


def test_a_collection_is_written_whole_or_not_at_all(tmp_path):
    target = tmp_path / "games.sgf"
    records = [random_record(seed) for seed in range(3)]
    assert write_go_games(target, records) == 3
    packed = tmp_path / "games.sgf.gz"
    write_go_games(packed, records)
    assert list(read_go_games(packed, pytest.fail)) == list(read_go_games(target, pytest.fail)) == records
    before = target.read_bytes()

    def failing():
        yield records[0]
        raise NotationError("broken")

    with pytest.raises(NotationError):
        write_go_games(target, failing())
    assert target.read_bytes() == before
    with pytest.raises(NotationError, match="there is no game"):
        write_go_games(tmp_path / "none.sgf", [])
    with pytest.raises(SetupError, match=r"let its name end in \.sgf"):
        write_go_games(tmp_path / "games.ggf", records)


def test_an_archive_becomes_one_collection_and_refusals_are_told(tmp_path):
    with tarfile.open(tmp_path / "games.tar.gz", "w:gz") as archive:
        for name, data in {
            "a.sgf": "(;CA[Shift_JIS]SZ[9]PB[井山];B[ee])".encode("shift_jis"),
            "b.sgf": b"(;SZ[9];B[ee];W[ee])(;GM[2];B[f5])",
            "notes.txt": b"nothing",
        }.items():
            file = tmp_path / name
            file.write_bytes(data)
            archive.add(file, name)
    refused = []
    result = convert_go(tmp_path / "games.tar.gz", tmp_path / "out.sgf", refused.append)
    assert (result.games, result.skipped) == (1, 2)
    assert {game.problem for game in refused} == {
        "GM['2'] is not Go, GM[1]",
        "move 2, White at E5: there is a stone already",
    }
    (record,) = read_go_games(tmp_path / "out.sgf", pytest.fail)
    assert record.black == "井山"


def test_real_games_come_back_as_they_were(shared_data: Path):
    (archive,) = (shared_data / "go" / "nine").glob("*.tar.gz")
    records = list(read_go_games(archive, lambda _: None))
    assert len(records) > 500
    text = "".join(format_go_game(record) for record in records)
    assert list(parse_go_games(text.encode(), "written.sgf", pytest.fail)) == records
