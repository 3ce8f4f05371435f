"""The options that games contribute to the commands."""

from importlib import import_module

import click
import pytest

from kibitz.cli import contributions
from kibitz.cli.main import COMMANDS, kibitz
from kibitz.games import catalogue
from kibitz.games.catalogue import GAMES, find_kit, kits_with
from kibitz.games.kit import Kit

ASKING = {
    "match": "matches",
    "ladder": "matches",
    "play": "terminal",
    "engine": "engine",
    "show": "positions",
    "perft": "positions",
    "convert": "records",
}
"""Commands that ask a kit, with the part that they ask."""


def options_of(name: str) -> dict[str, click.Option]:
    command = kibitz.get_command(click.Context(kibitz), name)
    return {option.name: option for option in command.params if isinstance(option, click.Option)}


@pytest.mark.parametrize(("name", "part"), ASKING.items())
def test_a_command_offers_the_games_that_have_its_part(name, part):
    assert name in COMMANDS
    assert list(options_of(name)["game"].type.choices) == [kit.name for kit in kits_with(part)]


@pytest.mark.parametrize(("name", "part"), ASKING.items())
def test_a_command_has_the_options_of_all_games_and_says_whose_they_are(name, part):
    options = options_of(name)
    for kit in kits_with(part):
        for spec in kit.options(part):
            assert f"{kit.title}: {spec.help}" in options[spec.name].help


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["match", "random", "greedy", "--komi", "7"], "--komi is for Go, not for Othello"),
        (["ladder", "random", "greedy", "--size", "9"], "--size is for Go, not for Othello"),
        (["play", "--handicap", "2"], "--handicap is for Go, not for Othello"),
        (["engine", "gtp", "--prior", "none"], "--prior is for Go, not for Othello"),
    ],
)
def test_an_option_of_another_game_is_refused_in_one_line(call, arguments, message):
    ended = call(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == f"kibitz: {message}; say --game go, or leave it out\n"


@pytest.mark.parametrize("name", ASKING)
def test_an_unknown_game_is_refused_with_those_there_are(call, name):
    ended = call(name, "--game", "chess")
    assert ended.code == 2
    assert all(repr(kit.name) in ended.err for kit in GAMES)


@pytest.mark.parametrize("arguments", [["info"], ["import", "games.txt"], ["explore"], ["players", "ann"]])
def test_a_game_without_an_archive_is_told_in_one_sentence(call, monkeypatch, arguments):
    monkeypatch.setattr(catalogue, "GAMES", (*GAMES, Kit("checkers", "Checkers", GAMES[0].positions)))
    ended = call("archive", *arguments, "--game", "checkers")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "kibitz: Checkers has no archive; games that have: Othello and Go\n"


def test_a_protocol_that_a_game_does_not_speak_is_refused(call):
    ended = call("engine", "nboard", "--game", "go")
    assert (ended.code, ended.err) == (2, "kibitz: Go is not played through nboard, but through gtp\n")


@pytest.mark.parametrize("name", ["analyse", "predict", "evaluate", "review", "solve", "bench", "tree"])
def test_a_contributed_option_says_whose_it_is_and_every_game_gives_an_example(name):
    command = kibitz.get_command(click.Context(kibitz), name)
    for game in options_of(name)["game"].type.choices:
        kit = find_kit(game)
        contribution = import_module(f"kibitz.cli.{game}.{name}").CONTRIBUTION
        assert f"{kit.title}: {contribution.about}" in command.help
        assert contribution.examples
        assert all(example in command.help for example in contribution.examples)
        for option in contribution.options:
            assert f"{kit.title}: {option.help}" in options_of(name)[option.name].help


def test_a_game_that_contributes_nothing_to_a_command_is_not_offered(monkeypatch):
    stranger = Kit("checkers", "Checkers", GAMES[0].positions)
    monkeypatch.setattr(contributions, "GAMES", (*GAMES, stranger))
    command = contributions.contributed(click.Command("predict", callback=lambda: None, help="Predict."))
    assert "checkers" not in next(option for option in command.params if option.name == "game").type.choices


@pytest.fixture
def two_games(monkeypatch):
    """A command that two games contribute to, each with an option of one name and a default of its own."""
    ran = []

    def contribution(title: str, default: int) -> contributions.Contribution:
        options = (click.Option(["--size"], type=int, default=default, help=f"Size of {title}."),)
        return contributions.Contribution(lambda **values: ran.append((title, values)) or 3, title, (f"kibitz {title}",), options)

    made = {"othello": contribution("first", 8), "go": contribution("second", 19)}
    monkeypatch.setattr(contributions, "_contributions", lambda _: made.items())
    return contributions.contributed(click.Command("anything", callback=lambda: None, help="Anything.")), ran


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ("first", {"size": 8})),
        (["--game", "go"], ("second", {"size": 19})),
        (["--game", "go", "--size", "9"], ("second", {"size": 9})),
    ],
)
def test_each_game_has_its_own_default_of_an_option_that_both_have_and_returns_the_exit_code(two_games, arguments, expected):
    command, ran = two_games
    assert command.main(arguments, standalone_mode=False) == 3
    assert ran == [expected]


def test_an_option_that_two_games_have_says_what_it_is_for_each(two_games):
    size = next(option for option in two_games[0].params if option.name == "size")
    assert size.help == "Othello: Size of first. Go: Size of second."
