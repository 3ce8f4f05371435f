"""The calibration of probable cuts, from games to a file."""

import numpy as np
import pytest
from click.testing import CliRunner

from kibitz.errors import SetupError
from kibitz.learn.tables.othello.probable_cuts import CutSettings, calibrate_cuts, cut_positions, main
from kibitz.search.othello.probable_cuts import SHALLOW, load_cuts
from some_evaluation import random_evaluation

SMALL = CutSettings(deepest=4, positions=8, first_year=1977, last_year=1978)


@pytest.fixture
def wthor(shared_data):
    return shared_data / "othello" / "wthor"


def test_every_disc_count_of_the_games_is_among_the_positions(wthor):
    boards = cut_positions(wthor, SMALL)
    counts = np.bincount(np.bitwise_count(boards.own | boards.opp), minlength=65)
    assert set(counts[8:62]) == {8}
    assert counts.sum() == 8 * 54


def test_a_calibration_tells_how_far_it_is_and_repeats(wthor):
    told = []
    first = calibrate_cuts(random_evaluation(), wthor, SMALL, lambda done, total: told.append((done, total)))
    assert told == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
    assert (first.relations == calibrate_cuts(random_evaluation(), wthor, SMALL).relations).all()


def test_the_command_writes_a_table_that_can_be_read(wthor, tmp_path):
    random_evaluation().save(tmp_path / "some.safetensors")
    out = tmp_path / "some.cuts"
    words = [str(tmp_path / "some.safetensors"), "--wthor", str(wthor), "--deepest", "3", "--positions", "8"]
    ended = CliRunner().invoke(main, [*words, "--last-year", "1978", "--out", str(out)])
    assert ended.exit_code == 0
    table = load_cuts(out)
    assert table.shallow == SHALLOW
    assert (table.relations[:, np.array(SHALLOW) > 0, 2] > 0).all()


def test_a_folder_without_games_is_told(tmp_path):
    with pytest.raises(SetupError, match="holds no WTHOR file"):
        calibrate_cuts(random_evaluation(), tmp_path, SMALL)
