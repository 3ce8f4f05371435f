"""The referee: rules, passes, take-backs, failures and the clock."""

from collections.abc import Callable, Iterable

import pytest

from kibitz.errors import IllegalMoveError, PeerError, SetupError
from kibitz.players.othello.played import record_of
from kibitz.players.player import Answer, Clock, ForfeitError, Player, Request, Turn
from kibitz.players.referee import PlayedGame, Referee, TimeControl, play_game
from kibitz.players.simple import RandomPlayer
from kibitz.rules.game import Color, Outcome, Reason
from kibitz.rules.othello.position import OTHELLO, START, OthelloGame, Position, parse_board, with_passes
from kibitz.rules.squares import PASS, format_transcript, parse_square, parse_transcript

# A whole game of nine moves; White has no disc left.
WIPE_OUT = "e6f4e3f6g5d6e7f5c5"
# White plays c1, Black must pass, White plays c8 and has won.
BLACK_WILL_PASS = """
    O X - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    O X - - - - - - O"""


class Scripted(Player):
    """Answers from a list: squares as text, or anything else as it is; exceptions are raised."""

    def __init__(self, name: str, answers: Iterable[object] = (), may_take_back: bool = False) -> None:
        self.name = name
        self.answers = iter(answers)
        self.turns: list[Turn] = []
        self._may_take_back = may_take_back

    @property
    def may_take_back(self) -> bool:
        return self._may_take_back

    def choose(self, turn: Turn) -> Answer:
        self.turns.append(turn)
        answer = next(self.answers)
        if isinstance(answer, Exception):
            raise answer
        return parse_square(answer) if isinstance(answer, str) else answer


def scripted_pair(transcript: str) -> tuple[Scripted, Scripted]:
    squares = [transcript[place : place + 2] for place in range(0, len(transcript), 2)]
    return Scripted("Ada", squares[::2]), Scripted("Bob", squares[1::2])


def game_of(black: Iterable[object], white: Iterable[object] = (), **settings: object) -> PlayedGame:
    return play_game(OTHELLO, Scripted("Ada", black), Scripted("Bob", white), **settings)


def test_a_game_is_played_to_its_end():
    played = play_game(OTHELLO, *scripted_pair(WIPE_OUT))
    assert format_transcript(played.moves) == WIPE_OUT
    assert played.outcome == Outcome(64, Reason.WIPED_OUT)
    assert (played.black, played.white, played.problem) == ("Ada", "Bob", "")


def test_who_waits_hears_of_each_question_to_the_other_side():
    class Listener(Scripted):
        def opponent_to_move(self, turn: Turn) -> None:
            heard.append((self.name, turn))

    heard: list[tuple[str, Turn]] = []
    squares = [WIPE_OUT[place : place + 2] for place in range(0, len(WIPE_OUT), 2)]
    ada, bob = Listener("Ada", squares[::2]), Listener("Bob", squares[1::2])
    play_game(OTHELLO, ada, bob)
    assert [turn for name, turn in heard if name == "Ada"] == bob.turns
    assert [turn for name, turn in heard if name == "Bob"] == ada.turns


def test_every_random_game_replays_to_the_same_outcome():
    for seed in range(30):
        played = play_game(OTHELLO, RandomPlayer(seed), RandomPlayer(seed + 100))
        assert with_passes(move for move in played.moves if move != PASS) == played.moves
        assert record_of(played).final_position().outcome() == played.outcome


def test_forced_passes_are_played_without_asking():
    start = parse_board(BLACK_WILL_PASS)
    white = Scripted("Bob", ["c1", "c8"])
    seen = []
    played = play_game(OTHELLO, Scripted("Ada"), white, start, on_move=lambda turn, move: seen.append((turn.to_move, move)))
    assert played.moves == (parse_square("c1"), PASS, parse_square("c8"))
    assert seen[1] == (Color.BLACK, PASS)
    assert played.outcome == Outcome(-64, Reason.WIPED_OUT)


def test_a_player_sees_the_whole_game_and_the_opening():
    opening = with_passes(parse_transcript("f5d6"))
    black = Scripted("Ada", ["c3", Request.RESIGN])
    play_game(OTHELLO, black, Scripted("Bob", ["d3"]), opening=opening)
    assert [format_transcript(turn.moves) for turn in black.turns] == ["f5d6", "f5d6c3d3"]
    assert black.turns[0].start == START


def test_an_opening_must_be_legal():
    with pytest.raises(IllegalMoveError):
        Referee(OTHELLO, Scripted("Ada"), Scripted("Bob"), opening=[0])


def test_a_game_that_is_over_before_it_begins_asks_nobody():
    over = Position(START.own | START.opp, 0)
    played = game_of([], start=over)
    assert played.moves == ()
    assert played.outcome == Outcome(64, Reason.WIPED_OUT)


@pytest.mark.parametrize("size", [4, 6, 10])
def test_games_are_played_on_every_board(size):
    played = play_game(OthelloGame(size), RandomPlayer(1), RandomPlayer(2))
    assert record_of(played).final_position().is_over


def test_a_resignation_loses_all_points():
    played = game_of(["f5"], [Request.RESIGN])
    assert played.outcome == Outcome(64, Reason.RESIGNATION)
    assert played.problem == ""


@pytest.mark.parametrize("answer", ["a1", PASS, 99, -7, Request.TAKE_BACK])
def test_an_illegal_answer_loses(answer):
    played = game_of([answer])
    assert played.outcome == Outcome(-64, Reason.ILLEGAL_MOVE)
    assert played.problem.startswith("Ada answered ")
    assert played.problem.endswith("; legal for Black: d3, c4, f5, e6")
    assert played.moves == ()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (PeerError("it vanished"), Reason.CRASH),
        (ForfeitError("it hung", Reason.TIME), Reason.TIME),
        (ForfeitError("it played a9", Reason.ILLEGAL_MOVE), Reason.ILLEGAL_MOVE),
    ],
)
def test_a_player_that_fails_loses_and_the_reason_is_kept(error, reason):
    played = game_of(["f5"], [error])
    assert played.outcome == Outcome(64, reason)
    assert played.problem == str(error)


def test_a_player_that_fails_before_the_first_move_loses():
    class Dead(Scripted):
        def new_game(self, _game) -> None:
            raise PeerError("it is dead")

    played = play_game(OTHELLO, Scripted("Ada"), Dead("Bob"))
    assert (played.outcome, played.problem) == (Outcome(64, Reason.CRASH), "it is dead")


def test_a_player_that_cannot_play_the_game_at_all_is_no_loss_but_an_error():
    with pytest.raises(SetupError):
        game_of([SetupError("only Go")])


def test_a_game_can_be_broken_off():
    played = game_of(["f5", Request.ADJOURN], ["d6"])
    assert played.outcome is None
    assert format_transcript(played.moves) == "f5d6"


def test_a_person_takes_back_to_their_own_last_choice():
    person = Scripted("Ada", ["f5", Request.TAKE_BACK, "d3", Request.ADJOURN], may_take_back=True)
    played = play_game(OTHELLO, person, Scripted("Bob", ["d6", "c5"]))
    assert format_transcript(played.moves) == "d3c5"
    assert [turn.can_take_back for turn in person.turns] == [False, True, False, True]


def test_two_people_take_back_one_move_at_a_time():
    black = Scripted("Ada", ["f5", "d3", Request.ADJOURN], may_take_back=True)
    white = Scripted("Bob", [Request.TAKE_BACK, "c3"], may_take_back=True)
    played = play_game(OTHELLO, black, white)
    assert format_transcript(played.moves) == "d3c3"


def test_the_opening_cannot_be_taken_back():
    person = Scripted("Ada", [Request.ADJOURN], may_take_back=True)
    play_game(OTHELLO, person, Scripted("Bob"), opening=with_passes(parse_transcript("f5d6")))
    assert not person.turns[0].can_take_back


def test_taking_back_goes_over_forced_passes_to_the_last_choice():
    start = parse_board(BLACK_WILL_PASS)
    person = Scripted("Bob", ["c1", Request.TAKE_BACK, Request.ADJOURN], may_take_back=True)
    played = play_game(OTHELLO, Scripted("Ada"), person, start)
    assert len(person.turns[1].moves) == 2
    assert person.turns[1].last_move == PASS
    assert played.moves == ()


def ticking(*times: float) -> Callable[[], float]:
    return iter(times).__next__


def test_the_clock_is_charged_and_told_to_the_player():
    black, white = Scripted("Ada", ["f5", Request.RESIGN]), Scripted("Bob", ["d6"])
    now = ticking(0.0, 2.5, 2.5, 3.5, 3.5, 3.5)
    Referee(OTHELLO, black, white, time_control=TimeControl(10.0, increment=1.0), now=now).play()
    assert [turn.clock for turn in black.turns] == [Clock(10.0, 1.0), Clock(8.5, 1.0)]
    assert white.turns[0].clock == Clock(10.0, 1.0)


def test_a_player_that_oversteps_its_time_loses():
    referee = Referee(OTHELLO, Scripted("Ada", ["f5"]), Scripted("Bob"), time_control=TimeControl(10.0), now=ticking(0.0, 10.1))
    played = referee.play()
    assert played.outcome == Outcome(-64, Reason.TIME)
    assert played.problem == "Ada ran out of time"
    assert played.moves == ()


def test_without_a_time_control_there_is_no_clock():
    black = Scripted("Ada", [Request.RESIGN])
    play_game(OTHELLO, black, Scripted("Bob"))
    assert black.turns[0].clock is None


@pytest.mark.parametrize(
    ("answer", "score", "ending"),
    [
        (Request.RESIGN, -64, "resignation"),
        (ForfeitError("slow", Reason.TIME), -64, "time"),
        (ForfeitError("gone", Reason.CRASH), -64, "crash"),
        ("a1", -64, "illegal move"),
        (Request.ADJOURN, None, ""),
    ],
)
def test_the_record_says_how_the_game_ended(answer, score, ending):
    record = record_of(game_of([answer]))
    assert (record.black_score, record.ending) == (score, ending)
    assert (record.black, record.white, record.start) == ("Ada", "Bob", START)


def test_the_record_of_a_finished_game_has_its_score_and_no_special_ending():
    record = record_of(play_game(OTHELLO, *scripted_pair(WIPE_OUT)))
    assert (record.black_score, record.ending, record.played_score()) == (64, "", 64)


def test_a_record_holds_only_othello():
    with pytest.raises(TypeError, match="a GameRecord holds a game of Othello"):
        record_of(PlayedGame(start="a Go board", moves=(), black="", white="", outcome=None))
