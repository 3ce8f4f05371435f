"""Every game has its parts, and they fit together."""

from dataclasses import replace

import pytest

from kibitz.errors import SetupError
from kibitz.games.catalogue import GAMES, find_kit, kits_with
from kibitz.games.conformance import check_kit
from kibitz.games.go.kit import GO_KIT, GoAtTheTable, GoEngine, GoMatches, GoPositions
from kibitz.games.kit import Kit
from kibitz.games.options import OptionSpec
from kibitz.games.othello.kit import OTHELLO_KIT, OthelloArchive, OthelloMatches, OthelloPositions, OthelloRecords
from kibitz.games.othello.library import OthelloLibrary
from kibitz.rules.game import BrokenContractError


@pytest.mark.parametrize("kit", GAMES, ids=lambda kit: kit.name)
def test_every_game_keeps_the_contract(kit, capsys):
    check_kit(kit)
    assert capsys.readouterr().out == ""


def test_a_game_needs_no_part_but_its_positions():
    check_kit(Kit("othello", "Othello", OthelloPositions()))


def test_games_have_names_of_their_own():
    names = [kit.name for kit in GAMES]
    assert len(set(names)) == len(names)
    assert [find_kit(name) for name in names] == list(GAMES)


def test_a_game_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(SetupError, match="there is no game 'chess'; games are othello, go"):
        find_kit("chess")


def test_games_are_offered_where_they_have_the_part():
    assert OTHELLO_KIT in kits_with("archive")
    assert Kit("othello", "Othello", OthelloPositions()).archive is None


class Nonsense(OthelloPositions):
    def parse(self, text, **options):
        return super().parse("" if text == "?" else text, **options)


class Mute(OthelloPositions):
    def describe(self, position):
        return {"board": position.board_text()}


class Miscounting(OthelloPositions):
    def leaves(self, *_):
        yield 1, 1.0


class Twice(OthelloPositions):
    options = (OptionSpec("size", int, "squares"), OptionSpec("size", int, "squares again"))


class Unexplained(OthelloPositions):
    options = (OptionSpec("size", int, " "),)


class OtherKind(GoMatches):
    options = (OptionSpec("size", str, "points along an edge"),)


class Forgetful(OthelloMatches):
    default_openings = "no such source"


class Borrowing(GoAtTheTable):
    def opponent(self):
        return "no such player"


class Silent(GoEngine):
    protocols = ()


class Losing(OthelloArchive):
    def export(self, *_):
        return 0


class Blind(OthelloLibrary):
    def stone(self, *_):
        return None


class Skipping(OthelloRecords):
    def convert(self, source, target, on_skip, on_warning):
        return replace(super().convert(source, target, on_skip, on_warning), games=0)


@pytest.mark.parametrize(
    ("kit", "message"),
    [
        (replace(OTHELLO_KIT, name="Othello 8"), "a name is one word"),
        (replace(OTHELLO_KIT, name="reversi"), "its rules are called 'othello'"),
        (replace(OTHELLO_KIT, title=" "), "has a title"),
        (replace(OTHELLO_KIT, positions=GoPositions()), "its rules are called 'go'"),
        (replace(OTHELLO_KIT, positions=Nonsense()), "text that is not a position is refused"),
        (replace(OTHELLO_KIT, positions=Mute()), "a described position has board, legal_moves, to_move"),
        (replace(OTHELLO_KIT, positions=Miscounting()), "every move is a leaf"),
        (replace(OTHELLO_KIT, positions=Twice()), "no option of positions has the name of another"),
        (replace(OTHELLO_KIT, positions=Unexplained()), "option 'size' is explained"),
        (replace(GO_KIT, matches=OtherKind()), "option 'size' is of one kind"),
        (replace(GO_KIT, matches=OthelloMatches()), "matches are of 'othello'"),
        (replace(OTHELLO_KIT, matches=Forgetful()), "no such source"),
        (replace(GO_KIT, terminal=Borrowing()), "there is no player 'no such player'|is not a player"),
        (replace(OTHELLO_KIT, engine=GoEngine()), "its player .* plays it"),
        (replace(GO_KIT, engine=Silent()), "an engine speaks a protocol"),
        (replace(OTHELLO_KIT, records=Skipping()), "can be converted"),
        (replace(OTHELLO_KIT, library=Blind()), "has a stone there"),
        (replace(OTHELLO_KIT, archive=Losing()), "gives a game back"),
    ],
)
def test_a_wrong_kit_fails(kit, message):
    with pytest.raises(BrokenContractError, match=message):
        check_kit(kit, games=0)
