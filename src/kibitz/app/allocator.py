"""How the server's memory is handed out, where that is glibc's work.

Each of the many short-lived threads of a server may get an arena of its own, eight for each processor. What was freed in one
cannot be used by another, so that every arena comes to keep the most that was ever in use in it. Two arenas are enough: Python
lets one thread run at a time, and searches rarely ask for memory.
"""

import ctypes
import os
import sys
from typing import Final

_ARENA_MAX: Final = -8  # M_ARENA_MAX of malloc.h
_ARENAS: Final = 2
_USERS_OWN: Final = ("MALLOC_ARENA_MAX", "GLIBC_TUNABLES")


def share_arenas() -> None:
    """Let all threads share two arenas, unless the environment has settings of its own; to be called before threads begin.

    Other systems than Linux with glibc have other allocators, which are left as they are.
    """
    if sys.platform != "linux" or any(name in os.environ for name in _USERS_OWN):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_ARENA_MAX, _ARENAS)
