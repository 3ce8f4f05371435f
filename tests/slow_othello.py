"""Othello's rules a second time, slow and obvious: a dictionary from (column, row) to a colour. The referee of the tests."""

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
BLACK, WHITE = "X", "O"


def other(color):
    return WHITE if color == BLACK else BLACK


def start(size):
    low, high = size // 2 - 1, size // 2
    return {(high, low): BLACK, (low, high): BLACK, (low, low): WHITE, (high, high): WHITE}


def flips(board, color, place):
    """The discs a move turns, all eight directions walked step by step."""
    if place in board:
        return set()
    turned = set()
    for dx, dy in DIRECTIONS:
        line = []
        x, y = place[0] + dx, place[1] + dy
        while board.get((x, y)) == other(color):
            line.append((x, y))
            x, y = x + dx, y + dy
        if board.get((x, y)) == color:
            turned.update(line)
    return turned


def legal(board, color, size):
    return {(x, y) for x in range(size) for y in range(size) if flips(board, color, (x, y))}


def play(board, color, place):
    after = dict(board)
    for disc in flips(board, color, place) | {place}:
        after[disc] = color
    return after


def perft(board, color, depth, size):
    if depth == 0:
        return 1
    moves = legal(board, color, size)
    if not moves:
        return perft(board, other(color), depth - 1, size) if legal(board, other(color), size) else 1
    return sum(perft(play(board, color, move), other(color), depth - 1, size) for move in moves)
