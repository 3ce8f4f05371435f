"""A match on disk: a folder with what was agreed (match.json), where the games begin (openings.txt) and the games (games.ggf).

Games are appended as they end, a line each; whatever kills a match in the middle costs at most the line being written, which is
dropped when the folder is opened again. One process at a time may have it open.
"""

import fcntl
import json
import os
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from kibitz.arena.game_job import GameKey
from kibitz.arena.openings import Opening, choose_openings, read_openings
from kibitz.errors import NotationError, SetupError
from kibitz.players.referee import TimeControl
from kibitz.records import ggf
from kibitz.records.files import parse_games
from kibitz.records.record import GameRecord, SkippedGame
from kibitz.rules.squares import format_transcript

SETTINGS_FILE: Final = "match.json"
OPENINGS_FILE: Final = "openings.txt"
GAMES_FILE: Final = "games.ggf"
_FORMAT: Final = 1
_ROUND: Final = re.compile(r"([1-9][0-9]*)\.([12])")


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """What is agreed before a match: all that decides about its games but how many there are."""

    first: str
    second: str
    openings: str = "xot"
    seed: int = 0
    time_control: TimeControl | None = None

    def to_json(self) -> dict[str, Any]:
        return {"format": _FORMAT, **asdict(self)}


class MatchFolder:
    """An open folder; a context manager that closes it."""

    def __init__(self, path: Path, settings: MatchSettings, pairs: int) -> None:
        """Open a folder for a match of so many pairs, or make it; raises SetupError if another match is in it or it is in use."""
        self.path = path
        self.settings = settings
        path.mkdir(parents=True, exist_ok=True)
        self._file = _locked(path / GAMES_FILE)
        try:
            _agree(path / SETTINGS_FILE, settings)
            self.openings = _agreed_openings(path / OPENINGS_FILE, settings, pairs)
            self.games = self._read_games()
        except BaseException:
            self.close()
            raise

    def add(self, key: GameKey, record: GameRecord) -> None:
        """Keep a game; it is on the disk when this returns."""
        unwritten = ggf.format_game(record).encode("utf-8", "replace")
        while unwritten:
            unwritten = unwritten[os.write(self._file, unwritten) :]
        os.fsync(self._file)
        self.games[key] = record

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _read_games(self) -> dict[GameKey, GameRecord]:
        """The games played so far, after dropping a last line that was not written to its end."""
        path = self.path / GAMES_FILE
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            os.ftruncate(self._file, len(whole))
        if not whole:
            return {}
        return {self._checked_key(record): record for record in parse_games(whole, str(path), on_skip=_refuse)}

    def _checked_key(self, record: GameRecord) -> GameKey:
        """The key of a game; raises SetupError if it is none of this match."""
        found = _ROUND.fullmatch(record.round)
        where = f"{self.path / GAMES_FILE}, round {record.round!r}"
        if not found or record.black_score is None:
            raise SetupError(f"{where}: this is no game of a match with its result; name another folder")
        pair = int(found[1])
        if pair <= len(self.openings):
            opening = self.openings[pair - 1]
            if record.moves[: len(opening)] != opening:
                raise SetupError(f"{where}: the game does not begin as {OPENINGS_FILE} says; name another folder")
        return pair, int(found[2])


def read_settings(path: Path) -> MatchSettings:
    """What was agreed in a folder; raises SetupError if its match.json does not say."""
    file = path / SETTINGS_FILE
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
        if known.pop("format") != _FORMAT:
            raise SetupError(f"{file} is of another version of Kibitz; name another folder")
        control = known.pop("time_control")
        return MatchSettings(**known, time_control=None if control is None else TimeControl(**control))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise SetupError(f"{file} does not describe a match; name another folder") from None


def _locked(path: Path) -> int:
    """A descriptor of a file to append to, which nobody else has at the same time."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise SetupError(f"{path.parent} is in use by another match; wait for its end or name another folder") from None
    return descriptor


def _agree(file: Path, settings: MatchSettings) -> None:
    """Write what is agreed, or raise SetupError if something else was."""
    if not file.exists():
        write_whole(file, json.dumps(settings.to_json(), indent=2) + "\n")
        return
    known, wanted = read_settings(file.parent).to_json(), settings.to_json()
    for name, value in wanted.items():
        if known[name] != value:
            shown = name.replace("_", " ")
            raise SetupError(f"{file.parent} holds a match with {shown} {known[name]}, not {value}; name another folder")


def _agreed_openings(file: Path, settings: MatchSettings, pairs: int) -> list[Opening]:
    """The openings of the match so far, and further ones if there are too few."""
    kept = read_openings(file) if file.exists() else []
    if len(kept) >= pairs:
        return kept
    openings = choose_openings(settings.openings, pairs, settings.seed, kept)
    write_whole(file, "".join(f"{format_transcript(opening)}\n" for opening in openings))
    return openings


def write_whole(file: Path, text: str) -> None:
    """Write a file that is there wholly or not at all."""
    part = file.with_name(f".{file.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(file)


def _refuse(skipped: SkippedGame) -> None:
    raise NotationError(str(skipped))
