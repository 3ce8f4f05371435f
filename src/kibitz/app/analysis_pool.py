"""One pool of engines for all tabs: positions are searched in turns, and only while somebody looks at them.

The position that has had least time is next, so a new one is looked at at once; a turn lasts half as long as all turns of the
position before it together, so that deep searches get done. Tabs on the same position use one search. What was found
is kept for a while, within bounds. All games share the pool.
"""

import contextlib
import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kibitz.app.study_game import AnyStudy
from kibitz.app.study_games import study_games
from kibitz.voices.study import Known, Worker

_log = logging.getLogger(__name__)

_LOOK_ROUND: Final = 0.02  # seconds between looks whether a turn must end
_LONGEST_WAIT: Final = 10.0  # seconds for the first values: the engine may have to be loaded, or the machine be busy
# As many as a long game has; what is known of one on a large board takes 100 kB.
_KEPT_STUDIES: Final = 256
# A tree of playouts may take 100 MB; whoever waits longest for a turn loses the one it had.
_MOST_AWAKE: Final = 4


class AnalysisPool:
    """Deepens the positions that are watched; see the module. All methods may be called from any thread."""

    def __init__(self, workers: int | None = None, kinds: dict[type, type[AnyStudy]] | None = None) -> None:
        """`workers` searches run at once: one less than there are processors unless given. Engines are loaded when needed.

        `kinds` are the studies by what is studied; those of the positions of all games unless given.
        """
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._kinds = kinds or {game.position: game.study for game in study_games()}
        self._studies: OrderedDict[Any, AnyStudy] = OrderedDict()
        self._active: list[Worker] = []
        self._awake: list[AnyStudy] = []  # by their last turns, the latest last
        self._changed = threading.Condition()
        self._closed = False
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Load the engines now, before the first request."""
        with self._changed:
            self._start_threads()

    def forget(self, position: Any) -> None:
        """Begin again with a position that was given up, the next time somebody looks at it."""
        with self._changed:
            study = self._studies.get(position)
            if study is not None and study.done and not study.running:
                del self._studies[position]

    def watch(self, position: Any, listener: Callable[[Any], None]) -> Callable[[], None]:
        """Tell a listener about a position, at once if something is known and then as the search deepens.

        The returned function ends that.

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

    def analyse(self, position: Any, seconds: float) -> Known | None:
        """What is known after some seconds, or earlier if nothing is left to find out.

        If nothing is known by then, the first values are waited for; None if they do not come either.
        """
        said, done = threading.Event(), threading.Event()

        def listen(found: Known) -> None:
            said.set()
            if found.done:
                done.set()

        end_watch = self.watch(position, listen)
        done.wait(seconds)
        said.wait(_LONGEST_WAIT)
        end_watch()
        with self._changed:
            latest: Known | None = self._study_of(position).latest
            return latest

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

    def _study_of(self, position: Any) -> AnyStudy:
        if position not in self._studies:
            self._studies[position] = self._kinds[type(position)](position)
        study = self._studies[position]
        self._studies.move_to_end(position)
        for old in list(self._studies.values())[: max(len(self._studies) - _KEPT_STUDIES, 0)]:
            if not old.listeners and not old.running:
                del self._studies[old.position]
        return study

    def _unwatch(self, study: AnyStudy, listener: Callable[[Any], None]) -> None:
        with self._changed, contextlib.suppress(ValueError):
            study.listeners.remove(listener)
            if not study.listeners and not study.running:
                study.rest()

    def _work(self) -> None:
        worker = Worker()
        for kind in self._kinds.values():
            kind.get_ready(worker)
        with self._changed:
            self._active.append(worker)
        while study := self._next(worker):
            try:
                study.take_turn(worker, partial(self._found, study))
            except Exception:  # noqa: BLE001 - one position must not take the worker away from all others
                _log.exception("the analysis of %s failed", study.position)
                self._give_up(study)
            self._end_turn(worker, study)

    def _give_up(self, study: AnyStudy) -> None:
        with self._changed:
            study.done = True
            self._tell(study, "the analysis of this position failed: this is a bug in Kibitz")

    def _next(self, worker: Worker) -> AnyStudy | None:
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

    def _end_turn(self, worker: Worker, study: AnyStudy) -> None:
        with self._changed:
            study.spent += time.monotonic() - worker.began
            study.running = False
            worker.study = None
            if study.end and not study.done:
                study.done = True
                self._tell(study, study.end)
            self._let_rest(study)
            self._changed.notify_all()

    def _let_rest(self, study: AnyStudy) -> None:
        """Let the studies rest that had their turns longest ago, and this one if nobody looks at it or it is done."""
        self._awake = [other for other in self._awake if other is not study] + [study]
        idle = [other for other in self._awake if other.done or not other.listeners]
        for other in {*idle, *self._awake[:-_MOST_AWAKE]}:
            if not other.running:
                self._awake.remove(other)
                other.rest()

    def _look_round(self) -> None:
        """Stop the turns that must end; sleeps while there are none."""
        while True:
            with self._changed:
                for worker in self._must_stop():
                    worker.stop.set()
                if self._closed:
                    return
                self._changed.wait(_LOOK_ROUND if any(worker.study for worker in self._active) else None)

    def _must_stop(self) -> list[Worker]:
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

    def _found(self, study: AnyStudy, note: Callable[[], None], why: str) -> None:
        with self._changed:
            note()
            self._tell(study, why)

    def _tell(self, study: AnyStudy, why: str) -> None:
        revision = 1 if study.latest is None else study.latest.revision + 1
        worker = next((worker for worker in self._active if worker.study is study), None)
        spent = study.spent + (time.monotonic() - worker.began if worker else 0.0)
        study.latest = study.answer(revision, spent, why)
        for listener in study.listeners:
            listener(study.latest)


def _time_had(worker: Worker) -> float:
    return worker.study.spent if worker.study else 0.0
