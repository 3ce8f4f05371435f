"""Networks that go on by policy gradient: games by lot, runs that resume, matches against the start."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("onnx")
torch = pytest.importorskip("torch")

from kibitz.experiments.hlynsson2017 import policy_gradient  # noqa: E402
from kibitz.experiments.hlynsson2017.policy_gradient import PolicyRun, PolicySettings, match, played_games  # noqa: E402
from kibitz.experiments.hlynsson2017.policy_page import WAYS, policy_folder, policy_text, stronger  # noqa: E402
from kibitz.learn.runs import loop  # noqa: E402
from kibitz.learn.runs.run_folder import RunFolder  # noqa: E402
from kibitz.nets.othello.convolutional import ExpertNet  # noqa: E402
from kibitz.nets.othello.spec import NetSpec  # noqa: E402
from kibitz.rules.othello.bulk import legal_masks  # noqa: E402

SHORT = PolicySettings(steps=3, games=6, kept_every=2, checkpoint_every=1, rate=1e-3)


def a_net(seed=1):
    torch.manual_seed(seed)
    return ExpertNet(NetSpec("raw", layers=3, filters=8)).eval()


def test_what_is_learned_from_are_the_learner_s_own_legal_moves_and_how_its_games_ended():
    played = played_games(a_net(1), a_net(2), 6, np.random.default_rng(1))
    legal = legal_masks(played.boards)
    assert all(int(mask) >> int(square) & 1 for mask, square in zip(legal, played.squares, strict=True))
    assert set(played.game.tolist()) == set(range(6))
    assert set(played.result.tolist()) <= {-1.0, 0.0, 1.0}
    discs = np.bitwise_count(played.boards.own | played.boards.opp)
    assert (discs[played.game < 3] == 4).sum() == 3, "the learner moves first in half of the games"
    assert (discs[played.game >= 3] == 4).sum() == 0


def test_a_move_of_a_game_that_was_won_gets_likelier():
    run = PolicyRun(SHORT, a_net())
    played = played_games(run.net, a_net(2), 2, np.random.default_rng(1))
    first = played.game == 0
    played = replace(played, result=np.array([1.0, -1.0], np.float32))
    rows, shares = np.arange(len(played.squares)), []
    for _ in range(2):
        shares.append(policy_gradient.log_shares(run.net, played.boards).detach().numpy()[rows, played.squares])
        run._learn(played)
    change = shares[1] - shares[0]
    assert change[first].sum() - change[~first].sum() > 0


def test_a_run_that_was_stopped_ends_with_the_same_bits(tmp_path):
    whole, folders = PolicyRun(SHORT, a_net()), [RunFolder(tmp_path / name) for name in ("whole", "stopped")]
    for folder in folders:
        folder.start({})
    loop.finish(whole, folders[0], lambda _told: None)
    turns = iter([True, True, False])
    assert not loop.finish(PolicyRun(SHORT, a_net()), folders[1], lambda _told: None, lambda: next(turns))
    resumed = PolicyRun(SHORT, a_net())
    assert loop.resume(resumed, folders[1])
    loop.finish(resumed, folders[1], lambda _told: None)
    assert len(resumed.versions) == len(whole.versions) == 2
    weights = zip(whole.net.state_dict().values(), resumed.net.state_dict().values(), strict=True)
    assert all(torch.equal(first, second) for first, second in weights)
    assert [row["share"] for row in folders[0].metrics()] == [row["share"] for row in folders[1].metrics()]


@pytest.mark.parametrize("way", WAYS)
def test_a_network_meets_its_start_with_both_colours(way):
    found = match(a_net(), a_net(), way, 8, np.random.default_rng(1))
    assert sum(found.values()) == 8
    if way == WAYS[1]:
        assert found["won"] == found["lost"], "the same first choices from the same openings, colours swapped"


def test_the_page_says_what_two_standard_errors_allow(tmp_path):
    assert policy_text(tmp_path).endswith("Not run.\n")
    even, won = {"won": 200, "drawn": 0, "lost": 200}, {"won": 260, "drawn": 10, "lost": 130}
    result = {"seed": 1, "games": 100, "against_start": {WAYS[0]: even, WAYS[1]: won}, "top1_before": 0.57, "top1_after": 0.55}
    policy_folder(tmp_path, 1).start({})
    policy_folder(tmp_path, 1).save_result(result)
    text = policy_text(tmp_path)
    assert "| 1 | 100 | 200–0–200 (50.0 %) | 260–10–130 (66.2 %) | 57.0 | 55.0 |" in text
    assert text.endswith("By first choices it is stronger than its start.\n")
    assert stronger([{**result, "against_start": {WAYS[1]: even}}]) == "neither stronger nor weaker"
