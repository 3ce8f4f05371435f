"""The kind of learning for noughts and crosses."""

from typing import Final

from kibitz.learn.runs.kind import LearningKind

KINDS: Final = (LearningKind("noughts-evolution", "kibitz.learn.evolution.noughts.kind"),)
