"""The commands of GTP for noughts and crosses: squares a1 to c3, a1 at the top left. Nobody passes."""

from typing import Final

from kibitz import __version__
from kibitz.protocols.game_state import GameState
from kibitz.protocols.gtp import Gtp, GtpSession, Handler, Later, RefusedError, Reply, no_arguments, one_argument, syntax_error
from kibitz.protocols.gtp_game import GAME_COMMANDS, beginning, final_score, move_on_the_clock
from kibitz.protocols.gtp_words import parse_color, parse_count
from kibitz.rules.noughts.position import NOUGHTS

_START: Final = GameState.at_start(NOUGHTS)


def noughts_gtp(name: str = "Kibitz") -> Gtp:
    """The protocol, whose moves a player chooses."""
    commands: dict[str, Handler] = {
        "name": lambda session, _: Reply(session, name),
        "version": lambda session, _: Reply(session, __version__),
        "boardsize": _boardsize,
        "clear_board": _clear_board,
        "play": _play,
        "genmove": _genmove,
        **GAME_COMMANDS,
        "final_score": final_score,
        "showboard": _showboard,
    }
    return Gtp(_START, commands)


def _boardsize(_: GtpSession, arguments: list[str]) -> Later:
    if parse_count(one_argument(arguments, "boardsize SIZE")) != NOUGHTS.size:
        raise RefusedError(f"unacceptable size; the size is {NOUGHTS.size}")
    return beginning(_START)


def _clear_board(_: GtpSession, arguments: list[str]) -> Later:
    no_arguments(arguments, "clear_board")
    return beginning(_START)


def _play(session: GtpSession, arguments: list[str]) -> Reply:
    if len(arguments) != 2:
        raise syntax_error("play COLOR SQUARE")
    state = session.state
    return Reply(session.moved(state.play_by(parse_color(arguments[0]), state.game.parse_move(arguments[1]))))


def _genmove(session: GtpSession, arguments: list[str]) -> Later:
    color = parse_color(one_argument(arguments, "genmove COLOR"))
    if session.state.is_over:
        raise RefusedError("the game is over")
    return Later(move_on_the_clock(session.state.with_turn_of(color), session.clocks.clock(color)))


def _showboard(session: GtpSession, arguments: list[str]) -> Reply:
    no_arguments(arguments, "showboard")
    state = session.state
    whose = "The game is over" if state.is_over else f"{state.to_move} to move"
    return Reply(session, f"{whose}\n{state.position.drawing()}")
