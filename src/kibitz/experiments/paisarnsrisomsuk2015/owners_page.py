"""What owners are worth to a strong model: a section of the page, from the result that strong_model keeps."""

from pathlib import Path
from typing import Any, Final

from kibitz.learn.runs.run_folder import RunFolder

OWNERS: Final = "owners"  # the part of the reproduction, and its folder
PLAYOUTS: Final = (100,)
NOT_RUN: Final = "not run"
KINDS: Final = {
    "none": "none",
    "expected": "those the network expects",
    **{f"simulated-{count}": f"those of {count:,} simulations" for count in PLAYOUTS},
    "record": "those of the record's end",
}
HEAD: Final = ("owners", "top 1", "top 10", "loss", "gain in top 1")


def owners_folder(runs: Path) -> RunFolder:
    """Where the result is kept."""
    return RunFolder(runs / OWNERS)


def owners_rows(runs: Path) -> list[tuple[str, ...]]:
    """Rows of a table, one for each kind of owners."""
    result = owners_folder(runs).result()
    return [(words, *_cells((result or {}).get("owners", {}).get(kind))) for kind, words in KINDS.items()]


def owners_text(runs: Path) -> str:
    """Whether simulated owners help the strong model; says so if it was not measured."""
    result = owners_folder(runs).result()
    if result is None:
        return "It has not been measured.\n"
    found = result["owners"]
    clear = [KINDS[kind] for kind in KINDS if found.get(kind, {}).get("gain", 0) > 2 * found.get(kind, {}).get("error", 0)]
    return (
        f"Numbers for the owners of a move's point and of its neighbours were learned from {result['learned']:,} moves and "
        f"measured on {result['measured']:,} others, the gain on the same moves. Owners that gain more than two standard errors: "
        f"{'; '.join(clear) or 'none'}.\n"
    )


def _cells(found: dict[str, Any] | None) -> list[str]:
    if found is None:
        return [NOT_RUN] * 4
    gain = f"{100 * found['gain']:+.1f} ± {100 * found['error']:.1f}" if found["error"] else "–"
    return [f"{100 * found['top_1']:.1f} %", f"{100 * found['top_10']:.1f} %", f"{found['nll']:.3f}", gain]
