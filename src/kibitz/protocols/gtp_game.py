"""Commands of GTP that are the same for every game: undo, clocks, loading, and the thinking behind a move."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

from kibitz.errors import KibitzError
from kibitz.players.player import Answer, Clock, Request
from kibitz.protocols.clocks import SideClock, TimeSettings, clocks_of
from kibitz.protocols.conversation import Thinking
from kibitz.protocols.game_state import GameState
from kibitz.protocols.gtp import GtpSession, Handler, Later, RefusedError, Reply, no_arguments, one_argument, syntax_error
from kibitz.protocols.gtp_words import format_vertex, parse_color, parse_count, parse_seconds
from kibitz.records.reports import SkippedGame
from kibitz.rules.game import Color, Outcome

Record = TypeVar("Record")


def beginning(state: GameState) -> Later:
    """The beginning of a game, once the player is ready for it."""

    def think(thinking: Thinking) -> Callable[[GtpSession], Reply]:
        thinking.thinker.get_ready(state.game)
        return lambda session: Reply(session.restarted(state))

    return Later(think)


def move_on_the_clock(
    state: GameState, clock: Clock | None, limits: Any = None
) -> Callable[[Thinking], Callable[[GtpSession], Reply]]:
    """Thinking of a move that is then played and whose time is subtracted from the clock.

    `limits` are for the engine of a game that has one.
    """

    def think(thinking: Thinking) -> Callable[[GtpSession], Reply]:
        began = time.monotonic()
        answer = thinking.thinker.choose(state.turn(clock, thinking.stop), limits).answer
        spent = time.monotonic() - began
        after = None if isinstance(answer, Request) else state.play(answer)
        if after is not None and not (after.is_over or after.must_pass or thinking.stop.is_set()):
            thinking.thinker.opponent_to_move(after.turn(None, thinking.stop))

        def conclude(session: GtpSession) -> Reply:
            session = replace(session, clocks=session.clocks.after_move(state.to_move, spent))
            return Reply(session if after is None else session.moved(after), format_answer(state, answer))

        return conclude

    return think


def final_score(session: GtpSession, arguments: list[str]) -> Reply:
    """The outcome of a game that has ended by its rules."""
    no_arguments(arguments, "final_score")
    outcome = session.state.position.outcome()
    if outcome is None:
        raise RefusedError("cannot score: the game is not over")
    return Reply(session, format_outcome(outcome))


def loading(arguments: list[str], states_in: Callable[[Path], list[GameState]]) -> Later:
    """The first game of a file, up to the position before a move counted from 1; `states_in` raises RefusedError."""
    if not arguments:
        raise syntax_error("loadsgf FILE [MOVE_NUMBER]")
    has_number = len(arguments) > 1 and arguments[-1].isdigit()
    path = Path(" ".join(arguments[:-1] if has_number else arguments).strip('"'))
    kept = parse_count(arguments[-1]) - 1 if has_number else None

    def think(thinking: Thinking) -> Callable[[GtpSession], Reply]:
        states = states_in(path)
        thinking.thinker.get_ready(states[0].game)
        shown = states if kept is None else states[: max(kept, 0) + 1]
        return lambda session: Reply(replace(session.restarted(shown[-1]), earlier=tuple(shown[:-1])))

    return Later(think)


def first_game(path: Path, read: Callable[[Path, Callable[[SkippedGame], None]], Iterator[Record]]) -> Record:
    """The first usable game of a file; raises RefusedError."""
    skipped: list[SkippedGame] = []
    try:
        # A pipe or a terminal would be waited for without end, and it may be the very one the commands come from.
        record = next(read(path, skipped.append), None) if path.is_file() else None
    except (KibitzError, OSError, ValueError) as error:
        raise RefusedError(f"cannot load file: {error}") from None
    if record is None:
        raise RefusedError(f"cannot load file: {skipped[0] if skipped else 'it is missing or holds no game'}")
    return record


def format_answer(state: GameState, answer: Answer) -> str:
    """A player's answer; whatever is no move can only mean that it gives up."""
    return "resign" if isinstance(answer, Request) else format_vertex(state.game, answer)


def format_outcome(outcome: Outcome) -> str:
    """The result as GTP writes it: `B+3.5`, or `0` for a draw."""
    if outcome.winner is None:
        return "0"
    return f"{'B' if outcome.winner == Color.BLACK else 'W'}+{abs(outcome.black_score):g}"


def _undo(session: GtpSession, arguments: list[str]) -> Reply:
    no_arguments(arguments, "undo")
    return Reply(session.undone(1))


def _undo_many(session: GtpSession, arguments: list[str]) -> Reply:
    moves = parse_count(one_argument(arguments, "gg-undo MOVES")) if arguments else 1
    return Reply(session.undone(moves))


def _time_settings(session: GtpSession, arguments: list[str]) -> Reply:
    if len(arguments) != 3:
        raise syntax_error("time_settings MAIN_SECONDS PERIOD_SECONDS PERIOD_STONES")
    main, period = map(parse_seconds, arguments[:2])
    return Reply(replace(session, clocks=clocks_of(TimeSettings(main, period, parse_count(arguments[2])))))


def _kata_time_settings(session: GtpSession, arguments: list[str]) -> Reply:
    """As KataGo has it: `none`, or a kind of clock with its numbers. Of several periods each is taken for the last."""
    kind, *words = [word.lower() for word in arguments] or [""]
    if len(words) != _KATA_CLOCKS.get(kind):
        forms = "none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, canadian MAIN PERIOD STONES, fischer MAIN INCREMENT"
        raise syntax_error(f"kata-time_settings with {forms}")
    numbers = [parse_seconds(word) for word in words[:2]]
    return Reply(replace(session, clocks=clocks_of(_kata_clock(kind, numbers, words))))


def _kata_clock(kind: str, numbers: list[float], words: list[str]) -> TimeSettings | None:
    if kind == "none":
        return None
    if kind == "fischer":
        return TimeSettings(numbers[0], increment=numbers[1])
    if kind == "absolute":
        return TimeSettings(numbers[0])
    stones = parse_count(words[2])
    return TimeSettings(numbers[0], numbers[1], stones if kind == "canadian" else min(stones, 1))


def _time_left(session: GtpSession, arguments: list[str]) -> Reply:
    if len(arguments) != 3:
        raise syntax_error("time_left COLOR SECONDS STONES")
    side = SideClock(parse_seconds(arguments[1]), parse_count(arguments[2]))
    return Reply(replace(session, clocks=session.clocks.told(parse_color(arguments[0]), side)))


# How many numbers each kind of clock has.
_KATA_CLOCKS: Final = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3, "fischer": 2}

GAME_COMMANDS: Final[dict[str, Handler]] = {
    "undo": _undo,
    "gg-undo": _undo_many,
    "time_settings": _time_settings,
    "kata-time_settings": _kata_time_settings,
    "time_left": _time_left,
}
