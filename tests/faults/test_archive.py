"""Faults in DuckDB's own writes: an archive opens after each, and holds what was answered for."""

import pytest

from faults import native

STRIDE = 12  # every call would take two minutes; benchmarks/faults.py does that


@pytest.mark.slow
@pytest.mark.skipif(not native.can_run(), reason="needs Linux and g++")
def test_an_archive_loses_nothing_answered_for_whichever_native_call_fails(tmp_path):
    tally = native.run_archive_trial(tmp_path, STRIDE)
    assert tally.faults > 4 * tally.operations
