"""Drawn positions, and runs that teach value networks."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch")

from kibitz.errors import SetupError
from kibitz.features.othello.planes import encode
from kibitz.features.othello.value_planes import START_SYMMETRIES
from kibitz.learn.networks.othello.value_settings import ValueSettings, better_settings, printed_settings, rate_at
from kibitz.learn.networks.othello.value_training import (
    ValueRun,
    as_begun,
    divided,
    is_finished,
    joined,
    load_value_data,
    load_value_net,
    mean_squared_error,
    predicted,
    train_value,
)
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.tables.othello.drawn_positions import WholeGames
from kibitz.models.othello.engine import shipped_evaluation
from kibitz.nets.othello.value_spec import ValueSpec
from kibitz.rules.othello import bulk
from kibitz.rules.symmetry import SYMMETRIES
from small_archive import write_archive

TINY = ValueSpec(
    "ng-freemove", convolutions=1, dense_layers=1, nodes=16, convolution_dropout=0.1, dense_dropout=0.1, axes="board"
)


def some_games(count=400, seed=1):
    return WholeGames(bulk.replay(bulk.random_games(count, seed)[0]))


def tiny_settings(**changes):
    usual = {"epochs": 3, "batch": 32, "checkpoint_every": 4, **changes}
    return replace(better_settings(TINY), **usual)


def tiny_data(settings, count=400):
    return divided(settings, some_games(count).drawn(1))


def test_a_set_has_one_position_of_every_game_seen_by_its_mover():
    games = some_games(50)
    drawn, every = games.drawn(1), games.all_positions()
    np.testing.assert_array_equal(drawn.game, np.arange(50))
    for row in range(50):
        same = every.take((every.boards.own == drawn.boards.own[row]) & (every.game == row))
        assert drawn.outcome[row] in same.outcome
    assert (games.drawn(1).boards.own == drawn.boards.own).all()
    assert (games.drawn(2).boards.own != drawn.boards.own).mean() > 0.9


def test_all_positions_of_a_game_are_equally_likely():
    plies = [np.bitwise_count(boards.own | boards.opp) for boards in (some_games(2000).drawn(seed).boards for seed in range(3))]
    counts = np.bincount(np.concatenate(plies), minlength=64)[4:60]
    assert counts.min() > 0.6 * counts.mean()


def test_games_or_positions_are_held_back():
    games = some_games(200)
    drawn = joined([games.drawn(1), games.drawn(2)])
    by_position = divided(tiny_settings(), drawn)
    assert set(by_position.train.game) & set(by_position.held_back.game)
    by_game = divided(tiny_settings(apart="games"), drawn)
    assert not set(by_game.train.game) & set(by_game.held_back.game)
    for data in (by_position, by_game):
        assert len(data.train) + len(data.held_back) == len(drawn)
        assert len(data.held_back) == pytest.approx(0.2 * len(drawn), abs=3)


def test_games_may_begin_with_any_first_move_and_all_positions_of_a_game_with_the_same():
    games = some_games()
    settings = tiny_settings(begins="anywhere")
    first, second = (as_begun(settings, games.drawn(seed)) for seed in (1, 2))
    assert as_begun(tiny_settings(), games.drawn(1)).boards.own.tolist() == games.drawn(1).boards.own.tolist()
    lots = []
    for turned, drawn in ((first, games.drawn(1)), (second, games.drawn(2))):
        images = [bulk.transform(drawn.boards.own, np.full(len(drawn), symmetry, np.int8)) for symmetry in START_SYMMETRIES]
        lots.append(np.array(images) == turned.boards.own)
        assert lots[-1].any(axis=0).all()
        assert (turned.outcome == drawn.outcome).all()
    assert (lots[0] & lots[1]).any(axis=0).all(), "both sets turn a game alike"
    assert (lots[0].sum(axis=1) > len(games) / 8).all(), "each first move has its share"


def test_a_teacher_speaks_of_what_is_learned_and_not_of_what_is_held_back(tmp_path):
    wthor = write_archive(tmp_path / "wthor", range(2001, 2002), games=60)
    alone = tiny_settings(years=(2001, 2001))
    mixed = replace(alone, teacher="evaluation-2014", teacher_share=0.75)
    plain, taught = (load_value_data(wthor, settings) for settings in (alone, mixed))
    np.testing.assert_array_equal(plain.held_back.outcome, taught.held_back.outcome)
    np.testing.assert_array_equal(plain.train.boards.own, taught.train.boards.own)
    expected = 2 * shipped_evaluation().chances(plain.train.boards) - 1
    np.testing.assert_allclose(taught.train.outcome, 0.25 * plain.train.outcome + 0.75 * expected, atol=1e-5)


def test_a_run_learns_more_than_nothing(tmp_path):
    settings = tiny_settings(epochs=6, learning_rate=3e-3, turned=False)
    data = tiny_data(settings, 3000)
    net = train_value(settings, data, RunFolder(tmp_path))
    always_zero = float(np.square(data.held_back.outcome).mean())
    assert mean_squared_error(net, data.held_back) < 0.97 * always_zero


def test_an_interrupted_run_ends_as_one_that_never_was(tmp_path):
    settings = tiny_settings()
    data = tiny_data(settings)
    whole = train_value(settings, data, RunFolder(tmp_path / "whole"))

    class InterruptedRunError(Exception):
        pass

    def interrupt(told):
        if told.done >= 12:
            raise InterruptedRunError

    with pytest.raises(InterruptedRunError):
        train_value(settings, data, RunFolder(tmp_path / "broken"), interrupt)
    assert not is_finished(RunFolder(tmp_path / "broken"))
    again = train_value(settings, data, RunFolder(tmp_path / "broken"))
    for name, weights in whole.state_dict().items():
        assert (again.state_dict()[name] == weights).all(), name
    without_time = [
        [{key: value for key, value in row.items() if key != "seconds"} for row in RunFolder(tmp_path / name).metrics()]
        for name in ("whole", "broken")
    ]
    assert without_time[0] == without_time[1]


def test_a_run_ends_when_it_gets_no_better_and_keeps_its_best_epoch(tmp_path):
    settings = tiny_settings(epochs=50, patience=2, learning_rate=0.05)
    folder = RunFolder(tmp_path)
    train_value(settings, tiny_data(settings, 150), folder)
    errors = [float(row["held_back_error"]) for row in folder.metrics()]
    best = int(np.argmin(errors))
    assert is_finished(folder)
    assert len(errors) == best + 1 + 2 < 50
    kept = mean_squared_error(load_value_net(folder), tiny_data(settings, 150).held_back)
    assert kept == pytest.approx(errors[best], abs=1e-5)


def test_a_run_with_nothing_held_back_keeps_its_last_epoch(tmp_path):
    settings, folder = tiny_settings(held_back=0.0, average=1.0), RunFolder(tmp_path / "run")
    data = tiny_data(settings)
    assert (len(data.train), len(data.held_back)) == (400, 0)
    train_value(settings, data, folder)
    checkpoint = folder.load_checkpoint()
    assert checkpoint.facts["best_epoch"] == settings.epochs
    for name, tensor in checkpoint.part("net.").items():
        np.testing.assert_array_equal(tensor, checkpoint.part("best.")[name])


def test_the_printed_recipe_takes_the_steps_of_keras():
    settings = replace(printed_settings(TINY), epochs=1)
    assert (settings.batch, settings.learning_rate, settings.decay, settings.patience) == (5, 0.001, 2e-6, 5)
    data = tiny_data(settings, 100)
    run = ValueRun(settings, data)
    before = predicted(run.net, data.held_back)
    run.take_step(np.arange(5))
    assert (predicted(run.net, data.held_back) != before).any()
    assert run.optimiser.defaults["momentum"] == 0.9


def test_positions_are_shown_as_one_of_their_images_and_each_has_its_turn():
    settings = tiny_settings()
    data = tiny_data(settings)
    run = ValueRun(settings, data)
    batch = data.train.take(slice(0, 64))
    images = [batch.situations().images(np.full(64, symmetry, np.int8)) for symmetry in SYMMETRIES]
    planes = np.stack([encode(TINY.plane_set(), situations) for situations in images])
    shown = run._shown(batch).numpy()
    is_image = (planes == shown).all(axis=(2, 3, 4))
    assert is_image.any(axis=0).all()
    assert is_image.any(axis=1).all()
    assert (run._shown(batch).numpy() == shown).all()
    run.take_step(np.arange(32))
    assert (run._shown(batch).numpy() != shown).any()
    as_played = ValueRun(replace(settings, turned=False), data)
    assert (as_played._shown(batch).numpy() == planes[0]).all()


def test_a_running_mean_of_the_weights_is_judged_and_kept(tmp_path):
    settings = tiny_settings(epochs=1, average=0.25)
    data = tiny_data(settings)
    run = ValueRun(settings, data)
    for share in (9 / 10, 9 / 11, 9 / 12):
        before = run.mean.output.weight.detach().numpy().copy()
        run.take_step(np.arange(32))
        moved = before + share * (run.net.output.weight.detach().numpy() - before)
        assert run.mean.output.weight.detach().numpy() == pytest.approx(moved, abs=1e-6)
    folder = RunFolder(tmp_path / "run")
    train_value(settings, data, folder)
    tensors = folder.load_checkpoint().tensors
    assert (tensors["best.output.weight"] == tensors["mean.output.weight"]).all()
    assert (tensors["best.output.weight"] != tensors["net.output.weight"]).any()


def test_rates_fall_with_the_steps_and_to_nothing_at_the_end():
    settings = tiny_settings(epochs=8, decay=0.001, cool_down=0.25)
    rates = [rate_at(settings, step, 100) for step in range(801)]
    assert rates[:601] == [1 / (1 + 0.001 * step) for step in range(601)]
    assert rates[700] == pytest.approx(0.5 / 1.7)
    assert rates[800] == 0
    assert rate_at(replace(settings, cool_down=0.0), 800, 100) == pytest.approx(1 / 1.8)


def test_settings_survive_their_file_and_other_settings_are_refused(tmp_path):
    settings = tiny_settings(sets=(1, 2))
    assert ValueSettings.from_json(settings.to_json()) == settings
    with pytest.raises(SetupError, match="luck is not known"):
        ValueSettings.from_json({**settings.to_json(), "luck": 1})
    data = tiny_data(tiny_settings())
    train_value(tiny_settings(epochs=1), data, RunFolder(tmp_path))
    with pytest.raises(SetupError, match="holds a run with other settings"):
        train_value(tiny_settings(epochs=2), data, RunFolder(tmp_path))
    with pytest.raises(SetupError, match="too few to learn from"):
        train_value(tiny_settings(batch=5000), data, RunFolder(tmp_path / "other"))
