"""What models look at, by exact differences."""

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.features.othello.planes import situation
from kibitz.models.card import write_card
from kibitz.models.othello.attention import attention
from kibitz.models.othello.engine import engine_named
from kibitz.models.othello.kinds import SIGMA_NETWORK
from kibitz.models.othello.loading import load_model
from kibitz.models.store import find_model, stored_at
from kibitz.nets.othello.sigma_network import SigmaNetwork, save_network
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import Position, play_all
from kibitz.rules.squares import parse_square, parse_transcript

MOVES = parse_transcript("f5d6c3d3c4")
POSITION = play_all(MOVES)


def recoloured(square):
    disc = 1 << square
    return Position(POSITION.own ^ disc, POSITION.opp ^ disc, POSITION.to_move)


def test_empty_squares_are_not_looked_at():
    changes = attention(find_model("expert"), POSITION, MOVES)
    discs = POSITION.own | POSITION.opp
    assert [changes[square] == 0 for square in range(64)] == [not discs >> square & 1 for square in range(64)]


def test_models_of_moves_are_seen_by_their_probabilities():
    square, model = parse_square("d4"), load_model("expert")
    now, then = (model.probabilities(situation(position, MOVES))[0] for position in (POSITION, recoloured(square)))
    assert attention(find_model("expert"), POSITION, MOVES)[square] == pytest.approx(np.abs(now - then).sum() / 2)


def test_pattern_tables_are_seen_by_their_values():
    square = parse_square("e5")
    now, then = engine_named("evaluation-2014", 1).evaluation.values(Boards.of([POSITION, recoloured(square)]))
    assert attention(find_model("evaluation-2014"), POSITION, MOVES)[square] == pytest.approx(abs(now - then))


def test_a_network_s_attention_is_twice_its_first_order_where_it_is_straight(tmp_path):
    network = SigmaNetwork.random("network2", np.random.default_rng(0))
    straight = SigmaNetwork("network2", network.weights * np.float32(1e-3), network.biases * 0, network.to_output,
                            network.output_biases * 0)  # fmt: skip
    path = tmp_path / "net.safetensors"
    save_network(straight, path)
    write_card(path, {"kind": SIGMA_NETWORK, "features": "board", "features_version": 1, "licence": "MIT"})
    found = attention(stored_at(path), POSITION, MOVES)
    square = parse_square("d3")
    coefficient = float(straight.values(Boards.of([Position(1 << square, 0, POSITION.to_move)]))[0])
    assert found[square] == pytest.approx(2 * abs(coefficient), rel=1e-2)


def test_models_that_say_nothing_of_it_are_refused():
    with pytest.raises(SetupError, match="ownership has no moves, values or winners"):
        attention(find_model("ownership"), POSITION, MOVES)
