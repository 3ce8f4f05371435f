"""Models of Go moves in the lead of a search; see kibitz.search.go_tree.Prior."""

from kibitz.models.go_expert import GoExpertModel, GoMoveModel, load_go_model
from kibitz.models.go_network import GoNetworkModel
from kibitz.models.usual import USUAL_GO_MODEL, is_usual_go_model_there
from kibitz.search.go_tree import NO_PRIOR, Prior


def leader(model: GoMoveModel) -> Prior:
    """What a model says to a search. A network's tables are asked first, the network itself where many playouts go.

    A model of another kind says nothing: the search asks thousands of times a second.
    """
    if isinstance(model, GoNetworkModel):
        return Prior(model.expert.scorer, model.advise)
    return Prior(model.scorer) if isinstance(model, GoExpertModel) else NO_PRIOR


def usual_leader() -> Prior:
    """The usual model in the lead, or nobody if it is not there."""
    return leader(load_go_model(USUAL_GO_MODEL)) if is_usual_go_model_there() else NO_PRIOR
