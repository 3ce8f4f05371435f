"""Whatever a format can hold comes back from it as it was."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.records.othello import csv_games, ggf, logistello, obf, pgn_writer, sgf_writer, transcript, wthor, wthor_writer
from kibitz.records.othello.drafts import checked_games
from kibitz.records.othello.files import RecordFormat, detect_format, parse_games
from kibitz.records.othello.record import GameRecord
from kibitz.records.values import one_line
from kibitz.rules.othello.position import START
from kibitz.rules.squares import parse_square
from kibitz.rules.symmetry import transform_square
from records.example_games import (
    EVEN_SCORES,
    NAMES,
    NAMES_WITHOUT_BRACKETS,
    USUAL_STARTS,
    game_records,
    other_starts,
    unexpected,
    without_last_pass,
)

ROUNDS = settings(max_examples=60)


def reread(texts: list[str], name: str, header: str = "") -> list[GameRecord]:
    data = (header + "".join(texts)).encode()
    return list(parse_games(data, name, unexpected))


@ROUNDS
@given(st.lists(game_records(has_notes=False), min_size=1, max_size=4))
def test_a_transcript_keeps_moves_and_start(records):
    kept = [GameRecord(without_last_pass(record.moves), start=record.start) for record in records]
    assert reread([transcript.format_game(record) for record in records], "games.txt") == kept


@ROUNDS
@given(st.lists(game_records(texts=NAMES_WITHOUT_BRACKETS), min_size=1, max_size=3))
def test_ggf_keeps_everything_but_comments(records):
    assert reread([ggf.format_game(record) for record in records], "games.ggf") == records


@ROUNDS
@given(st.lists(game_records(comments=NAMES_WITHOUT_BRACKETS), min_size=1, max_size=3))
def test_pgn_keeps_everything(records):
    assert reread([pgn_writer.format_game(record) for record in records], "games.pgn") == records


@ROUNDS
@given(
    st.lists(game_records(comments=NAMES.map(lambda text: text.replace(" ", "\n")), has_variations=True), min_size=1, max_size=3)
)
def test_sgf_keeps_everything_and_the_tree(records):
    assert reread([sgf_writer.format_game(record) for record in records], "games.sgf") == records


@ROUNDS
@given(st.lists(game_records(has_notes=False), min_size=1, max_size=3))
def test_a_table_keeps_everything_but_notes(records):
    tagged = [replace(record, tags={"odd, tag": 'with "quotes"\nand lines', "b": ""}) for record in records]
    assert reread([csv_games.format_game(record) for record in tagged], "games.csv", csv_games.HEADER) == tagged


@ROUNDS
@given(st.lists(game_records(starts=USUAL_STARTS, has_notes=False), min_size=1, max_size=3))
def test_a_gam_list_keeps_moves_and_result(records):
    kept = [
        GameRecord(
            without_last_pass(record.moves),
            black_score=record.final_position().black_score(),
            tags={"Logistello": "10"},
        )
        for record in records
    ]
    texts = [logistello.format_game(record) for record in kept]
    assert list(checked_games(logistello.read_drafts([text.encode() for text in texts], "x"), "x", unexpected)) == kept


@ROUNDS
@given(st.lists(other_starts().filter(lambda start: start.size == 8), min_size=1, max_size=3), st.data())
def test_obf_keeps_positions_and_scores(positions, data):
    entries = [
        obf.ObfPosition(
            position,
            tuple((move, data.draw(st.integers(-64, 64))) for move in position.legal_moves()),
            data.draw(NAMES_WITHOUT_BRACKETS),
        )
        for position in positions
    ]
    assert [obf.parse_obf(obf.format_obf(entry)) for entry in entries] == entries
    records = [obf.record_of(entry) for entry in entries]
    assert reread([obf.format_game(record) for record in records], "positions.obf") == records
    assert [obf.position_of(record) for record in records] == entries


def turned_to_f5(moves: tuple[int, ...]) -> tuple[int, ...]:
    for symmetry in START.self_symmetries():
        turned = tuple(transform_square(move, symmetry) for move in moves)
        if turned[:1] == (parse_square("f5"),):
            return turned
    return moves


@st.composite
def wthor_records(draw: st.DrawFn) -> GameRecord:
    latin = st.text(st.characters(max_codepoint=255, exclude_categories=["Cc"]), max_size=19).map(one_line)
    record = draw(
        game_records(starts=USUAL_STARTS, texts=latin.filter(lambda name: name.strip("?")) | st.just(""), has_notes=False)
    )
    return GameRecord(
        turned_to_f5(without_last_pass(record.moves)),
        black=record.black,
        white=record.white,
        event=record.event,
        date="1998",
        black_score=draw(EVEN_SCORES),
        perfect_score=draw(EVEN_SCORES),
        perfect_from=24,
    )


@ROUNDS
@given(st.lists(wthor_records(), min_size=1, max_size=4))
def test_wthor_keeps_moves_names_year_and_both_scores(records):
    archive = wthor_writer.pack_archive(records, date(2020, 2, 29))
    known_names = wthor.Names(
        wthor.parse_names(archive.players, wthor.PLAYER_WIDTH, "players"),
        wthor.parse_names(archive.tournaments, wthor.TOURNAMENT_WIDTH, "tournaments"),
    )
    drafts = wthor.read_drafts(archive.games[1998], "games.wtb", known_names)
    assert list(checked_games(drafts, "games.wtb", unexpected)) == records
    assert detect_format(archive.games[1998], "misleading.txt") == RecordFormat.WTHOR


@ROUNDS
@given(st.lists(game_records(), min_size=1, max_size=3))
def test_ggf_replaces_what_would_end_a_tag_and_loses_nothing_else(records):
    back = reread([ggf.format_game(record) for record in records], "games.ggf")
    assert [(record.moves, record.start, record.notes) for record in back] == [
        (record.moves, record.start, record.notes) for record in records
    ]
    for record, original in zip(back, records, strict=True):
        assert record.black == " ".join(
            original.black.replace("[", "(").replace("]", ")").replace("(;", "( ;").replace(";)", "; )").split()
        )


@pytest.mark.parametrize("name", ["games.pgn", "games.sgf", "games.ggf", "games.csv", "games.gam", "games.txt", "x"])
def test_empty_input_of_any_name_is_called_empty(name):
    with pytest.raises(ValueError, match=f"^{name} is empty$"):
        list(parse_games(b" \n\n", name, unexpected))
