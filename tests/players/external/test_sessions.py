"""Engines of the list that are asked: real programs, and one that dies, hangs, lies and prints megabytes."""

from threading import Event

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.players.external.configured import ConfiguredEngine
from kibitz.players.external.probe import probe, sentence
from kibitz.players.external.searching import described
from kibitz.players.external.session import ExternalLimits
from kibitz.players.external.wires import open_session
from kibitz.players.place import place_after, places_along
from kibitz.players.player import ForfeitError
from kibitz.rules.game import Color
from kibitz.rules.go.position import GoGame
from kibitz.rules.othello.position import OTHELLO, START, with_passes
from kibitz.rules.squares import PASS, parse_transcript
from players.conftest import installed_program
from players.external.conftest import analyst, kibitz_engine

NINE = GoGame(9, komi=7.0)


def go_place(*vertices, game=NINE, start=None):
    return place_after(game, start or game.start(), [game.parse_move(vertex) for vertex in vertices])


def othello_place(transcript):
    return place_after(OTHELLO, START, with_passes(parse_transcript(transcript)))


@pytest.fixture
def session():
    """Opens sessions and closes them."""
    opened = []

    def make(engine):
        opened.append(open_session(engine))
        return opened[-1]

    yield make
    for found in opened:
        found.close()


def test_values_are_read_move_by_move(session):
    heard = []
    found = session(analyst()).analyse(go_place("E5"), ExternalLimits(visits=40), heard.append)
    best, second = found.moves
    assert (NINE.format_move(best.move), best.win_chance, best.score, best.visits, best.prior) == ("A9", 0.62, 3.5, 40, 0.5)
    assert [NINE.format_move(move) for move in best.line] == ["A9", "C3", "D4"]
    assert NINE.format_move(second.move) == "B9"
    assert heard[-1] == found
    assert found.playouts == 47
    assert np.allclose(found.ownership, -0.5)  # White moves, and says its own
    assert described("Analyst 2.1", found) == "Analyst 2.1, 47 visits"


def test_chances_of_one_side_are_turned_to_the_side_to_move(session):
    found = session(analyst(chances="black")).analyse(go_place("E5"), ExternalLimits(visits=10))
    assert found.moves[0].win_chance == pytest.approx(0.38)
    assert found.moves[0].score == -3.5
    assert np.allclose(found.ownership, 0.5)


def test_ten_thousandths_are_chances_too(session):
    found = session(analyst("lz")).analyse(go_place(), ExternalLimits(visits=10))
    assert (found.moves[0].win_chance, found.moves[0].prior, found.ownership) == (0.62, 0.5, None)


def test_an_analysis_that_was_stopped_is_followed_by_another(session):
    engine, stop = session(analyst()), Event()
    for vertices in (("E5",), ("E5", "C3"), ("E5",), ()):
        stop.clear()
        found = engine.analyse(go_place(*vertices), ExternalLimits(), lambda _: stop.set(), stop)
        assert found.moves


def test_moves_that_are_not_legal_are_left_out_and_counted(session):
    found = session(analyst("lie-some")).analyse(go_place(), ExternalLimits(visits=10))
    assert [NINE.format_move(opinion.move) for opinion in found.moves] == ["A9"]
    assert found.left_out == ("K10",)


@pytest.mark.parametrize(
    ("fault", "problem"),
    [
        ("die", r"it stopped instead of answering \(exit code 3\); its last words: out of memory"),
        ("hang", "no answer within 1 s"),
        ("lie-move", "it named 'Z99', which is not legal"),
        ("lie-chance", "it said winrate 7.3, which is no chance"),
        ("lie-nan", "it said scoreLead nan"),
        ("lie-owners", "it said 5 owners"),
        ("flood", "it wrote without end instead of answering"),
        ("endless-line", "it wrote without end instead of answering"),
        ("deaf", "it wrote without end|no answer within 1 s"),
        ("refuse", "it refused: not today"),
    ],
)
def test_an_engine_that_misbehaves_is_ended_and_told_about(session, fault, problem):
    engine = session(analyst(fault, timeout=1.0 if fault in ("hang", "deaf") else 60.0))
    limits = ExternalLimits(visits=20 if fault == "deaf" else 10**9)
    with pytest.raises(ForfeitError, match=problem) as caught:
        engine.analyse(go_place("E5"), limits)
    assert "fake_analyst.py" in str(caught.value)
    assert not engine.is_open


def test_an_engine_that_does_not_start_is_told_about():
    with pytest.raises(ForfeitError, match=r"exit code 4"):
        open_session(analyst("die-at-start"))
    with pytest.raises(ForfeitError, match=r"no answer within 0\.3 s"):
        open_session(analyst("hang-at-start", timeout=0.3))
    with pytest.raises(SetupError, match="'no-such-engine' was not found"):
        open_session(ConfiguredEngine("none", "go", ("no-such-engine",)))


def test_no_shell_reads_the_command(tmp_path):
    bait = tmp_path / "bait"
    with pytest.raises(ForfeitError):
        open_session(ConfiguredEngine("echo", "go", ("echo", f"$(touch {bait})", ";", "touch", str(bait))))
    assert not bait.exists()


def test_a_protocol_that_is_not_known_is_an_error():
    with pytest.raises(SetupError, match="the engine e speaks 'uci'; known for othello are gtp, nboard"):
        open_session(ConfiguredEngine("e", "othello", ("x",), "uci"))
    with pytest.raises(SetupError, match="known for go are gtp"):
        open_session(ConfiguredEngine("e", "go", ("x",), "nboard"))


def test_kibitz_is_asked_as_another_program(session):
    engine = session(kibitz_engine("--game", "go", "--prior", "none"))
    found = engine.analyse(go_place("E5", "C3"), ExternalLimits(visits=300))
    assert found.playouts >= 300
    assert found.ownership.shape == (81,)
    assert {opinion.move for opinion in found.moves} <= set(go_place("E5", "C3").position.legal_moves())


def test_a_set_up_position_is_told_stone_by_stone(session):
    stones = [NINE.parse_move(vertex) for vertex in ("C3", "D3", "C4", "G7")]
    start = NINE.set_up(stones[:2], stones[2:], Color.WHITE)
    engine = session(kibitz_engine("--game", "go", "--prior", "none"))
    found = engine.analyse(go_place("E5", start=start), ExternalLimits(visits=50))
    assert not {opinion.move for opinion in found.moves} & set(stones)


def test_sides_that_do_not_alternate_are_told_as_they_moved():
    start = NINE.start()
    after = start.play(40)
    positions = [start, after.with_turn_of(Color.BLACK), after.with_turn_of(Color.BLACK).play(41)]
    places = places_along(NINE, positions, [40, 41])
    assert places[2].steps == ((Color.BLACK, 40), (Color.BLACK, 41))


def test_hints_of_nboard_are_values_in_discs(session):
    place = othello_place("f5d6c3")
    engine = session(kibitz_engine("--level", "4", game="othello", protocol="nboard"))
    found = engine.analyse(place, ExternalLimits(seconds=2))
    scores = [opinion.score for opinion in found.moves]
    assert {opinion.move for opinion in found.moves} == set(place.position.legal_moves())
    assert scores == sorted(scores, reverse=True)
    assert all(opinion.win_chance is None and abs(opinion.score) <= 64 for opinion in found.moves)


def test_nboard_knows_othello_only(session):
    engine = session(kibitz_engine(game="othello", protocol="nboard"))
    with pytest.raises(SetupError, match="plays Othello on 8×8"):
        engine.analyse(go_place(), ExternalLimits(seconds=1))


def test_gnu_go_names_its_move_and_says_no_value(session):
    engine = ConfiguredEngine("gnugo", "go", (installed_program("gnugo"), "--mode", "gtp", "--level", "1"))
    found = session(engine).analyse(go_place("E5", "C3"), ExternalLimits(seconds=1))
    (opinion,) = found.moves
    assert opinion.win_chance is None
    assert opinion.score is None
    assert found.is_final
    assert opinion.move != PASS
    findings = probe(engine)
    assert findings.abilities.title == "GNU Go 3.8"
    assert 19 in findings.abilities.sizes
    assert "names its move and gives no values" in sentence(findings)


def test_grhino_names_its_move(session):
    found = session(ConfiguredEngine("rhino", "othello", (installed_program("gtp-rhino"),))).analyse(
        othello_place("f5d6c3"), ExternalLimits(seconds=1)
    )
    assert found.moves[0].move in othello_place("f5d6c3").position.legal_moves()


@pytest.mark.slow
def test_katago_analyses_with_values_and_owners(session, katago):
    game = GoGame(19, komi=7.5)
    found = session(katago).analyse(go_place("Q16", "D4", game=game), ExternalLimits(visits=8))
    assert "KataGo" in probe(katago).abilities.title
    assert found.playouts >= 8
    assert found.ownership.shape == (361,)
    assert 0.2 < found.moves[0].win_chance < 0.8
    assert abs(found.moves[0].score) < 15
