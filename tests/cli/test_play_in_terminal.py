"""`kibitz play` in a real pseudo-terminal."""

import sys

from cli.played_games import FAKE_ENGINE, FirstMove, transcript_in, typed_by_black
from kibitz.players.referee import play_game
from kibitz.rules.othello.position import OTHELLO
from kibitz.rules.squares import format_transcript

PROMPT = "Black (human): "


def test_a_whole_game_in_a_terminal_with_a_move_taken_back(in_terminal):
    played = play_game(OTHELLO, FirstMove(), FirstMove())
    lines = typed_by_black(played).split()
    session = in_terminal("play", "--white", f"gtp:\"'{sys.executable}' '{FAKE_ENGINE}'\"")
    for number, line in enumerate(lines):
        session.read_until(PROMPT)
        if number == 3:
            session.type("undo\n")
            session.read_until(PROMPT)
            session.type(f"{lines[2]}\n")
            session.read_until(PROMPT)
        session.type(f"{line}\n")
    code, rest = session.end()
    assert code == 0
    assert f"{played.outcome}." in rest
    assert transcript_in(rest) == format_transcript(played.moves)


def test_a_resignation_in_a_terminal(in_terminal):
    session = in_terminal("play", "--white", "random:seed=1")
    session.read_until(PROMPT)
    session.type("f5\n")
    session.read_until(PROMPT)
    session.type("resign\n")
    code, rest = session.end()
    assert code == 0
    assert "White wins by 64 (resignation)." in rest
    assert transcript_in(rest).startswith("f5")


def test_control_c_in_a_terminal_loses_nothing(in_terminal):
    session = in_terminal("play", "--white", "random:seed=1")
    session.read_until(PROMPT)
    session.type("f5\n")
    session.read_until(PROMPT)
    session.interrupt_prompt()
    code, rest = session.end()
    assert code == 130
    assert "The game was broken off." in rest
    assert transcript_in(rest).startswith("f5")
    assert "Traceback" not in rest


def test_control_d_in_a_terminal_ends_the_game_politely(in_terminal):
    session = in_terminal("play")
    session.read_until(PROMPT)
    session.type("\x04")
    code, rest = session.end()
    assert code == 0
    assert "The game was broken off." in rest


def test_a_terminal_with_colours_shows_discs_and_one_without_shows_letters(in_terminal):
    session = in_terminal("play", terminal="xterm-256color")
    seen = session.read_until(PROMPT)
    session.type("quit\n")
    assert seen.count("●") == 4
    assert "\x1b[" in seen
    seen = in_terminal("play").read_until(PROMPT)
    assert "●" not in seen
    assert "\x1b[" not in seen
    assert " 4  . . + O X . . . " in seen
