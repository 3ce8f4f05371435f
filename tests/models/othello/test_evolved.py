"""Evolved networks: the paper's formula, and files of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import save_file

from kibitz.errors import SetupError
from kibitz.learn.evolution.othello.population import RANDOM_MOVER, EvolutionSettings, Hall
from kibitz.models.othello.evolved import HIDDEN, INPUTS, EvolvedNet, Population, board_inputs, load_evolved, load_population
from kibitz.models.store import verify_model
from kibitz.rules.othello.bulk import Boards, random_games, replay
from kibitz.rules.othello.position import START
from worker_jobs import HereAndNow


def random_population(count, seed=7):
    random = np.random.default_rng(seed)
    return Population.from_flat(random.standard_normal((count, (INPUTS + 2) * HIDDEN), np.float32))


def some_boards(seed=2):
    games = replay(random_games(3, seed=seed)[0])
    rows = np.arange(0, len(games.square), 5)
    return Boards(games.boards.own[rows], games.boards.opp[rows])


def test_a_board_is_seen_as_plus_and_minus_one():
    inputs = board_inputs(Boards.of([START]))[0].reshape(8, 8)
    assert inputs[3:5, 3:5].tolist() == [[-1, 1], [1, -1]]
    assert np.abs(inputs).sum() == 4


def test_a_value_is_the_formula_of_the_paper():
    population, boards = random_population(6), some_boards()
    members = np.arange(len(boards)) % len(population)
    found = population.values(boards, members)
    for row, member in enumerate(members):
        seen = board_inputs(Boards(boards.own[row : row + 1], boards.opp[row : row + 1]))[0].astype(float)
        grown = np.exp(population.thresholds[member].astype(float) * (seen @ population.to_hidden[member]))
        assert found[row] == pytest.approx(((grown - 1) / (grown + 1)) @ population.from_hidden[member], abs=1e-3)


@given(st.integers(0, 10_000))
def test_what_is_good_for_one_side_is_as_bad_for_the_other(seed):
    boards = some_boards(seed)
    net = EvolvedNet(random_population(1, seed))
    assert net.values(boards) == pytest.approx(-net.values(Boards(boards.opp, boards.own)), abs=1e-4)


def test_a_won_game_is_worth_more_than_any_position():
    net = EvolvedNet(random_population(1))
    boards = some_boards()
    won = Boards(np.array([0xFFFFFFFFFFFFFFFE], np.uint64), np.array([1], np.uint64))
    barely = Boards(np.array([0x00000001FFFFFFFF], np.uint64), np.array([0xFFFFFFFE00000000], np.uint64))
    drawn = Boards(np.array([0x00000000FFFFFFFF], np.uint64), np.array([0xFFFFFFFF00000000], np.uint64))
    assert net.final(won)[0] > net.final(barely)[0] > np.abs(net.values(boards)).max()
    assert net.final(drawn)[0] == 0


def test_weights_in_one_row_come_back():
    population = random_population(3)
    assert all(
        (population.tensors()[name] == part).all() for name, part in Population.from_flat(population.flat()).tensors().items()
    )


def test_networks_come_back_from_their_file(tmp_path):
    population = random_population(3)
    population.save(tmp_path / "three.safetensors")
    assert (load_population(tmp_path / "three.safetensors").flat() == population.flat()).all()


def test_a_player_s_file_holds_one_network(tmp_path):
    random_population(2).save(tmp_path / "two.safetensors")
    with pytest.raises(SetupError, match="holds 2 networks"):
        load_evolved(tmp_path / "two.safetensors")


@pytest.mark.parametrize(
    ("name", "damage", "message"),
    [
        ("to_hidden", lambda weights: weights[:, :60], "to_hidden is float32 of shape"),
        ("from_hidden", lambda weights: weights.astype(np.float64), "from_hidden is float64"),
        ("thresholds", lambda weights: np.full_like(weights, np.nan), "not a number"),
        ("thresholds", lambda weights: weights[:0], "of shape"),
    ],
)
def test_files_with_other_weights_are_refused(tmp_path, name, damage, message):
    tensors = random_population(1).tensors()
    tensors[name] = np.ascontiguousarray(damage(tensors[name]))
    save_file(tensors, tmp_path / "wrong.safetensors")
    with pytest.raises(SetupError, match=message):
        load_population(tmp_path / "wrong.safetensors")


def test_files_of_another_kind_are_refused(tmp_path):
    (tmp_path / "text.safetensors").write_text("not weights")
    with pytest.raises(SetupError, match="does not hold evolved networks"):
        load_population(tmp_path / "text.safetensors")
    with pytest.raises(SetupError, match="does not hold evolved networks"):
        load_population(tmp_path / "nothing.safetensors")


def test_the_shipped_network_wins_most_games_against_a_random_mover():
    """Its card says nine of ten, by ten thousand games; three standard errors of 400 games are 4.5 points."""
    stored = verify_model("evolved")
    record = Hall(EvolutionSettings(seed=4), HereAndNow()).match(load_population(stored.weights), 0, RANDOM_MOVER, 400, 0)
    assert record.won >= 340
