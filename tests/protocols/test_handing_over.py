"""A player that speaks a protocol hears of its opponent."""

import pytest

from kibitz.players.player import Request, Turn
from kibitz.players.simple import RandomPlayer
from kibitz.protocols.thinker import Thinker
from kibitz.rules.othello import OTHELLO, START
from kibitz.search.levels import limits_of_level


class Listener(RandomPlayer):
    """Remembers what it heard of its opponent's turns."""

    def __init__(self, answer=None) -> None:
        super().__init__(seed=1)
        self.answer, self.heard = answer, []

    def choose(self, turn: Turn):
        return super().choose(turn) if self.answer is None else self.answer

    def opponent_to_move(self, turn: Turn) -> None:
        self.heard.append(turn)


def thinker_of(player) -> Thinker:
    return Thinker(lambda: pytest.fail("the engine was asked"), player)


def test_a_player_hears_that_its_opponent_is_to_move():
    player = Listener()
    choice = thinker_of(player).choose(Turn(OTHELLO, START, (), START), limits_of_level(1))
    assert player.heard == [Turn(OTHELLO, START, (choice.answer,), START.play(choice.answer))]


@pytest.mark.parametrize("answer", [Request.RESIGN, 0])
def test_after_an_answer_that_is_no_move_it_hears_nothing(answer):
    player = Listener(answer)
    assert thinker_of(player).choose(Turn(OTHELLO, START, (), START), limits_of_level(1)).answer == answer
    assert player.heard == []
