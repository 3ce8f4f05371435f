"""How the expert for Go learns: what it counts, in which order it learns, and that a run broken off is the run that was not."""

import json
from collections import Counter

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.learn.tables.go.expert import GoExpertSettings, chunks, count_patterns, learned_remainders, training_games
from kibitz.models.go.expert import GoExpertWeights, read_go_expert
from small_go import following_games, write_following_games

CONFIGURATION = """
kind = "go-expert"
name = "small-go"
licence = "MIT"

[settings]
last_year = 2001
recent_year = 2001
least = 2
vector_least = 4
sweeps = 3
stride = 3
chunk = 6
validation_years = [2002, 2002]
validation_moves = 60
test_years = [2003, 2003]
"""


def nobody(_done):
    """Hears what is told and does nothing."""


def test_stride_sweeps_learn_every_move_once():
    settings = GoExpertSettings(sweeps=5, stride=5, chunk=3, recent_visits=1)
    seen = Counter()
    for chunk in chunks(np.arange(7), np.full(7, 2000), settings):
        seen.update(zip(chunk.games.tolist(), chunk.remainder.tolist(), strict=True))
    assert seen == {(game, remainder): 1 for game in range(7) for remainder in range(5)}


def test_recent_games_are_visited_more_often_at_other_moves():
    settings = GoExpertSettings(sweeps=5, stride=5, recent_year=2010, recent_visits=2)
    seen = Counter()
    for chunk in chunks(np.arange(4), np.array([2000, 2009, 2010, 2018]), settings):
        seen.update(zip(chunk.games.tolist(), chunk.remainder.tolist(), strict=True))
    assert {seen[game, remainder] for game in (0, 1) for remainder in range(5)} == {1}
    assert {seen[game, remainder] for game in (2, 3) for remainder in range(5)} == {2}


def test_moves_that_were_learned_from_are_known_afterwards():
    settings = GoExpertSettings(last_year=2015, recent_year=2012, recent_visits=3, sweeps=2, stride=7, chunk=4)
    year = np.array([2000, 2013, 2019, 2015])
    learned = learned_remainders(year, settings)
    assert learned.sum(axis=1).tolist() == [2, 6, 0, 6]
    for chunk in chunks(np.array([0, 1, 3]), year, settings):
        assert learned[chunk.games, chunk.remainder].all()


def test_rates_fall_from_the_first_chunk_to_the_last():
    shares = [chunk.share_before for chunk in chunks(np.arange(9), np.full(9, 2000), GoExpertSettings(chunk=2))]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert 0.9 < shares[-1] < 1


def test_patterns_are_kept_by_how_often_they_were_played():
    games, everything = following_games(games=8), np.arange(8)
    often, rarely = (
        count_patterns(games, everything, GoExpertSettings(least=least, vector_least=20), nobody) for least in (10, 3)
    )
    assert 0 < often.vectors <= len(often.keys) < len(rarely.keys)
    for known in (often, rarely):
        parts = known.keys[: known.vectors], known.keys[known.vectors :]
        assert all((part[1:] > part[:-1]).all() for part in parts)
        assert known.keys.max() < 1 << 40


def test_patterns_are_the_same_for_images_of_the_games():
    games = following_games(games=6)
    mirrored = type(games)(
        19, (games.points // 19 * 19 + 18 - games.points % 19).astype(np.int16), games.is_black, games.first,
        games.setup_points, games.setup_is_black, games.first_setup,
    )  # fmt: skip
    settings = GoExpertSettings(least=2)
    found, seen = (count_patterns(table, np.arange(6), settings, nobody) for table in (games, mirrored))
    assert np.array_equal(found.keys, seen.keys)


def test_a_learning_curve_draws_some_of_the_games():
    games = np.arange(100, 200)
    assert len(training_games(games, GoExpertSettings(most_games=0))) == 100
    drawn = training_games(games, GoExpertSettings(most_games=30))
    assert len(set(drawn.tolist())) == 30
    assert set(drawn.tolist()) <= set(games.tolist())


@pytest.fixture
def prepared(tmp_path):
    """A function that makes the plan and the job of a run in a folder of its own."""
    pytest.importorskip("matplotlib")
    from kibitz.learn.runs.configuration import read_configuration
    from kibitz.learn.runs.kinds import Job
    from kibitz.learn.runs.run_folder import RunFolder
    from kibitz.learn.tables.go.expert_kind import parse

    data = write_following_games(tmp_path / "games", range(2000, 2004))
    path = tmp_path / "small-go.toml"
    path.write_text(CONFIGURATION)

    def prepare(folder, tell=nobody):
        job = Job("small-go", data, RunFolder(tmp_path / folder), "kibitz train small-go.toml", "MIT", tell)
        return parse(read_configuration(path)), job

    return prepare


def test_a_model_is_learned_measured_and_whole(prepared):
    from kibitz.learn.tables.go.expert_kind import run
    from kibitz.models.store import verify_model

    plan, job = prepared("run")
    weights = run(plan, job)
    card = json.loads(weights.with_suffix(".json").read_text())
    figures = card["figures"]["games of 2003 to 2003"]
    assert figures["top1"] > 0.15
    assert len(figures["top"]) == 10
    assert card["training"]["games"] == 12
    # Of the twelve games of 40 moves each was learned once, and those of 2001 twice.
    assert card["training"]["positions"] == 6 * 40 + 2 * 6 * 40
    assert verify_model(str(weights)).name == "small-go"
    metrics = job.folder.metrics()
    assert [int(row["step"]) for row in metrics] == list(range(1, len(metrics) + 1))
    assert float(metrics[-1]["validation_nll"]) < float(metrics[0]["validation_nll"])
    before = weights.stat().st_mtime_ns
    assert run(plan, job) == weights
    assert weights.stat().st_mtime_ns == before


def test_a_run_broken_off_ends_with_the_same_bits(prepared):
    from kibitz.learn.tables.go.expert_kind import run

    whole = run(*prepared("whole"))

    class BrokenOffError(Exception):
        pass

    def break_off(told):
        if told.part == "learning" and told.done > 0.4:
            raise BrokenOffError

    with pytest.raises(BrokenOffError):
        run(*prepared("broken", break_off))
    plan, job = prepared("broken")
    assert 0 < job.folder.load_checkpoint().facts["chunks"] < 9
    found, expected = read_go_expert(run(plan, job)), read_go_expert(whole)
    for name in GoExpertWeights.__dataclass_fields__:
        assert np.array_equal(getattr(found, name), getattr(expected, name)), name
    steps = [row["step"] for row in job.folder.metrics()]
    assert len(steps) == len(set(steps))


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("stride = 0", "stride is 0, but should be above zero"),
        ("test_years = [2003]", r"test_years are \[2003\], but should be the first and the last year"),
        ("first_year = 2005", "the first year should not come after the last"),
        ("lanes = 8", "lanes is not a setting"),
    ],
)
def test_wrong_settings_are_told_before_any_work(tmp_path, line, complaint):
    from kibitz.learn.runs.configuration import read_configuration
    from kibitz.learn.tables.go.expert_kind import parse

    path = tmp_path / "wrong.toml"
    name = line.split()[0]
    kept = [row for row in CONFIGURATION.splitlines() if not row.startswith(f"{name} ")]
    path.write_text("\n".join([*kept, line]))
    with pytest.raises(SetupError, match=complaint):
        parse(read_configuration(path))


def test_a_source_without_games_is_told(prepared, tmp_path):
    from dataclasses import replace

    from kibitz.learn.tables.go.expert_kind import run

    plan, job = prepared("empty")
    empty = tmp_path / "nothing"
    empty.mkdir()
    with pytest.raises(SetupError, match="holds no game of Go with a date"):
        run(plan, replace(job, games=empty))
