"""How the network that joins the expert for Go learns: what a step draws, and that a run broken off is the run that was not."""

import json
from pathlib import Path

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.learn.tables.go.games import final_owners, kept_games
from kibitz.rules.go.bulk import GoGames, PlainGame
from small_go import small_model, write_following_games, write_small_model

torch = pytest.importorskip("torch")
pytest.importorskip("matplotlib")

CONFIGURATION = """
kind = "go-network"
name = "small-joined"
licence = "MIT"

[settings]
expert = "{expert}"
first_year = 2000
last_year = 2001
recent_year = 2001
filters = 4
blocks = 1
steps = {steps}
batch = 8
validation_years = [2002, 2002]
validation_moves = 20
test_years = [2003, 2003]
test_every = 10
"""


def nobody(_told):
    """Hears what is told and does nothing."""


@pytest.fixture
def prepared(tmp_path):
    """A function that makes the plan and the job of a run in a folder of its own."""
    from kibitz.learn.networks.go.kind import parse
    from kibitz.learn.runs.configuration import read_configuration
    from kibitz.learn.runs.kinds import Job
    from kibitz.learn.runs.run_folder import RunFolder

    data = write_following_games(tmp_path / "games", range(2000, 2004))
    expert = write_small_model(tmp_path / "models")
    path = tmp_path / "small-joined.toml"

    def prepare(folder, tell=nobody, steps=12):
        path.write_text(CONFIGURATION.format(expert=expert, steps=steps))
        job = Job("small-joined", data, RunFolder(tmp_path / folder), "kibitz train small-joined.toml", "MIT", tell)
        return parse(read_configuration(path)), job

    return prepare


def test_a_network_is_learned_measured_and_whole(prepared):
    from kibitz.learn.networks.go.kind import run
    from kibitz.models.go.loading import load_go_model

    plan, job = prepared("run")
    weights = run(plan, job)
    card = json.loads(weights.with_suffix(".json").read_text())
    figures = card["figures"]["games of 2003 to 2003"]
    assert figures["positions"] == 6 * 4
    assert set(figures["expert_alone"]) == {"top1", "nll", "top"}
    assert 0 <= figures["winner_right"] <= 1
    assert 0 <= figures["owner_right_opening"] <= 1
    assert card["settings"] == {"expert": "small-go"}
    assert load_go_model(str(weights)).name == "small-joined"
    before = weights.stat().st_mtime_ns
    assert run(plan, job) == weights
    assert weights.stat().st_mtime_ns == before


def test_a_run_broken_off_ends_with_the_same_bits(prepared, monkeypatch):
    from kibitz.learn.networks.go import kind as go_network_kind

    monkeypatch.setattr(go_network_kind, "_CHECKPOINT_EVERY", 4)
    whole = go_network_kind.run(*prepared("whole"))

    class BrokenOffError(Exception):
        pass

    def break_off(told):
        if told.part == "learning" and told.done >= 8:
            raise BrokenOffError

    with pytest.raises(BrokenOffError):
        go_network_kind.run(*prepared("broken", break_off))
    plan, job = prepared("broken")
    assert job.folder.load_checkpoint().facts["step"] == 8
    assert go_network_kind.run(plan, job).read_bytes() == whole.read_bytes()
    assert [int(row["step"]) for row in job.folder.metrics()] == [4, 8, 12]


def test_a_step_draws_other_games_than_the_next_and_the_same_again(prepared, tmp_path):
    from kibitz.learn.networks.go.kind import lessons_of
    from kibitz.learn.networks.go.training import draw

    plan, job = prepared("draws")
    dated = kept_games(tmp_path / "games.npz", job.games, 19, nobody)
    lessons = lessons_of(dated, plan.recipe, tmp_path / "owners.npy")
    first, again, second = (draw(lessons, small_model(), plan.recipe, step) for step in (0, 0, 1))
    assert torch.equal(first.planes, again.planes)
    assert not torch.equal(first.planes, second.planes)
    # What was played is legal, and the games' ends are seen by the mover.
    assert first.legal[torch.arange(len(first.point)), first.point].all()
    assert set(first.winner.tolist()) <= {-1.0, 1.0}
    assert set(np.unique(first.owners.numpy())) <= {-1.0, 0.0, 1.0}


def test_moves_that_the_expert_has_learned_from_are_not_drawn(prepared, tmp_path):
    from kibitz.learn.networks.go.kind import lessons_of
    from kibitz.learn.networks.go.training import draw
    from kibitz.models.card import write_card
    from small_go import CARD

    plan, job = prepared("open")
    dated = kept_games(tmp_path / "games.npz", job.games, 19, nobody)
    recipe = {"first_year": 2000, "last_year": 2000, "recent_year": 2010, "sweeps": 2, "stride": 3}
    write_card(Path(plan.recipe.expert), {**CARD, "settings": recipe})
    lessons = lessons_of(dated, plan.recipe, tmp_path / "owners.npy")
    assert lessons.is_open[lessons.dated.year == 2000].sum(axis=1).tolist() == [1] * 6
    assert lessons.is_open[lessons.dated.year == 2001].all()
    batch = draw(lessons, small_model(), plan.recipe, 0)
    assert len(batch.point) == 8


def test_dead_stones_are_taken_off_before_owners_are_told():
    # Black has two rooms on the left side, and a white stone in one of them; the rest is White's.
    black = [row * 9 + 2 for row in range(9)] + [36, 37]
    white = [row * 9 + 3 for row in range(9)] + [9]
    game = PlainGame((), (), black + white, [1] * len(black) + [0] * len(white))
    owners = final_owners(GoGames.of(9, [game]))[0].reshape(9, 9)
    assert (owners[:, :3] == 1).all()
    assert (owners[:, 3:] == -1).all()


def test_an_expert_of_another_kind_is_told(prepared):
    from dataclasses import replace

    from kibitz.learn.networks.go.kind import run

    plan, job = prepared("wrong")
    with pytest.raises(SetupError, match="not an expert for Go"):
        run(replace(plan, recipe=replace(plan.recipe, expert="expert")), job)
