"""An engine of the list that speaks the protocol of NBoard: its hints are the values of the moves, in discs."""

import re
import time
from itertools import count
from threading import Event
from typing import Final

from kibitz.errors import NotationError, SetupError
from kibitz.players.external.configured import ConfiguredEngine
from kibitz.players.external.session import Abilities, ExternalLimits, ExternalRanking
from kibitz.players.othello.nboard import format_game, read_until_pong
from kibitz.players.peer_client import PeerClient
from kibitz.players.place import Place
from kibitz.rules.game import Reason
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import parse_move
from kibitz.search.contract import Opinion, Watcher

# Deeper than any engine gets in the time it is given; near the end engines search to it by themselves.
_DEPTH: Final = 60
_LONGEST_TITLE: Final = 60
_MOST_DISCS: Final = 64.0
_HINT: Final = re.compile(r"(?:search|book)\s+(?P<line>\S+)\s+(?P<value>[-+]?[\d.]+)\s+\S+\s+(?P<depth>\S+).*")


class NBoardSession:
    """See EngineSession."""

    def __init__(self, engine: ConfiguredEngine) -> None:
        """Start the engine; raises SetupError if it is not there, ForfeitError if it does not answer."""
        self._engine = engine
        self._client = PeerClient(engine.command_line, engine.timeout)
        self._pings = count(1)
        self.title = engine.name
        self._synchronise(f"nboard 2\nset depth {_DEPTH}", "nboard 2")

    @property
    def is_open(self) -> bool:
        return self._client.is_open

    def abilities(self) -> Abilities:
        return Abilities(self.title, "nboard", "hint", (8,))

    def analyse(
        self, place: Place, limits: ExternalLimits, watch: Watcher | None = None, stop: Event | None = None
    ) -> ExternalRanking:
        """Limits of visits mean nothing here."""
        position = place.position
        if not isinstance(place.start, Position) or not isinstance(position, Position) or position.size != 8:
            raise SetupError(f"{self.title} plays Othello on 8×8")
        if position.must_pass:
            move = position.legal_moves()[0]
            return ExternalRanking((Opinion(move, None, (move,)),), is_final=True)
        self._synchronise(f"set game {format_game(place.start, place.moves)}", "set game")
        found = self._hints(position, limits, watch, stop)
        self._synchronise("", "ping")
        return found

    def close(self) -> None:
        self._client.end("quit")

    def _hints(self, position: Position, limits: ExternalLimits, watch: Watcher | None, stop: Event | None) -> ExternalRanking:
        end = None if limits.seconds is None else time.monotonic() + limits.seconds
        known: dict[int, Opinion] = {}
        refused: dict[str, None] = {}

        def is_over() -> bool:
            is_late = end is not None and bool(known) and time.monotonic() >= end
            return is_late or (stop is not None and stop.is_set()) or _is_solved(known, position)

        command = f"hint {len(position.legal_moves())}"
        for line in self._client.listen(command, command, is_over):
            opinion = self._read(line, position, refused)
            if opinion is None:
                continue
            known[opinion.move] = opinion
            if watch:
                watch(_ranking(known, position, refused))
        return _ranking(known, position, refused)

    def _read(self, line: str, position: Position, refused: dict[str, None]) -> Opinion | None:
        found = _HINT.fullmatch(line)
        if found is None:
            return None
        opinion = _opinion(found, position)
        if opinion is None:
            refused[found["line"][:12]] = None
            return None
        if opinion.score is None or abs(opinion.score) > _MOST_DISCS:
            raise self._client.failure("hint", f"it said {found['value'][:12]} discs", Reason.ILLEGAL_MOVE)
        return opinion

    def _synchronise(self, lines: str, command: str) -> None:
        number = next(self._pings)
        told = f"{lines}\nping {number}" if lines else f"ping {number}"
        name = self._client.exchange(told, command, lambda answer: read_until_pong(answer, number))
        self.title = name[:_LONGEST_TITLE] or self.title


def _opinion(found: re.Match[str], position: Position) -> Opinion | None:
    """What a hint says; None if its first move is not legal. A line goes as far as its moves are."""
    line: list[int] = []
    texts = re.findall(r"[A-Za-z][\dA-Za-z]", found["line"].replace("-", ""))
    for text in texts:
        move = _legal(text, position)
        if move is None:
            break
        line.append(move)
        position = position.play(move)
    if not line:
        return None
    exact = found["depth"].startswith("100%")
    depth = re.match(r"\d+(?!%)", found["depth"])
    try:
        score = float(found["value"])
    except ValueError:
        return None
    return Opinion(line[0], None, tuple(line), score=score, depth=int(depth[0]) if depth and not exact else None, exact=exact)


def _legal(text: str, position: Position) -> int | None:
    try:
        move = parse_move("pass" if text.upper() == "PA" else text)
    except NotationError:
        return None
    return move if move in position.legal_moves() else None


def _is_solved(known: dict[int, Opinion], position: Position) -> bool:
    return len(known) == len(position.legal_moves()) and all(opinion.exact for opinion in known.values())


def _ranking(known: dict[int, Opinion], position: Position, refused: dict[str, None]) -> ExternalRanking:
    moves = sorted(known.values(), key=lambda opinion: (-(opinion.score or 0.0), opinion.move))
    return ExternalRanking(tuple(moves), left_out=tuple(refused), is_final=_is_solved(known, position))
