"""What networks do at the board: what is counted in their games, and learning after each of them."""

import numpy as np
import pytest

pytest.importorskip("onnx")
torch = pytest.importorskip("torch")

from kibitz.errors import SetupError  # noqa: E402
from kibitz.experiments.ng2017 import after_games, styles  # noqa: E402
from kibitz.experiments.ng2017.after_games import AfterGamesRun, AfterGamesSettings, fitted, played_game  # noqa: E402
from kibitz.experiments.ng2017.after_games_page import RATES, after_games_folder, after_games_text, best_rate  # noqa: E402
from kibitz.experiments.ng2017.styles import Game, counted, longest_diagonals, played  # noqa: E402
from kibitz.experiments.ng2017.styles_page import CLAIMS, EXAMPLES, MEASURES, styles_folder, styles_text, verdict  # noqa: E402
from kibitz.experiments.papers import Wanted  # noqa: E402
from kibitz.learn.runs import loop  # noqa: E402
from kibitz.learn.runs.run_folder import RunFolder  # noqa: E402
from kibitz.models.othello.foresight import wystan  # noqa: E402
from kibitz.nets.othello.value_net import ValueNet  # noqa: E402
from kibitz.nets.othello.value_spec import ValueSpec  # noqa: E402
from kibitz.rules.othello.bulk import Boards, legal_masks  # noqa: E402
from kibitz.rules.othello.position import parse_board  # noqa: E402

TINY = ValueSpec("ng-freemove", convolutions=1, dense_layers=1, nodes=8, axes="board")

CORNERS_LOST = """
O X X X X X X O
X X X X X X X X
X X X X X X X X
X X X X X X X X
X X X X X X X X
X X X X X X X -
X X X X X X - -
- - X X X X - - O"""
DIAGONALS = """
X - - - - - - X
- X - - - - O -
- - X - - - - -
- - - X - - - -
- - - - X - - -
X - - - - - - -
- X - - - - - -
- - - - - - - - X"""


def a_net(seed=1):
    torch.manual_seed(seed)
    return ValueNet(TINY).eval()


def wanted(folder):
    return Wanted("", "better", None, None, folder, folder, folder, 1, lambda _told: None)


def a_game(text, is_ours=False, square=0, score=2):
    """A game of one board, the network has the crosses."""
    position = parse_board(text)
    own, opp = np.array([position.black], np.uint64), np.array([position.white], np.uint64)
    return Game(own, opp, np.array([is_ours]), np.array([square]), score)


def test_the_longest_diagonal_is_counted_and_does_not_go_round_the_edge():
    position = parse_board(DIAGONALS)
    edge = np.uint64((1 << 7) | (1 << 16))  # h1 and a3, a step of nine apart
    assert longest_diagonals(np.array([position.black, position.white, 0, edge], np.uint64)).tolist() == [5, 1, 0, 1]


def test_corners_lost_and_forced_moves_are_seen():
    game = a_game(CORNERS_LOST)
    found = counted([game, a_game(DIAGONALS, score=-3)])
    assert found["events"] == {"first_corner": (1, 1), "first_two_corners": (1, 1), "all_corners": (0, 0)}
    assert found["examples"]["two_corners"] == parse_board(CORNERS_LOST).board_text()
    assert "four_corners" not in found["examples"]
    replies = int(legal_masks(Boards(game.opp, game.own))[0])
    assert replies
    assert found["means"]["points"] == (50.0, 50.0)


def test_a_move_beside_a_corner_counts_while_the_corner_is_empty():
    beside = {"a8": 48, "h1": 6}  # a7 beside the empty a8, g1 beside h1, which is taken
    counts = [styles._moves_beside_corners(a_game(CORNERS_LOST, is_ours=True, square=square)) for square in beside.values()]
    assert counts == [1.0, 0.0]


def test_games_against_an_opponent_are_kept_as_the_network_sees_them():
    games = played(after_games.net_player(a_net()), wystan(depth=1), 2)
    assert len(games) == 4
    for game in games:
        assert (np.diff(game.discs) >= 1).all()
        movers = np.where(game.is_ours, game.own, game.opp), np.where(game.is_ours, game.opp, game.own)
        legal = legal_masks(Boards(*movers))
        assert all(int(mask) >> int(square) & 1 for mask, square in zip(legal, game.square, strict=True))
    found = counted(games)
    assert set(found["means"]) == set(MEASURES)
    assert set(found["examples"]) <= set(EXAMPLES)


def test_claims_are_judged_by_two_standard_errors():
    claim = CLAIMS[0]
    found = {name: {"means": {claim.measure: (mean, 0.1)}} for name, mean in ((claim.more, 4.0), (claim.less, 3.0))}
    assert verdict(claim, found).startswith("holds (+1.00")
    assert verdict(claim, {**found, claim.more: {"means": {claim.measure: (3.1, 0.1)}}}).startswith("not to be seen")
    assert verdict(claim, {**found, claim.more: {"means": {claim.measure: (2.0, 0.1)}}}).startswith("does not hold")
    assert verdict(claim, {}) == "not run"


def test_the_page_shows_what_a_network_played(tmp_path):
    assert styles_text(tmp_path).count("not run |") >= len(MEASURES)
    folder = styles_folder(tmp_path, "13")
    folder.start({})
    folder.save_result(counted([a_game(CORNERS_LOST), a_game(CORNERS_LOST)]))
    text = styles_text(tmp_path)
    assert "Network 13 (`X`), figure 23" in text
    assert "\n8 - - X X X X - -\n" in text
    with pytest.raises(SetupError, match="none of the networks 0, 5, 13"):
        styles.measure_styles(wanted(tmp_path))


def test_a_game_is_fitted_towards_its_result():
    net = a_net()
    game = played_game(after_games.net_player(net), wystan(depth=1), True, np.random.default_rng(1))
    assert {float(value) for value in np.abs(game.outcome)} <= {0.0, 1.0}
    first = fitted(net, game, 1e-3)
    second = fitted(net, game, 0.0)
    assert second < first
    assert fitted(net, game, 0.0) == second, "without a rate nothing is learned"


def test_a_run_that_was_stopped_ends_with_the_same_bits(tmp_path):
    settings = AfterGamesSettings(1e-3, games=4, checkpoint_every=2)
    folders = [RunFolder(tmp_path / name) for name in ("whole", "stopped")]
    for folder in folders:
        folder.start({})
    whole = AfterGamesRun(settings, a_net())
    loop.finish(whole, folders[0], lambda _told: None)
    turns = iter([True, True, True, False])
    assert not loop.finish(AfterGamesRun(settings, a_net()), folders[1], lambda _told: None, lambda: next(turns))
    resumed = AfterGamesRun(settings, a_net())
    assert loop.resume(resumed, folders[1])
    loop.finish(resumed, folders[1], lambda _told: None)
    weights = zip(whole.net.parameters(), resumed.net.parameters(), strict=True)
    assert all(torch.equal(first, second) for first, second in weights)
    assert folders[0].metrics() == folders[1].metrics()
    assert len(after_games.halves(folders[0])["points"]) == 2


def test_the_best_rate_is_compared_with_no_learning(tmp_path):
    assert best_rate({}) is None
    assert after_games_text(tmp_path).count("not run") == 5 * len(RATES)
    for rate, second in ((0.0, 0.9), (1e-4, 0.8), (1e-3, 0.95)):
        folder = after_games_folder(tmp_path, rate)
        folder.start({})
        folder.save_result({"points": [0.4, 0.5], "errors": [0.9, second], "error_of_second": 0.01, "set_2": 0.7})
    assert "At the best rate, 0.0001, the error in the second half is 0.1000 below" in after_games_text(tmp_path)
    with pytest.raises(SetupError, match="has no trained network"):
        after_games.learn_after_games(wanted(tmp_path))
