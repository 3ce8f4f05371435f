"""By which rules a recorded game was played: those that its file names, else those that the rest of the file suggests.

Few old records have RU, and most of them come from Japan. docs/go.md says how often the choice agrees with records that do.
"""

import re
from typing import Final, Protocol

from kibitz.rules.go.rule_sets import AGA, CHINESE, JAPANESE, NEW_ZEALAND, RULE_SETS, GoRules

# As files spell them beside the names of RULE_SETS. Ing's rules count area, as the Chinese do.
_SPELLINGS: Final = {
    "jp": JAPANESE,
    "jpn": JAPANESE,
    "japan": JAPANESE,
    "territory": JAPANESE,
    "kr": JAPANESE,
    "korea": JAPANESE,
    "cn": CHINESE,
    "chn": CHINESE,
    "china": CHINESE,
    "area": CHINESE,
    "ing": CHINESE,
    "goe": CHINESE,
    "old chinese": CHINESE,
    "bga": AGA,
    "french": AGA,
    "nz": NEW_ZEALAND,
    "new-zealand": NEW_ZEALAND,
    "日本": JAPANESE,
    "韩国": JAPANESE,
    "中国": CHINESE,
}
_NAMES: Final = {**RULE_SETS, **_SPELLINGS}
_CHINA: Final = re.compile(
    r"\b(?:china|chinese|zhongguo|beijing|peking|shanghai|hangzhou|guangzhou|chengdu|fuzhou|hefei|taizhou|chunlan|dalian"
    r"|shenyang|nanjing|wuhan|kunming|tianjin|xi'an|ing|taiwan|taipei)\b|中国|中國",
    re.IGNORECASE,
)
_JAPAN: Final = re.compile(r"\b(?:japan|japanese|nihon|kansai|tokyo|osaka|nagoya|kyoto|hakone)\b|日本", re.IGNORECASE)
_LEAST_AREA_KOMI: Final = 7.0  # points; a smaller one is fair where territory counts
_MOST_AREA_KOMI: Final = 8.5


class RecordFacts(Protocol):
    """What a record of Go says beside its moves: see kibitz.records.go.record.GoRecord."""

    @property
    def size(self) -> int: ...
    @property
    def rules(self) -> str: ...
    @property
    def komi(self) -> float | None: ...
    @property
    def handicap(self) -> int: ...
    @property
    def black_score(self) -> float | None: ...
    @property
    def date(self) -> str: ...
    @property
    def event(self) -> str: ...
    @property
    def place(self) -> str: ...


def named_rules(text: str) -> GoRules | None:
    """The rule set of RU, which may say more than its name or spell it in its own way; None for what is not known."""
    words = " ".join(re.split(r"[\s,;(]+", text.lower())).strip()
    if words in _NAMES:
        return _NAMES[words]
    return next((rules for name, rules in _NAMES.items() if words.startswith(f"{name} ")), None)


def likely_rules(record: RecordFacts) -> GoRules:
    """The rules that a record names, else those that are likeliest.

    1. A komi from 7 to 8.5, or with a quarter of a point, is one of area scoring: Chinese.
    2. The country of its place, or else that in the name of the event if it names one only: China and Taiwan count area, Japan
       territory.
    3. A result that no count of area can give, by its parity: Japanese.
    4. A komi up to 6.5, or a game with a date and no komi, as all were once: Japanese.
    5. A record that says nothing of all this: Chinese, as a new board has them.
    """
    named = named_rules(record.rules)
    if named is not None:
        return named
    if _has_area_komi(record.komi):
        return CHINESE
    local = _rules_of_country(record.place) or _rules_of_country(record.event)
    if local is not None:
        return local
    return JAPANESE if record.komi or record.date or not _can_be_area(record) else CHINESE


def are_rules_assumed(record: RecordFacts) -> bool:
    """Whether a record names no rules that are known, so that likely_rules() had to choose."""
    return named_rules(record.rules) is None


def _rules_of_country(text: str) -> GoRules | None:
    """The rules of the country that a text names; None if it names none or both."""
    china, japan = _CHINA.search(text), _JAPAN.search(text)
    if bool(china) == bool(japan):
        return None
    return CHINESE if china else JAPANESE


def _has_area_komi(komi: float | None) -> bool:
    return komi is not None and (_LEAST_AREA_KOMI <= komi <= _MOST_AREA_KOMI or (2 * komi) % 1 != 0)


def _can_be_area(record: RecordFacts) -> bool:
    """Whether area scoring can give the result: where every point is owned, the difference is odd on an odd board, else even."""
    if record.black_score is None or record.handicap:
        return True
    return (record.black_score + (record.komi or 0.0) - record.size**2) % 2 == 0
