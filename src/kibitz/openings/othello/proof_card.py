"""The card of the proven bounds: what they are, where they come from, and how many positions have one."""

from pathlib import Path
from typing import Any

import numpy as np

from kibitz.models.card import write_card
from kibitz.openings.othello.proven import ProvenTable


def describe_proof(proven: ProvenTable) -> dict[str, Any]:
    """How many positions have a bound, by plies, and how many of them their value."""
    plies = np.bincount(proven.table.disc_counts - 4)
    return {
        "positions": len(proven),
        "values": int((proven.low == proven.high).sum()),
        "positions_by_ply": {str(ply): int(count) for ply, count in enumerate(plies)},
    }


def write_proof_card(path: Path, proven: ProvenTable) -> None:
    """Write the card beside the file; raises SetupError if that is not possible."""
    facts = {
        "kind": "proven-bounds",
        "features": "none",
        "title": "Proven bounds of positions in the opening",
        "source": 'Hiroki Takizawa, "Othello is Solved", https://arxiv.org/abs/2310.19387: 2,587 positions after ten plies with '
        "the interval searched and the score found; facts, in a form of our own",
        "method": "minimax from those positions back to the start, up to symmetry; a row whose score is at most alpha is an "
        "upper bound, at least beta a lower bound, between them the value",
        "command": "kibitz book prove othello-is-solved-50-empties.csv proven.safetensors",
        "columns": "own, opp: canonical boards; low, high: bounds in discs for the side to move; games: tournament games of 2001 "
        "to 2020 that the paper counted at the positions after ten plies, summed along the way",
        "licence": "facts; the file itself is CC0",
        **describe_proof(proven),
    }
    write_card(path, facts)
