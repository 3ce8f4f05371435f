"""The commands of GTP for Othello: squares as Othello writes them (a1 at the top left), every size that the player can play.

A forced pass may be told or left out. A side whose turn it is not cannot move; a game that is over takes passes only.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from kibitz import __version__
from kibitz.errors import KibitzError
from kibitz.players.player import Answer, Clock, Request
from kibitz.protocols.clocks import SideClock, TimeSettings, clocks_of
from kibitz.protocols.conversation import Thinking
from kibitz.protocols.game_state import GameState
from kibitz.protocols.gogui import GOGUI_COMMANDS
from kibitz.protocols.gtp import Gtp, GtpSession, Handler, Later, RefusedError, Reply, no_arguments, one_argument, syntax_error
from kibitz.protocols.gtp_analysis import analysis_commands
from kibitz.protocols.gtp_words import format_vertex, parse_color, parse_count, parse_number, parse_seconds
from kibitz.protocols.thinker import othello_position
from kibitz.records.record import GameRecord, SkippedGame
from kibitz.rules.game import Color
from kibitz.rules.othello import OTHELLO, OthelloGame
from kibitz.rules.squares import BOARD_SIZES, PASS
from kibitz.search.levels import Limits

_TITLE: Final = "Othello"
_NO_HANDICAP: Final = "handicap stones are not for Othello"
_NOT_FOR_OTHELLO: Final = {
    "fixed_handicap": _NO_HANDICAP,
    "place_free_handicap": _NO_HANDICAP,
    "set_free_handicap": _NO_HANDICAP,
    "final_status_list": "dead stones are not for Othello",
}


def othello_gtp(limits: Limits, name: str = "Kibitz") -> Gtp:
    """The protocol for Othello; `limits` are for the engine, where it chooses the moves and where it judges them."""
    commands: dict[str, Handler] = {
        "name": lambda session, _: Reply(session, name),
        "version": lambda session, _: Reply(session, __version__),
        "list_games": lambda session, _: Reply(session, _TITLE),
        "set_game": _set_game,
        "boardsize": _boardsize,
        "clear_board": _clear_board,
        "komi": _komi,
        "play": _play,
        "genmove": _genmove(limits),
        "reg_genmove": _reg_genmove(limits),
        "undo": _undo,
        "gg-undo": _undo_many,
        "time_settings": _time_settings,
        "time_left": _time_left,
        "final_score": _final_score,
        "showboard": _showboard,
        "loadsgf": _loadsgf,
    }
    return Gtp(GameState.at_start(OTHELLO), {**commands, **GOGUI_COMMANDS, **analysis_commands(limits)}, _NOT_FOR_OTHELLO)


def _set_game(session: GtpSession, arguments: list[str]) -> Reply:
    if one_argument(arguments, "set_game NAME").lower() != _TITLE.lower():
        raise RefusedError(f"unsupported game; known is {_TITLE}")
    return Reply(session)


def _boardsize(_: GtpSession, arguments: list[str]) -> Later:
    size = parse_count(one_argument(arguments, "boardsize SIZE"))
    if size not in BOARD_SIZES:
        raise RefusedError(f"unacceptable size; sizes are {', '.join(map(str, BOARD_SIZES))}")
    return _beginning(GameState.at_start(OthelloGame(size)))


def _clear_board(session: GtpSession, arguments: list[str]) -> Later:
    no_arguments(arguments, "clear_board")
    return _beginning(GameState.at_start(session.state.game))


def _beginning(state: GameState) -> Later:
    """The beginning of a game, once the player is ready for it."""

    def think(thinking: Thinking) -> Callable[[GtpSession], Reply]:
        thinking.thinker.get_ready(state.game)
        return lambda session: Reply(session.restarted(state))

    return Later(think)


def _komi(session: GtpSession, arguments: list[str]) -> Reply:
    """Othello has none, but programs that know Go set one before every game."""
    parse_number(one_argument(arguments, "komi NUMBER"))
    return Reply(session)


def _play(session: GtpSession, arguments: list[str]) -> Reply:
    if len(arguments) != 2:
        raise syntax_error("play COLOR SQUARE")
    state = session.state
    return Reply(session.moved(state.play_by(parse_color(arguments[0]), state.game.parse_move(arguments[1]))))


def _genmove(limits: Limits) -> Handler:
    def genmove(session: GtpSession, arguments: list[str]) -> Reply | Later:
        color = parse_color(one_argument(arguments, "genmove COLOR"))
        if session.state.is_over:
            return Reply(session.moved(session.state), "pass")
        state = session.state.with_turn_of(color)
        if state.must_pass:
            return Reply(session.moved(state.play(PASS)), "pass")
        return Later(_move_on_the_clock(state, session.clocks.clock(color), limits))

    return genmove


def _move_on_the_clock(
    state: GameState, clock: Clock | None, limits: Limits
) -> Callable[[Thinking], Callable[[GtpSession], Reply]]:
    """Thinking of a move that is then played and whose time is taken off the clock."""

    def think(thinking: Thinking) -> Callable[[GtpSession], Reply]:
        began = time.monotonic()
        answer = thinking.thinker.choose(state.turn(clock, thinking.stop), limits).answer
        spent = time.monotonic() - began
        after = None if isinstance(answer, Request) else state.play(answer)
        if after is not None and not (after.is_over or after.must_pass or thinking.stop.is_set()):
            thinking.thinker.opponent_to_move(after.turn(None, thinking.stop))

        def conclude(session: GtpSession) -> Reply:
            session = replace(session, clocks=session.clocks.after_move(state.to_move, spent))
            return Reply(session if after is None else session.moved(after), _format_answer(state, answer))

        return conclude

    return think


def _reg_genmove(limits: Limits) -> Handler:
    """A move that is not played, and for which no clock runs."""

    def reg_genmove(session: GtpSession, arguments: list[str]) -> Reply | Later:
        color = parse_color(one_argument(arguments, "reg_genmove COLOR"))
        if session.state.is_over:
            return Reply(session, "pass")
        state = session.state.with_turn_of(color)

        def think(thinking: Thinking) -> Callable[[GtpSession], Reply]:
            answer = thinking.thinker.choose(state.turn(None, thinking.stop), limits).answer
            return lambda session: Reply(session, _format_answer(state, answer))

        return Reply(session, "pass") if state.must_pass else Later(think)

    return reg_genmove


def _format_answer(state: GameState, answer: Answer) -> str:
    """A player's answer; whatever is no move can only mean that it gives up."""
    return "resign" if isinstance(answer, Request) else format_vertex(state.game, answer)


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


def _time_left(session: GtpSession, arguments: list[str]) -> Reply:
    if len(arguments) != 3:
        raise syntax_error("time_left COLOR SECONDS STONES")
    side = SideClock(parse_seconds(arguments[1]), parse_count(arguments[2]))
    return Reply(replace(session, clocks=session.clocks.told(parse_color(arguments[0]), side)))


def _final_score(session: GtpSession, arguments: list[str]) -> Reply:
    no_arguments(arguments, "final_score")
    outcome = session.state.position.outcome()
    if outcome is None:
        raise RefusedError("cannot score: the game is not over")
    if outcome.winner is None:
        return Reply(session, "0")
    return Reply(session, f"{'B' if outcome.winner == Color.BLACK else 'W'}+{abs(outcome.black_score):g}")


def _showboard(session: GtpSession, arguments: list[str]) -> Reply:
    no_arguments(arguments, "showboard")
    state = session.state
    whose = "The game is over" if state.is_over else f"{state.to_move} {'must pass' if state.must_pass else 'to move'}"
    return Reply(session, f"{whose}\n{othello_position(state.position).drawing(mark_legal=False)}")


def _loadsgf(_: GtpSession, arguments: list[str]) -> Later:
    """The first game of a file of any format Kibitz reads, up to the position before a move counted from 1, passes too."""
    if not arguments:
        raise syntax_error("loadsgf FILE [MOVE_NUMBER]")
    has_number = len(arguments) > 1 and arguments[-1].isdigit()
    path = Path(" ".join(arguments[:-1] if has_number else arguments).strip('"'))
    kept = parse_count(arguments[-1]) - 1 if has_number else None

    def think(thinking: Thinking) -> Callable[[GtpSession], Reply]:
        states = _states(_first_game(path))
        thinking.thinker.get_ready(states[0].game)
        shown = states if kept is None else states[: max(kept, 0) + 1]
        return lambda session: Reply(replace(session.restarted(shown[-1]), earlier=tuple(shown[:-1])))

    return Later(think)


def _first_game(path: Path) -> GameRecord:
    """The first usable game of a file; raises RefusedError."""
    from kibitz.records.files import read_games  # all formats at once, for a command that few sessions use

    skipped: list[SkippedGame] = []
    try:
        # A pipe or a terminal would be waited for without end, and it may be the very one the commands come from.
        record = next(read_games(path, skipped.append), None) if path.is_file() else None
    except (KibitzError, OSError, ValueError) as error:
        raise RefusedError(f"cannot load file: {error}") from None
    if record is None:
        raise RefusedError(f"cannot load file: {skipped[0] if skipped else 'it is missing or holds no game'}")
    return record


def _states(record: GameRecord) -> list[GameState]:
    """The game before each move and after the last."""
    states = [GameState(OthelloGame(record.start.size), record.start, record.start)]
    for move in record.moves:
        states.append(states[-1].play(move))
    return states
