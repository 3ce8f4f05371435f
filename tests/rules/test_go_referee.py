"""Go's rules against GNU Go, move by move: legal points, captures, and the area at the end.

KIBITZ_REFEREE_GAMES sets how many random games are played; the figure in docs/results.md is from 10,000.
"""

import os
import random

import pytest

from gnugo_referee import GNUGO, account_of, random_game, referee_accounts
from kibitz.rules.go import CHINESE, GoGame, GoRules, KoRule

GAMES = int(os.environ.get("KIBITZ_REFEREE_GAMES", "24"))
GAMES_A_TALK = 8
# With suicide allowed, GNU Go's superko overlooks boards that a suicide brings back; test_go.py compares the boards themselves.
SETTINGS = [(KoRule.SIMPLE, False), (KoRule.SIMPLE, True), (KoRule.POSITIONAL, False), (KoRule.SITUATIONAL, False)]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(GNUGO is None, reason="GNU Go is the referee: install Debian's package gnugo"),
]


def compare(game, games, scored):
    starts = [(game.start(), moves) for moves in games]
    for (start, moves), judged in zip(starts, referee_accounts(game, starts, scored), strict=True):
        assert account_of(game, start, moves, scored) == judged, [game.format_move(move) for move in moves]


@pytest.mark.parametrize(("ko", "suicide"), SETTINGS)
def test_random_games_agree_with_gnugo_on_legal_moves_and_captures(ko, suicide):
    chooser = random.Random(f"{ko}{suicide}")
    for _ in range(0, GAMES // len(SETTINGS), GAMES_A_TALK):
        game = GoGame(chooser.choice([5, 6, 7, 9, 13, 19]), GoRules(ko, suicide))
        count = min(GAMES_A_TALK, GAMES // len(SETTINGS))
        compare(game, [random_game(game, chooser, to_the_end=False, most_moves=250) for _ in range(count)], scored=False)


@pytest.mark.parametrize("size", [5, 7, 9])
def test_the_area_of_random_games_played_to_their_end_is_what_gnugo_counts(size):
    chooser = random.Random(size)
    game = GoGame(size, CHINESE, komi=6.5)
    for _ in range(0, max(GAMES // 6, 1), GAMES_A_TALK):
        count = min(GAMES_A_TALK, max(GAMES // 6, 1))
        compare(game, [random_game(game, chooser, to_the_end=True) for _ in range(count)], scored=True)
