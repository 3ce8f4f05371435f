"""Leouski and Utgoff's experiments: the opponent and its starts, what is read from networks, runs and their page."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

from kibitz.errors import SetupError
from kibitz.experiments.leouski1996 import analysis, runs, verdicts
from kibitz.experiments.leouski1996.opponent import games_against, measure, unique_starts
from kibitz.experiments.leouski1996.page import mean_with_interval, write_page
from kibitz.experiments.leouski1996.paper import C1_TAKEN, MOVE_AT_C1, ONE_BOARD, OTHER_BOARD
from kibitz.experiments.leouski1996.pictures import mean_curve, running_mean
from kibitz.experiments.leouski1996.runs import (
    AVERAGED,
    GATED,
    LAMBDA,
    NETWORKS,
    NTUPLE,
    SLOWER,
    Run,
    end_of,
    finished,
    run_all,
    settings_of,
    trained_network,
    wanted_runs,
)
from kibitz.experiments.papers import find_paper
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.temporal.othello.ntuple import NTupleSettings
from kibitz.learn.temporal.othello.temporal import TemporalSettings
from kibitz.models.othello.foresight import find_foresight, solving, wystan
from kibitz.models.store import find_model
from kibitz.nets.othello.sigma_network import SHAPES, SigmaNetwork
from kibitz.rules.othello.bulk import Boards, canonical, legal_masks
from kibitz.rules.othello.position import parse_board
from kibitz.rules.squares import parse_square

PROJECT_ROOT = Path(__file__).resolve().parents[2]


def silent(_told):
    pass


@pytest.fixture
def short_runs(monkeypatch):
    """Runs of a few games, of two seeds."""
    monkeypatch.setattr(runs, "SEEDS", (1, 2))
    monkeypatch.setattr(runs, "TemporalSettings", lambda **given: TemporalSettings(games=8, measured_every=4, **given))
    monkeypatch.setattr(
        runs, "NTupleSettings", lambda **given: NTupleSettings(games=40, side_by_side=20, measured_every=20, **given)
    )


def test_there_are_sixty_different_positions_after_four_moves():
    starts = unique_starts()
    assert len(starts) == 60
    assert (np.bitwise_count(starts.own | starts.opp) == 8).all()
    images, _ = canonical(starts)
    assert (images.own == starts.own).all()
    assert (legal_masks(starts) != 0).all()


def test_every_game_is_counted_and_solving_the_end_helps():
    first = games_against(wystan(), wystan(solved=10))
    assert sum(first.values()) == 60
    assert first["lost"] > first["won"]


def test_an_untrained_network_loses():
    network = SigmaNetwork.random("network1", np.random.default_rng(0))
    assert measure(network)["won"] < 15


def test_figure_9_s_boards_differ_in_the_move_at_c1_alone():
    with_move, without = parse_board(MOVE_AT_C1), parse_board(C1_TAKEN)
    assert parse_square("c1") in with_move.legal_squares()
    assert set(with_move.legal_squares()) - set(without.legal_squares()) == {parse_square("c1")}


def counter_of_discs(**changes):
    """A network that adds up discs, in the straight part of its curves."""
    drawn = SigmaNetwork.random("network2", np.random.default_rng(0))
    plain = {
        "weights": np.full_like(drawn.weights, 0.01),
        "biases": drawn.biases * 0,
        "to_output": np.full_like(drawn.to_output, 0.01),
        "output_biases": drawn.output_biases * 0,
    }
    return SigmaNetwork("network2", **{**plain, **changes})


def test_a_network_that_counts_discs_sees_no_mobility():
    found = analysis.immediate_mobility(counter_of_discs(), range(20, 30))
    assert found.where_it_is_a_move > 0
    assert found.of_the_move == pytest.approx(0, abs=1e-3 * found.where_it_is_a_move)


def test_a_network_with_a_unit_for_the_move_sees_mobility():
    # A unit that fires where c2 is the opponent's, c3 the mover's and c1 is not the opponent's.
    weights = np.zeros((1, 10, 12), np.float32)
    places = {square: place for place, square in enumerate(SHAPES["network2"].parts[0])}
    for name, weight in (("c1", 8), ("c2", -8), ("c3", 8)):
        weights[0, places[parse_square(name)], 0] = weight
    biases = np.full((1, 12), -12, np.float32)
    watching = counter_of_discs(weights=weights, biases=biases)
    assert analysis.immediate_mobility(watching, range(20, 30)).of_the_move > 1e-4


def test_figure_10_s_boards_are_different_and_only_network_1_can_tell():
    boards = Boards.of([parse_board(ONE_BOARD), parse_board(OTHER_BOARD)])
    images, _ = canonical(boards)
    assert (images.own[0], images.opp[0]) != (images.own[1], images.opp[1])
    for name in SHAPES:
        first, second = analysis.same_response(SigmaNetwork.random(name, np.random.default_rng(2)))
        assert (first == pytest.approx(second, abs=1e-5)) == (name != "network1")


def test_interactions_leave_the_corners_out():
    network = SigmaNetwork.random("network3", np.random.default_rng(1))
    for row in analysis.interactions(network, 2):
        assert not row[list(analysis.CORNERS)].any()
        assert np.abs(row).max() > 0
    maps = analysis.most_valuable_maps(network, 0)
    assert [np.abs(each).max() for each in maps] == sorted((np.abs(each).max() for each in maps), reverse=True)


def test_the_parts_of_the_paper_can_be_named():
    assert [run.name for run in wanted_runs("network3,ntuple")][:3] == ["network3-seed1", "ntuple-seed1", "network3-seed2"]
    assert len(wanted_runs("all")) == 5 * 7 + 1
    assert wanted_runs("") == []
    with pytest.raises(SetupError, match="there is no part 'network4'"):
        wanted_runs("network4")


def test_parts_beyond_the_paper_change_its_steps_and_its_trace():
    assert settings_of(Run("network2", 3)) == TemporalSettings("network2", rate=0.05, trace=0, seed=3)
    assert settings_of(Run(SLOWER, 1)) == TemporalSettings("network3", rate=0.01, trace=0, seed=1)
    assert settings_of(Run(AVERAGED, 3)) == TemporalSettings("network3", average=0.12, seed=3)
    assert settings_of(Run(LAMBDA, 2)) == TemporalSettings("network3", rate=0.01, trace=0.7, seed=2)


def test_runs_are_kept_and_not_run_again(tmp_path, short_runs):  # noqa: ARG001
    run_all("network2,network3-lambda,ntuple", tmp_path, None, silent)
    assert [len(finished(tmp_path, part)) for part in ("network2", LAMBDA, NTUPLE, "network1")] == [2, 2, 1, 0]
    ends = end_of(RunFolder(tmp_path / "network2-seed1"))
    result = RunFolder(tmp_path / "network2-seed1").result()
    assert result["against"]["wystan"] == ends["last_won"]
    assert {key: result[key] for key in ends} == ends
    before = (tmp_path / "network3-lambda-seed1" / "checkpoint.safetensors").stat().st_mtime_ns
    run_all("network3-lambda", tmp_path, None, silent)
    assert (tmp_path / "network3-lambda-seed1" / "checkpoint.safetensors").stat().st_mtime_ns == before
    for run in (Run("network2", 1), Run(NTUPLE, 1)):
        assert len(find_foresight(str(tmp_path / run.name / f"{run.name}.safetensors"))(unique_starts())) == 60


def test_without_time_nothing_begins(tmp_path, short_runs):  # noqa: ARG001
    run_all("network1", tmp_path, 0.0, silent)
    assert finished(tmp_path, "network1") == []


def test_a_page_without_runs_says_so(tmp_path):
    text = write_page(tmp_path / "none", tmp_path).read_text()
    assert text.count("not run") >= 9
    assert "Network 3 was not run." in text


def test_a_page_shows_all_figures_of_its_runs(tmp_path, short_runs):  # noqa: ARG001
    run_all("network1,network3", tmp_path / "runs", None, silent)
    text = write_page(tmp_path / "runs", tmp_path / "out").read_text()
    for name in ("curves", *(f"figure{number}" for number in range(5, 11))):
        assert f"leouski1996/{name}.png" in text
        assert (tmp_path / "out" / "leouski1996" / f"{name}.png").stat().st_size > 2000
    assert "| network2 | 64–96–1, 12 maps of 8 units | 145 | about even | not run |" in text


def test_means_come_with_student_s_interval():
    assert mean_with_interval([0.5]) == "50.0"
    assert mean_with_interval([0.4, 0.5, 0.6]) == "50.0 (25.2 to 74.8)"


def test_curves_are_means_of_the_seeds(tmp_path):
    for number, won in enumerate(([0, 10, 20], [10, 20])):
        for step, games in enumerate(won):
            folder = RunFolder(tmp_path / str(number))
            folder.path.mkdir(exist_ok=True)
            folder.add_metrics({"step": 120 * step, "won": games})
    steps, won = mean_curve([RunFolder(tmp_path / "0"), RunFolder(tmp_path / "1")])
    assert (steps.tolist(), won.tolist()) == ([0, 120], [5, 15])
    assert running_mean(np.array([1.0, 3.0, 5.0])).tolist() == [1, 2, 3]


def test_the_paper_can_be_asked_for_by_its_name():
    assert find_paper("leouski1996").reproduce.__module__ == "kibitz.experiments.leouski1996.reproduction"
    assert {*NETWORKS, GATED} == set(SHAPES)


def test_the_kept_networks_like_corners_and_shun_x_squares():
    folders = finished(PROJECT_ROOT / "checkpoints" / "leouski1996", "network3")
    assert len(folders) == 5
    for folder in folders:
        for first in analysis.first_order(trained_network(folder)):
            assert first[analysis.X_SQUARES[0]] < 0
            assert first[analysis.X_SQUARES[0]] < first.mean() < first[analysis.CORNERS[0]]
        for first in analysis.first_order(trained_network(folder))[1:]:
            assert first[analysis.CORNERS[0]] == first.max() > 0


def test_four_of_the_five_kept_networks_know_a_lost_move():
    folders = finished(PROJECT_ROOT / "checkpoints" / "leouski1996", "network3")
    found = [analysis.immediate_mobility(trained_network(folder), range(20, 30)).of_the_move for folder in folders]
    assert sum(cost > 0.02 for cost in found) == 4


@pytest.mark.slow
def test_the_shipped_network_is_the_one_the_page_s_rule_names():
    chosen = runs.shipped_run(PROJECT_ROOT / "checkpoints" / "leouski1996")
    facts = find_model("leouski-network3").card.facts
    assert chosen.settings()["seed"] == facts["settings"]["seed"]
    assert chosen.result()["end_share"] == facts["figures"]["end_share"]


def test_the_shipped_players_are_as_strong_as_their_cards_say():
    network, tables = (games_against(solving(find_foresight(name)), wystan()) for name in ("leouski-network3", "ntuple"))
    for name, found in (("leouski-network3", network), ("ntuple", tables)):
        assert found["won"] == find_model(name).card.facts["figures"]["last_won"]
    assert tables["won"] > network["won"] > 30


@pytest.mark.parametrize(
    ("word", "first", "second"),
    [
        ("Holds", (True, True), (True, True)),
        ("Holds partly", (True, True), (False, False)),
        ("Does not hold", (True, False), (False, False)),
    ],
)
def test_a_verdict_follows_from_the_claims(word, first, second):
    text = verdicts.verdict([verdicts.Claim("it is so", first), verdicts.Claim("and so", second)])
    assert text.startswith(f"**{word}.** True of so many networks: it is so ({sum(first)} of 2); ")


def test_drawn_pairs_differ_in_a_legal_move_at_c1():
    with_move, taken = analysis.drawn_pairs(50)
    c1 = np.uint64(1 << parse_square("c1"))
    assert (legal_masks(with_move) & c1).all()
    np.testing.assert_array_equal(with_move.opp | c1, taken.opp)
    np.testing.assert_array_equal(with_move.own, taken.own)
