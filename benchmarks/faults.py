"""How many faults the stores survive: every call that writes fails once in each way, and nothing answered for may be lost.

Takes some minutes: the archive's native calls are tried one by one. Ends with an error at the first loss.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path[0] = str(Path(__file__).parent.parent / "tests")  # instead of this folder: faults is the package there

from faults import native  # noqa: E402
from faults.stores import STORES  # noqa: E402
from faults.trial import Tally, run_trial  # noqa: E402


def tallies() -> dict[str, Tally]:
    """The faults of each store."""
    found = {}
    for store in STORES:
        with TemporaryDirectory() as folder:
            found[store.name] = run_trial(store(), Path(folder))
    if native.can_run():
        with TemporaryDirectory() as folder:
            found["archive"] = native.run_archive_trial(Path(folder))
    return found


def main() -> None:
    """Print the figures in one line."""
    found = tallies()
    total = sum(found.values(), Tally())
    parts = ", ".join(f"{name} {tally.faults:,}" for name, tally in found.items())
    print(f"{total.faults:,} faults injected into {total.operations} operations, nothing lost: {parts}")


if __name__ == "__main__":
    main()
