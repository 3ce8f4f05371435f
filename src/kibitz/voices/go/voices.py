"""Human, engine and archive for Go: a model of moves, a tree of playouts guided by its prior, and the user's archive."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz.models.go.default import DEFAULT_GO_MODEL, is_default_go_model_there
from kibitz.models.go.judging import think_of
from kibitz.models.go.loading import load_go_model
from kibitz.models.go.model import GoMoveModel
from kibitz.models.go.prior import prior_of
from kibitz.rules.game import Color
from kibitz.rules.go.position import GoPosition
from kibitz.search.contract import Ranking
from kibitz.search.go.searching import KeptTrees, PlayoutSearch
from kibitz.search.go.tree import NO_PRIOR, TreeLimits
from kibitz.voices.voice import NOBODY, HumanVoice, Voices, ask_archive


def voices_of(position: GoPosition, model: GoMoveModel | None, archive: Path | None = None) -> Voices:
    """What people, if there is a model, and the archive say; raises SetupError if an archive was named and is not there."""
    return Voices(position.legal_moves(), ask_human(position, model), ask_archive(position, "go", archive))


def human_model(name: str | None = None) -> GoMoveModel | None:
    """The model of moves of a name, or the default one if it is installed; raises SetupError if it was named and is not there."""
    if name is None and not is_default_go_model_there():
        return None
    return load_go_model(name or DEFAULT_GO_MODEL)


def ask_human(position: GoPosition, model: GoMoveModel | None) -> HumanVoice:
    """How likely each legal point is by a model; nothing is said of passes."""
    if model is None:
        return NOBODY
    probabilities = model.position_probabilities(position)
    return HumanVoice(model.name, {point: float(probabilities[point]) for point in position.legal_points()})


def ask_human_fully(position: GoPosition, model: GoMoveModel) -> HumanVoice:
    """As ask_human(), with the winner and the owners too if the model knows them; no moves and no winner if the game is over."""
    thoughts = think_of(model, position)
    points = () if position.is_over else position.legal_points()
    probabilities = {point: float(thoughts.probabilities[point]) for point in points}
    win_chance = None if position.is_over else thoughts.win_chance
    ownership = None if thoughts.ownership is None else _black_chances(thoughts.ownership, position.to_move)
    return HumanVoice(model.name, probabilities, win_chance, ownership)


def _black_chances(owners: NDArray[np.float32], mover: Color) -> tuple[float, ...]:
    """The chance that Black owns each point, from owners between −1 and 1 seen by the mover."""
    seen_by_black = owners if mover == Color.BLACK else -owners
    return tuple(round((1 + float(owner)) / 2, 4) for owner in seen_by_black)


def engine_voice(limits: TreeLimits, threads: int = 1, model: GoMoveModel | None = None, seed: int = 0) -> PlayoutSearch:
    """A search by playouts, guided by a model if there is one; raises SetupError for one that is too slow to guide a search."""
    if model is None:
        return KeptTrees(NO_PRIOR, threads, seed).within(limits)
    return KeptTrees(prior_of(model), threads, seed).within(limits, f"playouts guided by {model.name}")


def known_lead(position: GoPosition, ranking: Ranking) -> float | None:
    """By how much Black is ahead: by the score of the best move where the search says one, else by the owners, else unknown."""
    score = ranking.moves[0].score if ranking.moves else None
    if score is not None:
        return score if position.to_move == Color.BLACK else -score
    return None if ranking.ownership is None else black_lead(position, ranking)


def black_lead(position: GoPosition, ranking: Ranking) -> float:
    """By how much Black is ahead on the mean board at the end of the playouts, with komi; komi alone before the first playout."""
    owned = 0.0 if ranking.ownership is None else float(ranking.ownership.sum())
    return owned - position.komi - position.rules.points_for(position.handicap)
