"""Models of Go moves as the prior of a search."""

import pytest

from kibitz.errors import SetupError
from kibitz.models.go.loading import load_go_model
from kibitz.models.go.prior import default_prior, prior_of
from kibitz.search.go.tree import NO_PRIOR, WITH_PRIOR, WITHOUT_PRIOR, default_settings
from small_go import small_model


def test_tables_lead_alone_and_a_network_with_its_tables():
    tables, network = small_model(), load_go_model("go-network")
    assert prior_of(tables).scorer is tables.scorer
    assert prior_of(tables).adviser is None
    assert prior_of(network).scorer is network.expert.scorer
    assert prior_of(network).adviser == network.advise
    assert default_prior() == prior_of(network)


def test_without_the_default_model_there_is_no_prior(monkeypatch):
    monkeypatch.setattr("kibitz.models.go.prior.is_default_go_model_there", lambda: False)
    assert default_prior() is NO_PRIOR
    assert default_settings(default_prior()) is WITHOUT_PRIOR
    assert default_settings(prior_of(small_model())) is WITH_PRIOR


def test_a_model_without_tables_is_refused():
    class Slow:
        name = "slow"

    with pytest.raises(SetupError, match="slow has no tables"):
        prior_of(Slow())
