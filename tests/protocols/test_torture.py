"""Ten thousand lines of anything, for both protocols: each is answered as it should be, and the session stays sound."""

import random
import string
from collections.abc import Callable

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from kibitz.players.simple import RandomPlayer
from kibitz.protocols.othello.engine import AnalystEngine
from kibitz.protocols.othello.gtp import othello_gtp
from kibitz.protocols.othello.nboard import NBoard
from kibitz.protocols.thinker import Thinker
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS, board_shape, format_move
from kibitz.search.othello.levels import limits_of_level
from protocols.talking import Talk

LINES = 10_000
OVERDONE = "? the game is over, and both sides have passed\n"
GTP = othello_gtp(limits_of_level(1))
GTP_COMMANDS = Talk(GTP, Thinker()).say("list_commands")[2:].split()
GTP_WORDS = [
    *(name for name in GTP_COMMANDS if name != "quit" and not name.startswith("kibitz")),
    *("fixed_handicap", "b", "w", "black", "B", "pass", "d3", "c4", "F5", "e6", "a1", "i9", "resign", "othello", "/dev/zero"),
    *("0", "1", "8", "6", "-1", "1e9", "nan", "#", '"', ";", "=", "?"),
]
NBOARD_WORDS = [
    *("nboard", "set", "depth", "game", "contempt", "move", "ping", "learn", "f5", "F5/1/2", "d6", "PA", "a1", "1", "-3", "x"),
    *("(;GM[Othello]B[f5];)", "(;GM[Othello]B[a1];)", "(;GM[Othello]", ";)", "(;", "[", "]", "//", "===", "pong", "9" * 20),
]


def random_line(chooser: random.Random, words: list[str]) -> str:
    """A line of words of the protocol, of anything, or of both."""
    kind = chooser.random()
    if kind < 0.7:
        line = " ".join(chooser.choices(words, k=chooser.randint(0, 6)))
    elif kind < 0.9:
        line = bytes(chooser.randbytes(chooser.randint(0, 80))).decode(errors="replace").replace("\n", "")
    else:
        line = "".join(chooser.choices(string.printable.replace("\n", ""), k=chooser.randint(0, 200)))
    return f"{chooser.randint(0, 999)} {line}" if chooser.random() < 0.3 else line


def torture(talk: Talk, words: list[str], seed: int, check: Callable[[Talk, str, str], None]) -> None:
    chooser = random.Random(seed)
    for _ in range(LINES):
        line = random_line(chooser, words)
        check(talk, line, talk.say(line))


def check_gtp(talk: Talk, line: str, answer: str) -> None:
    text = "".join(sign for sign in line if sign == "\t" or (ord(sign) >= 32 and ord(sign) != 127)).partition("#")[0].strip()
    assert bool(answer) == bool(text), line
    if answer:
        first = text.split()[0]
        number = first if first.isascii() and first.isdigit() else ""
        assert answer[0] in "=?", (line, answer)
        assert answer[1:].startswith((f"{number} ", f"{number}\n")), (line, answer)
        assert answer.endswith("\n"), (line, answer)
        assert "\n\n" not in answer, (line, answer)
    check_state(talk)


def check_state(talk: Talk) -> None:
    """The moves lead from the start to the position, by the rules."""
    state = talk.session.state
    position = state.start
    for move in state.moves:
        position = position.play(move)
    assert position == state.position


@pytest.mark.parametrize("seed", range(3))
def test_gtp_answers_ten_thousand_lines_of_anything(seed):
    talk = Talk(GTP, Thinker(AnalystEngine(lambda: pytest.fail("the engine was asked")), RandomPlayer(seed)))
    torture(talk, GTP_WORDS, seed, check_gtp)
    assert talk.say("1 name") == "=1 Kibitz\n"
    assert talk.say_all("boardsize 8", "2 gogui-rules_legal_moves") == "=2 D3 C4 F5 E6\n"


def check_nboard(talk: Talk, line: str, answer: str) -> None:
    assert answer in ("", "learned\nstatus") or answer.startswith(("status ", "pong ", "set myname ")), (line, answer)
    assert answer.startswith("learned") or "\n" not in answer, (line, answer)
    check_state(talk)


@pytest.mark.parametrize("seed", range(3))
def test_nboard_survives_ten_thousand_lines_of_anything(seed):
    talk = Talk(
        NBoard(limits_of_level(1)), Thinker(AnalystEngine(lambda: pytest.fail("the engine was asked")), RandomPlayer(seed))
    )
    torture(talk, NBOARD_WORDS, seed, check_nboard)
    assert talk.say("ping 1") == "pong 1"


@pytest.mark.parametrize(
    "line",
    [
        "x" * 1_000_000,
        "1" * 1_000_000,
        "1 play b " + "d" * 1_000_000,
        "1 play " + "b " * 500_000,
        "1 gogui-play_sequence " + "b d3 w c5 " * 100_000,
        "1 gogui-play_sequence " + "b " * 499_999 + "d3",
        "1 loadsgf " + "a/" * 500_000,
        "1 komi " + "9" * 1_000_000,
        "1 gg-undo " + "9" * 1_000_000,
        "1 time_left b " + "9" * 1_000_000 + " 0",
        "1 known_command " + "x" * 1_000_000,
        "1 " + " " * 1_000_000 + "name" + " " * 1_000_000,
        "1 name" + "#" * 1_000_000,
    ],
)
def test_huge_arguments_get_short_answers(line):
    answer = Talk(GTP, Thinker(player=RandomPlayer(1))).say(line)
    assert len(answer) < 300 or line.startswith("111")
    assert answer[0] == ("=" if "name" in line or "known_command" in line else "?")


def test_nboard_takes_huge_arguments():
    talk = Talk(NBoard(limits_of_level(1)), Thinker(player=RandomPlayer(1)))
    for line in ("move " + "f" * 1_000_000, "ping " + "1" * 1_000_000, "set game (;GM[Othello]" + "B[f5]" * 200_000 + ";)"):
        answer = talk.say(line)
        assert answer.startswith("status ")
        assert len(answer) < 300
    assert talk.session.state.moves == ()


class GtpAgainstTheRules(RuleBasedStateMachine):
    """Plays, passes, undoes and clears through GTP, and knows by the rules alone what must come of it."""

    def __init__(self) -> None:
        super().__init__()
        self.talk = Talk(GTP, Thinker(player=RandomPlayer(1)))
        self.history: list[Position] = []
        self.position = Position.start()

    def move_to(self, position: Position) -> None:
        self.history.append(self.position)
        self.position = position

    @rule(number=st.integers(0, 30), tells_passes=st.booleans())
    def play_a_legal_move(self, number: int, tells_passes: bool) -> None:
        if self.position.is_over:
            return
        if self.position.must_pass and not tells_passes:
            mover = self.position.play(PASS)
            move = mover.legal_moves()[number % len(mover.legal_moves())]
        else:
            mover = self.position
            move = mover.legal_moves()[number % len(mover.legal_moves())]
        assert self.talk.say(f"play {mover.to_move.name} {format_move(move, mover.size)}") == "=\n"
        self.move_to(mover.play(move))

    @rule(number=st.integers(0, 99), color=st.sampled_from(list(Color)))
    def play_any_square(self, number: int, color: Color) -> None:
        squares = board_shape(self.position.size).squares
        square = squares[number % len(squares)]
        passed = self.position.play(PASS) if self.position.must_pass else self.position
        mover = self.position if self.position.to_move == color else passed
        is_legal = mover.to_move == color and square in mover.legal_squares()
        answer = self.talk.say(f"play {color.name.lower()} {format_move(square, mover.size)}")
        assert answer.startswith("=" if is_legal else "? illegal move")
        if is_legal:
            self.move_to(mover.play(square))

    @rule(color=st.sampled_from(list(Color)))
    def generate(self, color: Color) -> None:
        answer = self.talk.say(f"genmove {color.name}")
        passed = self.position.play(PASS) if self.position.must_pass else self.position
        mover = self.position if self.position.to_move == color else passed
        if self.position.is_over:
            assert answer == ("= pass\n" if len(self.history) < 2 * self.position.size**2 else OVERDONE)
            if answer != OVERDONE:
                self.move_to(self.position)
        elif mover.to_move != color:
            assert answer.startswith("? illegal move")
        else:
            moves = {format_move(move, mover.size): move for move in mover.legal_moves()}
            self.move_to(mover.play(moves[answer[2:-1].lower()]))

    @rule(count=st.integers(0, 4))
    def undo(self, count: int) -> None:
        answer = self.talk.say(f"gg-undo {count}")
        if count > len(self.history):
            assert answer == "? cannot undo\n"
        else:
            assert answer == "=\n"
            for _ in range(count):
                self.position = self.history.pop()

    @rule(size=st.sampled_from([4, 6, 8, 10]))
    def set_up(self, size: int) -> None:
        assert self.talk.say(f"boardsize {size}") == "=\n"
        self.history, self.position = [], Position.start(size)

    @rule()
    def clear(self) -> None:
        assert self.talk.say("clear_board") == "=\n"
        self.history, self.position = [], Position.start(self.position.size)

    @rule(text=st.text(max_size=20))
    def talk_nonsense(self, text: str) -> None:
        assert self.talk.say(f"nonsense {text}") == "? unknown command\n"

    @invariant()
    def the_board_is_what_it_must_be(self) -> None:
        assert self.talk.session.state.position == self.position


GtpAgainstTheRules.TestCase.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)
test_gtp_against_the_rules = GtpAgainstTheRules.TestCase
