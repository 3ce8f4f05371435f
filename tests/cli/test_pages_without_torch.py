"""`kibitz reproduce` without networks: pages drawn again from kept runs where torch is not installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

PROJECT_ROOT = Path(__file__).resolve().parents[2]
CHECKPOINTS = PROJECT_ROOT / "checkpoints"
PAPERS = ("hlynsson2017", "leouski1996", "ng2017", "paisarnsrisomsuk2015", "pinkney2009")

# Python takes a module for missing where sys.modules has None in its place.
WITHOUT = """
import sys
sys.modules.update(dict.fromkeys({missing!r}))
from kibitz.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def kibitz_without(*missing, arguments):
    """What a Kibitz that does not find these packages answers."""
    command = [sys.executable, "-c", WITHOUT.format(missing=missing), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ.copy(), check=False)


def runs_of(paper):
    return CHECKPOINTS / paper if (CHECKPOINTS / paper).is_dir() else CHECKPOINTS


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_is_drawn_again_without_torch_byte_for_byte(tmp_path, paper):
    arguments = ["reproduce", paper, "--runs", str(runs_of(paper)), "--out", str(tmp_path)]
    ended = kibitz_without("torch", "onnx", "ray", arguments=arguments)
    assert (ended.returncode, ended.stderr) == (0, "")
    kept = PROJECT_ROOT / "docs" / "papers"
    assert (tmp_path / f"{paper}.md").read_bytes() == (kept / f"{paper}.md").read_bytes()
    written = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    assert len(written) > 1
    assert all((kept / path).is_file() for path in written)


@pytest.mark.parametrize(
    ("missing", "more", "complaint"),
    [
        ("torch", ["--networks", "raw-8", "--budget", "1"], "learning needs torch; install it with: pip install 'kibitz[train]'"),
        ("matplotlib", [], "drawing plots needs matplotlib; install it with: pip install matplotlib"),
    ],
)
def test_what_is_missing_is_told_before_any_work(tmp_path, missing, more, complaint):
    arguments = ["reproduce", "hlynsson2017", "--runs", str(tmp_path / "runs"), "--out", str(tmp_path / "out"), *more]
    ended = kibitz_without(missing, arguments=arguments)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert complaint in ended.stderr
    assert list(tmp_path.iterdir()) == []
