"""The end of a game where both sides passed and disagree: dead stones are played off the board before anybody passes."""

from collections.abc import Sequence

from kibitz.players.go.counting import dead_at_the_end
from kibitz.rules.go.position import GoPosition


def capturing_move(position: GoPosition) -> int | None:
    """A move against the opponent's dead stones, those with the fewest liberties first; None if there are none to be taken.

    Which stones are dead is decided as at the end of a game.
    """
    dead = [point for point in dead_at_the_end(position) if position.stone_at(point) == position.to_move.other]
    chains = sorted({position.chain(point) for point in dead}, key=lambda chain: (len(_liberties(position, chain)), chain))
    for chain in chains:
        legal = [point for point in _liberties(position, chain) if position.is_legal(point)]
        if legal:
            return max(legal, key=lambda point: (_own_liberties(position, point), -point))
    return None


def _own_liberties(position: GoPosition, move: int) -> int:
    """How many liberties the chain of a move has: a stone that is taken at once takes nothing."""
    after = position.play(move)
    return len(_liberties(after, after.chain(move)))


def _liberties(position: GoPosition, chain: Sequence[int]) -> list[int]:
    """The empty points beside a chain, in ascending order."""
    size = position.size
    beside = {neighbour for point in chain for neighbour in _neighbours(point, size)}
    return sorted(point for point in beside if position.stone_at(point) is None)


def _neighbours(point: int, size: int) -> list[int]:
    row, column = divmod(point, size)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * size + c for r, c in around if 0 <= r < size and 0 <= c < size]
