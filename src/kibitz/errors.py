"""The few exceptions of the package and the exit codes of the command line.

Every message is one sentence for the person at the keyboard: what was given, where, and what would be right.
"""

from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended, for shells and other programs."""

    DONE = 0
    FAILED = 1
    BAD_INPUT = 2
    INTERRUPTED = 130


class KibitzError(Exception):
    """Anything Kibitz reports in one line instead of a traceback."""

    exit_code = ExitCode.BAD_INPUT


class NotationError(KibitzError, ValueError):
    """Text or bytes that do not say what they should: a square, a board, a game file."""


class IllegalMoveError(KibitzError, ValueError):
    """A move that the rules do not allow in the position it was meant for."""


class SetupError(KibitzError):
    """Something around the game is missing or unusable: a file, a folder, an archive, a player, a model."""


class PeerError(KibitzError):
    """Another program did not answer as it should: it crashed, hung, or played an illegal move."""

    exit_code = ExitCode.FAILED
