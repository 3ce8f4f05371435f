"""check_model() finds what breaks the contract, and the models of Kibitz keep it."""

import numpy as np
import pytest

from kibitz.models.othello.conformance import check_model
from kibitz.models.othello.loading import load_model
from kibitz.rules.game import BrokenContractError
from tiny_models import FormulaModel, write_network


def broken(change):
    """A model that is right but for a change to its probabilities."""

    class Broken(FormulaModel):
        def probabilities(self, situations, rating=None):
            return change(super().probabilities(situations, rating), situations)

    return Broken()


def test_a_model_from_a_formula_keeps_the_contract():
    check_model(FormulaModel())


@pytest.mark.parametrize("images", [1, 8])
def test_a_network_that_knows_no_symmetry_keeps_the_contract(tmp_path, images):
    check_model(load_model(str(write_network(tmp_path, settings={"images": images}))))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda shares, _: shares[:, :60], "not \\[N, 64\\]"),
        (lambda shares, _: shares.astype(np.float32), "are float32, not float64"),
        (lambda shares, _: shares * np.nan, "is not a number"),
        (lambda shares, _: shares - 0.01, "is below 0"),
        (lambda shares, _: shares + 0.01, "a square that is not legal has a probability"),
        (lambda shares, _: shares * 0.999, "do not add up to 1"),
        (lambda shares, situations: shares + (len(situations) == 1) * (shares[:, ::-1] - shares), "alone and among others"),
    ],
)
def test_wrong_probabilities_are_found(change, problem):
    with pytest.raises(BrokenContractError, match=problem):
        check_model(broken(change))


def test_a_liking_for_one_corner_is_found():
    def lean(shares, _situations):
        leaned = shares * np.linspace(1, 2, 64)
        return leaned / np.maximum(leaned.sum(axis=1, keepdims=True), 1e-300)

    with pytest.raises(BrokenContractError, match="images under symmetry 1 have other probabilities"):
        check_model(broken(lean))


def test_a_liking_for_squares_near_the_last_move_is_found_where_the_position_is_symmetric():
    def follow(shares, situations):
        last = situations.recent[:, :1].astype(int)
        rows, columns = (np.abs(part[0] - part[1]) for part in zip(np.divmod(np.arange(64), 8), np.divmod(last, 8), strict=True))
        followed = shares * np.where((rows <= 1) & (columns <= 1) & (last >= 0), 2.0, 1.0)
        return followed / np.maximum(followed.sum(axis=1, keepdims=True), 1e-300)

    with pytest.raises(BrokenContractError, match="a symmetric position has other probabilities on twins"):
        check_model(broken(follow))


def test_an_answer_that_changes_is_found():
    class Fickle(FormulaModel):
        asked = 0

        def probabilities(self, situations, rating=None):
            self.asked += len(situations) > 1
            return super().probabilities(situations, (rating or 1500) + 1e-6 * self.asked)

    with pytest.raises(BrokenContractError, match="two answers"):
        check_model(Fickle())


@pytest.mark.parametrize(
    ("capability", "answer", "problem"),
    [
        ("win_chances", lambda situations: np.full(len(situations), 1.5), "chances to win: a chance is not between 0 and 1"),
        ("win_chances", lambda situations: np.full((len(situations), 1), 0.5), "chances to win: the shape is"),
        ("ownership", lambda situations: np.full((len(situations), 64), -0.5), "ownership: a chance is not between 0 and 1"),
        ("ownership", lambda situations: np.full(len(situations), 0.5), "ownership: the shape is"),
    ],
)
def test_wrong_answers_of_capabilities_are_found(capability, answer, problem):
    model = FormulaModel()
    setattr(model, capability, answer)
    with pytest.raises(BrokenContractError, match=problem):
        check_model(model)


def test_ownership_that_likes_one_corner_is_found():
    model = FormulaModel()
    model.ownership = lambda situations: np.tile(np.linspace(0, 1, 64), (len(situations), 1))
    with pytest.raises(BrokenContractError, match="ownership: images under symmetry 1 have other chances"):
        check_model(model)


def test_ownership_that_follows_the_last_move_is_found_where_the_position_is_symmetric():
    def follow(situations):
        last = situations.recent[:, :1].astype(int)
        return np.where(last == np.arange(64), 0.7, 0.5)

    model = FormulaModel()
    model.ownership = follow
    with pytest.raises(BrokenContractError, match="ownership: a symmetric position has other chances on twins"):
        check_model(model)
