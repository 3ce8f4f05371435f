"""Models that foretell winners: the look ahead with its curves, value networks, and whatever else has chances to win."""

import json

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.features.othello.planes import situation, situations_of_replay
from kibitz.models.card import WINNER, write_card
from kibitz.models.othello.conformance import check_chances
from kibitz.models.othello.engine import engine_named
from kibitz.models.othello.winner import LookAhead, load_winner, save_winner
from kibitz.models.othello.winners import foretold, load_winner_model
from kibitz.models.store import find_model, verify_model
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import parse_board
from kibitz.search.othello.evaluation import DISC_COUNTS, WinChances
from kibitz.search.othello.minimax import minimax_values

SETTINGS = {"evaluation": "evaluation-2014", "depth": 2, "exact_from": 6}
FULL = {"won": "X" * 33 + "O" * 31 + " X", "lost": "X" * 31 + "O" * 33 + " X", "drawn": "X" * 32 + "O" * 32 + " X"}


def write_winner(folder, slope=0.1, **settings):
    folder.mkdir(exist_ok=True)
    path = folder / "some.safetensors"
    save_winner(path, WinChances(np.full(DISC_COUNTS, slope, np.float32), np.zeros(DISC_COUNTS, np.float32)))
    facts = {"kind": WINNER, "features": "evaluation-2014", "features_version": 1, "licence": "MIT"}
    write_card(path, {**facts, "settings": {**SETTINGS, **settings}})
    return path


def some_boards(games=3):
    return bulk.replay(bulk.random_games(games, seed=2)[0]).boards


def test_values_are_those_of_minimax_to_the_depth_and_to_the_end():
    evaluation, boards = engine_named("evaluation-2014", 1).evaluation, some_boards()
    found = LookAhead(evaluation, 2, 6).values(boards)
    late = 64 - np.bitwise_count(boards.own | boards.opp) <= 6
    for rows, depth in ((~late, 2), (late, 60)):
        wanted = minimax_values(evaluation.values, Boards(boards.own[rows], boards.opp[rows]), depth)
        np.testing.assert_allclose(found[rows], wanted, atol=1e-5)


def test_positions_where_the_mover_must_pass_are_seen_by_the_mover():
    boards = some_boards(40)
    last = Boards(boards.opp, boards.own)  # the other side to move: some of them must pass
    must_pass = (bulk.legal_masks(last) == 0) & (bulk.legal_masks(boards) != 0)
    chosen = Boards(last.own[must_pass], last.opp[must_pass])
    assert len(chosen) > 5
    look_ahead = LookAhead(engine_named("evaluation-2014", 1).evaluation, 2, 6)
    np.testing.assert_array_equal(look_ahead.values(chosen), -look_ahead.values(Boards(chosen.opp, chosen.own)))


@pytest.mark.parametrize(("name", "chance"), [("won", 1.0), ("lost", 0.0), ("drawn", 0.5)])
def test_finished_games_are_certain(name, chance, tmp_path):
    assert load_winner(write_winner(tmp_path)).win_chances(situation(parse_board(FULL[name])))[0] == chance


def test_the_model_keeps_the_contract_and_can_be_verified(tmp_path):
    path = write_winner(tmp_path)
    check_chances(load_winner(path), "some")
    assert verify_model(str(path)).name == "some"


def test_a_better_value_is_a_higher_chance(tmp_path):
    model, boards = load_winner(write_winner(tmp_path)), some_boards()
    discs = np.bitwise_count(boards.own | boards.opp)
    values = LookAhead(engine_named("evaluation-2014", 1).evaluation, 2, 6).values(boards)
    chances = model.win_chances(situations_of_replay(bulk.replay(bulk.random_games(3, seed=2)[0])))
    assert (np.diff(chances[np.argsort(values)][discs[np.argsort(values)] < 60]) >= -1e-12).all()


def test_every_shipped_model_with_chances_can_be_asked_by_name():
    situations = situations_of_replay(bulk.replay(bulk.random_games(1, seed=2)[0]))
    for name in ("evaluation-2014", "expert", "winner-2014"):
        told = []
        chances = foretold(load_winner_model(name), situations, told.append)
        assert chances.shape == (len(situations),)
        assert told == [len(situations)]
    with pytest.raises(SetupError, match="raw-11 does not predict winners"):
        load_winner_model("raw-11")


def test_the_shipped_model_is_as_good_as_its_card_says():
    figures = find_model("winner-2014").card.facts["figures"]
    assert figures["WTHOR 2016"]["mean_squared_error"] < 0.61
    verify_model("winner-2014")


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"depth": 40}, "a depth from 1 to 8"),
        ({"exact_from": 0}, "exact"),
        ({"evaluation": "luck"}, "needs the evaluation 'luck'"),
    ],
)
def test_cards_that_ask_for_what_cannot_be_had_are_refused(settings, complaint, tmp_path):
    with pytest.raises(SetupError, match=complaint):
        load_winner(write_winner(tmp_path, **settings))


def test_damaged_files_are_refused(tmp_path):
    path = write_winner(tmp_path)
    path.write_bytes(b"\x08\x00\x00\x00\x00\x00\x00\x00{}      ")
    with pytest.raises(SetupError, match="does not hold a model of winners"):
        load_winner(path)
    path.write_bytes(b"nothing")
    with pytest.raises(SetupError, match="cannot be read as a model of winners"):
        load_winner(path)
    with pytest.raises(SetupError, match="is damaged or was replaced"):
        load_winner_model(str(path))
    assert json.loads(path.with_suffix(".json").read_text())["kind"] == WINNER
