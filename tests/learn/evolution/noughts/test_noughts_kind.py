"""Evolutions of noughts and crosses as `kibitz train` runs them."""

import json

import pytest

from kibitz.errors import SetupError
from kibitz.learn.evolution.contract import Record
from kibitz.learn.evolution.noughts import kind
from kibitz.learn.evolution.noughts.settings import NoughtsEvolution
from kibitz.learn.runs.configuration import read_configuration
from kibitz.learn.runs.kind import NO_GAMES
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.runs.shipped import configuration_file
from kibitz.models.store import load_stored, stored_at


def job(folder):
    return Job("small", NO_GAMES, RunFolder(folder), "kibitz train small", "MIT", lambda _: None)


def test_a_run_leaves_a_network_with_its_card(tmp_path):
    weights = kind.run(NoughtsEvolution(networks=6, generations=3, seed=7), job(tmp_path))
    stored = stored_at(weights)
    lines = stored.card.facts["figures"]["all lines of play"]
    assert lines.keys() == {"won", "drawn", "lost"}
    assert load_stored(stored)
    assert json.loads((tmp_path / "result.json").read_text())["model"] == "small.safetensors"


def test_networks_lose_fewer_lines_than_their_forebears(tmp_path):
    kind.run(NoughtsEvolution(networks=12, generations=30, seed=7), job(tmp_path))
    lost = [int(row["lost"]) for row in RunFolder(tmp_path).metrics()]
    assert lost == sorted(lost, reverse=True)
    assert lost[-1] < lost[0] / 2


def test_the_first_network_that_never_loses_ends_the_run():
    assert NoughtsEvolution().is_enough(Record(900, 500, 0))
    assert not NoughtsEvolution().is_enough(Record(1400, 0, 1))


def test_the_shipped_configuration_is_read():
    settings = kind.parse(read_configuration(configuration_file("noughts-evolved")))
    assert (settings.networks, settings.seed) == (24, 2)


def test_an_odd_number_of_networks_is_refused(tmp_path):
    file = tmp_path / "odd.toml"
    file.write_text('kind = "noughts-evolution"\n[settings]\nnetworks = 7\n')
    with pytest.raises(SetupError, match="networks is 7, but should be even"):
        kind.parse(read_configuration(file))
