"""The engine as it is shipped: the midgame search with its trained evaluation and the probable cuts measured for it."""

from functools import lru_cache
from typing import Final

from kibitz.errors import SetupError
from kibitz.models.store import find_by_name
from kibitz.search.othello.analysis import Analyst
from kibitz.search.othello.evaluation import Evaluation, load_evaluation
from kibitz.search.othello.levels import DEFAULT_TABLES_MB
from kibitz.search.othello.midgame import DEFAULT_HASH_MB, Engine
from kibitz.search.othello.probable_cuts import CutTable, load_cuts

EVALUATION_NAME: Final = "evaluation-2014"


def shipped_engine(hash_mb: int = DEFAULT_HASH_MB) -> Engine:
    """A new engine with a memory of its own; raises SetupError if its files are missing or damaged."""
    evaluation, cuts = _shipped_tables()
    return Engine(evaluation, hash_mb, cuts)


def shipped_analyst(tables_mb: int = DEFAULT_TABLES_MB, threads: int = 1) -> Analyst:
    """A new analyst whose two tables, that of the engine and that of the solver, take so many megabytes together.

    Raises SetupError for less than 2 or more than a terabyte, and as shipped_engine().
    """
    if not 2 <= tables_mb <= 1 << 20:
        raise SetupError(f"hash is {tables_mb}; two tables need at least 2 megabytes, and can use a terabyte")
    return Analyst(shipped_engine(tables_mb // 2), threads, tables_mb - tables_mb // 2, EVALUATION_NAME)


def shipped_evaluation() -> Evaluation:
    """The evaluation the engine is shipped with; raises SetupError if its file is missing or damaged."""
    return _shipped_tables()[0]


@lru_cache(maxsize=1)
def _shipped_tables() -> tuple[Evaluation, CutTable]:
    weights = find_by_name(EVALUATION_NAME).weights
    return load_evaluation(weights), load_cuts(weights.with_suffix(".cuts"))
