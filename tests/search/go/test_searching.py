"""The search by playouts, as whoever knows only the contract of searches asks it."""

import threading

import pytest

from kibitz.rules.go.points import parse_vertex
from kibitz.rules.go.position import GoGame
from kibitz.rules.squares import PASS
from kibitz.search.conformance import check_search
from kibitz.search.contract import Ranking
from kibitz.search.go.searching import KeptTrees
from kibitz.search.go.tree import Prior, TreeLimits, search_tree
from small_go import small_model

GAME = GoGame(size=5, komi=0.5)


def test_it_keeps_the_contract_of_searches():
    for prior in (Prior(), Prior(small_model().scorer)):
        for position in (GAME.start(), GAME.start().play(parse_vertex("C3", 5)).play(PASS)):
            check_search(KeptTrees(prior).within(TreeLimits(playouts=100)), position)


def test_a_search_that_is_not_watched_repeats_itself():
    position = GAME.start()
    found = KeptTrees(seed=0).within(TreeLimits(playouts=100)).deepen(position)
    assert found.moves == search_tree(position, TreeLimits(playouts=100)).moves


def test_whoever_watches_hears_of_more_and_more_playouts_up_to_the_limit():
    heard: list[Ranking] = []
    last = KeptTrees().within(TreeLimits(playouts=300)).deepen(GAME.start(), heard.append)
    assert last.playouts == heard[-1].playouts == 300
    assert [step.playouts for step in heard] == sorted(step.playouts for step in heard)


def test_a_search_without_an_end_stops_when_it_is_told_to():
    stop, heard = threading.Event(), []

    def watch(found):
        heard.append(found.playouts)
        stop.set()

    KeptTrees().within(TreeLimits(), every=0.01).deepen(GAME.start(), watch, stop)
    assert len(heard) == 1


def test_asked_again_it_goes_on_with_its_trees():
    trees, position = KeptTrees(), GAME.start()
    trees.within(TreeLimits(playouts=100)).deepen(position)
    assert trees.within(TreeLimits(playouts=150)).deepen(position).playouts == 150
    trees.forget()
    assert trees.within(TreeLimits(playouts=50)).deepen(position).playouts == 50


def test_trees_follow_the_game_with_what_they_know():
    trees, position = KeptTrees(), GAME.start()
    best = trees.within(TreeLimits(playouts=2000)).deepen(position).best
    after = position.play(best.move)
    trees.follow([best.move], after)
    kept = trees.within(TreeLimits(playouts=1)).deepen(after)
    assert kept.playouts > 100
    assert {row.move for row in kept.moves} <= set(after.legal_moves())


@pytest.mark.parametrize("komi", [0.5, 7.5])
def test_trees_of_another_komi_are_not_led_on(komi):
    trees, position = KeptTrees(), GAME.start()
    best = trees.within(TreeLimits(playouts=2000)).deepen(position).best
    after = position.play(best.move).with_komi(komi)
    trees.follow([best.move], after)
    assert (trees.within(TreeLimits(playouts=20)).deepen(after).playouts == 20) == (komi != GAME.komi)


def test_moves_that_were_not_tried_are_told_apart():
    found = KeptTrees().within(TreeLimits(playouts=8)).deepen(GAME.start())
    assert any(row.visits == 0 for row in found.moves)
    assert all(row.visits for row in found.tried().moves)
    assert found.tried().playouts == found.playouts
