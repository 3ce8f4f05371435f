"""The figures of the paper, for the page of all papers."""

import re
from pathlib import Path
from typing import Final

import numpy as np

from kibitz.experiments.findings import Finding
from kibitz.experiments.leouski1996 import verdicts
from kibitz.experiments.leouski1996.matches import STANDING_FOR_LOGISTELLO
from kibitz.experiments.leouski1996.runs import AVERAGED, GATED, LAMBDA, SEEDS, SLOWER, finished, trained_network

_THERE: Final = "15,000 games, one network each"
_VARIANTS: Final = {
    SLOWER: ("network 3 with α = 0.01", "lower rates reduce fluctuations"),
    LAMBDA: ("network 3 with α = 0.01 and TD(λ)", "λ = 0 chosen"),
    AVERAGED: ("network 3, the running mean of its weights", "ours"),
    GATED: ("gating networks instead of the blend by disc count", "proposed"),
}
_VERDICT: Final = re.compile(r"\*\*(.+?)\.\*\* True of so many networks: (.+)\.\n")


def findings(runs: Path) -> list[Finding]:
    """The verdicts of the paper's own page."""
    folders = finished(runs, "network3")
    networks = [trained_network(folder) for folder in folders]
    here = f"15,000 games, {len(folders)} seeds"
    texts = [
        ("figures 3 and 4: games won", verdicts.learning_curves(runs)),
        ("figure 5: weighted squares", verdicts.weighted_squares(networks) if networks else ""),
        ("figure 6: maps of the opening", verdicts.opening_maps(networks) if networks else ""),
        ("figure 7: maps of the middle game", verdicts.middle_game_maps(networks) if networks else ""),
        ("figure 8: interactions of the edge", verdicts.edge_interactions(networks) if networks else ""),
        ("figure 9: immediate mobility", verdicts.immediate_mobility(networks) if networks else ""),
        ("figure 10: boards of one value", verdicts.lost_sensitivity(runs)),
    ]
    matches = "matches against LOGISTELLO, for which our evaluation stands"
    games = f"{2 * STANDING_FOR_LOGISTELLO[0].pairs} games at each depth"
    return [
        *(_finding(words, _THERE, here, text) for words, text in texts),
        _finding(matches, "informal", games, verdicts.logistello(runs)),
        *(_variant(words, printed, part, runs) for part, (words, printed) in _VARIANTS.items()),
    ]


def _variant(words: str, printed: str, part: str, runs: Path) -> Finding:
    """Network 3 learning otherwise, compared with network 3 as printed seed by seed at the end of training."""
    shares, base = ([(folder.result() or {})["end_share"] for folder in finished(runs, name)] for name in (part, "network3"))
    if not shares or not base:
        return Finding(words, "not run there", printed)
    here = f"15,000 games, {len(shares)} of {len(SEEDS)} seeds"
    gain, won = float(np.mean(shares) - np.mean(base)), f"{100 * np.mean(shares):.1f} % against Wystan's stand-in"
    if min(len(shares), len(base)) < 2:
        return Finding(words, "not run there", printed, here, f"{won}, {100 * gain:+.1f} to network 3", "too few seeds to tell")
    error = float(np.hypot(*(np.std(found, ddof=1) / len(found) ** 0.5 for found in (shares, base))))
    verdict = "better" if gain > 2 * error else "worse" if gain < -2 * error else "within two standard errors"
    return Finding(words, "not run there", printed, here, f"{won}, {100 * gain:+.1f} ± {100 * error:.1f} to network 3", verdict)


def _finding(words: str, there: str, here: str, text: str) -> Finding:
    found = _VERDICT.fullmatch(text)
    if found is None:
        return Finding(words, there, "in words")
    return Finding(words, there, "in words", here, found[2], found[1].lower())
