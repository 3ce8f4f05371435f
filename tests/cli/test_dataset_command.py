"""`kibitz dataset`: what was written is said, and what was left out."""

import json

import pytest
from click.testing import CliRunner

from kibitz.cli.main import kibitz
from small_archive import write_archive


@pytest.fixture
def archive(tmp_path):
    write_archive(tmp_path / "games", range(2014, 2016), 3)
    path = str(tmp_path / "a.duckdb")
    assert CliRunner().invoke(kibitz, ["archive", "import", str(tmp_path / "games"), "--archive", path]).exit_code == 0
    return path


def test_games_are_written_and_counted(archive, tmp_path):
    out = tmp_path / "out"
    result = CliRunner().invoke(
        kibitz, ["dataset", "export", str(out), "--archive", archive, "--test", "2015", "--format", "npz"]
    )
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{out}: 6 games, ")
    assert result.stdout.endswith("positions in train, test\n")
    assert json.loads((out / "dataset.json").read_text())["splits"]["test"]["years"] == [2015]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--validate", "then"], "'then' is not a range of years; write 2016 or 2010-2015"),
        (["--validate", "2015", "--test", "2015"], "2015 cannot be both in validate and in test"),
        (["--game", "go"], "holds no games of Go"),
        (["--player", "Nobody"], "no player in the archive"),
    ],
)
def test_what_cannot_be_is_refused(archive, tmp_path, arguments, message):
    result = CliRunner().invoke(kibitz, ["dataset", "export", str(tmp_path / "out"), "--archive", archive, *arguments])
    assert message in str(result.exception)
    assert not (tmp_path / "out").exists()
