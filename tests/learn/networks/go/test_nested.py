"""How the nested network of Go learns: what a step draws, what a run keeps, and that a run broken off is the run that was not."""

from dataclasses import replace

import numpy as np
import pytest

from kibitz.errors import SetupError
from small_go import small_model, write_following_games, write_small_model

torch = pytest.importorskip("torch")

CONFIGURATION = """
kind = "go-nested"
name = "small-nested"
licence = "MIT"

[settings]
expert = "{expert}"
games = ["large", "small"]
sizes = [19, 9]
shares = [0.5, 0.5]
held_out = 3
first_year = 2000
last_year = 2001
recent_year = 2001
width = 8
inner = 4
blocks = 1
steps = {steps}
batch = 4
watch_every = 4
save_every = 2
validation_years = [2002, 2002]
validation_moves = 20
test_years = [2003, 2003]
test_every = 7
"""


def nobody(_told):
    """Hears what is told and does nothing."""


@pytest.fixture
def prepared(tmp_path):
    """A function that makes the plan and the job of a run in a folder of its own."""
    from kibitz.learn.networks.go.nested_plan import parse
    from kibitz.learn.runs.configuration import read_configuration
    from kibitz.learn.runs.kinds import Job
    from kibitz.learn.runs.run_folder import RunFolder

    write_following_games(tmp_path / "games" / "large", range(2000, 2004), games=4)
    write_following_games(tmp_path / "games" / "small", range(2000, 2002), games=4, moves=20, size=9, more="KM[7]RU[Chinese]")
    expert = write_small_model(tmp_path / "models")
    path = tmp_path / "small-nested.toml"

    def prepare(folder, tell=nobody, steps=8, text=CONFIGURATION):
        path.write_text(text.format(expert=expert, steps=steps))
        job = Job("small-nested", tmp_path / "games", RunFolder(tmp_path / folder), "kibitz train small-nested", "MIT", tell)
        return parse(read_configuration(path)), job

    return prepare


def test_a_run_leaves_a_measured_model_with_a_card_that_can_be_shipped(prepared):
    from kibitz.learn.networks.go.nested_kind import run
    from kibitz.models.go.nested import load_go_nested

    plan, job = prepared("run")
    weights = run(plan, job)
    rows = job.folder.metrics()
    assert [int(row["step"]) for row in rows] == [4, 8]
    assert {"train_moves", "train_score", "validation19_top1", "validation9_owners", "positions_per_second"} <= set(rows[0])
    figures = job.folder.result()["figures"]
    assert figures.keys() == {"games of 2003 to 2003", "watched games on 9×9"}
    assert {"top1", "top1_low", "top", "expert_alone", "winner_brier", "score_error"} <= figures["games of 2003 to 2003"].keys()
    before = weights.stat().st_mtime_ns
    assert run(plan, job) == weights
    assert weights.stat().st_mtime_ns == before
    assert load_go_nested(weights).expert.name == "small-go"


def test_a_run_that_has_taken_its_steps_before_is_exported_at_once(prepared):
    from kibitz.learn.networks.go.nested_kind import run

    plan, job = prepared("over", steps=4)
    weights = run(plan, job)
    expected = weights.read_bytes()
    weights.unlink()
    told = []
    plan, job = prepared("over", tell=told.append, steps=2)
    assert run(plan, job).read_bytes() == expected
    assert "learning" not in [each.part for each in told]


def test_a_run_broken_off_ends_with_the_same_bits(prepared):
    from kibitz.learn.networks.go.nested_kind import run

    whole = run(*prepared("whole"))

    class BrokenOffError(Exception):
        pass

    def break_off(told):
        if told.part == "learning":
            raise BrokenOffError

    with pytest.raises(BrokenOffError):
        run(*prepared("broken", break_off))
    plan, job = prepared("broken")
    assert job.folder.load_checkpoint().facts["step"] == 4
    assert run(plan, job).read_bytes() == whole.read_bytes()
    assert [int(row["step"]) for row in job.folder.metrics()] == [4, 8]


def test_a_checkpoint_has_the_names_that_kept_runs_have(prepared):
    from kibitz.learn.networks.go.nested_kind import run

    plan, job = prepared("names")
    run(plan, job)
    checkpoint = job.folder.load_checkpoint()
    assert set(checkpoint.facts) == {"step", "positions", "seconds", "taken"}
    assert {name.split(".")[0] for name in checkpoint.tensors} == {"net", "averaged", "sums", "optimiser0", "optimiser1"}


def test_a_run_may_become_longer_but_not_another(prepared):
    from kibitz.learn.networks.go.nested_kind import run

    plan, job = prepared("longer", steps=4)
    run(plan, job)
    (job.folder.path / "result.json").unlink()
    run(*prepared("longer", steps=6))
    assert job.folder.load_checkpoint().facts["step"] == 6
    with pytest.raises(SetupError, match="holds a run with other settings"):
        run(*prepared("longer", text=CONFIGURATION.replace("width = 8", "width = 16")))


def test_a_step_draws_other_positions_than_the_next_and_the_same_again(prepared):
    from kibitz.learn.networks.go.lessons import draw
    from kibitz.learn.networks.go.nested_kind import _stored_expert
    from kibitz.learn.networks.go.nested_shelves import shelves_of

    plan, job = prepared("draws")
    job.folder.start({})
    lessons, watching, _ = shelves_of(plan, job, _stored_expert(plan.recipe.expert))
    assert [len(shelf.labelled) for shelf in (*lessons, *watching)] == [8, 5, 4, 3]
    first, again, second = (draw(lessons[1:], np.ones(1), small_model(), 4, 1, step) for step in (0, 0, 1))
    assert torch.equal(first.planes, again.planes)
    assert not torch.equal(first.planes, second.planes)
    assert first.legal[torch.arange(len(first)), first.point].all()
    assert set(first.winner.tolist()) <= {-1.0, 1.0}
    assert first.score.abs().tolist() == [3.5] * len(first)


def test_an_image_of_a_batch_turns_moves_replies_and_owners_with_the_board(prepared):
    from kibitz.learn.networks.go.lessons import draw, turned_batch
    from kibitz.learn.networks.go.nested_kind import _stored_expert
    from kibitz.learn.networks.go.nested_shelves import shelves_of

    plan, job = prepared("images")
    job.folder.start({})
    lessons, *_ = shelves_of(plan, job, _stored_expert(plan.recipe.expert))
    batch = draw(lessons[1:], np.ones(1), small_model(), 4, 1, 0)
    turned = turned_batch(batch, 2)  # upside down
    assert turned.point.tolist() == [(8 - point // 9) * 9 + point % 9 for point in batch.point.tolist()]
    assert torch.equal(turned.owners.view(-1, 9, 9).flip(1), batch.owners.view(-1, 9, 9))
    assert torch.equal(turned.planes.flip(2), batch.planes)


def test_komi_rules_winner_and_score_come_from_the_records(tmp_path):
    from kibitz.learn.networks.go.games import stored_games
    from kibitz.records.go.terms import AREA

    folder = write_following_games(tmp_path / "games", [2000], games=2, moves=10, size=9, more="KM[7]RU[Chinese]")
    games = stored_games(tmp_path, [folder], (9,), nobody)[9]
    assert (games.komi.tolist(), games.counting.tolist()) == ([7, 7], [AREA, AREA])
    assert (games.winner.tolist(), games.score.tolist()) == ([1, -1], [3.5, -3.5])
    with pytest.raises(SetupError, match="hold no game of Go with a date on a board of 13×13"):
        stored_games(tmp_path, [folder], (13,), nobody)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("shares = [0.5, 0.5]", "shares = [1.0]", "shares should have a number above zero for each"),
        ("[2002, 2002]", "[2002]", "validation_years are .2002., but should be the first and the last year"),
        ("width = 8", "width = 0", "width is 0, but should be above zero"),
        ("width = 8", "widht = 8", "did you mean width"),
    ],
)
def test_wrong_settings_are_told_before_any_work(prepared, old, new, problem):
    with pytest.raises(SetupError, match=problem):
        prepared("wrong", text=CONFIGURATION.replace(old, new))


def test_the_rate_rises_stays_and_falls_at_the_end():
    from kibitz.learn.networks.go.nested_training import NestedSettings, rate_at

    settings = replace(NestedSettings(), steps=10_000, decay=0.1)
    assert rate_at(settings, 0) < 0.01
    assert rate_at(settings, 300) == rate_at(settings, 8_999) == 1
    assert rate_at(settings, 9_500) == pytest.approx(0.5)
    assert rate_at(settings, 10_000) == 0
