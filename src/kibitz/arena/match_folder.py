"""A match on disk: a folder with what was agreed (match.json), where the games begin (openings.txt) and the games themselves.

Games are appended as they end, a line each; a match that is killed loses at most the line being written, which is dropped when
the folder is opened again. One process at a time may have it open.
"""

import json
import os
import re
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from kibitz.arena.game_job import GameKey
from kibitz.arena.match_game import MatchGame, MatchRecord
from kibitz.arena.opening import Opening
from kibitz.errors import SetupError
from kibitz.files import append_whole, clear_parts, lock_alone, make_folder, parse_json, reason, sync_folder, write_whole
from kibitz.players.referee import TimeControl

SETTINGS_FILE: Final = "match.json"
OPENINGS_FILE: Final = "openings.txt"
_FORMAT: Final = 1
_ROUND: Final = re.compile(r"([1-9][0-9]*)\.([12])")


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """What is agreed before a match: all that decides its games except their number."""

    first: str
    second: str
    openings: str
    seed: int = 0
    time_control: TimeControl | None = None
    game: MatchGame = field(kw_only=True)

    def to_json(self) -> dict[str, Any]:
        agreed = {agreed.name: getattr(self, agreed.name) for agreed in fields(self)}
        control = None if self.time_control is None else asdict(self.time_control)
        return {"format": _FORMAT, **agreed, "time_control": control, "game": self.game.to_json()}


class MatchFolder:
    """An open folder; a context manager that closes it."""

    def __init__(self, path: Path, settings: MatchSettings, pairs: int) -> None:
        """Open a folder for a match of so many pairs, or make it; raises SetupError if another match is in it or it is in use."""
        self.path = path
        self.settings = settings
        make_folder(path)
        self._games_path = path / settings.game.games_file
        self._file = _locked(self._games_path)
        try:
            clear_parts(path, older_than=0)  # nobody else writes here
            _agree(path / SETTINGS_FILE, settings)
            self.openings = _agreed_openings(path / OPENINGS_FILE, settings, pairs)
            self.games, self._size = self._read_games()
        except BaseException:
            self.close()
            raise

    def add(self, key: GameKey, record: MatchRecord) -> None:
        """Keep a game; it is on the disk when this returns. Raises SetupError, and then nothing of it is kept."""
        line = self.settings.game.format_record(record).encode("utf-8", "replace")
        try:
            self._size = append_whole(self._file, line, self._size)
        except OSError as error:
            raise SetupError(f"{self._games_path} cannot be written: {reason(error)}") from None
        self.games[key] = record

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _read_games(self) -> tuple[dict[GameKey, MatchRecord], int]:
        """The games played so far, and how many bytes they have without a last line that was not written to its end."""
        data = self._games_path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        records = self.settings.game.parse_records(whole, str(self._games_path)) if whole else ()
        return {self._checked_key(record): record for record in records}, len(whole)

    def _checked_key(self, record: MatchRecord) -> GameKey:
        """The key of a game; raises SetupError if it is none of this match."""
        found = _ROUND.fullmatch(record.round)
        where = f"{self._games_path}, round {record.round!r}"
        game = self.settings.game
        if not found or game.black_score(record) is None:
            raise SetupError(f"{where}: this is not a game of a match with its result; name another folder")
        pair = int(found[1])
        if pair <= len(self.openings):
            opening = self.openings[pair - 1]
            if game.moves(record)[: len(opening)] != opening:
                raise SetupError(f"{where}: the game does not begin as {OPENINGS_FILE} says; name another folder")
        return pair, int(found[2])


def read_settings(path: Path, game: MatchGame) -> MatchSettings:
    """What was agreed in a folder for a match of this game; raises SetupError if its match.json does not say, or says another."""
    file = path / SETTINGS_FILE
    try:
        known = _read_agreed(file)
        described, control = known.pop("game", None), known.pop("time_control")
        _require_game(file, described, game)
        time_control = None if control is None else TimeControl(**control)
        return MatchSettings(**known, time_control=time_control, game=game.of_json(described))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _not_a_match(file) from None


def read_players(path: Path) -> tuple[str, str]:
    """Who plays in the match of a folder; raises SetupError if its match.json does not say."""
    file = path / SETTINGS_FILE
    try:
        known = _read_agreed(file)
        return known["first"], known["second"]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _not_a_match(file) from None


def _read_agreed(file: Path) -> dict[str, Any]:
    known: dict[str, Any] = parse_json(file.read_text(encoding="utf-8"))
    if known.pop("format") != _FORMAT:
        raise SetupError(f"{file} is of another version of Kibitz; name another folder")
    return known


def _require_game(file: Path, described: dict[str, Any] | None, game: MatchGame) -> None:
    name, wanted = (described or {}).get("name"), game.to_json()["name"]
    if isinstance(name, str) and name != wanted:
        raise SetupError(f"{file.parent} holds a match with game {name}, not {wanted}; name another folder")


def _not_a_match(file: Path) -> SetupError:
    return SetupError(f"{file} does not describe a match; name another folder")


def _locked(path: Path) -> int:
    """A descriptor of a file to write to, which nobody else has at the same time; raises SetupError."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        sync_folder(path.parent)
    except OSError as error:
        raise SetupError(f"{path} cannot be written: {reason(error)}") from None
    if not lock_alone(descriptor):
        os.close(descriptor)
        raise SetupError(f"{path.parent} is in use by another match; wait until it ends or name another folder")
    return descriptor


def _agree(file: Path, settings: MatchSettings) -> None:
    """Write what is agreed, or raise SetupError if something else was."""
    if not file.exists():
        write_whole(file, json.dumps(settings.to_json(), indent=2) + "\n")
        return
    known, wanted = _shown(read_settings(file.parent, settings.game)), _shown(settings)
    for name, value in wanted.items():
        if known[name] != value:
            shown = name.replace("_", " ")
            raise SetupError(f"{file.parent} holds a match with {shown} {known[name]}, not {value}; name another folder")


def _shown(settings: MatchSettings) -> dict[str, Any]:
    return {**settings.to_json(), "game": str(settings.game)}


def _agreed_openings(file: Path, settings: MatchSettings, pairs: int) -> list[Opening]:
    """The openings of the match so far, and further ones if there are too few."""
    game = settings.game
    kept = game.read_openings(file) if file.exists() else []
    if len(kept) >= pairs:
        return kept
    openings = game.choose_openings(settings.openings, pairs, settings.seed, kept)
    write_whole(file, "".join(f"{game.format_opening(opening)}\n" for opening in openings))
    return openings
