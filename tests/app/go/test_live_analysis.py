"""Playouts that go on while somebody looks: the live channel and the pool behind it."""

import threading

from app.conftest import LIVE, PATIENCE, wait_for
from app.go.playing import NINE
from kibitz.app.analysis_pool import AnalysisPool
from kibitz.rules.go.position import GoGame
from kibitz.rules.othello.position import START as OTHELLO_START
from kibitz.voices.go.study import GoAnalysis, GoStudy


def test_the_live_channel_deepens_and_follows_to_the_next_position(client):
    with client.websocket_connect(LIVE) as live:
        live.send_json({"type": "analyse", "start": NINE, "moves": "ee", "id": 1})
        first = live.receive_json()
        assert (first["type"], first["id"]) == ("analysis", 1)
        while (later := live.receive_json())["playouts"] <= first["playouts"]:
            pass
        assert later["revision"] > first["revision"]
        live.send_json({"type": "analyse", "start": NINE, "moves": "eecc", "id": 2})
        while live.receive_json()["id"] != 2:
            pass
        live.send_json({"type": "analyse", "start": "go:3", "id": 3})
        while (answer := live.receive_json())["type"] != "error":
            pass
        assert "3×3" in answer["error"]
        live.send_json({"type": "stop"})


def test_both_games_share_the_pool_and_nothing_runs_when_nobody_looks():
    pool = AnalysisPool(workers=1)
    heard: list[object] = []
    changed = threading.Event()

    def hear(found: object) -> None:
        heard.append(found)
        changed.set()

    ends = [pool.watch(GoGame(9).start(), hear), pool.watch(OTHELLO_START, hear)]
    wait_for(lambda: {type(found).__name__ for found in list(heard)} == {"GoAnalysis", "Analysis"})
    for end in ends:
        end()
    wait_for(lambda: pool.busy == 0)
    assert changed.wait(PATIENCE)
    pool.close()


def test_a_tree_that_begins_again_is_not_heard_before_it_knows_more():
    pool = AnalysisPool(workers=1)
    position = GoGame(9).start()
    before = pool.analyse(position, 1.0)
    assert isinstance(before, GoAnalysis)
    heard: list[GoAnalysis] = []
    end = pool.watch(position, heard.append)
    wait_for(lambda: len(heard) > 1)
    end()
    pool.close()
    assert [found.playouts for found in heard] == sorted(found.playouts for found in heard)
    assert heard[0].playouts == before.playouts


def test_only_some_trees_are_kept(monkeypatch):
    monkeypatch.setattr("kibitz.app.analysis_pool._MOST_AWAKE", 2)
    pool = AnalysisPool(workers=1)
    start = GoGame(9).start()
    heard: dict[int, GoAnalysis] = {}
    ends = [pool.watch(start.play(point), lambda found, point=point: heard.update({point: found})) for point in range(6)]
    wait_for(lambda: len(heard) == 6)
    studies = [study for study in pool._studies.values() if isinstance(study, GoStudy)]
    assert sum(study.trees is not None for study in studies) <= 3  # two at rest, and the one whose turn it is
    for end in ends:
        end()
    wait_for(lambda: pool.busy == 0)
    pool.close()
    assert all(study.trees is None for study in studies)
