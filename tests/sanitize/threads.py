"""Scenes in which several threads use the core at once, for the thread sanitizer; `make sanitize` runs them.

Each scene also says what must be true at its end: a race that the sanitizer cannot see may still give a wrong answer.
"""

import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from kibitz import _native
from kibitz.app.analysis_pool import AnalysisPool
from kibitz.learn.tables.go.expert import GoExpertSettings, chunks, count_patterns, learn_chunk, new_trainer
from kibitz.rules.go.position import GoGame
from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import START, Position
from kibitz.search.go.playouts import play_out
from kibitz.search.go.tree import TreeLimits, search_tree
from kibitz.search.othello.endgame import solve, solve_moves
from kibitz.search.othello.midgame import Engine
from small_go import following_games
from some_evaluation import positions_of_random_games, random_evaluation

_THREADS: Final = 4
_FILTERS: Final = 64
_EVALUATION: Final = random_evaluation()
_GO: Final = GoGame(9).start()


def _with_empties(count: int) -> Position:
    return next(position for position in positions_of_random_games(20, seed=5) if position.empty_count == count)


def _at_once(work: Callable[[int], Any], jobs: Iterable[int] = range(_THREADS)) -> list[Any]:
    with ThreadPoolExecutor(_THREADS) as pool:
        return list(pool.map(work, jobs))


def _stopped_soon(work: Callable[[Event], Any], seconds: float = 0.3) -> Any:
    """What a work comes to that another thread stops."""
    stop = Event()
    other = Thread(target=lambda: (time.sleep(seconds), stop.set()))
    other.start()
    found = work(stop)
    other.join()
    return found


def threads_of_the_solver_share_a_table() -> None:
    position = _with_empties(18)
    alone = solve(position, hash_mb=1)
    for evaluation in (None, _EVALUATION):
        assert solve(position, threads=_THREADS, hash_mb=1, evaluation=evaluation).score == alone.score
    assert solve_moves(position, threads=_THREADS, hash_mb=1)[0].score == alone.score


def a_solver_is_stopped_by_another_thread() -> None:
    position = _with_empties(30)
    assert not _stopped_soon(lambda stop: solve(position, threads=_THREADS, hash_mb=4, stop=stop)).exact


def an_engine_is_stopped_by_another_thread() -> None:
    engine = Engine(_EVALUATION, hash_mb=1)
    assert _stopped_soon(lambda stop: engine.search(START, stop=stop)).depth >= 1
    other = Thread(target=lambda: (time.sleep(0.3), engine.stop()))
    other.start()
    assert engine.analyse(START, seconds=60).depth >= 1
    other.join()


def engines_share_an_evaluation() -> None:
    found = _at_once(lambda _: Engine(_EVALUATION, hash_mb=1).search(_with_empties(40), depth=4).move)
    assert len(set(found)) == 1


def questions_wait_for_one_engine() -> None:
    engine = Engine(_EVALUATION, hash_mb=1)
    assert all(result.depth == 3 for result in _at_once(lambda _: engine.search(_with_empties(40), depth=3)))


def bulk_rules_run_at_once() -> None:
    positions = positions_of_random_games(10, seed=3)
    boards = bulk.Boards.of(positions)
    found = _at_once(lambda _: bulk.legal_masks(boards).tolist())
    assert all(masks == found[0] for masks in found)
    masks = [_native.othello.stable_masks(boards.own, boards.opp, ~0 & (1 << 64) - 1).tolist() for _ in range(2)]
    assert masks[0] == masks[1]


def trees_of_go_grow_at_once() -> None:
    found = search_tree(_GO, TreeLimits(playouts=400), threads=_THREADS)
    assert sum(move.visits for move in found.moves) > 0
    _stopped_soon(lambda stop: search_tree(_GO, TreeLimits(), threads=_THREADS, stop=stop))


def games_of_go_are_played_out_at_once() -> None:
    found = _at_once(lambda _: play_out(_GO, 40, seed=1))
    assert all((other.owner_sums == found[0].owner_sums).all() for other in found)


def layers_share_out_their_boards() -> None:
    chooser = np.random.default_rng(1)
    inputs, gradients = (chooser.normal(size=(16, 8, 8, _FILTERS)).astype(np.float32) for _ in range(2))
    filters = chooser.normal(size=(36, _FILTERS, _FILTERS)).astype(np.float32)
    answers = []
    for threads in (1, _THREADS):
        sums, outputs, gated = (np.empty_like(inputs) for _ in range(3))
        _native.layer_convolve(inputs, filters, sums, threads)
        _native.layer_activate(sums, inputs, np.ones(_FILTERS, np.float32), np.zeros(_FILTERS, np.float32), outputs, threads)
        _native.layer_gate(gradients, outputs, sums, gated, threads)
        answers.append(gated)
    assert (answers[0] == answers[1]).all()


def an_expert_learns_with_several_threads() -> None:
    games, everything = following_games(games=4, moves=12), np.arange(4)
    settings = GoExpertSettings(least=2, vector_least=4, threads=_THREADS)
    trainer = new_trainer(count_patterns(games, everything, settings, lambda _done: None), settings)
    chunk = next(iter(chunks(everything, np.full(4, 2000), settings)))
    assert learn_chunk(trainer, games, chunk, settings).positions > 0


def a_pool_analyses_for_several_tabs() -> None:
    pool = AnalysisPool(workers=2)
    pool.start()
    heard: list[Any] = []
    ends = [pool.watch(position, heard.append) for position in (START, _with_empties(40), _with_empties(20), _GO)]
    end = time.monotonic() + 60
    while len(heard) < 8 and time.monotonic() < end:
        time.sleep(0.05)
    for stop in ends:
        stop()
    pool.close()
    assert heard


SCENES: Final = (
    threads_of_the_solver_share_a_table,
    a_solver_is_stopped_by_another_thread,
    an_engine_is_stopped_by_another_thread,
    engines_share_an_evaluation,
    questions_wait_for_one_engine,
    bulk_rules_run_at_once,
    trees_of_go_grow_at_once,
    games_of_go_are_played_out_at_once,
    layers_share_out_their_boards,
    an_expert_learns_with_several_threads,
    a_pool_analyses_for_several_tabs,
)


def main() -> None:
    """Play all scenes; an assertion that fails ends it."""
    for scene in SCENES:
        began = time.monotonic()
        scene()
        print(f"{scene.__name__.replace('_', ' ')}: {time.monotonic() - began:.0f} s", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
