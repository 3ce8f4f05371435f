"""The command line speaks with one voice: the same keys everywhere, --json in front or behind, every option explained."""

import json
import os
import subprocess
import sys

import click
import pytest

from kibitz.cli.main import kibitz
from kibitz.cli.progress import SECONDS_BETWEEN_LINES, PlainLines, progress_bar

POSITION_KEYS = {"game", "position", "board", "to_move", "legal_moves", "outcome"}
ASKED = [
    ("show", "f5"),
    ("show", "--game", "noughts", "b2"),
    ("show", "--game", "go", "--size", "5", "C3"),
    ("analyse", "f5", "--level", "1", "--no-book"),
    ("analyse", "--game", "noughts", "b2"),
    ("analyse", "--game", "go", "--size", "5", "C3", "--playouts", "20"),
    ("predict", "f5"),
]


def commands(group: click.Group = kibitz, path: str = "kibitz"):
    """All commands with their whole names."""
    context = click.Context(group, info_name=path)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")


@pytest.mark.parametrize("asked", ASKED, ids=" ".join)
def test_every_answer_about_a_position_describes_it_in_the_same_words(call, asked):
    answer = json.loads(call(*asked, "--json").out)
    assert answer.keys() >= POSITION_KEYS
    again = json.loads(call("show", "--game", answer["game"], answer["position"], "--json").out)
    assert {key: again[key] for key in POSITION_KEYS} == {key: answer[key] for key in POSITION_KEYS}


def test_a_solved_position_is_described_too(call):
    (found,) = json.loads(call("solve", "f5", "--json").out)["results"]
    assert found.keys() >= POSITION_KEYS | {"score", "line", "empties"}


@pytest.mark.parametrize("asked", [ASKED[3], ASKED[4], ASKED[5]], ids=["othello", "noughts", "go"])
def test_a_row_says_what_people_play_and_what_the_engine_thinks_under_one_name_each(call, asked):
    for row in json.loads(call(*asked, "--json").out)["moves"]:
        assert row["probability"] == (row["human"] or {}).get("probability")
        assert row["engine"] is None or row["engine"]["line"] == row["line"]


def test_owners_are_the_same_list_for_every_game(call):
    othello = json.loads(call("predict", "f5", "--ownership", "--json").out)
    assert othello["black_ownership"] == pytest.approx([1 - chance for chance in othello["ownership"].values()], abs=1e-4)
    go = json.loads(call(*ASKED[5], "--json").out)
    assert go["black_ownership"] == pytest.approx([(1 + owner) / 2 for owner in go["ownership"].values()], abs=1e-4)


@pytest.mark.parametrize(
    "asked", [("--json", "models"), ("models", "--json"), ("models", "--json", "list"), ("--json", "models", "list")]
)
def test_json_can_be_asked_of_a_group_or_of_its_command(call, asked):
    assert json.loads(call(*asked).out) == json.loads(call("models", "list", "--json").out)


@pytest.mark.parametrize("asked", [("--json",), ("--json", "play"), ("--json", "engine", "gtp")], ids=" ".join)
def test_json_in_front_of_what_prints_none_is_refused(call, asked):
    ended = call(*asked)
    assert ended.code == 2
    assert "prints no JSON" in ended.err


@pytest.mark.parametrize(("name", "command"), list(commands()), ids=[name for name, _ in commands()])
def test_every_option_is_explained_by_a_sentence(name, command):
    assert name.startswith("kibitz ")
    options = [option for option in command.params if isinstance(option, click.Option)]
    assert [option.opts[0] for option in options if not (option.help or "").rstrip().endswith((".", ")", "]"))] == []
    assert (command.help or "").strip()


def test_off_a_terminal_long_work_tells_how_far_it_is_in_plain_lines(capsys):
    now = [0.0]
    tell = PlainLines("perft 12", 200, clock=lambda: now[0])
    for done in (20, 50, 120):
        tell(done)
        now[0] += SECONDS_BETWEEN_LINES
    assert capsys.readouterr().err == "perft 12: 25 %\nperft 12: 60 %\n"


def test_who_asked_for_json_is_told_nothing(capsys):
    with progress_bar("perft", 10, is_quiet=True) as watch:
        assert watch is None
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("columns", [40, 60])
@pytest.mark.parametrize("asked", [("show", "f5d6"), ("analyse", "f5", "--level", "1", "--no-book"), ("predict", "f5")])
def test_a_board_keeps_its_columns_in_a_narrow_terminal(call, monkeypatch, columns, asked):
    monkeypatch.setenv("COLUMNS", str(columns))
    drawn = call(*asked).out.splitlines()
    ranks = [line for line in drawn if line[:3].strip().isdigit()]
    assert [line.split()[0] for line in ranks[:8]] == [str(rank) for rank in range(1, 9)]


@pytest.mark.parametrize("asked", ["players", "models"])
def test_lists_go_on_below_in_a_narrow_terminal_and_keep_their_lines_in_a_pipe(call, monkeypatch, asked):
    monkeypatch.setenv("COLUMNS", "44")
    narrow = call(asked).out
    assert max(map(len, narrow.splitlines())) <= 44
    monkeypatch.delenv("COLUMNS")
    wide = call(asked).out
    assert wide.split() == narrow.split()
    assert len(wide.splitlines()) < len(narrow.splitlines())


def completed(*words: str) -> list[str]:
    """What bash would offer for the last of some words."""
    asked = {"_KIBITZ_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    program = [sys.executable, "-c", "import sys; sys.argv = ['kibitz']; from kibitz.cli.main import main; sys.exit(main())"]
    done = subprocess.run(program, env=os.environ | asked, capture_output=True, text=True, check=False)
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def test_the_shell_completes_commands_models_and_players():
    assert completed("kibitz", "anal") == ["analyse"]
    assert "expert-2014" in completed("kibitz", "predict", "--model", "exp")
    assert {"random", "engine"} <= set(completed("kibitz", "match", ""))
    assert "expert-2014" in completed("kibitz", "train", "exp")
    assert completed("kibitz", "reproduce", "ng") == ["ng2017"]


def every_option():
    """All options and arguments of all commands, with the words that lead to each."""
    waiting = [("kibitz", kibitz)]
    while waiting:
        words, command = waiting.pop()
        context = click.Context(command, info_name=words)
        command.format_help_text(context, context.make_formatter())  # options of games come only now
        yield from ((words, context, found) for found in command.get_params(context))
        if isinstance(command, click.Group):
            waiting += [(f"{words} {name}", command.get_command(context, name)) for name in command.list_commands(context)]


def test_every_option_that_names_a_model_or_a_player_completes_it():
    asked = [
        (words, found.opts[-1], found.shell_complete(context, ""))
        for words, context, found in every_option()
        if {"--model", "--black", "--white", "--hint"} & set(found.opts) or (words, found.name) == ("kibitz engine", "player")
    ]
    assert len(asked) > 10
    assert [(words, name) for words, name, offered in asked if len(offered) < 2] == []
