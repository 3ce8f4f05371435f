"""Models of Go moves as the prior of a search; see kibitz.search.go.tree.Prior."""

from kibitz.errors import SetupError
from kibitz.models.go.default import DEFAULT_GO_MODEL, is_default_go_model_there
from kibitz.models.go.expert import GoExpertModel
from kibitz.models.go.judging import GoJudge
from kibitz.models.go.loading import load_go_model
from kibitz.models.go.model import GoMoveModel
from kibitz.search.go.tree import NO_PRIOR, Prior


def prior_of(model: GoMoveModel) -> Prior:
    """What a model says to a search: a network's tables are asked first, the network itself where many playouts go.

    Raises SetupError for a model without tables, which would take too long.
    """
    if isinstance(model, GoJudge):
        return Prior(model.expert.scorer, model.advise)
    if not isinstance(model, GoExpertModel):
        raise SetupError(f"{model.name} has no tables and cannot guide a search, which asks thousands of times a second")
    return Prior(model.scorer)


def default_prior() -> Prior:
    """The prior of the default model; NO_PRIOR if it is not there."""
    return prior_of(load_go_model(DEFAULT_GO_MODEL)) if is_default_go_model_there() else NO_PRIOR
