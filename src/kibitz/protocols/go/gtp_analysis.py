"""What playouts think of a Go position, streaming through GTP for as long as it is looked at.

`lz-analyze` speaks as Leela Zero does: `info move D4 visits 120 winrate 5230 prior 0 order 0 pv D4 Q16`, win rates of ten
thousand. `kata-analyze` speaks as KataGo does: win rates from 0 to 1, and who will own each point if asked with `ownership true`.
All moves stand in one line, the most tried first.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kibitz.models.go.prior import default_prior
from kibitz.players.go.uct import UctPlayer, go_position
from kibitz.players.player import Player
from kibitz.protocols.conversation import Thinking
from kibitz.protocols.gtp import GtpSession, Handler, Later, Reply, syntax_error
from kibitz.protocols.gtp_words import parse_color, parse_count
from kibitz.rules.game import Color
from kibitz.rules.go.points import format_go_move
from kibitz.rules.go.position import GoPosition
from kibitz.search.contract import Opinion, Ranking
from kibitz.search.go.searching import KeptTrees
from kibitz.search.go.tree import TreeLimits

_DEFAULT_CENTISECONDS: Final = 100
_LEAST_CENTISECONDS: Final = 5
# A watcher that is forgotten should not fill the memory: by then the numbers hardly change.
_MOST_PLAYOUTS: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class _Request:
    """Whose moves, how often, and whether with owners."""

    color: Color | None = None
    centiseconds: int = _DEFAULT_CENTISECONDS
    ownership: bool = False


Line = Callable[[GoPosition, Ranking, _Request], str]


def _analyzing(name: str, line: Line) -> Handler:
    def analyze(session: GtpSession, arguments: list[str]) -> Later:
        request = _parse_request(name, arguments)
        position = go_position(session.state.position)
        seen = position if request.color is None else position.with_turn_of(request.color)

        def think(thinking: Thinking) -> Callable[[GtpSession], Reply]:
            seconds = max(request.centiseconds, _LEAST_CENTISECONDS) / 100
            search = _trees(thinking.thinker.player).within(TreeLimits(_MOST_PLAYOUTS), every=seconds)
            search.deepen(seen, lambda found: thinking.say(line(seen, found.tried(), request)), thinking.stop)
            return Reply

        return Later(think, streams=True)

    return analyze


def _trees(player: Player | None) -> KeptTrees:
    """Trees as the player grows them, or guided by the default model if it is no such player."""
    return player.new_trees(threads=1) if isinstance(player, UctPlayer) else KeptTrees(default_prior())


def _parse_request(name: str, arguments: list[str]) -> _Request:
    """What `[COLOR] [CENTISECONDS] [interval CENTISECONDS] [ownership true]` asks for; other pairs of words are passed over."""
    request, words = _Request(), list(arguments)
    if words and words[0].lower() in ("b", "black", "w", "white"):
        request = _Request(parse_color(words.pop(0)))
    if words and words[0].isdigit():
        request = _Request(request.color, parse_count(words.pop(0)))
    if len(words) % 2:
        raise syntax_error(f"{name} [COLOR] [CENTISECONDS] [KEY VALUE ...]")
    pairs = dict(zip(words[::2], words[1::2], strict=True))
    centiseconds = parse_count(pairs["interval"]) if "interval" in pairs else request.centiseconds
    return _Request(request.color, centiseconds, pairs.get("ownership", "").lower() == "true")


def _leela_line(position: GoPosition, findings: Ranking, _: _Request) -> str:
    def info(order: int, move: Opinion) -> str:
        name, rate = format_go_move(move.move, position.size), round(10_000 * move.known_chance)
        prior, line = round(10_000 * (move.prior or 0.0)), _line_text(move, position.size)
        return f"info move {name} visits {move.visits} winrate {rate} prior {prior} order {order} pv {line}"

    return " ".join(info(order, move) for order, move in enumerate(findings.moves))


def _katago_line(position: GoPosition, findings: Ranking, request: _Request) -> str:
    def info(order: int, move: Opinion) -> str:
        name = format_go_move(move.move, position.size)
        score = "" if move.score is None else f"scoreMean {move.score:.1f} scoreLead {move.score:.1f} "
        rate = f"winrate {move.known_chance:.6f} {score}prior {move.prior or 0.0:.6f} order {order}"
        return f"info move {name} visits {move.visits} {rate} pv {_line_text(move, position.size)}"

    infos = " ".join(info(order, move) for order, move in enumerate(findings.moves))
    return f"{infos} {_owners_text(position, findings)}" if request.ownership else infos


def _owners_text(position: GoPosition, findings: Ranking) -> str:
    """The owners in reading order, seen by the side to move as KataGo has it."""
    sign = 1 if position.to_move == Color.BLACK else -1
    owners = [] if findings.ownership is None else findings.ownership.tolist()
    return "ownership " + " ".join(f"{sign * owner:.3f}" for owner in owners)


def _line_text(move: Opinion, size: int) -> str:
    return " ".join(format_go_move(step, size) for step in move.line)


GO_ANALYSIS_COMMANDS: Final[dict[str, Handler]] = {
    "lz-analyze": _analyzing("lz-analyze", _leela_line),
    "kata-analyze": _analyzing("kata-analyze", _katago_line),
}
