"""An engine of the list that speaks the Go Text Protocol: analysis that streams where it can, else the move it would play."""

import time
from threading import Event
from typing import Final

from kibitz.players.external.analysis_lines import Dialect, LyingError, read_analysis
from kibitz.players.external.configured import ConfiguredEngine
from kibitz.players.external.session import Abilities, ExternalLimits, ExternalRanking
from kibitz.players.gtp_board import GtpBoard, letter
from kibitz.players.gtp_client import GtpClient, introduce
from kibitz.players.place import Place
from kibitz.rules.game import Reason
from kibitz.search.contract import Opinion, Watcher

_CENTISECONDS: Final = 20  # between two lines
_STREAMS: Final = ("kata-analyze", "lz-analyze")
_SIZES_TRIED: Final = (8, 9, 13, 19)  # some programs load their network again for every size
_LONGEST_TITLE: Final = 60


class GtpSession:
    """See EngineSession."""

    def __init__(self, engine: ConfiguredEngine) -> None:
        """Start the engine; raises SetupError if it is not there, ForfeitError if it does not answer."""
        self._engine = engine
        self._client = GtpClient(engine.command_line, engine.timeout)
        about = introduce(self._client)
        self.title = about.title[:_LONGEST_TITLE] or engine.name
        self._commands = about.commands
        self._stream = next((command for command in _STREAMS if command in about.commands), None)
        self._board = GtpBoard(self._client, self.title, about.commands)

    @property
    def is_open(self) -> bool:
        return self._client.is_open

    def abilities(self) -> Abilities:
        sizes = tuple(size for size in _SIZES_TRIED if self._client.ask(f"boardsize {size}").is_success)
        self._board = GtpBoard(self._client, self.title, self._commands)  # its board is another now
        return Abilities(self.title, "gtp", self._stream, sizes)

    def analyse(
        self, place: Place, limits: ExternalLimits, watch: Watcher | None = None, stop: Event | None = None
    ) -> ExternalRanking:
        self._board.tell(place)
        found = self._named(place) if self._stream is None else self._streamed(place, limits, watch, stop)
        if watch and self._stream is None:
            watch(found)
        return found

    def close(self) -> None:
        self._client.close()

    def _streamed(self, place: Place, limits: ExternalLimits, watch: Watcher | None, stop: Event | None) -> ExternalRanking:
        found = ExternalRanking(())
        end = None if limits.seconds is None else time.monotonic() + limits.seconds

        def is_over() -> bool:
            return (stop is not None and stop.is_set()) or (end is not None and bool(found.moves) and time.monotonic() >= end)

        command = self._analysis_command(place)
        lines = self._client.stream(command, is_over)
        for line in lines:
            heard = self._read(line, place, command)
            if heard is None:
                continue
            found = heard
            if watch:
                watch(found)
            if limits.visits is not None and (found.playouts or 0) >= limits.visits:
                break
        lines.close()
        return found

    def _read(self, line: str, place: Place, command: str) -> ExternalRanking | None:
        try:
            return read_analysis(line, place, Dialect(command.startswith("lz"), self._engine.chances_of))
        except LyingError as lie:
            raise self._client.failure(command, str(lie), Reason.ILLEGAL_MOVE) from None

    def _analysis_command(self, place: Place) -> str:
        ownership = " ownership true" if self._stream == "kata-analyze" else ""
        return f"{self._stream} {letter(place.position.to_move)} {_CENTISECONDS}{ownership}"

    def _named(self, place: Place) -> ExternalRanking:
        """The move that it would play, of which it says nothing more; its board stays at the place if it can go back."""
        color = letter(place.position.to_move)
        command = "reg_genmove" if "reg_genmove" in self._commands else "genmove"
        if command == "genmove":
            self._board.lose_sight()
        text = self._client.require(f"{command} {color}")
        if text.lower() == "resign":
            return ExternalRanking((), is_final=True)
        move = _legal(text, place)
        if move is None:
            raise self._client.failure(command, f"it answered {text[:40]!r}, which is not legal", Reason.ILLEGAL_MOVE)
        return ExternalRanking((Opinion(move, None, (move,)),), is_final=True)


def _legal(text: str, place: Place) -> int | None:
    try:
        move = place.game.parse_move(text)
    except ValueError:
        return None
    return move if move in place.position.legal_moves() else None
