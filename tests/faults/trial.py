"""A store tried on a disk that fails at its n-th call, for all n: nothing that was answered for may be lost.

After every fault the store is opened again. It must open, hold all that was answered for, and of the change under way all or
nothing; a process that lives on must see what is on the disk; and no half-written file may stay.
"""

import os
import re
import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import pytest

from faults.disk import Disk, Fault, Killed
from kibitz.errors import KibitzError

Step: TypeAlias = Callable[[Any], object]

LEFT_OVERS = re.compile(r"\..*\.part(\.wal)?|\.new-.*\.json|.*\.new(-\d+)?|.*\.tmp")


class Trial(ABC):
    """A store and what is done to it. `steps` are answered for when they return."""

    name: ClassVar[str]

    def prepare(self, folder: Path) -> None:  # noqa: B027 - most stores begin empty
        """What is there before, written on a disk that works."""

    def patch(self, patches: pytest.MonkeyPatch) -> None:  # noqa: B027 - most stores are tried as they are
        """What is to be different while the store is tried."""

    def reset(self) -> None:  # noqa: B027 - most stores draw nothing by lot
        """Make the next try the same as the last one."""

    @abstractmethod
    def open(self, folder: Path) -> Any:
        """The store in a folder, as a new process opens it."""

    @abstractmethod
    def steps(self) -> Sequence[Step]: ...

    @abstractmethod
    def probe(self, store: Any) -> object:
        """One more change, which a store must take after a fault has passed."""

    @abstractmethod
    def view(self, store: Any) -> Any:
        """All that the store keeps, to be compared."""

    def close(self, store: Any) -> None:  # noqa: B027 - most stores hold nothing open
        """Let go of a store."""


@dataclass(frozen=True)
class Tally:
    """How many faults were injected into how many operations."""

    faults: int = 0
    operations: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.faults + other.faults, self.operations + other.operations)


@dataclass(frozen=True)
class _Known:
    """What a store holds after 0, 1, 2 … steps on a disk that works, and what if the probe follows then."""

    views: list[Any]
    probed: list[Any]

    def around(self, done: int, probed: bool = False) -> list[Any]:
        """What may be there when so many steps were answered for: no more, or the next one too."""
        return (self.probed if probed else self.views)[done : done + 2]


def run_trial(trial: Trial, place: Path, faults: Sequence[Fault] = tuple(Fault)) -> Tally:
    """Try a store with every fault at every call; raises AssertionError for the first that loses something."""
    untouched = place / "untouched"
    untouched.mkdir()
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(os, "fsync", lambda _descriptor: None)  # the failing disk keeps account of it without waiting
        trial.patch(patches)
        trial.reset()
        trial.prepare(untouched)
        known = _without_faults(trial, untouched, place / "fine")
        faulty = sum(_all_calls(trial, fault, untouched, place / "tried", known) for fault in faults)
    return Tally(faulty, len(trial.steps()))


def _without_faults(trial: Trial, untouched: Path, folder: Path) -> _Known:
    known = _Known([], [])
    for done in range(len(trial.steps()) + 1):
        _copy(untouched, folder)
        trial.reset()
        store = trial.open(folder)
        for step in trial.steps()[:done]:
            step(store)
        known.views.append(trial.view(store))
        trial.probe(store)
        known.probed.append(trial.view(store))
        trial.close(store)
    return known


def _copy(untouched: Path, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(untouched, folder)


def _all_calls(trial: Trial, fault: Fault, untouched: Path, folder: Path, known: _Known) -> int:
    for at in count(1):
        _copy(untouched, folder)
        if not _is_reached(trial, Disk(folder, fault, at), folder, known, f"{trial.name}, {fault.value}, call {at}"):
            return at - 1
    raise AssertionError("there is always a last call")


def _is_reached(trial: Trial, disk: Disk, folder: Path, known: _Known, where: str) -> bool:
    """Try one fault, and say whether there was such a call."""
    trial.reset()
    store, done = None, 0
    with disk:
        try:
            store = trial.open(folder)
            for step in trial.steps():
                step(store)
                done += 1
        except Killed:
            pass
        except KibitzError as error:
            assert "\n" not in str(error), where
    if disk.fault.ends_all:
        if store is not None:
            trial.close(store)
        disk.end()
        _check_the_next(trial, folder, known.around(done), where)
    else:
        disk.end()
        _check_the_living(trial, store, known.around(done), where)
        _check_the_next(trial, folder, known.around(done, probed=store is not None), where)
    return disk.has_failed


def _check_the_living(trial: Trial, store: Any, allowed: list[Any], where: str) -> None:
    """A process that goes on after an error: it shows what was answered for, and can go on."""
    if store is not None:
        seen = trial.view(store)
        assert seen in allowed, f"{where}: the store shows {seen}, but answered for was {allowed[0]}"
        trial.probe(store)
        trial.close(store)


def _check_the_next(trial: Trial, folder: Path, allowed: list[Any], where: str) -> None:
    """A process that opens what the last one left."""
    _age(folder)
    store = trial.open(folder)
    try:
        found = trial.view(store)
        assert found in allowed, f"{where}: found {found}, but answered for was {allowed[0]}"
        trial.probe(store)
        probed = trial.view(store)
    finally:
        trial.close(store)
    left = [str(path) for path in folder.rglob("*") if LEFT_OVERS.fullmatch(path.name)]
    assert not left, f"{where}: {left} stay"
    again = trial.open(folder)
    assert trial.view(again) == probed, where
    trial.close(again)


def _age(folder: Path) -> None:
    """Let some time pass, so that nobody can be writing any more."""
    for path in folder.rglob(".*"):
        os.utime(path, (0, 0))
