"""What Kibitz lists. It is imported whenever players, models, formats or engines are named, so it imports nothing heavy."""

import sys

from kibitz.models.kind import ModelKind
from kibitz.players.external.configured import ConfiguredEngine
from kibitz.players.kind import SEED, PlayerKind
from kibitz.records.plugged import FormatKind

CORNERS = PlayerKind("corners", "plays a corner if it can, else any move", "kibitz_corners.player:CornersPlayer", (SEED,))

MODEL = ModelKind(
    "corners",
    ".safetensors",
    "kibitz_corners.model:load",
    "a model that likes corners",
    "predicts moves",
    "othello",
    "kibitz.models.othello.conformance:check_stored_moves",
)

MOVE_LINES = FormatKind(
    "move lines", "othello", (".moves",), "kibitz_corners.move_lines:read", "kibitz_corners.move_lines:write", b"#moves\n"
)

FIRST = ConfiguredEngine("first", "othello", (sys.executable, "-m", "kibitz_corners.first_engine"))
