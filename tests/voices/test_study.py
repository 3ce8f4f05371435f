"""Positions that deepen in turns, whichever worker has the turn."""

from dataclasses import dataclass
from types import SimpleNamespace

from kibitz.rules.go.position import GoGame
from kibitz.rules.othello.position import parse_position
from kibitz.search.contract import Opinion, Ranking
from kibitz.voices.go.study import GoStudy
from kibitz.voices.othello.study import OthelloStudy
from kibitz.voices.study import SearchStudy, Worker

# 14 empty; the first position of the suite fforum-1-19.
FFORUM_1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"


class CountingSearch:
    """Says three times how often it was tried; a number that is told twice is no news."""

    source = "counting"

    def deepen(self, position, watch=None, _stop=None):
        for visits in (1, 1, 2):
            found = Ranking((Opinion(position, 0.5, (position,), visits=visits),))
            watch(found)
        return found


@dataclass(eq=False)
class CountingStudy(SearchStudy[int, SimpleNamespace]):
    end = ""

    def search(self, _worker):
        return CountingSearch()

    def news(self, found):
        return "" if found == self.found else f"{found.moves[0].visits} visits"

    def answer(self, revision, _seconds, why):
        return SimpleNamespace(revision=revision, why=why)


def told_in_a_turn(study, worker):
    """What a study tells in one turn; it is noted as the pool notes it."""
    told = []

    def tell(note, why):
        note()
        told.append(why)
        study.latest = study.answer(len(told), 0.0, why)

    study.take_turn(worker, tell)
    return told


def test_a_turn_tells_what_is_new_and_nothing_else():
    study = CountingStudy(7)
    assert told_in_a_turn(study, Worker()) == ["1 visits", "2 visits"]
    assert study.found.moves[0].visits == 2


def test_one_analyst_goes_on_where_another_stopped():
    study = OthelloStudy(parse_position(FFORUM_1))
    assert told_in_a_turn(study, Worker()) == ["first look"]
    assert study.latest.depth == 4
    nodes, study.spent = study.latest.nodes, 1.0  # solving begins
    told = told_in_a_turn(study, Worker())
    assert len(told) == len(study.position.legal_moves())
    assert all("is solved" in why for why in told)
    assert study.latest.nodes > nodes
    assert study.end == "everything is solved"


def test_a_tree_is_told_of_when_it_has_grown():
    study, worker = GoStudy(GoGame(5).start()), Worker()
    worker.stop.set()
    (first,) = told_in_a_turn(study, worker)
    assert first == f"{study.playouts:,} playouts"
    study.rest()
    assert study.trees is None
    assert told_in_a_turn(study, worker) in ([], [f"{study.playouts:,} playouts"])
