"""Games drawn from a model, and what their moves lose."""

import numpy as np

from kibitz.measure.othello.sampled_games import judged, losses_of_moves, points_of_the_stronger, sampled_games
from kibitz.models.othello.rated_play import Sight
from kibitz.rules.othello.bulk import children, legal_masks
from tiny_models import FormulaModel


class Gambler(FormulaModel):
    """Whoever is rated high takes most discs, whoever is rated low moves at random."""

    def probabilities(self, situations, rating=None):
        table = super().probabilities(situations)
        power = np.where(np.asarray(rating) > 1500, 9.0, 0.0)[:, None]
        weights = np.where(table > 0, np.maximum(table, 1e-9) ** power, 0)
        return weights / weights.sum(axis=1, keepdims=True)


def test_sampled_games_are_whole_games_and_repeat():
    first, second = (sampled_games(FormulaModel(), 1500, 1500, 3, seed=1) for _ in range(2))
    assert (first.squares == second.squares).all()
    assert len(first.scores) == 3
    assert 150 < len(first.squares) <= 180
    assert (legal_masks(first.situations.boards) >> first.squares.astype(np.uint64) & np.uint64(1)).all()
    assert (first.scores == second.scores).all()


def test_the_best_move_loses_nothing_and_another_what_the_search_says():
    played, sight = sampled_games(FormulaModel(), 1500, 1500, 1, seed=2), Sight.of_depth(2)
    boards = played.situations.boards
    moves, loss = children(boards), sight.losses(boards)
    best = np.zeros(len(boards), np.int8)
    best[moves.parent[loss == 0]] = moves.square[loss == 0]
    assert (losses_of_moves(boards, best, sight).loss == 0).all()
    found = losses_of_moves(boards, played.squares, sight)
    assert len(found.loss) == judged(boards).sum()
    assert found.loss.max() > 0
    count, figures, errors = found.of_phase(1)
    assert count == ((found.empties >= 14) & (found.empties <= 30)).sum()
    assert figures[0] >= 4 * figures[1] >= 0
    assert min(errors) >= 0


def test_whoever_plays_better_wins_more_points_with_both_colours():
    share, error = points_of_the_stronger(Gambler(), 1000, 2000, pairs=40, seed=3)
    assert share > 0.55
    assert 0 < error < 0.1
