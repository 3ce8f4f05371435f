"""The board at the end of a game of Go, which the paper of 2015 shows to its network: see kibitz.features.go.planes.

Four sources: the record's last position alone, GNU Go's estimate of who influences its empty points as the paper took it,
averages over playouts from the position itself (see kibitz.search.go.playouts), and what a network expects.
"""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import PeerError, SetupError
from kibitz.features.go.planes import STRONGEST_INFLUENCE, Influence
from kibitz.rules.go.bulk import GoGames, GoReplay
from kibitz.rules.go.points import format_vertex, neighbours

_DEFAULT_PLACE: Final = Path("/usr/games/gnugo")
_NUMBER: Final = re.compile(r"[+-]?[0-9]+")
_GAMES_A_TALK: Final = 100


def final_boards(replay: GoReplay) -> Influence:
    """The influence at the end of each game, seen by Black, int8 [G, size²]: 4 on Black's area, −4 on White's.

    Every stone counts as alive. Points that both sides reach are 0, so that games resigned early have many of them.
    """
    return (replay.owners * STRONGEST_INFLUENCE).astype(np.int8)


def gnugo_final_boards(games: GoGames, replay: GoReplay) -> Influence:
    """As final_boards(), but empty points have the influence that GNU Go sees there, −4 to 4.

    Raises SetupError if GNU Go is not installed, PeerError if it does not answer as it should.
    """
    program = shutil.which("gnugo") or (str(_DEFAULT_PLACE) if _DEFAULT_PLACE.is_file() else None)
    if program is None:
        raise SetupError("GNU Go is not installed; it estimates the empty points of final boards (Debian's package gnugo)")
    influence = np.concatenate(
        [
            _asked(program, replay.stones[first : first + _GAMES_A_TALK], games.size)
            for first in range(0, len(games), _GAMES_A_TALK)
        ]
    )
    return np.where(replay.stones == 0, influence, final_boards(replay)).astype(np.int8)


def simulated_final_boards(owner_sums: NDArray[np.int64], playouts: int) -> Influence:
    """The mean owners over some playouts in steps of a quarter, int8 of the same shape, −4 to 4."""
    means: NDArray[np.float64] = owner_sums.astype(np.float64) * (STRONGEST_INFLUENCE / playouts)
    rounded: Influence = np.rint(means).astype(np.int8)
    return rounded


def predicted_final_boards(ownership: NDArray[np.float32], is_black: NDArray[np.uint8]) -> Influence:
    """What a network expects of each point, [N, size²] from −1 to 1 seen by movers, in steps of a quarter seen by Black."""
    seen_by_black = np.where(is_black[:, None] != 0, ownership, -ownership)
    rounded: Influence = np.rint(seen_by_black * STRONGEST_INFLUENCE).astype(np.int8)
    return rounded


def _asked(program: str, boards: NDArray[np.int8], size: int) -> Influence:
    """What GNU Go says of some boards, [G, size²], seen by Black."""
    talk = "\n".join(command for stones in boards for command in _commands(stones, size))
    # Level 0 is five times as fast as the default one and says the same of 99 % of the points.
    flags = ["--mode", "gtp", "--quiet", "--level", "0"]
    done = subprocess.run([program, *flags], input=f"{talk}\nquit\n", capture_output=True, text=True, check=False)
    answers = [answer for answer in done.stdout.split("\n\n") if answer.count("\n") >= size - 1]
    if len(answers) != len(boards):
        raise PeerError(f"GNU Go answered {len(answers)} of {len(boards)} questions about influence")
    return np.array([_parse_influence(answer, size) for answer in answers], dtype=np.int8)


def _commands(stones: NDArray[np.int8], size: int) -> list[str]:
    placed = [
        f"play {'black' if stones[point] == 1 else 'white'} {format_vertex(point, size)}"
        for point in _in_legal_order(stones, size)
    ]
    return [f"boardsize {size}", "clear_board", *placed, "initial_influence black influence_regions"]


def _in_legal_order(stones: NDArray[np.int8], size: int) -> list[int]:
    """The stones' points from each chain's liberties inwards: so none is ever without a liberty on the way."""
    waiting = np.flatnonzero(stones == 0).tolist()
    ordered: dict[int, None] = {}
    while waiting:
        point = waiting.pop()
        for near in neighbours(point, size):
            if near not in ordered and stones[near] and stones[point] in (0, stones[near]):
                ordered[near] = None
                waiting.append(near)
    return list(ordered)


def _parse_influence(answer: str, size: int) -> list[int]:
    """The numbers of an answer from the top row on; GNU Go counts White's influence as positive."""
    numbers = [-int(number) for number in _NUMBER.findall(answer.lstrip("= \n"))]
    if len(numbers) != size * size:
        raise PeerError(f"GNU Go gave {len(numbers)} numbers for a board of {size * size} points")
    return [max(-STRONGEST_INFLUENCE, min(STRONGEST_INFLUENCE, number)) for number in numbers]
