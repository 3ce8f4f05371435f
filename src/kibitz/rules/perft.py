"""The leaves of a game tree, counted in pieces so that it can be watched and stopped."""

from collections.abc import Callable, Iterator

from kibitz.rules.game import GamePosition, P


def count_pieces(
    count: Callable[[P, int], int], is_piece: Callable[[P, int], bool], position: P, depth: int, share: float = 1.0
) -> Iterator[tuple[int, float]]:
    """The leaves of one small part of the tree after the other, each with the share of the tree it is taken for.

    What `is_piece` is counted at once by `count`.
    """
    moves = position.legal_moves()
    if not moves or is_piece(position, depth):
        yield count(position, depth), share
        return
    for move in moves:
        yield from count_pieces(count, is_piece, position.play(move), depth - 1, share / len(moves))


def slow_perft(position: GamePosition, depth: int) -> int:
    """The leaves of the tree of any game; a pass is a ply of its own, and a game that ends earlier counts as one leaf."""
    moves = position.legal_moves() if depth else ()
    return sum(slow_perft(position.play(move), depth - 1) for move in moves) if moves else 1
