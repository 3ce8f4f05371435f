"""What a job tells: a line for each tenth where nobody watches a bar, a bar for each part in a terminal."""

import pytest

pytest.importorskip("torch")

from rich.console import Console

from kibitz.learn.runs import progress
from kibitz.learn.runs.progress import Told, progress_bar


def test_without_a_terminal_there_is_a_line_for_each_tenth_of_each_part(capsys):
    with progress_bar("mine") as tell:
        for done in range(1, 101):
            tell(Told("learning", done, 100, f"right {done} %"))
        tell(Told("judging", 5, 5))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 12
    assert lines[0] == "mine, learning: 1 % right 1 %"
    assert lines[1] == "mine, learning: 10 % right 10 %"
    assert lines[-2:] == ["mine, learning: 100 % right 100 %", "mine, judging: 100 %"]


def test_in_a_terminal_bars_show_how_far_how_well_and_how_long_still(monkeypatch):
    console = Console(force_terminal=True, width=120, record=True, stderr=True)
    monkeypatch.setattr(progress, "Console", lambda **_: console)
    with progress_bar("mine") as tell:
        tell(Told("learning", 30, 100, "right 41.5%"))
        tell(Told("judging", 1, 2))
    shown = console.export_text()
    assert "mine, learning" in shown
    assert "30 %" in shown
    assert "right 41.5%" in shown
    assert "mine, judging" in shown
    assert "-:--:--" in shown  # the time left, not known yet
