"""`kibitz play` in a pipe; test_play_in_terminal.py has it in a terminal."""

import re
import sys
from datetime import date

import pytest

from cli.played_games import FAKE_ENGINE, game_against_random, transcript_in, typed_by_black
from kibitz.players.referee import play_game
from kibitz.players.registry import make_player
from kibitz.records.othello.files import read_games
from kibitz.rules.othello.position import OTHELLO, Position, play_all
from kibitz.rules.squares import PASS, format_transcript, parse_transcript


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_is_played_through_a_pipe(run_program, seed):
    played = game_against_random(seed)
    ended = run_program("play", "--black", "human", "--white", f"random:seed={seed}", stdin=typed_by_black(played))
    assert (ended.code, ended.err) == (0, "")
    assert transcript_in(ended.out) == format_transcript(played.moves)
    assert f"{played.outcome}." in ended.out
    assert ("must pass." in ended.out) == (PASS in played.moves)


def test_some_of_these_games_have_passes():
    assert any(PASS in game_against_random(seed).moves for seed in (1, 2, 3))


def test_the_end_of_input_ends_the_game_politely(call):
    ended = call("play", "--white", "random:seed=1", stdin="f5\n")
    assert (ended.code, ended.err) == (0, "")
    assert "Black (human): (end of input)" in ended.out
    assert "The game was broken off." in ended.out
    assert transcript_in(ended.out).startswith("f5")


def test_no_input_at_all_ends_the_game_politely(call):
    ended = call("play", stdin=None)
    assert ended.code == 0
    assert "Moves: none" in ended.out


def test_the_last_line_may_lack_its_end(call):
    assert transcript_in(call("play", "--white", "random:seed=1", stdin="f5\nquit").out).startswith("f5")


def test_junk_is_told_and_asked_again(call):
    ended = call("play", "--white", "random:seed=1", stdin=b"\xff\xfe\x00\nhello\na1\n\n[bold]\n" + b"x" * 9000 + b"\nf5\nquit\n")
    assert ended.code == 0
    assert "'hello' is not a square; squares are a1 to h8" in ended.out
    assert "a1 is not legal for Black; legal: d3, c4, f5, e6" in ended.out
    assert "'[bold]' is not a square" in ended.out
    assert transcript_in(ended.out).startswith("f5")


def test_moves_can_be_taken_back(call):
    ended = call("play", "--white", "random:seed=1", stdin="undo\nf5\nundo\nd3\nquit\n")
    assert "There is no move to take back." in ended.out
    assert transcript_in(ended.out).startswith("d3")


def test_two_people_can_play(call):
    ended = call("play", "--black", "human:name=Ada", "--white", "human:name=Bob", stdin="f5\nd6\nundo\nf6\nquit\n")
    assert "White (Bob): d6" in ended.out
    assert transcript_in(ended.out) == "f5f6"


def test_a_hint_says_whose_it_is(call):
    ended = call("play", "--hint", "random:seed=3", stdin="hint\nquit\n")
    assert re.search(r"^random:seed=3 suggests (d3|c4|f5|e6)\.$", ended.out, re.MULTILINE)
    assert "greedy suggests " in call("play", stdin="hint\nquit\n").out


def test_a_hint_from_a_program_that_fails_is_told_and_the_game_goes_on(call):
    ended = call("play", "--hint", "gtp:true", "--white", "random", stdin="hint\nf5\nquit\n")
    assert "No hint: true, command 'list_commands': it stopped instead of answering" in ended.out
    assert ended.code == 0
    assert transcript_in(ended.out).startswith("f5")


def test_a_hint_cannot_come_from_a_person(call):
    ended = call("play", "--hint", "human")
    assert ended.code == 2
    assert "a person cannot give hints" in ended.err


def test_the_moves_and_the_commands_are_shown(call):
    ended = call("play", "--white", "human", stdin="moves\nf5\nmoves\nhelp\n?\nquit\n")
    assert "No moves yet." in ended.out
    assert "White (human): moves\nf5\n" in ended.out
    for word in ("undo", "hint", "moves", "save FILE", "resign", "quit"):
        assert len(re.findall(rf"^{word} ", ended.out, re.MULTILINE)) == 2


def test_a_resignation_ends_the_game(call):
    ended = call("play", "--white", "random:seed=1", stdin="f5\nresign\n")
    assert ended.code == 0
    assert "White wins by 64 (resignation)." in ended.out


def test_computers_play_among_themselves(call):
    ended = call("play", "--black", "random", "--white", "greedy", "--seed", "5")
    assert ended.code == 0
    assert ended.out == call("play", "--black", "random", "--white", "greedy", "--seed", "5").out
    assert play_all(parse_transcript(transcript_in(ended.out))).is_over
    assert transcript_in(ended.out) != transcript_in(call("play", "--black", "random", "--white", "greedy", "--seed", "6").out)


def test_the_seed_gives_both_sides_different_luck(call):
    moves = parse_transcript(transcript_in(call("play", "--black", "random", "--white", "random", "--seed", "1").out))
    one_luck = play_game(OTHELLO, make_player("random:seed=1"), make_player("random:seed=1")).moves
    assert moves != tuple(move for move in one_luck if move != PASS)


def test_a_game_begins_where_it_is_told_to(call):
    ended = call("play", "--start", "f5d6", "--white", "random", stdin="undo\nc3\nquit\n")
    assert "There is no move to take back." in ended.out
    assert transcript_in(ended.out).startswith("f5d6c3")


def test_a_game_begins_from_a_board_which_is_shown_at_the_end(call):
    board = "-----OX--XO-----"
    ended = call("play", "--start", f"{board} X", "--black", "random", "--white", "random", "--seed", "1")
    assert ended.code == 0
    assert "From: " not in ended.out
    ended = call("play", "--start", f"{board[:5]}XX{board[7:]} O", "--black", "random", "--white", "random", "--seed", "1")
    assert f"From: {board[:5]}XX{board[7:]} O" in ended.out


@pytest.mark.parametrize("size", [4, 6, 10])
def test_other_boards_are_played(call, size):
    ended = call("play", "--size", str(size), "--black", "random", "--white", "random", "--seed", "1")
    assert ended.code == 0
    assert play_all(parse_transcript(transcript_in(ended.out), size), Position.start(size)).is_over


def test_a_program_that_fails_loses_and_the_exit_code_says_so(call):
    engine = f"gtp:\"'{sys.executable}' '{FAKE_ENGINE}' crash\""
    ended = call("play", "--black", "random:seed=1", "--white", engine)
    assert ended.code == 1
    assert "Black wins by 64 (the player stopped answering)." in ended.out
    assert len(transcript_in(ended.out)) == 6
    assert ended.err.startswith("kibitz: ")
    assert "command 'genmove w': it stopped instead of answering (exit code 3)" in ended.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--white", "randm"], "there is no player 'randm'; did you mean random?"),
        (["--white", "random:seed=x"], "seed is a whole number, not 'x'"),
        (["--start", "a1"], "move 1: a1 is not legal for Black"),
        (["--size", "7"], "board size 7 is not known"),
        (["--save", "no-such-folder/game.pgn"], "no-such-folder does not exist"),
        (["--black", "gtp:no-such-engine", "--white", "random"], "the program 'no-such-engine' was not found"),
        (["--save", "game.docx"], "game.docx: its extension names no format"),
    ],
)
def test_bad_settings_are_told_in_one_line(call, arguments, message):
    ended = call("play", *arguments)
    assert ended.code == 2
    assert message in ended.err
    assert ended.err.count("\n") == 1


def test_a_set_up_position_cannot_be_given_to_a_program(call):
    engine = f"gtp:\"'{sys.executable}' '{FAKE_ENGINE}'\""
    ended = call("play", "--black", "random", "--white", engine, "--start", "OX" + "-" * 62 + " O")
    assert ended.code == 2
    assert "Fake 1.0 can be given games from the standard start only" in ended.err
    assert "Moves: none" in ended.out


def test_the_game_is_saved_where_it_was_asked_for(call, tmp_path):
    target = tmp_path / "game.pgn"
    ended = call("play", "--white", "random:seed=1", "--save", str(target), stdin="f5\nresign\n")
    assert f"Saved to {target}." in ended.out
    (record,) = read_games(target, on_skip=pytest.fail)
    assert format_transcript(record.moves) == transcript_in(ended.out)
    assert (record.black, record.white, record.ending) == ("human", "random:seed=1", "resignation")
    assert record.date == date.today().isoformat()


@pytest.mark.parametrize("ending", ["pgn", "ggf", "sgf", "txt", "csv", "pgn.gz"])
def test_a_whole_game_is_saved_in_any_format(call, tmp_path, ending):
    target = tmp_path / f"game.{ending}"
    ended = call("play", "--black", "random", "--white", "random", "--seed", "3", "--save", str(target))
    (record,) = read_games(target, on_skip=pytest.fail)
    assert format_transcript(record.moves) == transcript_in(ended.out)


def test_a_game_of_no_moves_is_not_saved(call, tmp_path):
    call("play", "--save", str(tmp_path / "game.pgn"), stdin="quit\n")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_never_written_over(call, tmp_path):
    target = tmp_path / "game.pgn"
    target.write_text("precious")
    ended = call("play", "--save", str(target))
    assert (ended.code, ended.out) == (2, "")
    assert "exists already; give the name of a new file" in ended.err
    assert "Not saved: " in call("play", "--white", "random", stdin=f"f5\nsave {target}\nquit\n").out
    assert target.read_text() == "precious"


def test_a_game_is_saved_in_the_middle(call, tmp_path):
    target = tmp_path / "so far.txt"
    ended = call("play", "--white", "human", stdin=f"save\nf5\nsave {target}\nd6\nsave game.docx\nquit\n")
    assert "Say where to: save game.pgn" in ended.out
    assert "Not saved: game.docx: its extension names no format" in ended.out
    (record,) = read_games(target, on_skip=pytest.fail)
    assert format_transcript(record.moves) == "f5"
