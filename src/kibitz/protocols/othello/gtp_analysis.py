"""What the engine thinks, through GTP: once and for all moves, or streaming for as long as the position is looked at.

A line of `kibitz-analyze` tells all moves, best first, in the manner of Go engines' `lz-analyze`: `info move D3 score -1.83
winrate 4781 depth 6 exact 0 source searched order 0 pv D3 C5`. Scores are discs for the side to move, win
rates of ten thousand; the source is proven, exact, book or searched.
"""

import time
from collections.abc import Callable
from typing import Final

from kibitz.protocols.conversation import Thinking
from kibitz.protocols.game_state import GameState
from kibitz.protocols.gtp import GtpSession, Handler, Later, RefusedError, Reply, no_arguments
from kibitz.protocols.gtp_words import format_vertex, parse_color, parse_count
from kibitz.protocols.othello.engine import othello_position
from kibitz.search.contract import Opinion, Ranking, Watcher
from kibitz.search.othello.levels import Limits

# Ends when it is stopped or everything is known; 20 empties are solved in about a second.
_WITHOUT_END: Final = Limits(None, 20)


def analysis_commands(limits: Limits) -> dict[str, Handler]:
    """The commands by name; `limits` are for those that answer once."""
    return {
        "kibitz-analyze": _analyze,
        "kibitz-values": _ranking("kibitz-values", limits, _values),
        "kibitz-line": _ranking("kibitz-line", limits, _best_line),
    }


def _analyze(session: GtpSession, arguments: list[str]) -> Later:
    """`kibitz-analyze [COLOR] [CENTISECONDS]`: lines at most as often as that, until anything comes in."""
    state = _open_game(session)
    if arguments and not arguments[0].isdigit():
        state = state.with_turn_of(parse_color(arguments[0]))
        arguments = arguments[1:]
    interval = parse_count(arguments[0]) / 100 if arguments else 0.0

    def think(thinking: Thinking) -> Callable[[GtpSession], Reply]:
        watch = _at_most_every(interval, lambda ranked: thinking.say(_info(state, ranked)))
        last = thinking.thinker.deepen(state.position, _WITHOUT_END, watch, thinking.stop)
        thinking.say(_info(state, last))
        return Reply

    return Later(think, streams=True)


def _ranking(name: str, limits: Limits, text: Callable[[GameState, Ranking], str]) -> Handler:
    """A command without arguments that ranks the moves once and reports on them."""

    def rank(session: GtpSession, arguments: list[str]) -> Later:
        no_arguments(arguments, name)
        state = _open_game(session)

        def think(thinking: Thinking) -> Callable[[GtpSession], Reply]:
            ranked = thinking.thinker.deepen(state.position, limits, None, thinking.stop)
            return lambda session: Reply(session, text(state, ranked))

        return Later(think)

    return rank


def _values(state: GameState, ranking: Ranking) -> str:
    """Each square with its value, as pairs."""
    return " ".join(f"{format_vertex(state.game, row.move)} {_score(row)}" for row in ranking.moves)


def _best_line(state: GameState, ranking: Ranking) -> str:
    """The moves that the engine expects."""
    return " ".join(format_vertex(state.game, move) for move in ranking.moves[0].line)


def _open_game(session: GtpSession) -> GameState:
    """The game, if the engine can analyse it; raises RefusedError."""
    if session.state.is_over:
        raise RefusedError("the game is over")
    if othello_position(session.state.position).size != 8:
        raise RefusedError("the engine analyses boards of 8×8 squares only")
    return session.state


def _at_most_every(seconds: float, watch: Watcher) -> Watcher:
    """A watcher that passes on what it gets, but leaves out what comes too soon after the last."""
    last = [-seconds]

    def throttled(ranking: Ranking) -> None:
        now = time.monotonic()
        if now - last[0] >= seconds:
            last[0] = now
            watch(ranking)

    return throttled


def _info(state: GameState, ranking: Ranking) -> str:
    return " ".join(_info_of_move(state, order, row) for order, row in enumerate(ranking.moves))


def _info_of_move(state: GameState, order: int, row: Opinion) -> str:
    line = " ".join(format_vertex(state.game, move) for move in row.line)
    return (
        f"info move {format_vertex(state.game, row.move)} score {row.score:.2f} winrate {round(10_000 * row.known_chance)}"
        f" depth {row.depth} exact {int(row.exact)} source {row.source} order {order} pv {line}"
    )


def _score(row: Opinion) -> str:
    return f"{row.score:+.0f}" if row.exact else f"{row.score:+.1f}"
