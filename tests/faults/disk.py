"""A disk that fails: it stands between Kibitz and the files below a folder, counts all calls that change something there, and
lets one of them fail.

What was waited for by fsync is known, of contents and of names, so that a power cut can take away all the rest. Native code that
writes by itself is not seen until somebody opens, syncs or renames its file.
"""

import builtins
import errno
import io
import os
import shutil
import stat
import threading
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_NEEDS_ROOM = ("open", "write", "mkdir", "rename")


class Fault(Enum):
    """What happens at the call whose turn it is; a write gets half of its bytes through before that."""

    FULL_ONCE = "no space left, once"
    FULL = "no space left from here on"
    BROKEN_ONCE = "an error of the device, once"
    BROKEN = "errors of the device from here on"
    KILLED = "the process is killed"
    POWER_CUT = "the power fails; what was not waited for is as before"
    POWER_CUT_WITH_NAMES = "the power fails; names are there, contents that were not waited for are as before"

    @property
    def ends_all(self) -> bool:
        return self in (Fault.KILLED, Fault.POWER_CUT, Fault.POWER_CUT_WITH_NAMES)


class Killed(BaseException):
    """The process does not exist any more: whatever it tries in its last words fails too."""


class Disk:
    """A context manager: inside of it the files below `root` are on a disk that fails at one call, the first being 1."""

    def __init__(self, root: Path, fault: Fault, at: int) -> None:
        self.calls, self.has_failed = 0, False
        self.fault = fault
        self._root, self._at = root.resolve(), at
        self._lock = threading.RLock()
        self._patches = pytest.MonkeyPatch()
        self._memory = _Memory(self._root)

    def __enter__(self) -> Self:
        real = {name: getattr(os, name) for name in ("open", "write", "ftruncate", "fsync", "unlink", "remove", "mkdir", "rmdir")}
        real |= {name: getattr(os, name) for name in ("replace", "rename")}
        self._real = real
        self._real_file = io.open
        for name in real:
            self._patches.setattr(os, name, getattr(self, f"_{name}"))
        self._patches.setattr(io, "open", self._file)
        self._patches.setattr(builtins, "open", self._file)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._patches.undo()

    def end(self) -> None:
        """After a kill, or when all is done: what is left on the disk, if the fault is a power cut."""
        if self.fault in (Fault.POWER_CUT, Fault.POWER_CUT_WITH_NAMES):
            self._memory.restore(names_too=self.fault is Fault.POWER_CUT)
        self._memory.close()

    def call(self, name: str, half: Callable[[], object] = lambda: None) -> None:
        """One more call; raises if it is the one to fail, after `half` of it was done."""
        with self._lock:
            if self.has_failed and self.fault.ends_all:
                raise Killed
            self.calls += 1
            if self.calls == self._at:
                self.has_failed = True
                half()
                raise self._error(name)
            lasts = self.fault is Fault.BROKEN or (self.fault is Fault.FULL and name in _NEEDS_ROOM)
            if self.has_failed and lasts:
                raise self._error(name)

    def _error(self, _name: str) -> BaseException:
        if self.fault.ends_all:
            return Killed()
        number = errno.ENOSPC if self.fault in (Fault.FULL, Fault.FULL_ONCE) else errno.EIO
        return OSError(number, os.strerror(number))

    def _is_mine(self, path: Any, dir_fd: object = None) -> bool:
        if dir_fd is not None:
            return False
        try:
            path = _path_of(path) if isinstance(path, int) else Path(path).absolute()
        except OSError:
            return False
        return path == self._root or self._root in path.parents

    def _open(self, path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if not (flags & _WRITING and self._is_mine(path, dir_fd)):
            return self._real["open"](path, flags, mode, dir_fd=dir_fd)
        self.call("open")
        is_new = not Path(path).exists()
        descriptor = self._real["open"](path, flags, mode)
        if is_new:
            self._memory.forget(descriptor)
        return descriptor

    def _file(self, file: Any, mode: str = "r", *arguments: Any, **options: Any) -> Any:
        if not (set(mode) & set("wax+") and self._is_mine(file)):
            return self._real_file(file, mode, *arguments, **options)
        if not isinstance(file, int):
            self.call("open")
        is_new = not isinstance(file, int) and not Path(file).exists()
        raw = _RawFile(self, file, mode.replace("b", "").replace("t", ""))
        if is_new:
            self._memory.forget(raw.fileno())
        buffered = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        if "b" in mode:
            return buffered
        names = ("buffering", "encoding", "errors", "newline")
        given = {**dict(zip(names, arguments, strict=False)), **options}
        return io.TextIOWrapper(buffered, given.get("encoding"), given.get("errors"), given.get("newline"))

    def _write(self, descriptor: int, data: bytes) -> int:
        if self._is_mine(descriptor):
            self.call("write", lambda: self._real["write"](descriptor, bytes(data)[: len(data) // 2]))
        return self._real["write"](descriptor, data)

    def _ftruncate(self, descriptor: int, length: int) -> None:
        if self._is_mine(descriptor):
            self.call("truncate")
        self._real["ftruncate"](descriptor, length)

    def _fsync(self, descriptor: int) -> None:
        if not self._is_mine(descriptor):
            return self._real["fsync"](descriptor)
        self.call("sync")
        return self._memory.sync(descriptor)

    def _unlink(self, path: Any, *, dir_fd: int | None = None) -> None:
        if self._is_mine(path, dir_fd):
            self.call("unlink")
            self._memory.pin(path)
        self._real["unlink"](path, dir_fd=dir_fd)

    _remove = _unlink

    def _mkdir(self, path: Any, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        if self._is_mine(path, dir_fd):
            self.call("mkdir")
        self._real["mkdir"](path, mode, dir_fd=dir_fd)

    def _rmdir(self, path: Any, *, dir_fd: int | None = None) -> None:
        if self._is_mine(path, dir_fd):
            self.call("rmdir")
        self._real["rmdir"](path, dir_fd=dir_fd)

    def _replace(self, source: Any, target: Any, **options: Any) -> None:
        if self._is_mine(target):
            self.call("rename")
            self._memory.pin(target)
        self._real["replace"](source, target, **options)

    _rename = _replace


class _RawFile(io.FileIO):
    """An unbuffered file on such a disk."""

    def __init__(self, disk: Disk, file: Any, mode: str) -> None:
        super().__init__(file, mode)
        self._disk = disk

    def write(self, data: Any) -> int:
        data = bytes(data)
        self._disk.call("write", lambda: super(_RawFile, self).write(data[: len(data) // 2]))
        return super().write(data) or 0

    def truncate(self, size: int | None = None) -> int:
        self._disk.call("truncate")
        return super().truncate(size)


class _Memory:
    """What of a folder is on the disk for certain: contents by inode, and the names in each folder."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._contents: dict[int, bytes] = {}
        self._names: dict[int, dict[str, int]] = {}
        self._pins: list[int] = []
        for place, _, files in os.walk(root):
            self._note_folder(Path(place))
            for name in files:
                path = Path(place, name)
                self._contents[path.stat().st_ino] = path.read_bytes()

    def sync(self, descriptor: int) -> None:
        found = os.fstat(descriptor)
        if stat.S_ISDIR(found.st_mode):
            self._note_folder(_path_of(descriptor))
        else:
            self._contents[found.st_ino] = Path(f"/proc/self/fd/{descriptor}").read_bytes()

    def forget(self, descriptor: int) -> None:
        """A new file has no content yet, whatever had its inode before."""
        self._contents.pop(os.fstat(descriptor).st_ino, None)

    def pin(self, path: Any) -> None:
        """Let no new file have the inode of one that is about to go."""
        if Path(path).is_file():
            self._pins.append(os.open(path, os.O_RDONLY))

    def restore(self, names_too: bool) -> None:
        kept = self._tree(self._root, names_too)
        shutil.rmtree(self._root)
        self._root.mkdir()
        for path, data in kept.items():
            if data is None:
                path.mkdir(parents=True, exist_ok=True)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)

    def close(self) -> None:
        for pin in self._pins:
            os.close(pin)
        self._pins = []

    def _note_folder(self, path: Path) -> None:
        self._names[path.stat().st_ino] = {entry.name: entry.inode() for entry in os.scandir(path)}

    def _tree(self, root: Path, names_too: bool) -> dict[Path, bytes | None]:
        """What is there after a power cut; None for a folder."""
        if not names_too:
            found = [Path(place, name) for place, _, files in os.walk(root) for name in files]
            return {path: self._contents.get(path.stat().st_ino, b"") for path in found}
        kept: dict[Path, bytes | None] = {}
        waiting = [(root, root.stat().st_ino)]
        while waiting:
            folder, number = waiting.pop()
            for name, inode in self._names.get(number, {}).items():
                if inode in self._names or inode in self._folders():
                    kept[folder / name] = None
                    waiting.append((folder / name, inode))
                else:
                    kept[folder / name] = self._contents.get(inode, b"")
        return kept

    def _folders(self) -> set[int]:
        return {Path(place).stat().st_ino for place, _, _ in os.walk(self._root)}


def _path_of(descriptor: int) -> Path:
    return Path(f"/proc/self/fd/{descriptor}").readlink()
