"""What Kibitz lists. It is imported whenever players are named, so it imports nothing heavy."""

from kibitz.players.kind import SEED, PlayerKind

CORNERS = PlayerKind("corners", "plays a corner if it can, else any move", "kibitz_corners.player:CornersPlayer", (SEED,))
