"""The server's allocator: threads share memory that was freed."""

import platform
import subprocess
import sys

import pytest

_COUNT_ARENAS = """
import ctypes, os, tempfile, threading
from kibitz.app.allocator import share_arenas

share_arenas()
libc = ctypes.CDLL(None)
meet = threading.Barrier(30)

def ask_for_memory():
    meet.wait()  # all at once, or a later thread takes over the arena of an earlier one
    libc.malloc(1000)
    meet.wait()

threads = [threading.Thread(target=ask_for_memory) for _ in range(30)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
libc.fopen.restype = ctypes.c_void_p
with tempfile.NamedTemporaryFile() as file:
    stream = ctypes.c_void_p(libc.fopen(file.name.encode(), b"w"))
    libc.malloc_info(0, stream)
    libc.fclose(stream)
    print(open(file.name).read().count("<heap nr="))
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other systems have other allocators")
@pytest.mark.parametrize(("environment", "arenas"), [({}, 2), ({"MALLOC_ARENA_MAX": "5"}, 5)])
def test_threads_share_two_arenas_unless_the_environment_says_otherwise(environment: dict[str, str], arenas: int) -> None:
    done = subprocess.run([sys.executable, "-c", _COUNT_ARENAS], env=environment, capture_output=True, text=True, check=True)
    assert int(done.stdout) == arenas
