"""One pool of engines for all who look: positions deepen in turns, and only while somebody looks at them.

The position that has had least time is next, so a new one is looked at at once; a turn lasts half as long as all turns of the
position before it together, so that deep searches get done. Those who look at the same position share one search. What was found
is kept for a while, within bounds. Exact scores never give way to others.
"""

import contextlib
import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np

from kibitz.models.engine import shipped_engine
from kibitz.rules.othello import Position
from kibitz.rules.squares import format_move
from kibitz.search import endgame
from kibitz.search.analysis import JudgedMove
from kibitz.search.midgame import Engine, SearchResult

_log = logging.getLogger(__name__)

_FIRST_DEPTH: Final = 4  # takes a millisecond
_SHORTEST_TURN: Final = 0.1  # seconds
_LOOK_ROUND: Final = 0.02  # seconds between looks whether a turn must end
_KEPT_STUDIES: Final = 1024
_ENGINE_MB: Final = 32
_SOLVER_MB: Final = 32
# Solving begins after a quarter of the time it will take, so that there is something deep to show meanwhile.
_SOLVED_IN_A_SECOND: Final = 20  # empties
_TIMES_LONGER_EACH_EMPTY: Final = 3
_MOST_EMPTIES_SOLVED: Final = 26
# Nobody gains anything after that, and the machine stays cool.
_LONGEST_STUDY: Final = 600.0  # seconds
_WORTH_TELLING: Final = 2.0  # discs


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known about a position; `moves` are best first. `why` tells what changed since the revision before."""

    position: Position
    revision: int
    moves: tuple[JudgedMove, ...]
    depth: int
    nodes: int
    seconds: float
    done: bool
    why: str

    @property
    def exact(self) -> bool:
        return all(row.exact for row in self.moves)


Listener: TypeAlias = Callable[[Analysis], None]


@dataclass(eq=False)
class _Study:
    """A position in the pool; guarded by the pool's lock."""

    position: Position
    listeners: list[Listener] = field(default_factory=list)
    rows: dict[int, JudgedMove] = field(default_factory=dict)
    latest: Analysis | None = None
    searched: SearchResult | None = None  # the depth from which the search goes on
    nodes: int = 0
    spent: float = 0.0
    done: bool = False
    running: bool = False

    @property
    def is_waiting(self) -> bool:
        return bool(self.listeners) and not self.done and not self.running

    @property
    def turn(self) -> float:
        """How long its next turn lasts if others wait."""
        return max(_SHORTEST_TURN, self.spent / 2)

    @property
    def depth(self) -> int:
        return self.searched.depth if self.searched else 0

    @property
    def is_solved(self) -> bool:
        return bool(self.rows) and all(row.exact for row in self.rows.values())

    @property
    def is_deep_enough(self) -> bool:
        empties = self.position.empty_count
        return self.spent > _LONGEST_STUDY or (self.depth >= empties > _MOST_EMPTIES_SOLVED)

    @property
    def seconds_before_solving(self) -> float:
        """What is still to be spent on searching before solving begins."""
        empties = self.position.empty_count
        if empties > _MOST_EMPTIES_SOLVED:
            return float("inf")
        if self.depth >= empties:
            return 0.0
        expected = float(_TIMES_LONGER_EACH_EMPTY) ** (empties - _SOLVED_IN_A_SECOND)
        return max(expected / 4 - self.spent, 0.0)


@dataclass(eq=False)
class _Worker:
    """A thread with its engine, and what it is at."""

    engine: Engine
    stop: threading.Event = field(default_factory=threading.Event)
    study: _Study | None = None
    began: float = 0.0


class AnalysisPool:
    """Deepens the positions that are watched; see the module. All methods may be called from any thread."""

    def __init__(self, workers: int | None = None) -> None:
        """`workers` searches run at once: one less than there are processors unless given. Engines are loaded when needed."""
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._studies: OrderedDict[Position, _Study] = OrderedDict()
        self._active: list[_Worker] = []
        self._changed = threading.Condition()
        self._closed = False
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Load the engines now rather than when somebody waits for them."""
        with self._changed:
            self._start_threads()

    def watch(self, position: Position, listener: Listener) -> Callable[[], None]:
        """Let a listener hear of a position, at once if something is known and then as it deepens; the answer ends that.

        The listener is called from other threads, one call after the other, and must be quick. The game must not be over.
        """
        with self._changed:
            self._start_threads()
            study = self._study_of(position)
            study.listeners.append(listener)
            if study.latest is not None:
                listener(study.latest)
            self._changed.notify_all()
        return lambda: self._unwatch(study, listener)

    def analyse(self, position: Position, seconds: float) -> Analysis | None:
        """What is known after some seconds, or earlier if nothing is left to find out; None if there was no time at all."""
        done = threading.Event()
        end_watch = self.watch(position, lambda found: done.set() if found.done else None)
        done.wait(seconds)
        end_watch()
        with self._changed:
            return self._study_of(position).latest

    @property
    def watched(self) -> int:
        """How many positions somebody looks at."""
        with self._changed:
            return sum(bool(study.listeners) for study in self._studies.values())

    @property
    def busy(self) -> int:
        """How many searches run at this moment."""
        with self._changed:
            return sum(worker.study is not None for worker in self._active)

    def close(self) -> None:
        """Stop everything and wait for it."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _start_threads(self) -> None:
        if self._threads or self._closed:
            return
        runs = [self._work] * self.workers + [self._look_round]
        self._threads = [threading.Thread(target=run, name="analysis", daemon=True) for run in runs]
        for thread in self._threads:
            thread.start()

    def _study_of(self, position: Position) -> _Study:
        study = self._studies.setdefault(position, _Study(position))
        self._studies.move_to_end(position)
        for old in list(self._studies.values())[: max(len(self._studies) - _KEPT_STUDIES, 0)]:
            if not old.listeners and not old.running:
                del self._studies[old.position]
        return study

    def _unwatch(self, study: _Study, listener: Listener) -> None:
        with self._changed, contextlib.suppress(ValueError):
            study.listeners.remove(listener)

    def _work(self) -> None:
        worker = _Worker(shipped_engine(_ENGINE_MB))
        with self._changed:
            self._active.append(worker)
        while study := self._next(worker):
            try:
                _Turn(self, worker, study).run()
            except Exception:  # noqa: BLE001 - one position must not take the worker away from all others
                _log.exception("the analysis of %s failed", study.position)
                self._give_up(study)
            self._end_turn(worker, study)

    def _give_up(self, study: _Study) -> None:
        with self._changed:
            study.done = True
            self._tell(study, "the analysis of this position failed: this is a mistake in Kibitz")

    def _next(self, worker: _Worker) -> _Study | None:
        """The study that has had least time, as soon as there is one; None when the pool is closed."""
        with self._changed:
            while not self._closed:
                waiting = [study for study in self._studies.values() if study.is_waiting]
                if waiting:
                    study = min(waiting, key=lambda study: study.spent)
                    study.running = True
                    worker.study, worker.began = study, time.monotonic()
                    worker.stop.clear()
                    self._changed.notify_all()  # for the one who looks round
                    return study
                self._changed.wait()
            return None

    def _end_turn(self, worker: _Worker, study: _Study) -> None:
        with self._changed:
            study.spent += time.monotonic() - worker.began
            study.running = False
            worker.study = None
            if not study.done and (study.is_solved or study.is_deep_enough):
                study.done = True
                self._tell(study, "everything is solved" if study.is_solved else "this is as deep as it goes")
            self._changed.notify_all()

    def _look_round(self) -> None:
        """Stop the turns that must end; sleeps while there are none."""
        while True:
            with self._changed:
                for worker in self._must_stop():
                    worker.stop.set()
                if self._closed:
                    return
                self._changed.wait(_LOOK_ROUND if any(worker.study for worker in self._active) else None)

    def _must_stop(self) -> list[_Worker]:
        if self._closed:
            return self._active
        now = time.monotonic()
        waiting = [study for study in self._studies.values() if study.is_waiting]
        fresh = sum(study.latest is None for study in waiting)
        busy = sorted((worker for worker in self._active if worker.study), key=_time_had, reverse=True)
        return [
            worker
            for place, worker in enumerate(busy)
            if worker.study
            and (not worker.study.listeners or place < fresh or (waiting and now - worker.began >= worker.study.turn))
        ]

    def found(self, study: _Study, rows: list[JudgedMove], nodes: int, why: str) -> None:
        """Note what a turn found and tell everybody; exact scores stay what they are."""
        with self._changed:
            known = {move: row for move, row in study.rows.items() if row.exact}
            study.rows = {**study.rows, **{row.move: row for row in rows}, **known}
            study.nodes += nodes
            self._tell(study, why)

    def _tell(self, study: _Study, why: str) -> None:
        moves = tuple(sorted(study.rows.values(), key=lambda row: (-row.score, row.move)))
        before = study.latest
        revision = 1 if before is None else before.revision + 1
        worker = next((worker for worker in self._active if worker.study is study), None)
        spent = study.spent + (time.monotonic() - worker.began if worker else 0.0)
        said = why if before is None else f"{why}{_changes(before.moves, moves)}"
        study.latest = Analysis(study.position, revision, moves, study.depth, study.nodes, spent, study.done, said)
        for listener in study.listeners:
            listener(study.latest)


class _Turn:
    """One turn of a study at a worker: a first look, some depths, or some moves solved."""

    def __init__(self, pool: AnalysisPool, worker: _Worker, study: _Study) -> None:
        self._pool, self._worker, self._study = pool, worker, study
        self._nodes_told = 0

    def run(self) -> None:
        if self._study.latest is None:
            self._first_look()
        elif self._study.seconds_before_solving <= 0:
            self._solve()
        else:
            self._search(min(self._study.seconds_before_solving, _LONGEST_STUDY))

    def _first_look(self) -> None:
        """Depths that are read in no time are not worth telling one by one."""
        result = self._worker.engine.analyse(self._study.position, _FIRST_DEPTH)
        self._study.searched = result
        self._pool.found(self._study, self._judged(result), result.nodes, "first look")

    def _search(self, seconds: float) -> None:
        study, worker = self._study, self._worker
        worker.engine.analyse(study.position, None, seconds, self._finished_depth, worker.stop, study.searched)

    def _finished_depth(self, result: SearchResult) -> None:
        nodes = result.nodes - self._nodes_told
        self._nodes_told, self._study.searched = result.nodes, result
        self._pool.found(self._study, self._judged(result), nodes, f"depth {result.depth}")

    def _judged(self, result: SearchResult) -> list[JudgedMove]:
        chances = self._worker.engine.evaluation.win_chances
        scores = np.array([row.score for row in result.moves])
        found = chances.of(scores, np.full(len(scores), self._study.position.disc_count)).tolist()
        return [
            JudgedMove(row.move, row.score, chance, result.depth, result.exact, row.line)
            for row, chance in zip(result.moves, found, strict=True)
        ]

    def _solve(self) -> None:
        """Solve the moves one by one, the best first, so that whatever ends the turn costs only one of them."""
        position = self._study.position
        ranked = sorted(self._study.rows.values(), key=lambda row: -row.score)
        for row in ranked:
            if not row.exact and not self._worker.stop.is_set():
                solution = self._solved(position.play(row.move))
                if solution.exact:
                    self._found_exact(row.move, -solution.score, solution)

    def _solved(self, position: Position) -> endgame.Solution:
        worker = self._worker
        return endgame.solve(position, hash_mb=_SOLVER_MB, evaluation=worker.engine.evaluation, stop=worker.stop)

    def _found_exact(self, move: int, score: int, solution: endgame.Solution) -> None:
        empties = self._study.position.empty_count
        chance = 0.5 if score == 0 else float(score > 0)
        row = JudgedMove(move, float(score), chance, empties, True, (move, *solution.line))
        self._pool.found(self._study, [row], solution.nodes, f"{format_move(move)} is solved: {score:+d}")


def _time_had(worker: _Worker) -> float:
    return worker.study.spent if worker.study else 0.0


def _changes(before: tuple[JudgedMove, ...], after: tuple[JudgedMove, ...]) -> str:
    """What a reader would wonder about: another best move, and the largest jump of a score."""
    said: list[str] = []
    if not before or not after:
        return ""
    if before[0].move != after[0].move:
        said.append(f"{format_move(after[0].move)} is now best instead of {format_move(before[0].move)}")
    old = {row.move: row.score for row in before}
    jump = max(after, key=lambda row: abs(row.score - old.get(row.move, row.score)))
    if abs(jump.score - old.get(jump.move, jump.score)) >= _WORTH_TELLING:
        said.append(f"{format_move(jump.move)} was {old[jump.move]:+.1f} and is {jump.score:+.1f}")
    return "".join(f"; {part}" for part in said)
