"""What it is worth to the expert for Go to know who will own the points: nothing, owners a network predicts, and the true ones.

python benchmarks/go_ownership.py GAMES [--network FILE] [--moves 4000] [--store games.npz of a training]

On top of the expert's log probabilities a number is learned for each owner of the candidate and of its neighbours, in five stages
of the game, from counted games of 2019 and 2020, and measured on those of 2021 to 2023.
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
import torch

from kibitz.features.go.moves import GoMoves
from kibitz.learn.tables.go.games import DatedGames, final_owners, kept_games
from kibitz.measure.go.moves import judge_go
from kibitz.models.go.loading import load_go_model
from kibitz.models.go.network import load_go_network

STAGES = 5
MOVES_A_STAGE = 50
LEVELS = 9
ROUNDS = 150


def counted_moves(dated: DatedGames, first: int, last: int, wanted: int) -> tuple[GoMoves, np.ndarray]:
    """About so many moves of counted games, and the owners at their ends seen by the movers, [N, size²]."""
    part = dated.selected(dated.of_years(first, last))
    part = part.selected(np.flatnonzero(part.is_counted))
    moves = GoMoves.of(part.games, max(1, int(part.games.move_counts.sum()) // wanted))
    is_black = part.games.is_black[part.games.first[moves.game] + moves.index] != 0
    return moves, final_owners(part.games)[moves.game] * np.where(is_black, 1, -1)[:, None]


def levels(owners: np.ndarray) -> np.ndarray:
    """Owners from −1 to 1 in steps, those of the point and the mean of its neighbours, [N, size², 2]."""
    size = round(owners.shape[1] ** 0.5)
    board = owners.reshape(-1, size, size)
    framed = np.pad(board, ((0, 0), (1, 1), (1, 1)), mode="edge")
    near = (framed[:, :-2, 1:-1] + framed[:, 2:, 1:-1] + framed[:, 1:-1, :-2] + framed[:, 1:-1, 2:]) / 4
    both = np.stack([board, near], axis=-1).reshape(len(owners), -1, 2)
    return np.rint((both + 1) / 2 * (LEVELS - 1)).astype(np.int64)


def stage_of(moves: GoMoves) -> torch.Tensor:
    return torch.from_numpy(np.minimum(moves.index // MOVES_A_STAGE, STAGES - 1))


def scores(table: torch.Tensor, said: torch.Tensor, told: torch.Tensor, stage: torch.Tensor) -> torch.Tensor:
    by_stage = table[stage]  # [N, 2, LEVELS]
    added = by_stage[:, 0].gather(1, told[..., 0]) + by_stage[:, 1].gather(1, told[..., 1])
    return said + added


def learned(said: torch.Tensor, told: torch.Tensor, stage: torch.Tensor, point: torch.Tensor) -> torch.Tensor:
    """The number of each stage, place and owner."""
    table = torch.zeros(STAGES, 2, LEVELS, requires_grad=True)
    optimiser = torch.optim.Adam([table], lr=0.05)
    for _ in range(ROUNDS):
        loss = torch.nn.functional.cross_entropy(scores(table, said, told, stage), point) + 1e-3 * table.square().sum()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return table.detach()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=Path)
    parser.add_argument("--expert", default="go-expert")
    parser.add_argument("--network", type=Path)
    parser.add_argument("--store", type=Path)
    parser.add_argument("--moves", type=int, default=4000)
    arguments = parser.parse_args()
    expert = load_go_model(arguments.expert)
    store = arguments.store or Path(tempfile.mkdtemp()) / "games.npz"
    dated = kept_games(store, arguments.games, 19, lambda _: None)
    sets = [counted_moves(dated, *years, arguments.moves) for years in ((2019, 2020), (2021, 2023))]
    said = [np.log(np.maximum(expert.probabilities(moves), 1e-30)) for moves, _ in sets]
    kinds = {"the record's owners": [true for _, true in sets]}
    if arguments.network:
        network = load_go_network(arguments.network)
        kinds = {"predicted owners": [network.judge(moves).ownership for moves, _ in sets], **kinds}
    logs = [torch.from_numpy(rows) for rows in said]
    stages = [stage_of(moves) for moves, _ in sets]
    tell("the expert alone", logs[1], sets[1][0])
    for name, (to_learn, to_judge) in kinds.items():
        table = learned(logs[0], torch.from_numpy(levels(to_learn)), stages[0], torch.from_numpy(sets[0][0].point))
        tell(f"with {name}", scores(table, logs[1], torch.from_numpy(levels(to_judge)), stages[1]), sets[1][0])


def tell(name: str, values: torch.Tensor, moves: GoMoves) -> None:
    found = judge_go(torch.softmax(values, 1).numpy(), moves).summary()
    figures = f"top-1 {found['top1']:.2%}, top-10 {found['top'][9]:.2%}, nll {found['nll']:.4f}"
    print(f"{name}, {found['positions']:,} moves: {figures}", flush=True)


if __name__ == "__main__":
    main()
