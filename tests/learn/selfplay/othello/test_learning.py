"""AlphaZero's loop: on the smallest board it comes to play perfectly, and a run repeats to the bit whoever plays its games."""

import numpy as np
import pytest

pytest.importorskip("torch")

from kibitz.arena.othello.perfect_play import SolvedMoves, against_best_lines
from kibitz.errors import SetupError
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.selfplay.othello.games import GameSettings, GamesJob, play_job
from kibitz.learn.selfplay.othello.learning import (
    LearningSettings,
    MatchSettings,
    SelfPlayPlan,
    learn_from,
    load_positions,
    match_score,
    save_positions,
    teach_itself,
)
from kibitz.models.othello.tree_judges import TreeJudge
from kibitz.players.othello.puct import PuctPlayer
from kibitz.rules.game import Color
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import Position
from kibitz.search.othello.policy_tables import PolicyTables, new_core
from kibitz.workers import LocalWorkers

PLAN = SelfPlayPlan(
    size=4,
    patterns="four9",
    knots=(4, 8, 12, 16),
    generations=3,
    games=96,
    play=GameSettings(simulations=24, drawn_below=8, random_moves=4, games_per_job=32),
    learning=LearningSettings(window=2000),
    match=MatchSettings(pairs=8, simulations=8),
)
BLACK_S_BEST_SCORE_ON_4X4 = -10  # White wins 11 to 3 with two squares left empty


def starts(count):
    return Boards.of([Position.start(4)] * count)


def run(folder, workers=1, plan=PLAN):
    told = []
    with LocalWorkers(workers) as players:
        return teach_itself(plan, RunFolder(folder), players, told.append), told


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "one"
    tables, told = run(folder)
    return folder, tables, told


def test_a_run_learns_and_tells_how_far_it_is(finished):
    folder, tables, told = finished
    assert tables.weights.any()
    assert [(row.done, row.total) for row in told] == [(1, 3), (2, 3), (3, 3)]
    rows = RunFolder(folder).metrics()
    assert [row["step"] for row in rows] == ["1", "2", "3"]
    assert all(int(row["positions"]) > 500 for row in rows)


def test_who_plays_the_games_changes_nothing(finished, tmp_path):
    tables, _ = run(tmp_path / "two", workers=2)
    assert np.array_equal(tables.weights, finished[1].weights)


def test_a_run_goes_on_from_its_checkpoint_and_with_more_generations(finished, tmp_path):
    run(tmp_path / "run", plan=_with_generations(1))
    tables, told = run(tmp_path / "run")
    assert [row.done for row in told] == [2, 3]
    assert np.array_equal(tables.weights, finished[1].weights)


def test_a_run_with_other_settings_is_refused(finished):
    other = SelfPlayPlan(**{**_fields(PLAN), "games": 32})
    with pytest.raises(SetupError, match="other settings"):
        run(finished[0], plan=other)


@pytest.mark.slow
def test_on_the_smallest_board_it_becomes_perfect(tmp_path):
    tables, _ = run(tmp_path / "run", plan=_with_generations(8))
    player = PuctPlayer(TreeJudge(tables, 4), simulations=100)
    solved = SolvedMoves()
    assert against_best_lines(player, Color.BLACK, solved, size=4).lowest_score == BLACK_S_BEST_SCORE_ON_4X4
    assert against_best_lines(player, Color.WHITE, solved, size=4).lowest_score == -BLACK_S_BEST_SCORE_ON_4X4


def test_what_is_learned_is_what_the_games_say():
    weights = new_core("four9", 4, PLAN.knots).weights
    ignorant = PolicyTables("four9", 4, PLAN.knots, weights)
    games = play_job(GamesJob(ignorant, starts(64), PLAN.play, (1,)))
    learner = new_core("four9", 4, PLAN.knots)
    errors = [learn_from(learner, games, len(games), PLAN, np.random.default_rng(seed)) for seed in range(10)]
    assert errors[-1][0] < 0.5 * errors[0][0]
    assert errors[-1][1] < errors[0][1]


def test_positions_come_back_from_their_file(tmp_path):
    ignorant = PolicyTables("four9", 4, PLAN.knots, new_core("four9", 4, PLAN.knots).weights)
    games = play_job(GamesJob(ignorant, starts(4), PLAN.play, (1,)))
    save_positions(games, tmp_path / "games.npz")
    found = load_positions(tmp_path / "games.npz")
    assert np.array_equal(found.visits, games.visits)
    assert np.array_equal(found.score, games.score)
    assert [path.name for path in tmp_path.iterdir()] == ["games.npz"]


def test_a_draw_is_half_a_point():
    assert match_score(np.array([[4, 0], [-2, 6]])) == 0.625


def _fields(plan):
    return {name: getattr(plan, name) for name in plan.__dataclass_fields__}


def _with_generations(count):
    return SelfPlayPlan(**{**_fields(PLAN), "generations": count})
