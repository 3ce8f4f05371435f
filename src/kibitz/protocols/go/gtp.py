"""The commands of GTP for Go: vertices without I, row 1 at the bottom, boards from 5×5 to 25×25.

Sides need not alternate, and play may go on after both have passed, as the protocol has it. Which stones are dead is decided by
playouts from the position.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from kibitz import __version__
from kibitz.errors import KibitzError
from kibitz.files import write_whole
from kibitz.players.go.cleanup import capturing_move
from kibitz.players.go.counting import dead_at_the_end
from kibitz.players.go.games import go_record
from kibitz.players.go.uct import go_position
from kibitz.players.referee import PlayedGame
from kibitz.protocols.conversation import Thinking
from kibitz.protocols.game_state import GameState
from kibitz.protocols.go.gtp_analysis import GO_ANALYSIS_COMMANDS
from kibitz.protocols.gtp import Gtp, GtpSession, Handler, Later, RefusedError, Reply, no_arguments, one_argument, syntax_error
from kibitz.protocols.gtp_game import (
    GAME_COMMANDS,
    beginning,
    first_game,
    format_answer,
    format_outcome,
    loading,
    move_on_the_clock,
)
from kibitz.protocols.gtp_words import parse_color, parse_count, parse_number
from kibitz.records.go.sgf_writer import format_go_game
from kibitz.rules.game import Color, Outcome, Reason
from kibitz.rules.go.points import GO_SIZES, fixed_handicap, format_vertex, parse_vertex
from kibitz.rules.go.position import GoGame, GoPosition
from kibitz.rules.go.rule_sets import CHINESE
from kibitz.rules.go.seki import seki_chains

_STATUSES: Final = ("alive", "dead", "seki")


def go_gtp(name: str = "Kibitz") -> Gtp:
    """The protocol for Go, whose moves a player chooses."""
    commands: dict[str, Handler] = {
        "name": lambda session, _: Reply(session, name),
        "version": lambda session, _: Reply(session, __version__),
        "boardsize": _boardsize,
        "clear_board": _clear_board,
        "komi": _komi,
        "fixed_handicap": _fixed_handicap,
        "place_free_handicap": _place_free_handicap,
        "set_free_handicap": _set_free_handicap,
        "play": _play,
        "genmove": _genmove,
        "reg_genmove": _reg_genmove,
        "kgs-genmove_cleanup": _genmove_cleanup,
        **GAME_COMMANDS,
        "final_score": _final_score,
        "final_status_list": _final_status_list,
        "showboard": _showboard,
        "loadsgf": _loadsgf,
        "printsgf": _printsgf,
        **GO_ANALYSIS_COMMANDS,
    }
    return Gtp(GameState.at_start(GoGame(rules=CHINESE)), commands)


def _go_game(session: GtpSession) -> GoGame:
    game = session.state.game
    assert isinstance(game, GoGame)  # this protocol begins no other
    return game


def _boardsize(session: GtpSession, arguments: list[str]) -> Later:
    size = parse_count(one_argument(arguments, "boardsize SIZE"))
    if size not in GO_SIZES:
        raise RefusedError("unacceptable size")
    return beginning(GameState.at_start(replace(_go_game(session), size=size, handicap=0, free_handicap=())))


def _clear_board(session: GtpSession, arguments: list[str]) -> Later:
    no_arguments(arguments, "clear_board")
    return beginning(GameState.at_start(replace(_go_game(session), handicap=0, free_handicap=())))


def _komi(session: GtpSession, arguments: list[str]) -> Reply:
    """Counts from now on, wherever the game is."""
    komi = parse_number(one_argument(arguments, "komi NUMBER"))
    state = session.state
    changed = GameState(
        replace(_go_game(session), komi=komi),
        go_position(state.start).with_komi(komi),
        go_position(state.position).with_komi(komi),
        state.moves,
    )
    return Reply(replace(session, state=changed))


def _fixed_handicap(session: GtpSession, arguments: list[str]) -> Reply:
    stones = parse_count(one_argument(arguments, "fixed_handicap STONES"))
    return _with_handicap(session, fixed_handicap(stones, session.state.game.size))


def _place_free_handicap(session: GtpSession, arguments: list[str]) -> Reply:
    """As many of the fixed points as the board has."""
    stones = parse_count(one_argument(arguments, "place_free_handicap STONES"))
    size = session.state.game.size
    if stones < 2:
        raise RefusedError("invalid number of stones")
    most = 9 if size % 2 and size > 7 else 4
    return _with_handicap(session, fixed_handicap(min(stones, most), size))


def _set_free_handicap(session: GtpSession, arguments: list[str]) -> Reply:
    points = [parse_vertex(text, session.state.game.size) for text in arguments]
    if len(points) < 2 or len(set(points)) < len(points):
        raise RefusedError("bad vertex list")
    return _with_handicap(session, sorted(points))


def _with_handicap(session: GtpSession, points: Sequence[int]) -> Reply:
    game = _go_game(session)
    if go_position(session.state.position).stones.any():
        raise RefusedError("board not empty")
    state = GameState.at_start(replace(game, handicap=len(points), free_handicap=tuple(points)))
    return Reply(session.restarted(state), " ".join(format_vertex(point, game.size) for point in points))


def _play(session: GtpSession, arguments: list[str]) -> Reply:
    if len(arguments) != 2:
        raise syntax_error("play COLOR VERTEX")
    color = parse_color(arguments[0])
    move = session.state.game.parse_move(arguments[1])
    return Reply(session.moved(_with_turn_of(session.state, color).play(move)))


def _with_turn_of(state: GameState, color: Color) -> GameState:
    """The game with one side to move, going on if it was over; a new game starts where that breaks the order of moves."""
    position = go_position(state.position)
    wanted = (position.resumed() if position.passes >= 2 else position).with_turn_of(color)
    return state if wanted is position else GameState(state.game, wanted, wanted)


def _genmove(session: GtpSession, arguments: list[str]) -> Later:
    color = parse_color(one_argument(arguments, "genmove COLOR"))
    return Later(move_on_the_clock(_with_turn_of(session.state, color), session.clocks.clock(color)))


def _genmove_cleanup(session: GtpSession, arguments: list[str]) -> Later:
    """A move as genmove, which takes the opponent's dead stones off before it passes."""
    color = parse_color(one_argument(arguments, "kgs-genmove_cleanup COLOR"))
    state = _with_turn_of(session.state, color)
    usual = move_on_the_clock(state, session.clocks.clock(color))

    def think(thinking: Thinking) -> Callable[[GtpSession], Reply]:
        capture = capturing_move(go_position(state.position))
        if capture is None:
            return usual(thinking)
        return lambda session: Reply(session.moved(state.play(capture)), format_answer(state, capture))

    return Later(think)


def _printsgf(session: GtpSession, arguments: list[str]) -> Reply:
    """The game so far as SGF: in the answer, or in a file that is named."""
    state = session.state
    start = go_position(state.start)
    record = go_record(PlayedGame(start, state.moves, "", "", state.position.outcome()), _go_game(session))
    text = format_go_game(record, in_one_line=True).strip()
    if not arguments or arguments == ["-"]:
        return Reply(session, text)
    try:
        write_whole(Path(" ".join(arguments).strip('"')), f"{text}\n")
    except KibitzError as error:
        raise RefusedError(f"cannot write file: {error}") from None
    return Reply(session)


def _reg_genmove(session: GtpSession, arguments: list[str]) -> Later:
    """A move that is not played, and for which no clock runs."""
    state = _with_turn_of(session.state, parse_color(one_argument(arguments, "reg_genmove COLOR")))

    def think(thinking: Thinking) -> Callable[[GtpSession], Reply]:
        answer = thinking.thinker.choose(state.turn(None, thinking.stop)).answer
        return lambda session: Reply(session, format_answer(state, answer))

    return Later(think)


def _final_score(session: GtpSession, arguments: list[str]) -> Later:
    no_arguments(arguments, "final_score")
    return _judging_dead_stones(session, lambda position, dead: _score(position, dead))


def _score(position: GoPosition, dead: Sequence[int]) -> str:
    return format_outcome(Outcome(position.black_score(dead), Reason.TWO_PASSES))


def _final_status_list(session: GtpSession, arguments: list[str]) -> Later:
    status = one_argument(arguments, "final_status_list STATUS").lower()
    if status not in _STATUSES:
        raise RefusedError(f"invalid status; statuses are {', '.join(_STATUSES)}")
    return _judging_dead_stones(session, lambda position, dead: _chains(position, status, set(dead)))


def _chains(position: GoPosition, status: str, dead: set[int]) -> str:
    """The chains of a status, one a line."""
    in_seki = seki_chains(position, dead)
    statuses = {point: "seki" for chain in in_seki for point in chain} | dict.fromkeys(dead, "dead")
    chains = sorted({position.chain(point) for point in range(position.size**2) if position.stones[point]})
    wanted = [chain for chain in chains if statuses.get(chain[0], "alive") == status]
    return "\n".join(" ".join(format_vertex(point, position.size) for point in chain) for chain in wanted)


def _judging_dead_stones(session: GtpSession, text: Callable[[GoPosition, Sequence[int]], str]) -> Later:
    """A command that asks which stones are dead, and says something of it."""
    position = go_position(session.state.position)

    def think(_: Thinking) -> Callable[[GtpSession], Reply]:
        answer = text(position, dead_at_the_end(position))
        return lambda session: Reply(session, answer)

    return Later(think)


def _showboard(session: GtpSession, arguments: list[str]) -> Reply:
    no_arguments(arguments, "showboard")
    position = go_position(session.state.position)
    whose = "The game is over" if position.is_over else f"{position.to_move} to move"
    took = "Black has captured {}, White {}".format(*position.prisoners)
    return Reply(session, f"{whose}. {took}\n{position.drawing()}")


def _loadsgf(_: GtpSession, arguments: list[str]) -> Later:
    return loading(arguments, _states)


def _states(path: Path) -> list[GameState]:
    """The first game of a file, before each move and after the last."""
    from kibitz.records.go.files import read_go_games  # for a command that few sessions use

    record = first_game(path, read_go_games)
    start = record.start
    states = [GameState(record.game(), start, start)]
    for move in record.moves:
        before = _with_turn_of(states[-1], move.color)
        states[-1] = before
        states.append(before.play(move.point))
    return states
