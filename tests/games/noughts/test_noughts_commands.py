"""The commands that a kit gives to a game that the command line has never heard of."""

import json

import pytest

from kibitz.cli.main import main


@pytest.fixture
def run(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))

    def run(*arguments):
        assert main([*arguments, "--game", "noughts"]) == 0
        return capsys.readouterr().out

    return run


def test_perft_counts_all_games(run):
    assert json.loads(run("perft", "9", "--json"))["nodes"] == 255_168


def test_show_describes_a_position(run):
    assert json.loads(run("show", "b2a1", "--json"))["board"] == "O---X----"


def test_perfect_players_draw_all_games_of_a_match(run, tmp_path):
    match = json.loads(run("match", "perfect", "perfect", "--pairs", "2", "--out", str(tmp_path / "m"), "--json"))
    assert (match["wins"], match["draws"], match["losses"]) == (0, 4, 0)


def test_a_game_is_played_in_the_terminal_and_kept(run, tmp_path):
    shown = run("play", "--black", "perfect", "--save", str(tmp_path / "game.txt"))
    assert "Draw (the board is full)." in shown
    assert json.loads(run("convert", str(tmp_path / "game.txt"), str(tmp_path / "copy.txt"), "--json"))["games"] == 1
