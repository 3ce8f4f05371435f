"""The engine as it is shipped: the midgame search with its trained evaluation and the ProbCut parameters measured for it."""

from functools import lru_cache
from typing import Final

from kibitz.errors import SetupError
from kibitz.models.store import find_by_name
from kibitz.search.othello.analysis import Analyst
from kibitz.search.othello.evaluation import Evaluation, load_evaluation
from kibitz.search.othello.judgement import Adviser
from kibitz.search.othello.levels import DEFAULT_TABLES_MB
from kibitz.search.othello.midgame import DEFAULT_HASH_MB, Engine
from kibitz.search.othello.probable_cuts import CutTable, load_cuts

EVALUATION_NAME: Final = "evaluation-2014"
"""What the engine plays by: levels, the book and the report on fair play were measured with it."""

VALUES_NAME: Final = "evaluation2-2014"
"""What values that people read come from: they hardly change from one depth to the next."""


def shipped_engine(hash_mb: int = DEFAULT_HASH_MB) -> Engine:
    """A new engine with a memory of its own; raises SetupError if its files are missing or damaged."""
    return engine_named(EVALUATION_NAME, hash_mb)


def engine_named(name: str, hash_mb: int = DEFAULT_HASH_MB) -> Engine:
    """A new engine that is guided by an evaluation of a name or a file; raises SetupError as shipped_engine()."""
    evaluation, cuts = _tables_named(name)
    return Engine(evaluation, hash_mb, cuts)


def shipped_analyst(
    tables_mb: int = DEFAULT_TABLES_MB, threads: int = 1, adviser: Adviser | None = None, evaluation: str = EVALUATION_NAME
) -> Analyst:
    """A new analyst whose two tables, that of the engine and that of the solver, take so many megabytes together.

    Raises SetupError for less than 2 or more than a terabyte, and as shipped_engine().
    """
    if not 2 <= tables_mb <= 1 << 20:
        raise SetupError(f"hash is {tables_mb}; two tables need at least 2 megabytes, and can use a terabyte")
    return Analyst(engine_named(evaluation, tables_mb // 2), threads, tables_mb - tables_mb // 2, evaluation, adviser)


def shipped_evaluation(name: str = EVALUATION_NAME) -> Evaluation:
    """The evaluation the engine is shipped with, or another one; raises SetupError if its file is missing or damaged."""
    return _tables_named(name)[0]


@lru_cache(maxsize=3)
def _tables_named(name: str) -> tuple[Evaluation, CutTable]:
    weights = find_by_name(name).weights
    return load_evaluation(weights), load_cuts(weights.with_suffix(".cuts"))
