"""Games with one blunder whose cost is known without any engine: plain minimax over the rules of the tests."""

from kibitz.records.othello.record import GameRecord
from kibitz.review.othello.game_sources import own_games
from kibitz.rules.othello.position import Position, with_passes


def true_score(position: Position) -> int:
    """The final score for the side to move with perfect play, by trying everything."""
    moves = position.legal_moves()
    if not moves:
        score = position.black_score()
        return score if position.to_move == 0 else -score
    return max(-true_score(position.play(move)) for move in moves)


def move_scores(position: Position) -> dict[int, int]:
    return {move: -true_score(position.play(move)) for move in position.legal_moves()}


def blundered_game(empties: int = 6) -> tuple[GameRecord, int, int]:
    """A game up to a blunder, the index of the blunder among its moves, and what it costs."""
    for record in own_games():
        for ply, position in enumerate(record.positions()):
            if position.empty_count == empties and len(position.legal_squares()) > 2:
                scores = move_scores(position)
                worst = min(scores, key=scores.__getitem__)
                cost = max(scores.values()) - scores[worst]
                if cost >= 20 and list(scores.values()).count(max(scores.values())) == 1:
                    return GameRecord(with_passes((*record.moves[:ply], worst))), ply, cost
    raise AssertionError("no own game has such a position")
