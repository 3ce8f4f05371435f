"""An opening as every match knows it."""

from typing import TypeAlias

Opening: TypeAlias = tuple[int, ...]
"""Moves from the start of a game, with forced passes written out."""
