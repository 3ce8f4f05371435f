"""Judges of a tree search by name: tables of their own file, and models that foretell moves and winners."""

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.models.card import write_card
from kibitz.models.othello.tree_judges import find_judge
from kibitz.models.store import verify_model
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import START, Position
from kibitz.search.othello.policy_tables import PolicyTables, new_core


def test_tables_are_found_by_their_file(tmp_path):
    weights = np.ones_like(new_core("four9", 4, (4, 16)).weights)
    path = tmp_path / "mine.safetensors"
    PolicyTables("four9", 4, (4, 16), weights).save(path)
    write_card(path, {"kind": "policy-tables", "features": "four9"})
    assert verify_model(str(path)).name == "mine"
    found = find_judge(str(path))
    assert (found.size, found.at_once, found.judge.counts_discs) == (4, 1, True)
    assert found.judge.judge(Boards.of([Position.start(4)])).values[0] > 0


def test_a_model_of_moves_and_winners_judges_the_usual_board():
    found = find_judge("expert")
    assert (found.size, found.judge.counts_discs) == (8, False)
    priors, values = found.judge.judge(Boards.of([START, START]))
    assert priors[0].sum() == pytest.approx(1)
    assert priors.dtype == values.dtype == np.float32
    assert abs(values[0]) < 0.5


def test_a_model_that_says_nothing_of_winners_is_refused():
    with pytest.raises(SetupError, match="not who will win"):
        find_judge("raw-11")
