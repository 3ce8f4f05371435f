"""The pool: first values at once, depth while one looks, fair turns, shared searches, exact ends, silence when nobody looks."""

import threading
import time
from collections.abc import Iterator

import pytest

from app.conftest import PATIENCE, wait_for
from kibitz.app.analysis_pool import AnalysisPool
from kibitz.review.othello.game_sources import own_games
from kibitz.rules.othello.position import Position, parse_position
from kibitz.rules.squares import PASS, format_transcript
from kibitz.search.othello.endgame import solve_moves
from kibitz.voices.othello.study import Analysis


@pytest.fixture
def pool() -> Iterator[AnalysisPool]:
    made = AnalysisPool(workers=1)
    yield made
    made.close()


def position_of(game: int, discs: int) -> Position:
    return parse_position(format_transcript([move for move in own_games()[game].moves if move != PASS][:discs]))


class Ear:
    """Hears everything, in order."""

    def __init__(self) -> None:
        self.heard: list[Analysis] = []
        self.changed = threading.Condition()

    def __call__(self, found: Analysis) -> None:
        with self.changed:
            self.heard.append(found)
            self.changed.notify_all()

    def wait(self, enough) -> Analysis:
        with self.changed:
            assert self.changed.wait_for(lambda: self.heard and enough(self.heard[-1]), PATIENCE)
            return self.heard[-1]


def test_what_is_known_deepens_and_names_every_move(pool):
    ear, position = Ear(), position_of(0, 20)
    end = pool.watch(position, ear)
    found = ear.wait(lambda found: found.depth >= 9)
    end()
    assert {row.move for row in found.moves} == set(position.legal_moves())
    assert ear.heard[0].depth == 4
    revisions = [heard.revision for heard in ear.heard]
    assert revisions == list(range(1, len(revisions) + 1))
    assert [heard.depth for heard in ear.heard] == sorted(heard.depth for heard in ear.heard)
    assert all(heard.why for heard in ear.heard)


def test_the_end_of_the_game_is_solved_as_the_solver_says(pool):
    ear, position = Ear(), position_of(1, 48)
    pool.watch(position, ear)
    found = ear.wait(lambda found: found.done)
    assert found.exact
    assert {row.move: row.score for row in found.moves} == {row.move: row.score for row in solve_moves(position)}


def test_an_exact_score_never_gives_way(pool):
    ear, position = Ear(), position_of(2, 44)
    pool.watch(position, ear)
    ear.wait(lambda found: found.done)
    exact: dict[int, float] = {}
    for heard in ear.heard:
        now = {row.move: row.score for row in heard.moves if row.exact}
        assert exact.items() <= now.items()
        exact = now


def test_a_forced_pass_is_analysed(pool):
    record = next(record for record in own_games() if PASS in record.moves)
    position = list(record.positions())[record.moves.index(PASS)]
    ear = Ear()
    pool.watch(position, ear)
    assert [row.move for row in ear.wait(lambda found: found.done).moves] == [PASS]


def test_those_who_look_at_one_position_share_one_search(pool):
    position = position_of(3, 20)
    first, second = Ear(), Ear()
    pool.watch(position, first)
    first.wait(lambda found: found.depth >= 7)
    pool.watch(position, second)
    assert second.heard[0].depth >= 7
    assert pool.watched == 1
    deeper = second.wait(lambda found: found.depth >= 9)
    assert first.wait(lambda found: found.revision >= deeper.revision).position == position
    numbered = {heard.revision: heard for heard in first.heard}
    assert all(numbered[heard.revision] is heard for heard in second.heard if heard.revision in numbered)


def test_everything_stops_when_nobody_looks(pool):
    ear = Ear()
    end = pool.watch(position_of(4, 10), ear)
    ear.wait(lambda found: found.depth >= 8)
    assert pool.watched == 1
    end()
    wait_for(lambda: pool.busy == 0)
    count = len(ear.heard)
    assert pool.watched == 0
    time.sleep(0.2)
    assert (pool.busy, len(ear.heard)) == (0, count)
    end()  # once is enough, and twice does no harm


def test_what_was_found_is_there_when_one_comes_back(pool):
    position, ear = position_of(5, 18), Ear()
    end = pool.watch(position, ear)
    before = ear.wait(lambda found: found.depth >= 8)
    end()
    again = Ear()
    pool.watch(position, again)
    assert again.heard[0].depth >= before.depth


def test_a_new_position_is_served_while_another_is_deep(pool):
    old, new = Ear(), Ear()
    pool.watch(position_of(6, 12), old)
    old.wait(lambda found: found.depth >= 11)
    depth_before = old.heard[-1].depth
    pool.watch(position_of(7, 12), new)
    new.wait(lambda found: found.depth >= 4)
    assert old.heard[-1].depth <= depth_before + 1


def test_time_is_shared_fairly(pool):
    ears = [Ear() for _ in range(8)]
    ends = [pool.watch(position_of(game, 14), ear) for game, ear in enumerate(ears)]
    for ear in ears:
        ear.wait(lambda found: found.seconds >= 0.4)
    seconds = [ear.heard[-1].seconds for ear in ears]
    for end in ends:
        end()
    assert max(seconds) <= 4 * min(seconds)


def test_an_answer_is_waited_for_if_the_time_was_too_short_for_any(pool):
    found = pool.analyse(position_of(9, 20), 0.0)
    assert found is not None
    assert found.depth >= 1


def test_only_so_much_is_kept(pool, monkeypatch):
    monkeypatch.setattr("kibitz.app.analysis_pool._KEPT_STUDIES", 5)
    for discs in range(4, 24):
        pool.analyse(position_of(8, discs), 0.01)
    assert len(pool._studies) <= 6


def test_a_position_that_fails_leaves_the_worker_to_the_others(pool, monkeypatch, caplog):
    def fail(*_arguments, **_options):
        raise ZeroDivisionError("on purpose")

    broken, fine = Ear(), Ear()
    with monkeypatch.context() as patch:
        patch.setattr("kibitz.search.othello.endgame.solve", fail)
        pool.watch(position_of(10, 50), broken)
        assert "failed" in broken.wait(lambda found: found.done).why
    assert "on purpose" in caplog.text
    pool.watch(position_of(11, 50), fine)
    assert fine.wait(lambda found: found.done).exact


def test_closing_ends_all_threads():
    made = AnalysisPool(workers=2)
    made.watch(position_of(9, 10), Ear())
    made.close()
    assert not any(thread.is_alive() for thread in made._threads)
