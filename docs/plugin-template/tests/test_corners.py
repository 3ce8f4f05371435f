"""The test that a player passes, in every game it plays, and what this one is for."""

import pytest
from kibitz_corners.player import CornersPlayer

import kibitz
from kibitz.games.catalogue import GAMES
from kibitz.players.conformance import check_player


@pytest.mark.parametrize("kit", GAMES, ids=lambda kit: kit.name)
def test_it_keeps_the_contract_of_players(kit):
    options = {"size": 5} if "size" in kit.option_names("positions") and kit.name != "othello" else {}
    check_player(lambda: CornersPlayer(seed=1), kit.positions.parse("", **options).game, games=2)


def test_it_takes_a_corner():
    board = kibitz.Board("noughts", "b2")
    assert kibitz.choose(board, "corners:seed=3") in ("a1", "c1", "a3", "c3")
