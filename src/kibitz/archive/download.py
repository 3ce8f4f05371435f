"""Files from a web server onto the disk: broken transfers are resumed; nothing replaces a file before it is whole and checked.

A manifest beside the files keeps the SHA-256 of what was downloaded, what the server called that version, and which transfers
were interrupted. A file that no longer has its checksum is downloaded again.
"""

import hashlib
import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kibitz import __version__
from kibitz.errors import PeerError, SetupError
from kibitz.files import parse_json, place_whole, sync, write_whole

SECONDS_TO_WAIT = 30.0
PAUSES = (0.5, 1.0, 2.0)  # seconds before each further try
_MANIFEST = "manifest.json"
_PIECE = 1 << 16
_LONGEST_SIZE = 19  # digits
_LARGEST_FILE = 1 << 28  # a year of tournament games has about 1 MB; whatever is as large as this is something else
_NOT_THERE = (404, 410)
_WORTH_ANOTHER_TRY = (408, 429, 500, 502, 503, 504)


@dataclass(slots=True)
class FetchReport:
    """Which files of a collection were downloaded, which had not changed, and which are not published yet."""

    folder: Path
    companions: frozenset[str] = frozenset()  # files without games, which belong to the others
    fetched: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def game_files(self) -> list[Path]:
        """The files with games that now lie in the folder, by name."""
        names = sorted({*self.fetched, *self.unchanged} - self.companions)
        return [self.folder / name for name in names]

    def as_dict(self) -> dict[str, Any]:
        """What was done, for a JSON document."""
        return {"folder": str(self.folder), "fetched": self.fetched, "unchanged": self.unchanged, "missing": self.missing}


class MissingFileError(PeerError):
    """The server does not have the file."""


class _BrokenOffError(Exception):
    """A transfer that failed in a way that another try may mend."""


@dataclass(frozen=True, slots=True)
class Version:
    """What a server called the version of a file it sent: its ETag and its Last-Modified, empty if it did not say."""

    etag: str = ""
    last_modified: str = ""

    @property
    def resumable_by(self) -> str:
        """What proves to the server that the rest still fits; weak tags prove nothing."""
        return self.last_modified if not self.etag or self.etag.startswith("W/") else self.etag


@dataclass(slots=True)
class Manifest:
    """What is known about the files of a folder, by name."""

    folder: Path
    checksums: dict[str, str] = field(default_factory=dict)
    versions: dict[str, Version] = field(default_factory=dict)
    broken_off: dict[str, Version] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path) -> "Manifest":
        """The manifest of a folder, empty if there is none; raises SetupError if it cannot be read."""
        path = folder / _MANIFEST
        if not path.exists():
            return cls(folder)
        try:
            kept = parse_json(path.read_text(encoding="utf-8"))
            versions = {name: Version(**version) for name, version in kept["versions"].items()}
            broken_off = {name: Version(**version) for name, version in kept["broken_off"].items()}
            return cls(folder, dict(kept["checksums"]), versions, broken_off)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise SetupError(f"{path} cannot be understood ({error}); remove it to download everything again") from None

    def save(self) -> None:
        kept: dict[str, Any] = {
            "checksums": self.checksums,
            "versions": {name: asdict(version) for name, version in self.versions.items()},
            "broken_off": {name: asdict(version) for name, version in self.broken_off.items()},
        }
        write_whole(self.folder / _MANIFEST, json.dumps(kept, indent=1, sort_keys=True))


class Downloader:
    """Fetches files of one web folder into a local one."""

    def __init__(self, base_url: str, folder: Path, say: Callable[[str], None]) -> None:
        self._base_url = base_url.rstrip("/") + "/"
        self._folder = folder
        self._say = say
        self._manifest = Manifest.of(folder)

    def fetch(self, name: str, check: Callable[[bytes], None]) -> bool:
        """Bring a file up to date and return whether it changed. `check` gets the new content before it takes its place.

        Raises MissingFileError if the server has no such file, PeerError if it does not answer, sends too little or something
        that `check` refuses, and SetupError if the folder cannot be written. An older file then stays as it was.
        """
        try:
            version = self._transfer_with_patience(name)
            if version is None:
                return False
            self._accept(name, version, check)
            return True
        except OSError as error:
            raise SetupError(f"{self._folder / name} cannot be written: {error.strerror}") from error

    def _transfer_with_patience(self, name: str) -> Version | None:
        """The version that now lies complete beside the file, or None if the file needs no change."""
        for pause in PAUSES:
            try:
                return self._transfer(name)
            except _BrokenOffError as error:
                self._say(f"{name}: {error}; trying again")
                time.sleep(pause)
        try:
            return self._transfer(name)
        except _BrokenOffError as error:
            raise PeerError(f"{self._base_url}{name}: {error}; run the command again to continue from there") from None

    def _transfer(self, name: str) -> Version | None:
        part = self._part(name)
        have = part.stat().st_size if part.exists() else 0
        try:
            response = _opened(self._base_url + name, self._conditions(name, have))
        except urllib.error.HTTPError as error:
            with closing(error):
                if error.code == http.client.NOT_MODIFIED:
                    return None
                raise self._refusal(error, name) from None
        with closing(response):
            if response.status != http.client.PARTIAL_CONTENT:
                have = 0
            elif _first_byte(response) != have:
                part.unlink()
                raise _BrokenOffError("the server resumed at the wrong place")
            version = Version(response.headers.get("ETag", ""), response.headers.get("Last-Modified", ""))
            self._manifest.broken_off[name] = version
            self._manifest.save()
            _append(response, part, have)
            return version

    def _conditions(self, name: str, have: int) -> dict[str, str]:
        """The headers that ask only for what is missing."""
        begun = self._manifest.broken_off.get(name)
        if have and begun and begun.resumable_by:
            return {"Range": f"bytes={have}-", "If-Range": begun.resumable_by}
        known = self._manifest.versions.get(name, Version())
        if not self._is_intact(name):
            return {}
        conditions = {"If-None-Match": known.etag, "If-Modified-Since": known.last_modified}
        return {header: value for header, value in conditions.items() if value}

    def _is_intact(self, name: str) -> bool:
        """Whether the file has the checksum it was downloaded with; says so if not."""
        file, checksum = self._folder / name, self._manifest.checksums.get(name)
        if checksum is None or not file.exists():
            return False
        if _checksum(file.read_bytes()) == checksum:
            return True
        self._say(f"{file} is no longer as it was downloaded; downloading it again")
        return False

    def _refusal(self, error: urllib.error.HTTPError, name: str) -> Exception:
        """What an answer that is neither the file nor `not modified` means."""
        if error.code in _NOT_THERE:
            return MissingFileError(f"{self._base_url}{name} does not exist (HTTP {error.code})")
        if error.code == http.client.REQUESTED_RANGE_NOT_SATISFIABLE:
            self._part(name).unlink(missing_ok=True)
            return _BrokenOffError("the server has another version than before")
        if error.code in _WORTH_ANOTHER_TRY:
            return _BrokenOffError(f"the server answered HTTP {error.code} {error.reason}")
        return PeerError(f"{self._base_url}{name}: the server answered HTTP {error.code} {error.reason}")

    def _accept(self, name: str, version: Version, check: Callable[[bytes], None]) -> None:
        part = self._part(name)
        content = part.read_bytes()
        try:
            check(content)
        except ValueError as error:
            part.unlink()
            raise PeerError(f"{self._base_url}{name} is not the file it should be: {error}") from None
        place_whole(part, self._folder / name)
        self._manifest.checksums[name] = _checksum(content)
        self._manifest.versions[name] = version
        self._manifest.broken_off.pop(name, None)
        self._manifest.save()

    def _part(self, name: str) -> Path:
        return self._folder / f".{name}.part"


def _opened(url: str, headers: dict[str, str]) -> http.client.HTTPResponse:
    """The answer to a request; raises HTTPError for a refusal and _BrokenOffError if there is no answer."""
    request = urllib.request.Request(url, headers={"User-Agent": f"kibitz/{__version__}", **headers})
    try:
        response: http.client.HTTPResponse = urllib.request.urlopen(request, timeout=SECONDS_TO_WAIT)
    except urllib.error.HTTPError:
        raise
    except (OSError, http.client.HTTPException) as error:
        raise _BrokenOffError(_sentence(getattr(error, "reason", error))) from error
    return response


def _pieces(response: http.client.HTTPResponse) -> Iterator[bytes]:
    try:
        while piece := response.read(_PIECE):
            yield piece
    except http.client.IncompleteRead as error:
        yield error.partial
    except (OSError, http.client.HTTPException) as error:
        raise _BrokenOffError(_sentence(error)) from error


def _first_byte(response: http.client.HTTPResponse) -> int:
    """Where a partial answer begins, from `Content-Range: bytes 500-999/1000`; -1 if it does not say."""
    place = response.headers.get("Content-Range", "").removeprefix("bytes ").partition("-")[0]
    return int(place) if _is_size(place) else -1


def _is_size(text: str) -> bool:
    """Whether a header's text is a number of bytes; what a server sends may be anything."""
    return text.isdecimal() and len(text) < _LONGEST_SIZE


def _append(response: http.client.HTTPResponse, part: Path, have: int) -> None:
    """Write the answer behind what is there; raises _BrokenOffError if it ends early, and keeps what came."""
    announced = response.headers.get("Content-Length", "")
    expected = have + int(announced) if _is_size(announced) else None
    with part.open("r+b" if have else "wb") as file:
        file.seek(have)
        for piece in _pieces(response):
            have += file.write(piece)
            if have > _LARGEST_FILE:
                part.unlink()
                raise PeerError(f"{response.url} is larger than {_LARGEST_FILE >> 20} MB and cannot be a game file")
        sync(file)
    if expected is not None and have != expected:
        raise _BrokenOffError(f"the connection broke after {have} of {expected} bytes")


def _checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _sentence(reason: object) -> str:
    if isinstance(reason, TimeoutError):
        return f"no answer within {SECONDS_TO_WAIT:g} seconds"
    text = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return f"the connection failed ({text})"
