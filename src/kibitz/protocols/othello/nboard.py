"""The protocol of NBoard, version 2, for an engine: commands of one line in, and lines out whenever there is something to say.

See the NBoard Protocol page of NTest, https://github.com/weltyc/ntest. The protocol has no error answers: what cannot be done is
reported as a status and changes nothing, and unknown lines are ignored. Any command that comes in while the engine thinks ends
the thinking, and no line of it follows; so nothing about the previous position comes after a `pong`.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from kibitz.errors import IllegalMoveError, KibitzError, NotationError
from kibitz.players.player import Request
from kibitz.protocols.conversation import Conclusion, Preemption, Step, Thinking, Work
from kibitz.protocols.game_state import GameState
from kibitz.records.othello import ggf
from kibitz.records.othello.drafts import checked_games
from kibitz.records.othello.record import SkippedGame
from kibitz.rules.game import Color
from kibitz.rules.othello.position import OTHELLO, OthelloGame
from kibitz.rules.squares import PASS, format_transcript
from kibitz.search.contract import Opinion, Ranking
from kibitz.search.othello.levels import HIGHEST_LEVEL, Limits, limits_of_level

_EXACT: Final = "100%"
_LONGEST_STATUS: Final = 200
_IDLE: Final = "status"


@dataclass(frozen=True, slots=True)
class NBoardSession:
    """The game, and how far the engine looks."""

    state: GameState
    limits: Limits


Handler = Callable[[NBoardSession, str], Step[NBoardSession]]


class NBoard:
    """The protocol. `name` is shown beside the board; without `name_tells_depth` it stays as it is whatever depth is set."""

    def __init__(self, limits: Limits, name: str = "Kibitz", name_tells_depth: bool = True) -> None:
        self._limits = limits
        self._name = "".join(name.split())  # NBoard reads one word
        self._name_tells_depth = name_tells_depth
        self._handlers: dict[str, Handler] = {
            "nboard": self._begin,
            "set": self._set,
            "move": _move,
            "hint": self._hint,
            "go": self._go,
            "ping": _ping,
            "learn": lambda session, _: Step(session, ("learned", _IDLE)),
            "analyze": self._analyze,
            "quit": lambda session, _: Step(session, is_last=True),
        }

    def begin(self) -> NBoardSession:
        return NBoardSession(GameState.at_start(OTHELLO), self._limits)

    def answer(self, session: NBoardSession, line: str) -> Step[NBoardSession]:
        command, argument = _split(line)
        handler = self._handlers.get(command)
        if handler is None:
            return Step(session)
        try:
            return handler(session, argument)
        except KibitzError as error:
            return Step(session, (_problem(error),))

    def preemption(self, work: Work[NBoardSession], line: str) -> Preemption:  # noqa: ARG002 - all works are alike
        return Preemption.DROP if _split(line)[0] in self._handlers else Preemption.ASIDE

    def _begin(self, session: NBoardSession, version: str) -> Step[NBoardSession]:  # noqa: ARG002 - older versions know less
        return Step(session, (f"set myname {self._name}",))

    def _set(self, session: NBoardSession, argument: str) -> Step[NBoardSession]:
        name, value = _split(argument)
        if name == "game":
            return Step(replace(session, state=_parse_game(value)))
        if name == "depth":
            return self._set_depth(session, value)
        return Step(session)  # contempt is for engines that play for or against draws

    def _set_depth(self, session: NBoardSession, value: str) -> Step[NBoardSession]:
        level = min(max(_whole_number(value, "set depth"), 1), HIGHEST_LEVEL)
        named = (f"set myname {self._name}{level}",) if self._name_tells_depth else ()
        return Step(replace(session, limits=limits_of_level(level)), named)

    def _hint(self, session: NBoardSession, argument: str) -> Step[NBoardSession]:
        count = max(_whole_number(argument, "hint"), 1) if argument else 1
        state, limits = _open_game(session), session.limits

        def think(thinking: Thinking) -> Conclusion[NBoardSession]:
            def show(ranking: Ranking) -> None:
                for row in ranking.moves[:count]:
                    thinking.say(_search_line(row))

            thinking.thinker.deepen(state.position, limits, show, thinking.stop)
            return _idle

        return self._thinking(session, think)

    def _go(self, session: NBoardSession, _: str) -> Step[NBoardSession]:
        state, limits = _open_game(session), session.limits
        if state.must_pass:
            return Step(session, ("=== PA",))

        def think(thinking: Thinking) -> Conclusion[NBoardSession]:
            began = time.monotonic()
            choice = thinking.thinker.choose(state.turn(None, thinking.stop), limits)
            move, judged = choice.answer, choice.judged
            if isinstance(move, Request):  # there is no resigning here, so the engine takes over
                judged = thinking.thinker.engine.choose(state.turn(None, thinking.stop), limits)
                move = judged.move
            lines = () if judged is None else (_search_line(judged),)
            chosen = _move_line(state.play(move).moves[-1], judged, time.monotonic() - began)
            return lambda session: Step(session, (*lines, chosen, _IDLE))

        return self._thinking(session, think)

    def _analyze(self, session: NBoardSession, _: str) -> Step[NBoardSession]:
        """The value of every position of the game, from the last to the first, for Black."""
        states, limits = _states(session.state), session.limits

        def think(thinking: Thinking) -> Conclusion[NBoardSession]:
            for number in range(len(states) - 1, -1, -1):
                if thinking.stop.is_set():
                    break
                thinking.say(f"analysis {number} {_black_value(states[number], limits, thinking):.2f}")
            return _idle

        return self._thinking(session, think)

    def _thinking(self, session: NBoardSession, think: Callable[[Thinking], Conclusion[NBoardSession]]) -> Step[NBoardSession]:
        work = Work(think, lambda error: lambda session: Step(session, (_problem(error),)))
        return Step(session, (f"status {self._name} is thinking",), work)


def _split(line: str) -> tuple[str, str]:
    """The first word and the rest."""
    word, _, rest = line.strip().partition(" ")
    return word, rest.strip()


def _idle(session: NBoardSession) -> Step[NBoardSession]:
    return Step(session, (_IDLE,))


def _problem(error: KibitzError) -> str:
    text = " ".join(str(error).split())
    return f"status {text if len(text) <= _LONGEST_STATUS else text[: _LONGEST_STATUS - 1] + '…'}"


def _ping(session: NBoardSession, argument: str) -> Step[NBoardSession]:
    return Step(session, (f"pong {_whole_number(argument, 'ping')}",))


def _move(session: NBoardSession, argument: str) -> Step[NBoardSession]:
    """A move as `F5/eval/seconds`, of which only the square must be there; a forced pass before it may be left out."""
    state = session.state
    move = state.game.parse_move(argument.partition("/")[0])
    if move != PASS and state.must_pass:
        state = state.play(PASS)
    return Step(replace(session, state=state.play(move)))


def _parse_game(text: str) -> GameState:
    """The game of a GGF text after its last move, passes written out or not; raises NotationError or IllegalMoveError."""
    skipped: list[SkippedGame] = []
    record = next(checked_games(ggf.read_drafts([text.encode(errors="replace")], "set game"), "set game", skipped.append), None)
    if record is None:
        raise NotationError(str(skipped[0]) if skipped else "set game: no game in GGF, as in (;GM[Othello]…;)")
    state = GameState(OthelloGame(record.start.size), record.start, record.start)
    for move in record.moves:
        state = state.play(move)
    return state


def _states(last: GameState) -> list[GameState]:
    """The game before each of its moves, and as it is."""
    states = [GameState(last.game, last.start, last.start)]
    for move in last.moves:
        states.append(states[-1].play(move))
    return states


def _open_game(session: NBoardSession) -> GameState:
    if session.state.is_over:
        raise IllegalMoveError("the game is over")
    return session.state


def _black_value(state: GameState, limits: Limits, thinking: Thinking) -> float:
    outcome = state.position.outcome()
    if outcome is not None:
        return outcome.black_score
    value = _discs(thinking.thinker.engine.choose(state.turn(None, thinking.stop), limits))
    return value if state.to_move == Color.BLACK else -value


def _discs(row: Opinion) -> float:
    """The score of a move, which this game's engine always knows."""
    assert row.score is not None
    return row.score


def _search_line(row: Opinion) -> str:
    """A ranked move as `search pv eval 0 depth`: the line has no blanks in it, the value is the mover's.

    What was looked up is `book pv eval 0 depth`, as the protocol has it for values of a book; a comment says if it is proven.
    """
    if row.looked_up:
        depth = _EXACT if row.exact else row.depth
        return f"book {_line(row.line)} {_discs(row):.2f} 0 {depth} {row.looked_up}"
    return f"search {_line(row.line)} {_discs(row):.2f} 0 {_EXACT if row.exact else row.depth}"


def _line(moves: tuple[int, ...]) -> str:
    return "".join("PA" if move == PASS else format_transcript([move]).upper() for move in moves)


def _move_line(move: int, judged: Opinion | None, seconds: float) -> str:
    value = "" if judged is None else f"{_discs(judged):.2f}"
    return f"=== {_line((move,))}/{value}/{seconds:.2f}"


def _whole_number(text: str, command: str) -> int:
    """A whole number with or without a sign; raises NotationError."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        raise NotationError(f"{command} needs a whole number")
    return int(text)
