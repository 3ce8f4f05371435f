"""Models of Go moves in the lead of a search."""

import pytest

from kibitz.errors import SetupError
from kibitz.models.go.loading import load_go_model
from kibitz.models.go.prior import leader, usual_leader
from kibitz.search.go.tree import LED, NO_PRIOR, UNLED, usual_settings
from small_go import small_model


def test_tables_lead_alone_and_a_network_with_its_tables():
    tables, network = small_model(), load_go_model("go-network")
    assert leader(tables).scorer is tables.scorer
    assert leader(tables).adviser is None
    assert leader(network).scorer is network.expert.scorer
    assert leader(network).adviser == network.advise
    assert usual_leader() == leader(network)


def test_without_the_usual_model_nobody_leads(monkeypatch):
    monkeypatch.setattr("kibitz.models.go.prior.is_usual_go_model_there", lambda: False)
    assert usual_leader() is NO_PRIOR
    assert usual_settings(usual_leader()) is UNLED
    assert usual_settings(leader(small_model())) is LED


def test_a_model_without_tables_is_refused():
    class Slow:
        name = "slow"

    with pytest.raises(SetupError, match="slow has no tables"):
        leader(Slow())
