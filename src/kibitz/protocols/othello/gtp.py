"""The commands of GTP for Othello: squares as Othello writes them (a1 at the top left), every size that the player can play.

A forced pass may be sent or left out. A side whose turn it is not cannot move; a game that is over takes passes only.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from kibitz import __version__
from kibitz.protocols.conversation import Thinking
from kibitz.protocols.game_state import GameState
from kibitz.protocols.gtp import Gtp, GtpSession, Handler, Later, RefusedError, Reply, no_arguments, one_argument, syntax_error
from kibitz.protocols.gtp_game import (
    GAME_COMMANDS,
    beginning,
    final_score,
    first_game,
    format_answer,
    loading,
    move_on_the_clock,
)
from kibitz.protocols.gtp_words import parse_color, parse_count, parse_number
from kibitz.protocols.othello.engine import othello_position
from kibitz.protocols.othello.gogui import GOGUI_COMMANDS
from kibitz.protocols.othello.gtp_analysis import analysis_commands
from kibitz.rules.othello.position import OTHELLO, OthelloGame
from kibitz.rules.squares import BOARD_SIZES, PASS
from kibitz.search.othello.levels import Limits

_TITLE: Final = "Othello"
_NO_HANDICAP: Final = "handicap stones are not for Othello"
_NOT_FOR_OTHELLO: Final = {
    "fixed_handicap": _NO_HANDICAP,
    "place_free_handicap": _NO_HANDICAP,
    "set_free_handicap": _NO_HANDICAP,
    "final_status_list": "dead stones are not for Othello",
}


def othello_gtp(limits: Limits, name: str = "Kibitz") -> Gtp:
    """The protocol for Othello; `limits` are for the engine, where it chooses the moves and where it analyses them."""
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
        **GAME_COMMANDS,
        "final_score": final_score,
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
    return beginning(GameState.at_start(OthelloGame(size)))


def _clear_board(session: GtpSession, arguments: list[str]) -> Later:
    no_arguments(arguments, "clear_board")
    return beginning(GameState.at_start(session.state.game))


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
        return Later(move_on_the_clock(state, session.clocks.clock(color), limits))

    return genmove


def _reg_genmove(limits: Limits) -> Handler:
    """A move that is not played, and for which no clock runs."""

    def reg_genmove(session: GtpSession, arguments: list[str]) -> Reply | Later:
        color = parse_color(one_argument(arguments, "reg_genmove COLOR"))
        if session.state.is_over:
            return Reply(session, "pass")
        state = session.state.with_turn_of(color)

        def think(thinking: Thinking) -> Callable[[GtpSession], Reply]:
            answer = thinking.thinker.choose(state.turn(None, thinking.stop), limits).answer
            return lambda session: Reply(session, format_answer(state, answer))

        return Reply(session, "pass") if state.must_pass else Later(think)

    return reg_genmove


def _showboard(session: GtpSession, arguments: list[str]) -> Reply:
    no_arguments(arguments, "showboard")
    state = session.state
    whose = "The game is over" if state.is_over else f"{state.to_move} {'must pass' if state.must_pass else 'to move'}"
    return Reply(session, f"{whose}\n{othello_position(state.position).drawing(mark_legal=False)}")


def _loadsgf(_: GtpSession, arguments: list[str]) -> Later:
    """The first game of a file of any format Kibitz reads, passes counted as moves."""
    return loading(arguments, _states)


def _states(path: Path) -> list[GameState]:
    """The first game of a file, before each move and after the last."""
    from kibitz.records.othello.files import read_games  # all formats at once, for a command that few sessions use

    record = first_game(path, read_games)
    states = [GameState(OthelloGame(record.start.size), record.start, record.start)]
    for move in record.moves:
        states.append(states[-1].play(move))
    return states
