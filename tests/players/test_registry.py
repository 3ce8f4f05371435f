"""Players named by short texts."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import players
from kibitz.errors import KibitzError, NotationError, SetupError
from kibitz.players.gtp import GtpPlayer
from kibitz.players.human import HumanPlayer
from kibitz.players.othello.greedy import GreedyPlayer
from kibitz.players.registry import PLAYER_KINDS, PlayerText, make_player, parse_player_text
from kibitz.players.simple import RandomPlayer

NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,8}", fullmatch=True)
KEYS = st.just("") | st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
VALUES = st.text(max_size=12) | st.text(alphabet='a1,"\\= \n:', max_size=8)
GAME_FOLDERS = {path.parent.name for path in Path(players.__file__).parent.glob("*/__init__.py")}
KNOWN = ", ".join(kind.name for kind in PLAYER_KINDS)
PLAYER_TEXTS = st.builds(PlayerText, NAMES, st.lists(st.tuples(KEYS, VALUES), max_size=4).map(tuple))


@given(PLAYER_TEXTS)
def test_a_written_player_is_read_back_as_it_was(parts):
    assert parse_player_text(str(parts)) == parts


@given(st.text(max_size=30) | st.text(alphabet='ra:,="\\ 7', max_size=12).map(lambda text: f"random:{text}"))
def test_any_text_is_a_player_or_gets_a_sentence(text):
    try:
        parts = parse_player_text(text)
    except NotationError as error:
        assert "player" in str(error)
    else:
        assert parse_player_text(str(parts)) == parts


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("random", "random", ()),
        (" random ", "random", ()),
        ("random:seed=7", "random", (("seed", "7"),)),
        ("mcts: model = expert , simulations=400", "mcts", (("model", "expert"), ("simulations", "400"))),
        ('gtp:"gnugo --mode gtp"', "gtp", (("", "gnugo --mode gtp"),)),
        ("gtp:gnugo --mode gtp", "gtp", (("", "gnugo --mode gtp"),)),
        ("gtp:gnugo --level=3", "gtp", (("", "gnugo --level=3"),)),
        ('gtp:"a, \\"b\\" \\\\c",timeout=5', "gtp", (("", 'a, "b" \\c'), ("timeout", "5"))),
        ('human:name=""', "human", (("name", ""),)),
        ("gtp:C:/engines/rhino.exe", "gtp", (("", "C:/engines/rhino.exe"),)),
    ],
)
def test_player_texts_are_taken_apart(text, name, options):
    assert parse_player_text(text) == PlayerText(name, options)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a player"),
        (":seed=7", "is not a player; write a name such as random"),
        ("seven up", "is not a player"),
        ("random:", "a value is missing after a : or ,"),
        ("random:seed=", "a value is missing after seed="),
        ("random:seed=7,", "a value is missing after a : or ,"),
        ('gtp:"gnugo', "put a value with , or"),
        ('gtp:gnugo "x"', "is not key=value"),
    ],
)
def test_text_that_is_no_player_says_what_is_wrong(text, message):
    with pytest.raises(NotationError) as caught:
        parse_player_text(text)
    assert message in str(caught.value)


def test_players_are_made_by_name():
    assert isinstance(make_player("random"), RandomPlayer)
    assert isinstance(make_player("Greedy:seed=1"), GreedyPlayer)
    assert isinstance(make_player("human"), HumanPlayer)
    assert isinstance(make_player("gtp:gnugo --mode gtp,timeout=5"), GtpPlayer)


def test_a_player_is_called_by_its_text_unless_it_has_a_name():
    assert make_player(" random:seed = 7").name == "random:seed=7"
    assert make_player("human:name=Ada").name == "Ada"


def test_a_seed_is_for_players_that_have_one_and_give_none(turn_after):
    def first_moves(text: str, seed: int) -> list[object]:
        player = make_player(text, seed)
        return [player.choose(turn_after("")) for _ in range(20)]

    assert make_player("random", seed=3).is_repeatable
    assert first_moves("random", 3) == first_moves("random:seed=3", 4)
    assert first_moves("random", 3) != first_moves("random", 4)
    assert make_player("human", seed=3).name == "human"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("randm", f"there is no player 'randm'; did you mean random? Known: {KNOWN}"),
        ("zzz", f"there is no player 'zzz'; Known: {KNOWN}"),
        ("random:sed=7", "player 'random:sed=7': random has no option 'sed'; did you mean seed? Known: seed"),
        ("random:7", "player random: '7' needs a key, such as random:seed=…"),
        ("random:seed=seven", "player 'random:seed=seven': seed is a whole number, not 'seven'"),
        ("random:seed=1,seed=2", "player 'random:seed=1,seed=2': seed is given twice"),
        ("gtp", "player 'gtp': command is missing (how the program is started)"),
        ("gtp:gnugo,timeout=0", "timeout is a number above 0, not '0'"),
        ("gtp:gnugo,timeout=nan", "timeout is a number above 0, not 'nan'"),
        ("gtp:gnugo,timeout=inf", "timeout is a number above 0, not 'inf'"),
        ("gtp:gnugo,5", "gtp has no option '5'"),
    ],
)
def test_unknown_players_and_options_are_told_with_what_would_be_right(text, message):
    with pytest.raises(SetupError) as caught:
        make_player(text)
    assert message in str(caught.value)


def test_a_number_too_long_for_python_is_a_bad_value():
    with pytest.raises(KibitzError, match="seed is a whole number"):
        make_player(f"random:seed={'9' * 5000}")


def test_every_kind_can_be_made_with_its_required_options_only(monkeypatch):
    monkeypatch.setattr("kibitz.players.othello.model_player.load_model", lambda name: SimpleNamespace(name=name))
    monkeypatch.setattr("kibitz.players.go.expert.load_go_model", lambda name: SimpleNamespace(name=name))
    monkeypatch.setattr("kibitz.players.othello.puct.find_judge", lambda name: SimpleNamespace(name=name))
    monkeypatch.setattr("kibitz.players.othello.foresight.find_foresight", lambda name, _depth: SimpleNamespace(name=name))
    listed = SimpleNamespace(command_line="x", timeout=1.0, title="", name="x", game="go", protocol="gtp")
    monkeypatch.setattr("kibitz.players.external.player.find_engine", lambda _name: listed)
    monkeypatch.setattr("kibitz.players.python_class._found", lambda _target: RandomPlayer)
    for kind in PLAYER_KINDS:
        required = ",".join(f"{option.name}=x" for option in kind.options if option.is_required)
        with make_player(f"{kind.name}:{required}" if required else kind.name) as player:
            assert player.name


def test_naming_players_imports_none_of_them():
    code = "import sys, kibitz.players.registry; print(*[name for name in sys.modules if name.startswith('kibitz.players.')])"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    modules = [name for name in output.split() if name.count(".") > 2 or name.rpartition(".")[2] not in GAME_FOLDERS]
    assert {name.rpartition(".")[2] for name in modules} == {"kind", "kinds", "player", "registry"}


def test_each_game_folder_with_a_list_of_kinds_adds_its_players():
    tables = [import_module(f"kibitz.players.{game}.kinds").KINDS for game in ("go", "othello")]
    assert {kind.name for table in tables for kind in table} <= {kind.name for kind in PLAYER_KINDS}
    assert len({kind.name for kind in PLAYER_KINDS}) == len(PLAYER_KINDS)
