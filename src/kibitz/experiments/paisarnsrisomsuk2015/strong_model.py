"""Whether owners help where the model is strong: numbers for a move's owners learned on top of what `go-network` says.

Owners are nobody's, those that the network expects, those that simulations from the position find, and those of the record's end.
Learned from counted games of 2019 and 2020, measured on those of 2021 to 2023, which the network has not seen.
"""

from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from kibitz.experiments.paisarnsrisomsuk2015.dataset import KOMI, SIZE
from kibitz.experiments.paisarnsrisomsuk2015.owners_page import PLAYOUTS, owners_folder
from kibitz.experiments.papers import Wanted
from kibitz.features.go.moves import GoMoves
from kibitz.learn.runs.progress import Tell, Told
from kibitz.learn.tables.go.games import DatedGames, final_owners, kept_games
from kibitz.measure.go.moves import GoVerdicts, judge_go
from kibitz.models.go.default import DEFAULT_GO_MODEL
from kibitz.models.go.network import GoNetworkModel, load_go_network
from kibitz.models.store import find_model

_YEARS: Final = ((2019, 2020), (2021, 2023))
_MOVES: Final = 4000  # of each span of years, about
_GAMES_FILE: Final = "games.npz"
_STAGES: Final = 5
_MOVES_A_STAGE: Final = 50
_LEVELS: Final = 9
_ROUNDS: Final = 150
_POSITIONS_A_STEP: Final = 100
_SMALLEST: Final = 1e-30

Owners = NDArray[np.float32]  # [N, size²], from −1 to 1 seen by the movers


def measure_owners(wanted: Wanted) -> None:
    """Write what each kind of owners is worth to the network, if that has not been measured; `data` are professionals' games."""
    folder = owners_folder(wanted.runs)
    if folder.result() is not None:
        return
    folder.start({"model": DEFAULT_GO_MODEL, "playouts": PLAYOUTS, "moves": _MOVES, "years": [list(years) for years in _YEARS]})
    store = folder.path / _GAMES_FILE
    games = kept_games(store, wanted.data, SIZE, lambda done: wanted.tell(Told("reading games", done, 0)))
    network = load_go_network(find_model(DEFAULT_GO_MODEL).weights)
    learned, tested = (_Span.of(games, years, network, wanted.tell) for years in _YEARS)
    folder.save_result(_compared(learned, tested))


class _Span:
    """The moves of some years with what the network says of them, and owners of every kind."""

    def __init__(self, moves: GoMoves, said: Tensor, owners: dict[str, Owners]) -> None:
        self.moves, self.said, self.owners = moves, said, owners
        self.point = torch.from_numpy(moves.point)
        self.stage = torch.from_numpy(np.minimum(moves.index // _MOVES_A_STAGE, _STAGES - 1))

    @classmethod
    def of(cls, dated: DatedGames, years: tuple[int, int], network: GoNetworkModel, tell: Tell) -> "_Span":
        part = dated.selected(dated.of_years(*years))
        part = part.selected(np.flatnonzero(part.is_counted))
        moves = GoMoves.of(part.games, max(1, int(part.games.move_counts.sum()) // _MOVES))
        side = np.where(part.games.is_black[part.games.first[moves.game] + moves.index] != 0, 1, -1)[:, None]
        tell(Told(f"{years[0]} to {years[1]}, the network", 0, len(moves)))
        said = np.log(np.maximum(network.probabilities(moves), _SMALLEST))
        owners: dict[str, NDArray[Any]] = {
            "expected": network.judge(moves).ownership,
            **{f"simulated-{count}": side * _simulated(moves, count, tell) for count in PLAYOUTS},
            "record": side * final_owners(part.games)[moves.game],
        }
        return cls(moves, torch.from_numpy(said), {name: found.astype(np.float32) for name, found in owners.items()})


def _simulated(moves: GoMoves, playouts: int, tell: Tell) -> Owners:
    """The mean owners over so many playouts from each position, seen by Black."""
    sums = []
    for start in range(0, len(moves), _POSITIONS_A_STEP):
        rows = slice(start, start + _POSITIONS_A_STEP)
        sums.append(moves.games.core.owner_sums(moves.game[rows], moves.index[rows], playouts, KOMI, True, start))
        tell(Told(f"{playouts} playouts", start, len(moves)))
    return (np.concatenate(sums) / playouts).astype(np.float32)


def _compared(learned: _Span, tested: _Span) -> dict[str, Any]:
    alone = judge_go(_shares(tested.said), tested.moves)
    found = {"none": _figures(alone, alone)}
    for name in learned.owners:
        table = _learned_table(learned, _levels(learned.owners[name]))
        scores = _scores(table, tested.said, _levels(tested.owners[name]), tested.stage)
        found[name] = _figures(judge_go(_shares(scores), tested.moves), alone)
    return {"learned": len(learned.moves), "measured": len(tested.moves), "owners": found}


def _shares(scores: Tensor) -> NDArray[np.float32]:
    shares: NDArray[np.float32] = torch.softmax(scores, 1).numpy()
    return shares


def _figures(verdicts: GoVerdicts, alone: GoVerdicts) -> dict[str, float]:
    """The figures, and the gain over the network alone on the same moves with its standard error."""
    summary, gain = verdicts.summary(), (verdicts.rank == 0).astype(float) - (alone.rank == 0)
    return {
        "top_1": summary["top1"],
        "top_10": summary["top"][9],
        "nll": summary["nll"],
        "gain": float(gain.mean()),
        "error": float(gain.std(ddof=1) / np.sqrt(len(gain))),
    }


def _levels(owners: Owners) -> Tensor:
    """Owners in steps, those of the point and the mean of its neighbours, [N, size², 2]."""
    board = owners.reshape(-1, SIZE, SIZE)
    framed = np.pad(board, ((0, 0), (1, 1), (1, 1)), mode="edge")
    near = (framed[:, :-2, 1:-1] + framed[:, 2:, 1:-1] + framed[:, 1:-1, :-2] + framed[:, 1:-1, 2:]) / 4
    both = np.stack([board, near], axis=-1).reshape(len(owners), -1, 2)
    return torch.from_numpy(np.rint((both + 1) / 2 * (_LEVELS - 1)).astype(np.int64))


def _scores(table: Tensor, said: Tensor, told: Tensor, stage: Tensor) -> Tensor:
    by_stage = table[stage]  # [N, 2, _LEVELS]
    return said + by_stage[:, 0].gather(1, told[..., 0]) + by_stage[:, 1].gather(1, told[..., 1])


def _learned_table(span: _Span, told: Tensor) -> Tensor:
    """The number of each stage, place and owner."""
    table = torch.zeros(_STAGES, 2, _LEVELS, requires_grad=True)
    optimiser = torch.optim.Adam([table], lr=0.05)
    for _ in range(_ROUNDS):
        loss = functional.cross_entropy(_scores(table, span.said, told, span.stage), span.point) + 1e-3 * table.square().sum()
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
    return table.detach()
