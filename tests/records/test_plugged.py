"""Formats that packages add are read and written by every game, and what is wrong in them is named."""

import gzip

import pytest

import kibitz
from kibitz.errors import NotationError, SetupError
from kibitz.games.catalogue import GAMES, find_kit
from kibitz.records import plugged
from kibitz.records.conformance import check_format
from kibitz.records.plugged import FormatKind
from kibitz.rules.game import BrokenContractError

HERE = "test_plugged_code"
LINES = {"othello": "f5 d6 c3", "go": "E5 C3 pass", "noughts": "b2 a1"}
KIND = FormatKind("words", "othello", (".words",), f"{HERE}:read", f"{HERE}:write")
CODE = """
from kibitz.records.plugged import WrittenGame

def read(data):
    for line in data.decode().splitlines():
        yield "nobody played it" if line == "?" else WrittenGame(tuple(line.split()), size=9 if "E5" in line else None)

def write(game):
    if game.black == "Nobody":
        raise ValueError("nobody cannot be written")
    return " ".join(game.moves) + "\\n"

def lose(game):
    return " ".join(game.moves[:-1]) + "\\n"

def crash(data):
    raise AttributeError("a mistake of the package")

def raw(data):
    yield 7
"""


@pytest.fixture
def use(tmp_path, monkeypatch):
    """Makes a kind the format that a package adds, for all games unless one is named."""
    (tmp_path / f"{HERE}.py").write_text(CODE)
    monkeypatch.syspath_prepend(tmp_path)

    def used(**changes) -> None:
        kinds = [FormatKind(**{**fields(KIND), "game": kit.name, **changes}) for kit in GAMES]
        monkeypatch.setattr(plugged, "all_formats", lambda: tuple(kinds))

    return used


def fields(kind: FormatKind) -> dict:
    return {name: getattr(kind, name) for name in kind.__dataclass_fields__}


@pytest.mark.parametrize("game", list(LINES))
@pytest.mark.parametrize("ending", [".words", ".words.gz"])
def test_every_game_reads_and_writes_it(use, tmp_path, game, ending):
    use()
    board = kibitz.Board(game, LINES[game], **({"size": 9} if game == "go" else {}))
    path = tmp_path / f"games{ending}"
    assert kibitz.write_games(path, [board]) == 1
    (read,) = kibitz.read_games(path, game=game)
    assert read.moves == board.moves
    content = gzip.decompress(path.read_bytes()) if ending.endswith(".gz") else path.read_bytes()
    assert content.decode() == " ".join(board.moves) + "\n"


def test_a_sign_tells_more_than_a_name(use, tmp_path):
    use(sign=b"f5", suffixes=(".words",))
    (tmp_path / "games.txt").write_text("f5 d6\n")
    (game,) = kibitz.read_games(tmp_path / "games.txt")
    assert game.moves == ("f5", "d6")


def test_games_that_cannot_be_used_are_named_and_the_others_kept(use, tmp_path):
    use()
    path, told = tmp_path / "games.words", []
    path.write_text("f5 d6\n?\nf5 a1\nf5 z9\nf5 f6\n")
    assert [game.moves for game in kibitz.read_games(path, on_report=told.append)] == [("f5", "d6"), ("f5", "f6")]
    assert [report.number for report in told] == [2, 3, 4]
    assert "nobody played it" in str(told[0])


def test_a_folder_is_searched_for_its_files_too(use, tmp_path):
    use()
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "games.words").write_text("f5 d6\n")
    assert len(list(kibitz.read_games(tmp_path / "some"))) == 1


def test_what_it_cannot_hold_is_left_out_and_counted(use, tmp_path):
    use()
    games = [kibitz.Board("othello", "f5d6"), kibitz.Board("othello", str(kibitz.Board().play("f5").text))]
    (tmp_path / "games.pgn").write_text("")
    kibitz.write_games(tmp_path / "games.pgn", [game.play(game.legal_moves[0]) for game in games])
    told = []
    result = find_kit("othello").records.convert(tmp_path / "games.pgn", tmp_path / "games.words", told.append, told.append)
    assert (result.games, result.skipped) == (1, 1)
    assert "begins with another position" in str(told[-1])


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"reader": f"{HERE}:crash"}, NotationError, "cannot be read as words: a mistake of the package"),
        ({"reader": f"{HERE}:raw"}, NotationError, "gives a int where a WrittenGame"),
    ],
)
def test_a_mistake_of_the_package_is_one_sentence(use, tmp_path, changes, error, message):
    use(**changes)
    (tmp_path / "games.words").write_text("f5 d6\n")
    with pytest.raises(error, match=message):
        list(kibitz.read_games(tmp_path / "games.words"))


def test_a_format_without_a_writer_is_only_read(use, tmp_path):
    use(writer="")
    with pytest.raises(SetupError, match="can be read and not written"):
        kibitz.write_games(tmp_path / "games.words", [kibitz.Board("othello", "f5")])
    assert not (tmp_path / "games.words").exists()


@pytest.mark.usefixtures("use")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"writer": f"{HERE}:lose"}, "words: moves are kept"),
        ({"suffixes": ("words",)}, "its suffixes begin with a dot"),
        ({"game": "go"}, "it is for 'go', and the game is 'othello'"),
        ({"sign": b"#"}, "what is written begins with its sign"),
    ],
)
def test_the_test_of_formats_finds_what_is_wrong(changes, message):
    rules = kibitz.Board("othello").line.game
    check_format(KIND, rules)
    with pytest.raises(BrokenContractError, match=message):
        check_format(FormatKind(**{**fields(KIND), **changes}), rules)
