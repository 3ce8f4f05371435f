"""What our runs say to the thesis's tables and figures: a sentence under each."""

from typing import Any, Final

from kibitz.experiments.findings import names_of
from kibitz.experiments.hlynsson2017.paper import FFO_43_BEST, FFO_43_THESIS, PAPER, Network
from kibitz.experiments.hlynsson2017.tables import ENOUGH, TEST, Results
from kibitz.features.othello.samples import STAGE_NAMES

_RAW, _FULL = Network("raw", 11), Network("hlynsson42", 11)
_SWITCH: Final = 5  # stages up to move 28, where the thesis expects the raw planes to be as good


def has_reached(network: Network, result: dict[str, Any]) -> bool:
    """Whether a network is right as often as the thesis's, which prints one decimal."""
    return bool(round(100 * result["years"][TEST]["top1"], 1) >= PAPER[network].test)


def accuracy(results: Results) -> str:
    """Table 4.4: which networks reach the printed figure; empty without runs."""
    if not results:
        return ""
    parts: dict[str, list[str]] = {"reached": [], "not reached": [], "too short to tell": []}
    for (recipe, network), result in results.items():
        is_long = result["positions"] >= ENOUGH
        word = "reached" if has_reached(network, result) else "not reached" if is_long else "too short to tell"
        parts[word].append(f"{network.name} ({recipe})")
    told = (f"{word[0].upper()}{word[1:]}: {names_of(found)}." for word, found in parts.items())
    return f"\n**Verdict on the test year.** {' '.join(told)}\n"


def stages(results: Results) -> str:
    """Table 4.5: in which stages the raw planes do better; empty unless both networks are long enough."""
    pair = [results.get(("better", network)) for network in (_RAW, _FULL)]
    if any(result is None or result["positions"] < ENOUGH for result in pair):
        return ""
    ours = [_by_stage(result) for result in pair if result is not None]
    (early, late), (our_early, our_late) = (_ahead(*columns) for columns in ([PAPER[_RAW].by_stage, PAPER[_FULL].by_stage], ours))
    word = "Holds" if our_early >= early and our_late <= late else "Holds partly" if our_late <= late else "Does not hold"
    return (
        f"\n**{word}**: that the raw planes do better early and worse late. Printed, raw-11 is ahead in {early} of the first "
        f"{_SWITCH} stages and in {late} of the others; ours, by the better recipe, in {our_early} and in {our_late}.\n"
    )


def _by_stage(result: dict[str, Any]) -> tuple[float, ...]:
    shares = {row["stage"]: round(100 * row["top1"], 1) for row in result["years"][TEST]["by_stage"]}
    return tuple(shares[stage] for stage in range(len(STAGE_NAMES)))


def _ahead(raw: tuple[float, ...], full: tuple[float, ...]) -> tuple[int, int]:
    """In how many stages the first is ahead, up to the switch and behind it."""
    is_ahead = [ours > theirs for ours, theirs in zip(raw, full, strict=True)]
    return sum(is_ahead[:_SWITCH]), sum(is_ahead[_SWITCH:])


def endgame(name: str, walk: list[dict[str, Any]]) -> str:
    """Figure 4.5: how many of the best moves a network finds."""
    best, thesis = ([text[place : place + 2] for place in range(0, len(text), 2)] for text in (FFO_43_BEST, FFO_43_THESIS))
    found = sum(move["choice"] == move["best"] for move in walk)
    printed = sum(ours == theirs for ours, theirs in zip(best, thesis, strict=True))
    word = "Reached" if found >= printed else "Not reached"
    return f"\n**{word}.** The thesis's network finds {printed} of the {len(best)} best moves, {name} {found}.\n"
