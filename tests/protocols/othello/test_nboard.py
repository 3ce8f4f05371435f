"""NBoard's protocol, beyond what the transcript shows."""

import re

import pytest

from kibitz.players.player import Player, Request
from kibitz.protocols.conversation import Preemption, Work
from kibitz.protocols.othello.nboard import NBoard
from kibitz.records.othello import ggf
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello.position import OthelloGame, parse_board, play_all, with_passes
from kibitz.rules.squares import PASS, parse_transcript
from kibitz.search.othello.endgame import solve_moves
from kibitz.search.othello.levels import limits_of_level

NBOARD = NBoard(limits_of_level(2))
# Black to move with 14 empty squares: position 1 of the suite fforum-1-19, worth +18 with g8.
ENDGAME = parse_board("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
SEARCH = re.compile(r"search ((?:[A-H][1-8]|PA)+) (-?\d+\.\d\d) 0 (\d+|100%)")


def set_game(record: GameRecord) -> str:
    return f"set game {ggf.format_game(record).strip()}"


def test_a_game_with_passes_is_followed_to_its_end(talk):
    moves = with_passes(parse_transcript("c4c3e6b4a4a5b2a3d2"))
    assert PASS in moves
    for length in range(len(moves) + 1):
        game = talk(NBOARD)
        game.say(set_game(GameRecord(moves[:length])))
        assert game.session.state.moves == moves[:length]
        assert game.session.state.position == play_all(moves[:length])


def test_a_game_from_a_set_up_position_is_followed(talk):
    game = talk(NBOARD)
    game.say(set_game(GameRecord((), ENDGAME)))
    assert game.session.state.position == ENDGAME


def test_an_exact_value_says_so(talk):
    game = talk(NBOARD)
    game.say_all(set_game(GameRecord((), ENDGAME)), "set depth 7")
    *_, last = [line for line in game.say("hint 1").split("\n") if line.startswith("search")]
    assert SEARCH.fullmatch(last).groups()[1:] == ("18.00", "100%")
    search, chosen, idle = game.say("go").split("\n")[1:]
    assert SEARCH.fullmatch(search)[1].startswith("G8")
    assert re.fullmatch(r"=== G8/18\.00/\d+\.\d\d", chosen)
    assert idle == "status"


def test_as_many_hints_come_as_were_asked_for(talk):
    game = talk(NBOARD)
    game.say_all(set_game(GameRecord((), ENDGAME)), "set depth 7")
    exact = sorted((row.score for row in solve_moves(ENDGAME)), reverse=True)
    for count in (1, 3, 99):
        lines = [found for found in map(SEARCH.fullmatch, game.say(f"hint {count}").split("\n")) if found and found[3] == "100%"]
        assert [float(found[2]) for found in lines[-len(exact[:count]) :]] == exact[:count]


def test_go_leaves_the_board_as_it_is(talk):
    game = talk(NBOARD)
    before = game.session
    assert "=== " in game.say("go")
    assert game.session == before


def test_the_values_of_an_analysed_game_are_black_s(talk):
    game = talk(NBOARD)
    game.say_all(set_game(GameRecord((), ENDGAME)), "set depth 7", "move g8")
    lines = [line for line in game.say("analyze").split("\n") if line.startswith("analysis")]
    assert lines == ["analysis 1 18.00", "analysis 0 18.00"]


def test_a_depth_means_a_level_and_is_kept_within_bounds(talk):
    game = talk(NBOARD)
    for depth, level in (("12", 12), ("0", 1), ("-5", 1), ("1000", 60)):
        assert game.say(f"set depth {depth}") == f"set myname Kibitz{level}"
        assert game.session.limits == limits_of_level(level)


def test_a_named_player_chooses_and_keeps_its_name(talk, asked):
    game = talk(NBoard(limits_of_level(2), "expert:rating=1500, x", name_tells_depth=False), asked)
    assert game.say("nboard 2") == "set myname expert:rating=1500,x"
    assert game.say("set depth 9") == ""
    assert re.fullmatch(r"=== D3//\d+\.\d\d", game.say("go").split("\n")[1])
    assert asked.turns[0].clock is None


def test_for_a_player_that_resigns_the_engine_takes_over(talk):
    class Resigning(Player):
        name = "resigning"

        def choose(self, turn):  # noqa: ARG002 - it does not look
            return Request.RESIGN

    assert re.fullmatch(r"=== (D3|C4|F5|E6)/-?\d+\.\d\d/\d+\.\d\d", talk(NBOARD, Resigning()).say("go").split("\n")[2])


def test_other_sizes_get_a_status(talk):
    game = talk(NBOARD)
    game.say(set_game(GameRecord((), OthelloGame(6).start())))
    for command in ("hint 1", "go", "analyze"):
        assert game.say(command).split("\n")[-1].startswith("status the engine plays ")


@pytest.mark.parametrize("line", ["ping 3", "  move d3", "set depth 3", "quit", "nboard 2", "hint", "go"])
def test_every_command_drops_the_thinking(line):
    assert NBOARD.preemption(Work(lambda thinking: thinking, lambda error: error), line) == Preemption.DROP


@pytest.mark.parametrize("line", ["", "hello", "PING 3", "# interrupt", "\x00", "gone"])
def test_lines_nobody_knows_drop_nothing(line):
    assert NBOARD.preemption(Work(lambda thinking: thinking, lambda error: error), line) == Preemption.ASIDE
