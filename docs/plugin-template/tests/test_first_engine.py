"""The test that an engine passes."""

from kibitz_corners.kinds import FIRST

import kibitz
from kibitz.players.external.conformance import check_engine


def test_it_keeps_the_contract_of_engines():
    check_engine(FIRST, kibitz.Board("othello").line.game, games=1)
