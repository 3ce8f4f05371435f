"""Who thinks for a protocol."""

from threading import Event

import pytest

from kibitz.errors import SetupError
from kibitz.players.player import Clock, Player
from kibitz.protocols.game_state import GameState
from kibitz.protocols.othello.engine import AnalystEngine
from kibitz.protocols.thinker import Thinker
from kibitz.rules.othello.position import OTHELLO, START, OthelloGame
from kibitz.search.othello.levels import Limits, limits_of_level


class RememberingPlayer(Player):
    """Plays the first legal move and remembers what was done with it."""

    name = "remembering"

    def __init__(self) -> None:
        self.told: list[str] = []

    def new_game(self, game):
        self.told.append(f"new game of {game.size}")

    def choose(self, turn):
        self.told.append("choose")
        return turn.position.legal_moves()[0]

    def opponent_to_move(self, turn):
        self.told.append(f"opponent after {len(turn.moves)}")

    def close(self):
        self.told.append("close")


def turn(clock: Clock | None = None):
    return GameState.at_start(OTHELLO).turn(clock, Event())


def no_engine():
    pytest.fail("the engine was asked")


def test_a_named_player_chooses_and_is_made_ready_once():
    player = RememberingPlayer()
    thinker = Thinker(AnalystEngine(no_engine), player)
    for _ in range(2):
        choice = thinker.choose(turn(), limits_of_level(1))
        assert (choice.answer, choice.judged) == (START.legal_moves()[0], None)
    thinker.opponent_to_move(turn())
    thinker.close()
    assert player.told == ["new game of 8", "choose", "choose", "opponent after 0", "close"]


def test_the_engine_is_made_when_it_is_first_needed(analyst):
    made = []
    thinker = Thinker(AnalystEngine(lambda: made.append(1) or analyst))
    thinker.opponent_to_move(turn())
    assert made == []
    choice = thinker.choose(turn(), limits_of_level(2))
    assert choice.answer == choice.judged.move
    assert choice.answer in START.legal_moves()
    assert len(thinker.deepen(START, limits_of_level(2), None, Event()).moves) == 4
    assert made == [1]


def test_a_clock_ends_a_search_that_has_no_other_end(analyst):
    choice = Thinker(AnalystEngine(lambda: analyst)).choose(turn(Clock(1.0)), Limits(None, 1))
    assert choice.answer in START.legal_moves()


def test_the_engine_plays_the_usual_board_only():
    with pytest.raises(SetupError, match="the engine plays only Othello on 8×8 squares, not othello on 6×6"):
        Thinker(AnalystEngine(no_engine)).get_ready(OthelloGame(6))


def test_a_game_without_an_engine_needs_a_player():
    with pytest.raises(SetupError, match="name a player"):
        Thinker().choose(turn())
    assert Thinker(player=RememberingPlayer()).choose(turn()).answer == START.legal_moves()[0]
