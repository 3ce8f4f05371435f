"""Go's rules against GNU Go, move by move: legal points, captures, and the area at the end.

KIBITZ_REFEREE_GAMES sets how many random games are played, a twentieth of it how many games of each archive are compared;
docs/results/go.md tells how many its figures are from.
"""

import os
import random
from itertools import islice, pairwise

import pytest

from gnugo_referee import Questions, account_of, needs_gnugo, random_game, referee_accounts
from kibitz.records.go.files import read_go_games
from kibitz.rules.game import Color
from kibitz.rules.go.position import CHINESE, GoGame, GoRules, KoRule
from kibitz.rules.squares import PASS

GAMES = int(os.environ.get("KIBITZ_REFEREE_GAMES", "24"))
GAMES_A_TALK = 8
# Writing all legal points takes GNU Go most of its time; an odd step meets the moves of both sides.
ASKED_EVERY = 1 if GAMES < 1000 else 5
# With suicide allowed, GNU Go's superko overlooks boards that a suicide brings back; test_go.py compares the boards themselves.
SETTINGS = [(KoRule.SIMPLE, False), (KoRule.SIMPLE, True), (KoRule.POSITIONAL, False), (KoRule.SITUATIONAL, False)]

pytestmark = [pytest.mark.slow, needs_gnugo]


def compare(game, games, scored):
    asked = Questions(scored, ASKED_EVERY)
    for (start, moves), judged in zip(games, referee_accounts(game, games, asked), strict=True):
        assert account_of(game, start, moves, asked) == judged, [game.format_move(move) for move in moves]


@pytest.mark.parametrize(("ko", "suicide"), SETTINGS)
def test_random_games_agree_with_gnugo_on_legal_moves_and_captures(ko, suicide):
    chooser = random.Random(f"{ko}{suicide}")
    for _ in range(0, GAMES // len(SETTINGS), GAMES_A_TALK):
        game = GoGame(chooser.choice([5, 6, 7, 9, 13, 19]), GoRules(ko, suicide))
        count = min(GAMES_A_TALK, GAMES // len(SETTINGS))
        games = [random_game(game, chooser, to_the_end=False, most_moves=250) for _ in range(count)]
        compare(game, [(game.start(), moves) for moves in games], scored=False)


@pytest.mark.parametrize("size", [5, 7, 9])
def test_the_area_of_random_games_played_to_their_end_is_what_gnugo_counts(size):
    chooser = random.Random(size)
    game = GoGame(size, CHINESE, komi=6.5)
    for _ in range(0, max(GAMES // 6, 1), GAMES_A_TALK):
        count = min(GAMES_A_TALK, max(GAMES // 6, 1))
        compare(game, [(game.start(), random_game(game, chooser, to_the_end=True)) for _ in range(count)], scored=True)


def alternates(record):
    """Whether the sides take turns from the first on and no two passes end the game before its last move."""
    in_turn = all(move.color == Color((record.first_to_move + index) % 2) for index, move in enumerate(record.moves))
    return in_turn and not any(first.point == second.point == PASS for first, second in pairwise(record.moves[:-1]))


RECORDED = [
    "nine/cwi_9x9_564.tar.gz",
    "pro/pro_games.tar.gz",
    *(f"kgs/KGS-2017_0{month}.tar.gz" for month in ("1-19-733", "2-19-525", "3-19-717")),
]


@pytest.mark.parametrize("archive", RECORDED)
def test_recorded_games_agree_with_gnugo_to_the_last_board(shared_data, archive):
    records = filter(alternates, read_go_games(shared_data / "go" / archive, pytest.fail))
    some = islice(records, max(GAMES // 20, 2))
    compared = 0
    while chunk := list(islice(some, GAMES_A_TALK)):
        game = GoGame(chunk[0].size, GoRules(KoRule.SIMPLE))
        compare(game, [(record.start, [move.point for move in record.moves]) for record in chunk], scored=False)
        compared += len(chunk)
    assert compared
