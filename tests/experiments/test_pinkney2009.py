"""The dissertation's evolutions: what they are, run within a budget, measured fairly, and shown on the page."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

from kibitz.errors import SetupError
from kibitz.experiments.papers import Wanted, find_paper
from kibitz.experiments.pinkney2009 import measuring
from kibitz.experiments.pinkney2009.measuring import best_network_file, compare, greedy, measure
from kibitz.experiments.pinkney2009.page import write_page
from kibitz.experiments.pinkney2009.pictures import square_values, tree_of_the_start
from kibitz.experiments.pinkney2009.variants import PAPER, REPEATS, VARIANTS, Variant, parse_parts, settings_of
from kibitz.learn.evolution.breeding import random_networks
from kibitz.learn.evolution.othello.population import EvolutionSettings
from kibitz.learn.evolution.run import EvolutionFolder, evolve
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.models.othello.evaluators import find_evaluator
from kibitz.models.othello.evolved import SHAPE, Population
from kibitz.models.store import verify_model
from kibitz.players.registry import make_player
from kibitz.rules.othello.bulk import Boards, children, random_games, replay
from kibitz.rules.othello.position import START
from worker_jobs import HereAndNow

TINY = EvolutionSettings(networks=6, generations=3, benchmark_games=20, shares=2)


@pytest.fixture
def few_games(monkeypatch):
    few = {"RANDOM_GAMES": 40, "GREEDY_GAMES": 40, "CHOOSING_GAMES": 30, "CANDIDATES": 2}
    few |= {"PAIR_GAMES": 20, "DEPTH_GAMES": 6, "DEPTHS": (1, 2), "SELECTION_GAMES": 4}
    for name, value in few.items():
        monkeypatch.setattr(measuring, name, value)


@pytest.fixture
def tiny_variants(monkeypatch):
    """Two short evolutions under the names of two real ones."""
    short = {
        PAPER: Variant("as described", TINY),
        "searcher": Variant("against a search", replace(TINY, opponents="searcher", games=2), needs_opponent=True),
    }
    for module in ("variants", "measuring", "page"):
        monkeypatch.setattr(f"kibitz.experiments.pinkney2009.{module}.VARIANTS", short)


def wanted(folder: Path, parts: str, minutes: float | None = None) -> Wanted:
    return Wanted(parts, "", minutes, None, folder / "runs", folder / "out", folder, 1, lambda _: None)


def test_the_paper_s_own_run_is_as_the_paper_says():
    settings = VARIANTS[PAPER].settings
    assert (settings.networks, settings.generations, settings.mutation, settings.benchmark_games) == (24, 800, 0.05, 1000)
    assert (settings.first_spread, settings.breeding, settings.opponents, settings.crossover) == (1.0, "halves", "each other", 0)


def test_parts_are_run_in_their_order_and_unknown_ones_are_refused():
    assert parse_parts("cma,paper") == ["paper", "cma"]
    assert parse_parts("all") == [PAPER, *REPEATS, *list(VARIANTS)[1:]]
    assert parse_parts("seeds,cma") == [PAPER, *REPEATS, "cma"]
    assert parse_parts("") == []
    with pytest.raises(SetupError, match="there is no evolution 'mutation'"):
        parse_parts("paper,mutation")


def test_an_opponent_that_searches_is_the_paper_s_best_network(tmp_path):
    assert settings_of("searcher", tmp_path / "best").searcher == str(tmp_path / "best")
    assert settings_of("cma", tmp_path / "best").searcher == ""


def test_repeats_differ_in_their_random_numbers_alone(tmp_path):
    settings = [settings_of(name, tmp_path) for name in (PAPER, *REPEATS)]
    assert [found.seed for found in settings] == list(range(1, 11))
    assert {replace(found, seed=1) for found in settings} == {settings[0]}


def test_the_page_has_the_mean_and_the_spread_of_all_seeds(tmp_path):
    for name, rounds in ((PAPER, 2), (REPEATS[0], 3)):
        folder = RunFolder(tmp_path / "runs" / name)
        folder.path.mkdir(parents=True)
        for step in range(2):
            folder.add_metrics(
                {"step": step, "won": 100 * rounds, "drawn": 0, "lost": 1000 - 100 * rounds, "seconds": 1, "core_seconds": 1}
            )
        wins = {"won": 1000 * rounds, "drawn": 0, "lost": 10_000 - 1000 * rounds}
        folder.save_result({"random": wins, "greedy": wins, "generations": 2, "generations_of_best": [1, 1], "core_seconds": 1.0})
    text = write_page(tmp_path / "runs", tmp_path / "out").read_text()
    assert "| 0 | 200 | 250 (200 to 300) | 0 |" in text
    assert "each of 2 seeds won 25.0 % of 10,000 games" in text
    assert "with a standard deviation of 7.1 between seeds: 20.0, 30.0." in text


def test_the_greedy_network_counts_discs():
    games = replay(random_games(2, seed=3)[0])
    after = children(games.boards).boards
    values = greedy().values(after, np.zeros(len(after), np.int64))
    discs = np.bitwise_count(after.own).astype(int) - np.bitwise_count(after.opp)
    order = np.argsort(discs, kind="stable")
    assert (np.diff(values[order])[np.diff(discs[order]) > 0] > 0).all()
    assert (np.diff(values[order])[np.diff(discs[order]) == 0] == 0).all()


@pytest.mark.usefixtures("few_games")
def test_a_run_is_measured_by_games_that_did_not_choose(tmp_path):
    folder = RunFolder(tmp_path / "paper")
    evolve(TINY, folder, HereAndNow(), lambda _: None)
    result = measure(folder, HereAndNow())
    wins = sorted((int(row["won"]) for row in folder.metrics()), reverse=True)
    first, last = result["generations_of_best"]
    assert first == last and (last == 3 or int(folder.metrics()[last]["won"]) in wins[:2])
    assert sum(result["random"].values()) == sum(result["greedy"].values()) == 40
    assert result["random"] != result["chosen_by"] or result["greedy"] != result["random"]
    assert folder.result() == result


@pytest.mark.usefixtures("few_games")
def test_means_of_a_distribution_are_averaged_to_one_more_candidate(tmp_path):
    pytest.importorskip("cma")
    folder = RunFolder(tmp_path / "cma")
    evolve(replace(TINY, breeding="cma", first_spread=0.1, generations=4), folder, HereAndNow(), lambda _: None)
    *single, average = measuring._candidates(folder)
    means = [EvolutionFolder(folder, SHAPE).load(number).population.flat()[0] for number in (2, 3, 4)]
    assert single[-1].last == 4 and 2 <= len(single) <= 3
    assert (average.first, average.last) == (2, 4)
    assert average.network.flat()[0] == pytest.approx(np.mean(means, axis=0), abs=1e-6)


@pytest.mark.usefixtures("few_games")
def test_the_best_network_is_a_model_that_plays(tmp_path):
    folder = RunFolder(tmp_path / "paper")
    evolve(TINY, folder, HereAndNow(), lambda _: None)
    measure(folder, HereAndNow())
    weights = best_network_file(folder.path)
    assert verify_model(str(weights)).card.kind == "evolved"
    scale = find_evaluator(str(weights))
    assert scale.evaluator(Boards.of([START])).shape == (1,)
    with make_player(f'alphabeta:"{weights}",depth=2') as player:
        assert player.is_repeatable


@pytest.mark.usefixtures("few_games", "tiny_variants")
def test_a_reproduction_runs_measures_compares_and_writes(tmp_path):
    page = find_paper("pinkney2009").reproduce(wanted(tmp_path, "all"))
    text = page.read_text()
    assert page == tmp_path / "out" / "pinkney2009.md"
    for picture in ("figure7", "figure8", "variants", "squares"):
        assert f"pinkney2009/{picture}.png" in text
        assert (tmp_path / "out" / "pinkney2009" / f"{picture}.png").read_bytes().startswith(b"\x89PNG")
    found = json.loads((tmp_path / "runs" / "comparisons.json").read_text())
    assert [(pair["first"], pair["second"]) for pair in found["pairs"]] == [("paper", "searcher")]
    assert {(row["name"], row["depth"]) for row in found["depths"]} == {(n, d) for n in ("paper", "searcher") for d in (1, 2)}
    assert '<node type="max"' in text
    assert all(-1 <= correlation <= 1 for correlation in found["selection"].values())
    assert "Why the paper's recipe levels off" in text
    shutil.rmtree(tmp_path / "runs" / "paper" / "generations")
    assert compare(tmp_path / "runs", HereAndNow())["selection"] == found["selection"], "it stays where it cannot be measured"


@pytest.mark.usefixtures("few_games", "tiny_variants")
def test_a_budget_stops_a_run_that_goes_on_another_time(tmp_path):
    find_paper("pinkney2009").reproduce(wanted(tmp_path, "paper", minutes=1e-9))
    assert not RunFolder(tmp_path / "runs" / "paper").metrics()
    find_paper("pinkney2009").reproduce(wanted(tmp_path, "paper", minutes=0.001))
    rows = RunFolder(tmp_path / "runs" / "paper").metrics()
    assert 0 < len(rows) <= 4
    find_paper("pinkney2009").reproduce(wanted(tmp_path, "paper"))
    assert RunFolder(tmp_path / "runs" / "paper").result()["generations"] == 3


def test_a_search_without_the_network_it_needs_is_refused(tmp_path):
    with pytest.raises(SetupError, match="searcher needs the best network of the evolution paper"):
        find_paper("pinkney2009").reproduce(wanted(tmp_path, "searcher"))


def test_a_page_without_runs_says_not_run(tmp_path):
    text = write_page(tmp_path / "runs", tmp_path).read_text()
    assert text.count("| not run |") == len(VARIANTS)
    assert "Not run." in text


def test_comparing_nothing_is_no_error(tmp_path):
    (tmp_path / "runs").mkdir()
    assert compare(tmp_path / "runs", HereAndNow()) == {"pairs": [], "depths": [], "selection": None}


def test_squares_are_worth_what_their_weights_say():
    network = greedy()
    assert np.ptp(square_values(network)) < 1e-6
    corner = Population(network.to_hidden.copy(), network.thresholds, network.from_hidden)
    corner.to_hidden[0, 0] += 1
    values = square_values(corner)
    assert values[0, 0] == values[0, 7] == values[7, 0] == values[7, 7] > values[3, 3]


def test_the_tree_of_the_start_has_the_paper_s_shape():
    root = tree_of_the_start(random_networks(replace(TINY, networks=1)))
    assert len(root.children) == 4 and root.is_max
