"""Rule sets of Go and their names."""

import pytest

from kibitz.errors import NotationError
from kibitz.rules.go.rule_sets import NEW_ZEALAND, TROMP_TAYLOR, parse_go_rules


def test_rule_sets_are_known_by_name():
    assert parse_go_rules("Tromp-Taylor") == TROMP_TAYLOR
    assert parse_go_rules("New  Zealand") == NEW_ZEALAND
    with pytest.raises(NotationError, match="known are chinese, japanese"):
        parse_go_rules("chess")
