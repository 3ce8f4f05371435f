"""Faults at every call that writes: what was answered for is never lost, and a change under way is there wholly or not at all."""

from pathlib import Path

import pytest

from faults.stores import STORES
from faults.trial import run_trial

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc to know which file a descriptor is of")


@pytest.mark.parametrize("store", STORES, ids=lambda store: store.name)
def test_nothing_answered_for_is_lost_whichever_call_fails(store, tmp_path):
    tally = run_trial(store(), tmp_path)
    assert tally.faults > 10 * tally.operations
