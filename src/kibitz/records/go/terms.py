"""What a record of Go itself says of komi and of the way of counting, for whoever learns from it or is asked about it."""

from math import nan
from typing import Final

from kibitz.records.go.record import GoRecord

AREA: Final = 1
TERRITORY: Final = -1
UNKNOWN: Final = 0

_COUNTINGS: Final = {
    "chinese": AREA, "old chinese": AREA, "ing": AREA, "ing goe": AREA, "aga": AREA, "new zealand": AREA, "tromp-taylor": AREA,
    "japanese": TERRITORY, "jpn": TERRITORY, "jp": TERRITORY, "korean": TERRITORY,
}  # fmt: skip
# Komi beyond these are slips of the file.
_MOST_KOMI: Final = 20.0


def told_komi(record: GoRecord) -> float:
    """What White gets, NaN if the record does not say it or cannot mean it."""
    return nan if record.komi is None or abs(record.komi) > _MOST_KOMI else record.komi


def told_counting(record: GoRecord) -> int:
    """AREA or TERRITORY by the name of the rules, UNKNOWN without one that is known; nothing is guessed."""
    return _COUNTINGS.get(record.rules.lower(), UNKNOWN)
