"""Environments: the official tests of PettingZoo and Gymnasium pass, and games in bulk go as single ones do."""

import doctest
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

import kibitz  # noqa: E402
from kibitz.environments.aec import AGENTS, env, raw_env  # noqa: E402
from kibitz.environments.othello.vector import OthelloEnv, OthelloVectorEnv  # noqa: E402
from kibitz.errors import SetupError  # noqa: E402

PAGE = Path(__file__).resolve().parents[2] / "docs" / "environments.md"
GAMES = [("othello", {"size": 4}), ("go", {"size": 5}), ("noughts", {})]


@pytest.mark.filterwarnings("ignore:Observation")  # PettingZoo recommends plain arrays; its own games with masks have dicts, too
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_every_game_passes_the_test_of_pettingzoo(game, options):
    api_test(env(game, **options), num_cycles=40)
    seed_test(lambda: env(game, **options), num_cycles=10)


@pytest.mark.parametrize("options", [{}, {"opponent": "self"}, {"reward": "loss", "exact_from": 4}])
def test_one_game_passes_the_test_of_gymnasium(options):
    check_env(OthelloEnv(render_mode="ansi", **options), skip_render_check=True)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_an_agent_sees_its_own_stones_and_its_legal_moves(game, options):
    played = raw_env(game, **options)
    played.reset()
    board = kibitz.Board(game, **options)
    while not all(played.terminations.values()):
        agent = played.agent_selection
        seen = played.observe(agent)
        legal = {played.action_name(action) for action in np.flatnonzero(seen["action_mask"])}
        assert legal == set(board.legal_moves)
        stones = [board[name] for name in board.layout.places]
        assert seen["observation"].sum() == sum(stone is not None for stone in stones)
        assert seen["observation"][0].sum() == sum(stone == AGENTS.index(agent) for stone in stones)
        assert not played.observe(AGENTS[1 - AGENTS.index(agent)])["action_mask"].any()
        action = int(np.flatnonzero(seen["action_mask"])[len(board.moves) % len(legal)])
        board = board.play(played.action_name(action))
        played.step(action)
    assert [played.rewards[agent] for agent in AGENTS] == [np.sign(board.outcome.score_for(color)) for color in kibitz.Color]


def test_a_reward_is_what_the_move_lost_exactly():
    played = raw_env("noughts", reward="loss", exact_from=9)
    played.reset()
    for move in ("a2", "b3", "a1"):
        action = next(each for each in range(9) if played.action_name(each) == move)
        agent = played.agent_selection
        before = kibitz.solve(kibitz.Board.of(played._kit, played.line)).score
        played.step(action)
        after = kibitz.solve(kibitz.Board.of(played._kit, played.line)).score
        assert played.rewards[agent] == -(before + after) <= 0
    with pytest.raises(SetupError, match="not solved"):
        unsolved = raw_env("go", reward="loss", exact_from=25, size=5)
        unsolved.reset()
        unsolved.step(0)


def test_games_in_bulk_go_as_boards_do():
    games = OthelloVectorEnv(5)
    seen, _ = games.reset(seed=3)
    boards = [kibitz.Board() for _ in range(5)]
    for _ in range(140):
        actions = games.random_actions()
        over_before = [board.is_over for board in boards]
        for row, board in enumerate(boards):
            if board.is_over:
                boards[row] = kibitz.Board()
                continue
            legal = np.flatnonzero(seen["action_mask"][row])
            names = [board.name(int(move)) if move < 64 else "pass" for move in legal]
            assert set(names) == set(board.legal_moves)
            boards[row] = board.play("pass" if actions[row] == 64 else board.name(int(actions[row])))
        seen, rewards, over, _, _ = games.step(actions)
        for row, board in enumerate(boards):
            assert bool(over[row]) == board.is_over
            assert (int(games.boards.own[row]), int(games.boards.opp[row])) == (board.position.own, board.position.opp)
            ended = board.is_over and not over_before[row]
            expected = np.sign(board.outcome.score_for(board.to_move.other)) if ended else 0
            assert rewards[row] == expected


def test_losses_in_bulk_are_those_of_the_solver():
    games = OthelloVectorEnv(6, reward="loss", exact_from=5)
    games.reset(seed=9)
    some = 0
    for _ in range(60):
        before = [kibitz.Board.of(kibitz.Board().kit, line) for line in lines_of(games)]
        over, actions = games._games.over.copy(), games.random_actions()
        _, rewards, *_ = games.step(actions)
        for row, board in enumerate(before):
            if over[row] or board.position.empty_count > 5:
                assert rewards[row] == 0
                continue
            after = board.play("pass" if actions[row] == 64 else board.name(int(actions[row])))
            worth = after.outcome.score_for(board.to_move) if after.is_over else -kibitz.solve(after).score
            assert rewards[row] == worth - kibitz.solve(board).score
            some += 1
    assert some > 15


def lines_of(games):
    from kibitz.games.kit import PlayedLine
    from kibitz.rules.othello.position import OthelloGame, Position

    for own, opp in zip(games.boards.own.tolist(), games.boards.opp.tolist(), strict=True):
        position = Position(own, opp, kibitz.Color.BLACK, 8)
        yield PlayedLine(OthelloGame(), position, (), position)


def test_an_illegal_action_ends_its_game_alone():
    games = OthelloVectorEnv(2)
    games.reset(seed=1)
    _, rewards, over, _, infos = games.step(np.array([0, games.random_actions()[1]]))
    assert (rewards.tolist(), over.tolist(), infos["illegal"].tolist()) == ([-1.0, 0.0], [True, False], [True, False])
    seen, rewards, over, *_ = games.step(games.random_actions())
    assert (rewards[0], bool(over[0]), int(seen["observation"][0].sum())) == (0.0, False, 4)


def test_a_random_opponent_answers_and_sides_are_drawn():
    games = OthelloVectorEnv(64, opponent="random")
    seen, _ = games.reset(seed=1)
    discs = seen["observation"].sum(axis=(1, 2, 3))
    assert set(discs.tolist()) == {4, 5}
    results = np.zeros(64)
    for _ in range(40):
        seen, rewards, *_ = games.step(games.random_actions())
        results += rewards
    assert {-1.0, 1.0} <= set(results.tolist())


def test_gymnasium_knows_the_environments_by_name():
    single = gymnasium.make("kibitz.environments.registration:kibitz/Othello-v0")
    seen, _ = single.reset(seed=2)
    assert seen["action_mask"].sum() > 0
    many = gymnasium.make_vec("kibitz/Othello-v0", num_envs=3, vectorization_mode="vector_entry_point")
    assert many.reset(seed=2)[0]["observation"].shape == (3, 2, 8, 8)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: OthelloVectorEnv(1, opponent="nobody"), "opponent is one of self, random, not 'nobody'"),
        (lambda: OthelloVectorEnv(1, reward="money"), "reward is one of result, loss"),
        (lambda: OthelloVectorEnv(1, reward="loss", exact_from=40), "the last 16 empty squares can be solved, not 40"),
        (lambda: raw_env(reward="money"), "reward is one of result, loss"),
        (lambda: raw_env("chess"), "there is no game 'chess'"),
    ],
)
def test_what_cannot_be_asked_is_refused(make, message):
    with pytest.raises(SetupError, match=message):
        make()


def test_the_page_says_what_is_true():
    failures, tests = doctest.testfile(str(PAGE), module_relative=False)
    assert failures == 0
    assert tests >= 9


def test_without_the_extra_a_sentence_says_what_to_install():
    code = """
import importlib.util, sys
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "pettingzoo" else found(name, package)
import kibitz
try:
    import kibitz.environments.aec
except kibitz.SetupError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "environments need pettingzoo, which is not installed: pip install 'kibitz[environments]'\n"
