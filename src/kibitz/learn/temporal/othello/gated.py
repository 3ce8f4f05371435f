"""Learning steps of a network whose outputs are blended part by part by a gate that is learned too.

The value is σ(Σ share · (Σ what the maps add + bias)) over parts and outputs, where a part's shares are the softmax of its gate.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kibitz.nets.othello.sigma_network import Floats, SigmaNetwork, board_inputs, sigma
from kibitz.rules.othello.bulk import Boards


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a gated network makes of some boards: squares seen [T, parts, squares], units [T, outputs, parts, maps], and what
    each output adds in each part and its share there [T, parts, outputs]; then the values [T].
    """

    seen: Floats
    hidden: Floats
    added: Floats
    shares: Floats
    values: Floats


def moved(network: SigmaNetwork, steps: Mapping[str, Floats]) -> SigmaNetwork:
    """A network whose arrays are moved by steps, by their names."""
    ends: dict[str, Any] = {name: array + steps[name] for name, array in network.arrays().items()}
    return replace(network, **ends)


def gated_values(network: SigmaNetwork, boards: Boards) -> Floats:
    """What boards are worth to their side to move, [T], by plain arithmetic; network.values() is faster and agrees."""
    return _answered(network, boards).values


def gated_steps(network: SigmaNetwork, boards: Boards, targets: Floats, rate: float) -> dict[str, Floats]:
    """The sum of the steps towards the targets of some positions, by the names of the network's arrays."""
    found = _answered(network, boards)
    # The curve's slope is (1 - y²) / 2 where its value is y.
    by_value = rate * (targets - found.values) * (1 - found.values**2) / 2
    by_output = by_value[:, None, None] * found.shares  # [T, parts, outputs]
    by_unit = np.einsum("tpo,om,topm->topm", by_output, network.to_output, 1 - found.hidden**2, optimize=True) / 2
    by_gate = by_output * (found.added - (found.shares * found.added).sum(axis=2, keepdims=True))
    return {
        "weights": np.einsum("tpk,topm->okm", found.seen, by_unit, optimize=True),
        "biases": by_unit.sum(axis=(0, 2)),
        "to_output": np.einsum("tpo,topm->om", by_output, found.hidden, optimize=True),
        "output_biases": by_output.sum(axis=(0, 1)),
        "gate": np.einsum("tpk,tpo->ok", _gate_inputs(found.seen), by_gate, optimize=True),
    }


def _answered(network: SigmaNetwork, boards: Boards) -> _Answer:
    assert network.gate is not None
    seen = board_inputs(boards)[:, network.shape.parts]
    hidden = sigma(np.einsum("tpk,okm->topm", seen, network.weights, optimize=True) + network.biases[:, None, :])
    added = np.einsum("topm,om->tpo", hidden, network.to_output, optimize=True) + network.output_biases
    gates = np.einsum("tpk,ok->tpo", _gate_inputs(seen), network.gate, optimize=True)
    opened = np.exp(gates - gates.max(axis=2, keepdims=True))
    shares = opened / opened.sum(axis=2, keepdims=True)
    return _Answer(seen, hidden, added, shares, sigma((shares * added).sum(axis=(1, 2))))


def _gate_inputs(seen: Floats) -> Floats:
    """1 where a square of a part holds a disc, whoever's, and 1 for the bias behind them, [T, parts, squares + 1]."""
    held: Floats = np.abs(seen)
    return np.concatenate([held, np.ones_like(held[:, :, :1])], axis=2)
