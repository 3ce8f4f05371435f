"""A person at a terminal, played by a list of lines."""

import io
import sys

import pytest

from kibitz.players.human import LINES_PER_TURN, HumanPlayer, PlainTerminal, read_line
from kibitz.players.player import Request, Turn
from kibitz.rules.othello.position import OTHELLO, START
from kibitz.rules.squares import parse_square


class Script:
    """A terminal at which somebody types given lines."""

    def __init__(self, *lines: str) -> None:
        self.lines = iter(lines)
        self.said: list[str] = []
        self.prompts: list[str] = []

    def show(self, _turn: Turn) -> None:
        self.said.append("board")

    def read(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        return next(self.lines, None)

    def tell(self, text: str) -> None:
        self.said.append(text)


def ask(turn: Turn, *lines: str, commands=None):
    terminal = Script(*lines)
    return HumanPlayer("Ada", terminal, commands).choose(turn), terminal


@pytest.mark.parametrize("line", ["d3", " D3 \n"])
def test_a_square_is_played(turn_after, line):
    answer, terminal = ask(turn_after(""), line)
    assert answer == parse_square("d3")
    assert terminal.said == ["board"]
    assert terminal.prompts == ["Black (Ada): "]


def test_what_is_no_legal_move_is_told_and_asked_again(turn_after):
    answer, terminal = ask(turn_after("f5"), "", "z9", "a1", "pass", "d6")
    assert answer == parse_square("d6")
    assert terminal.said == [
        "board",
        "'z9' is not a square; squares are a1 to h8",
        "a1 is not legal for White; legal: f4, d6, f6",
        "a pass is not legal for White; legal: f4, d6, f6",
    ]


@pytest.mark.parametrize(("word", "request_"), [("resign", Request.RESIGN), ("QUIT", Request.ADJOURN), ("exit", Request.ADJOURN)])
def test_words_besides_moves_are_understood(turn_after, word, request_):
    assert ask(turn_after(""), word)[0] == request_


def test_moves_are_taken_back_only_where_there_are_some(turn_after):
    answer, terminal = ask(turn_after(""), "undo", "d3")
    assert answer == parse_square("d3")
    assert "There is no move to take back." in terminal.said
    turn = Turn(OTHELLO, START, (), START, can_take_back=True)
    assert ask(turn, "undo")[0] == Request.TAKE_BACK


def test_the_terminal_answers_its_own_commands(turn_after):
    heard = []
    commands = {"save": lambda turn, rest: heard.append((turn.moves, rest))}
    answer, _ = ask(turn_after(""), "Save  my game.pgn ", "d3", commands=commands)
    assert answer == parse_square("d3")
    assert heard == [((), "my game.pgn")]


def test_the_end_of_input_breaks_the_game_off(turn_after):
    assert ask(turn_after(""))[0] == Request.ADJOURN


def test_a_pipe_that_never_says_a_move_does_not_keep_the_game_waiting(turn_after):
    answer, terminal = ask(turn_after(""), *["y"] * (2 * LINES_PER_TURN))
    assert answer == Request.ADJOURN
    assert len(terminal.prompts) == LINES_PER_TURN


def test_the_plain_terminal_uses_standard_input_and_output(turn_after, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("a1\nd3\n"))
    assert HumanPlayer(terminal=PlainTerminal()).choose(turn_after("")) == parse_square("d3")
    output = capsys.readouterr().out
    assert output.startswith("   a b c d e f g h\n")
    assert "Black (human): a1 is not legal for Black; legal: d3, c4, f5, e6\nBlack (human): " in output


def test_there_may_be_no_standard_input_at_all(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert read_line() is None


def test_an_endless_line_is_cut(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("x" * 1_000_000))
    assert 0 < len(read_line()) < 10_000
