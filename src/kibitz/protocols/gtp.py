"""The Go Text Protocol, version 2, for an engine: `[id] command arguments` in, `=[id] text` or `?[id] reason` out.

See https://www.lysator.liu.se/~gunnar/gtp/. Commands are answered in the order they come in, whether or not the other program
waits for the answers. A search ends at once for `quit`, for the line `# interrupt` and at the end of input; analysis that streams
ends with any line.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from kibitz.errors import IllegalMoveError, KibitzError, NotationError
from kibitz.protocols.clocks import GameClocks
from kibitz.protocols.conversation import Conclusion, Preemption, Step, Thinking, Work
from kibitz.protocols.game_state import GameState

_CONTROLS: Final = {code: None for code in (*range(32), 127) if code != ord("\t")}
_COMMAND: Final = re.compile(r"(?:(?P<id>[0-9]+)(?:\s+|$))?(?P<name>\S*)\s*(?P<rest>.*)")
_INTERRUPT: Final = re.compile(r"#\s*interrupt\s*", re.IGNORECASE)
_LONGEST_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class GtpSession:
    """The game, the games before each `play` and `genmove` of it for `undo`, and the clocks."""

    state: GameState
    earlier: tuple[GameState, ...] = ()
    clocks: GameClocks = field(default_factory=GameClocks)

    def moved(self, state: GameState) -> "GtpSession":
        """The session after a move, which can be undone; raises RefusedError if there were more than any game has."""
        if len(self.earlier) >= state.game.longest_game:
            raise RefusedError("the game is over, and both sides have passed")
        return replace(self, state=state, earlier=(*self.earlier, self.state))

    def undone(self, moves: int) -> "GtpSession":
        """The session before the last so many moves; raises RefusedError if there are not as many."""
        if moves > len(self.earlier):
            raise RefusedError("cannot undo")
        return replace(self, state=self.earlier[-moves], earlier=self.earlier[:-moves]) if moves else self

    def restarted(self, state: GameState) -> "GtpSession":
        """The session at the beginning of another game."""
        return GtpSession(state, clocks=self.clocks.restarted())


@dataclass(frozen=True, slots=True)
class Reply:
    """What a command did and says."""

    session: GtpSession
    text: str = ""


@dataclass(frozen=True, slots=True)
class Later:
    """A command that needs thought: `think` returns what it did, as a function of the session.

    One that `streams` says its lines while it thinks, until the next line comes in.
    """

    think: Callable[[Thinking], Callable[[GtpSession], Reply]]
    streams: bool = False


class RefusedError(KibitzError):
    """A command that is not carried out; the message is the answer."""


Handler = Callable[[GtpSession, list[str]], Reply | Later]


@dataclass(frozen=True, slots=True)
class _Command:
    """A parsed line; the name in lower case, the id as it was written."""

    id: str
    name: str
    arguments: list[str]


class Gtp:
    """The protocol for one game. `handlers` are its commands by name, `refusals` what it says to some that it does not know."""

    def __init__(self, start: GameState, handlers: Mapping[str, Handler], refusals: Mapping[str, str] | None = None) -> None:
        self._start = start
        self._refusals = refusals or {}
        self._handlers: dict[str, Handler] = {
            **handlers,
            "quit": lambda session, _: Reply(session),
            "protocol_version": lambda session, _: Reply(session, "2"),
            "list_commands": lambda session, _: Reply(session, "\n".join(self._handlers)),
            "known_command": self._known_command,
        }

    def begin(self) -> GtpSession:
        return GtpSession(self._start)

    def answer(self, session: GtpSession, line: str) -> Step[GtpSession]:
        command = _parse(line)
        if command is None:
            return Step(session)
        try:
            outcome = self._handler(command.name)(session, command.arguments)
        except KibitzError as error:
            return Step(session, _failure(command, error))
        if isinstance(outcome, Reply):
            return Step(outcome.session, _success(command, outcome.text), is_last=command.name == "quit")
        return _streaming(session, command, outcome) if outcome.streams else Step(session, work=_work(command, outcome))

    def preemption(self, work: Work[GtpSession], line: str) -> Preemption:
        if _INTERRUPT.fullmatch(line.strip()):
            return Preemption.INTERRUPT
        command = _parse(line)
        if work.until_stopped or (command and command.name == "quit"):
            return Preemption.STOP
        return Preemption.WAIT if command else Preemption.ASIDE

    def _handler(self, name: str) -> Handler:
        if name not in self._handlers:
            raise RefusedError(self._refusals.get(name, "unknown command"))
        return self._handlers[name]

    def _known_command(self, session: GtpSession, arguments: list[str]) -> Reply:
        name = one_argument(arguments, "known_command NAME")
        return Reply(session, "true" if name.lower() in self._handlers else "false")


def no_arguments(arguments: list[str], usage: str) -> None:
    """Raise RefusedError if there are arguments."""
    if arguments:
        raise syntax_error(usage)


def one_argument(arguments: list[str], usage: str) -> str:
    """The only argument; raises RefusedError."""
    if len(arguments) != 1:
        raise syntax_error(usage)
    return arguments[0]


def syntax_error(usage: str) -> RefusedError:
    """The refusal of a command that is not written as it should be."""
    return RefusedError(f"syntax error: {usage}")


def _parse(line: str) -> _Command | None:
    """The command of a line, None if there is none in it. Control characters and comments are dropped, as GTP has it."""
    text = line.translate(_CONTROLS).partition("#")[0].strip()
    found = _COMMAND.fullmatch(text)
    if not text or found is None:
        return None
    return _Command(found["id"] or "", found["name"].lower(), found["rest"].split())


def _success(command: _Command, text: str) -> tuple[str, ...]:
    return (*f"={command.id} {text}".rstrip().split("\n"), "")


def _failure(command: _Command, error: KibitzError) -> tuple[str, ...]:
    """The answer that says in one line why a command was not carried out."""
    text = " ".join(str(error).split())
    shown = text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"
    return (f"?{command.id} {_prefixed(error, shown)}", "")


def _prefixed(error: KibitzError, text: str) -> str:
    """The text behind the words that other programs know."""
    if isinstance(error, IllegalMoveError):
        return f"illegal move: {text}"
    return f"syntax error: {text}" if isinstance(error, NotationError) else text


def _work(command: _Command, later: Later) -> Work[GtpSession]:
    """The thinking of a command, whose answer comes when it has ended."""

    def think(thinking: Thinking) -> Conclusion[GtpSession]:
        conclude = later.think(thinking)

        def concluded(session: GtpSession) -> Step[GtpSession]:
            try:
                reply = conclude(session)
            except KibitzError as error:
                return Step(session, _failure(command, error))
            return Step(reply.session, _success(command, reply.text))

        return concluded

    return Work(think, lambda error: lambda session: Step(session, _failure(command, error)))


def _streaming(session: GtpSession, command: _Command, later: Later) -> Step[GtpSession]:
    """An answer that begins at once and whose lines come one by one; an empty line ends it, whatever happens."""

    def think(thinking: Thinking) -> Conclusion[GtpSession]:
        conclude = later.think(thinking)
        return lambda session: Step(conclude(session).session, ("",))

    work = Work(think, lambda error: lambda session: Step(session, (f"# {error}", "")), until_stopped=True)
    return Step(session, (f"={command.id}",), work)
