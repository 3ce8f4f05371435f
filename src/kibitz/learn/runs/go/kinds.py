"""The kinds of learning for Go."""

from pathlib import Path
from typing import Final

from kibitz.errors import SetupError
from kibitz.learn.runs.kind import Games, LearningKind


def sgf_games(given: Path | None, asked_by: Path) -> Path:
    """The file, archive or folder of SGF that was named; raises SetupError if none was, or it is not there."""
    if given is None:
        raise SetupError(f"{asked_by} names no games; --data names an SGF file, an archive or a folder of them")
    if not given.exists():
        raise SetupError(f"{asked_by}: there is no file or folder {given}; --data names one with games as SGF")
    return given


_SGF: Final = Games(sgf_games)

KINDS: Final = (
    LearningKind("go-expert", "kibitz.learn.tables.go.expert_kind", _SGF),
    LearningKind("go-nested", "kibitz.learn.networks.go.nested_kind", _SGF, with_torch=True),
    LearningKind("go-network", "kibitz.learn.networks.go.kind", _SGF, with_torch=True),
)
