"""The fair-play report: its reference, deviations, and the careful words."""

from dataclasses import replace

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.models.othello.portrait import PlayerGames
from kibitz.records.othello.record import GameRecord
from kibitz.review.othello.fair_play import (
    CAP,
    THRESHOLDS,
    GameFigures,
    Reference,
    conclusion,
    deviation,
    fair_play_report,
    game_figures,
    read_reference,
    shipped_reference,
)
from kibitz.review.othello.fair_play_reference import Sample, reference_of
from kibitz.rules.othello.bulk import random_games
from kibitz.rules.othello.position import with_passes
from kibitz.rules.squares import NO_MOVE


def random_player(count=4):
    lists, _, _ = random_games(count, seed=3)
    moves = [with_passes(move for move in row if move != NO_MOVE) for row in lists.tolist()]
    return PlayerGames.of("Ada", [GameRecord(moves=line, black="Ada", white="Bo") for line in moves], 1500)


def made_games(rating, count, chooser, better=0.0):
    """Games whose loss falls by 0.5 for 400 points, with a spread of 0.3."""
    loss = 1.5 - 0.5 * (rating - 1500) / 400 - better + chooser.normal(0, 0.3, count)
    agreement = 0.5 + 0.1 * (rating - 1500) / 400 + better / 4 + chooser.normal(0, 0.1, count)
    difficulty = chooser.uniform(3, 5, count)
    return GameFigures(np.full(count, 18), loss, agreement, difficulty, chooser.uniform(0.1, 0.2, count))


@pytest.fixture(scope="module")
def made_reference():
    chooser = np.random.default_rng(1)
    ratings = chooser.uniform(1100, 1900, 150)
    return reference_of([Sample(rating, made_games(rating, 10, chooser)) for rating in ratings], {})


def test_a_random_mover_lies_far_below_a_tournament_player():
    figures = game_figures(random_player())
    assert len(figures) == 4
    assert (figures.loss <= CAP).all()
    assert deviation(figures, 1500, shipped_reference()).index < -5
    assert abs(figures.loss.mean() - figures.random_loss.mean()) < 1  # he is the random mover that difficulty is measured by


def test_the_reference_finds_what_games_were_made_of(made_reference):
    assert made_reference.loss.within_player == pytest.approx(0.3, rel=0.1)
    assert made_reference.loss.between_players < 0.1
    expected = made_reference.loss.expected(made_games(1900, 1, np.random.default_rng(2)).inputs(np.array([1900.0])))
    assert expected[0] == pytest.approx(1.0, abs=0.15)


def test_clean_sets_are_hardly_ever_beyond_a_threshold_and_much_better_ones_nearly_always(made_reference):
    chooser = np.random.default_rng(3)
    clean = [deviation(made_games(1500, 5, chooser), 1500, made_reference).index for _ in range(400)]
    better = [deviation(made_games(1500, 5, chooser, better=0.8), 1500, made_reference).index for _ in range(50)]
    assert abs(np.mean(clean)) < 0.25
    assert np.mean(np.array(clean) > THRESHOLDS[0]) < 0.03
    assert np.mean(np.array(better) > THRESHOLDS[0]) > 0.95


def test_more_games_say_more(made_reference):
    one = made_games(1500, 1, np.random.default_rng(4), better=0.5)
    many = GameFigures.joined([one] * 10)
    assert deviation(many, 1500, made_reference).index > deviation(one, 1500, made_reference).index > 0


def test_the_report_says_what_it_compared_and_never_accuses():
    report = fair_play_report(random_player())
    assert (report["games"], report["rating"]) == (4, 1500)
    assert report["as_far_by_chance"] > 0.99
    assert report["conclusion"] == conclusion(report["index"])
    for index in (-3.0, 0.0, 2.5, 9.0):
        assert "cheat" not in conclusion(index)
        assert ("no proof" in conclusion(index)) == (index >= THRESHOLDS[0])


def test_a_rating_is_needed_and_so_are_moves():
    with pytest.raises(SetupError, match="give it with --rating"):
        fair_play_report(replace(random_player(), rating=None))
    short = PlayerGames.of("Ada", [replace(record, moves=record.moves[:12]) for record in random_player().records], 1500)
    with pytest.raises(SetupError, match="no game of Ada has 8 moves"):
        fair_play_report(short)


def test_the_shipped_reference_says_how_often_it_was_wrong(tmp_path):
    reference = shipped_reference()
    clean = [check for check in reference.checks if not check["assisted"]]
    for check in clean:
        assert [beyond["index"] for beyond in check["beyond"]] == list(THRESHOLDS)
        assert check["beyond"][0]["sets"] <= 0.05 * check["sets"]
    (tmp_path / "reference.json").write_text(reference.to_json())
    assert read_reference(tmp_path / "reference.json") == reference
    (tmp_path / "reference.json").write_text("[]")
    with pytest.raises(SetupError, match="is not a reference"):
        read_reference(tmp_path / "reference.json")


def test_a_reference_is_read_as_it_was_written():
    reference = shipped_reference()
    assert Reference.from_json(reference.to_json()) == reference
