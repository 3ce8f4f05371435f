"""The kinds of learning for Othello."""

from typing import Final

from kibitz.learn.runs.kind import Games, LearningKind
from kibitz.learn.runs.othello.wthor import wthor_folder, wthor_games

_WTHOR: Final = Games(wthor_games, "WTHOR")
_WTHOR_IF_NEEDED: Final = Games(wthor_folder, "WTHOR")

KINDS: Final = (
    LearningKind("evaluation", "kibitz.learn.tables.othello.evaluation_kind", _WTHOR),
    LearningKind("expert", "kibitz.learn.tables.othello.expert_kind", _WTHOR),
    LearningKind("labelled-evaluation", "kibitz.learn.tables.othello.labelled_kind", _WTHOR),
    LearningKind("network", "kibitz.learn.networks.othello.network_kind", _WTHOR, with_torch=True),
    LearningKind("ownership", "kibitz.learn.networks.othello.ownership_kind", _WTHOR, with_torch=True),
    LearningKind("second-look", "kibitz.learn.networks.othello.second_look_kind", _WTHOR, with_torch=True),
    LearningKind("selfplay", "kibitz.learn.selfplay.othello.kind", _WTHOR_IF_NEEDED),
    LearningKind("winner", "kibitz.learn.tables.othello.winner_kind", _WTHOR),
)
