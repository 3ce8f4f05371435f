"""How well a network for Go predicts the moves, owners and winners of games it has not learned from."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.go.moves import GoMoves
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.progress import Told
from kibitz.learn.tables.go.expert_kind import rounded, with_intervals
from kibitz.learn.tables.go.games import DatedGames, final_owners
from kibitz.measure.go.moves import GoVerdicts, judge_go
from kibitz.models.go.expert import GoExpertModel
from kibitz.models.go.judging import GoJudge, GoJudgement

_JUDGED_AT_ONCE: Final = 512


def judged(model: GoJudge, moves: GoMoves, job: Job, part: str) -> tuple[GoVerdicts, GoJudgement]:
    """Verdicts on all moves, in their order, and what the model thought of their positions."""
    verdicts, thoughts = [], []
    for start in range(0, max(len(moves), 1), _JUDGED_AT_ONCE):
        some = moves.take(slice(start, start + _JUDGED_AT_ONCE))
        thoughts.append(model.judge(some))
        verdicts.append(judge_go(thoughts[-1].probabilities, some))
        job.tell(Told(part, start + len(some), len(moves)))
    return GoVerdicts.joined(verdicts), GoJudgement.joined(thoughts)


def figures_of(
    years: tuple[int, ...], dated: DatedGames, every: int, model: GoJudge, expert: GoExpertModel, job: Job
) -> dict[str, Any]:
    """The model's figures beside the expert's on one move in `every` of the games of some years; empty if there are none.

    `years` are the first and the last.
    """
    first, last = years
    part = dated.selected(dated.of_years(first, last))
    moves = GoMoves.of(part.games, every)
    if not len(moves):
        return {}
    verdicts, thoughts = judged(model, moves, job, f"measuring {first} to {last}")
    alone = judge_go(expert.probabilities(moves), moves).summary()
    beside = {"expert_alone": {key: alone[key] for key in ("top1", "nll", "top")}}
    figures: dict[str, Any] = rounded({**with_intervals(verdicts), **beside, **_ends(part, moves, thoughts)})
    return figures


def _ends(dated: DatedGames, moves: GoMoves, thoughts: GoJudgement) -> dict[str, Any]:
    """What ends_of() says of dated games, whose owners are found by playouts."""
    sign = np.where(moves.games.is_black[moves.games.first[moves.game] + moves.index] != 0, 1, -1).astype(np.int8)
    counted = np.flatnonzero(dated.is_counted)
    owners = np.zeros((len(dated.year), moves.games.size**2), np.int8)
    owners[counted] = final_owners(dated.games.selected(counted))
    return ends_of(moves, dated.winner[moves.game] * sign, owners[moves.game] * sign[:, None], thoughts)


def ends_of(moves: GoMoves, winner: NDArray[Any], owners: NDArray[Any], thoughts: GoJudgement) -> dict[str, Any]:
    """How often the likelier winner won, and how often the likelier owner got a point, by stage.

    `winner` [N] and `owners` [N, size²] are 1 for the mover, −1 for the opponent, 0 where it is not known.
    """
    figures = _winner_figures(winner, thoughts)
    for name, before, until in (("opening", 0, 30), ("middle", 30, 150), ("late", 150, 10**6)):
        rows = (moves.index >= before) & (moves.index < until)
        settled = owners[rows] != 0
        if settled.any():
            figures[f"owner_right_{name}"] = float(((thoughts.ownership[rows] > 0) == (owners[rows] > 0))[settled].mean())
    return figures


def _winner_figures(winner: NDArray[Any], thoughts: GoJudgement) -> dict[str, Any]:
    known = winner != 0
    if not known.any():
        return {}
    chance, won = np.clip(thoughts.wins[known], 1e-6, 1 - 1e-6), winner[known] > 0
    return {"winner_right": float(((chance > 0.5) == won).mean()), "winner_brier": float(np.square(chance - won).mean())}
