"""Players by networks that value positions, and the one that stands in for Wystan."""

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.models.card import write_card
from kibitz.models.othello.kinds import SIGMA_NETWORK
from kibitz.nets.othello.sigma_network import SigmaNetwork, save_network
from kibitz.players.conformance import check_player
from kibitz.players.othello.foresight import NetworkPlayer, WystanPlayer
from kibitz.players.othello.greedy import GreedyPlayer
from kibitz.players.player import Turn
from kibitz.players.referee import play_game
from kibitz.players.registry import make_player
from kibitz.players.simple import RandomPlayer
from kibitz.rules.othello.position import OTHELLO, parse_board
from kibitz.rules.squares import format_square

# Black can take the corner a1, and c1, from where a1 would be lost.
CORNER_IN_REACH = """
    - O X - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - O X - - -
    - - - X O - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - - X"""


@pytest.fixture
def network_file(tmp_path):
    path = tmp_path / "net.safetensors"
    save_network(SigmaNetwork.random("network2", np.random.default_rng(3)), path)
    write_card(path, {"kind": SIGMA_NETWORK, "features": "board", "features_version": 1, "licence": "MIT"})
    return path


def test_wystan_keeps_the_contract():
    check_player(WystanPlayer, OTHELLO)


def test_a_network_player_keeps_the_contract(network_file):
    check_player(lambda: NetworkPlayer(str(network_file)), OTHELLO)


def test_wystan_takes_a_corner():
    position = parse_board(CORNER_IN_REACH)
    assert format_square(WystanPlayer().choose(Turn(OTHELLO, position, (), position))) == "a1"


def test_wystan_beats_the_random_and_the_greedy_mover():
    for seed in range(4):
        assert play_game(OTHELLO, WystanPlayer(), RandomPlayer(seed)).outcome.black_score > 0
        assert play_game(OTHELLO, GreedyPlayer(seed), WystanPlayer()).outcome.black_score < 0


def test_players_are_made_by_their_texts(network_file):
    player = make_player(f"network:{network_file},depth=1,solved=6")
    assert player.name == f"network:{network_file},depth=1,solved=6"
    assert player.is_repeatable
    assert make_player("wystan:solved=8").is_repeatable


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("network", "model is missing"),
        ("network:nobody", "there is no model 'nobody'"),
        ("network:evaluation-2014,solved=30", "solved is 30; from 0 to 14"),
        ("network:evaluation-2014,depth=0", "depth is 0"),
        ("wystan:solved=-1", "solved is -1"),
    ],
)
def test_what_cannot_play_is_told(text, complaint):
    with pytest.raises(SetupError, match=complaint):
        make_player(text)
