"""What is proven along a line of play, as the pages draw their map of the proven draw from it."""

from typing import Final

from kibitz.app.othello.lines import Line, move_names
from kibitz.app.othello.shapes import ProvenLine, ProvenMove, ProvenPosition
from kibitz.app.sides import side_name
from kibitz.openings.othello.knowledge import OpeningKnowledge
from kibitz.openings.othello.proven import PROVEN_PLIES
from kibitz.openings.othello.shipped import opening_knowledge
from kibitz.rules.othello.position import START, Position
from kibitz.rules.squares import format_move, parse_square

_USUAL_FIRST: Final = parse_square("f5")  # the one of the four equal first moves by which openings are named
SOURCE: Final = "Takizawa, Othello is Solved, arXiv 2310.19387"


def describe_proof_along(line: Line) -> ProvenLine:
    """Every position of a line up to where the proof ends, with its moves, each of which stands once with its twins."""
    known, position = opening_knowledge(), line.start
    found = [_position(known, line, 0, position)]
    for count, move in enumerate(line.moves[:PROVEN_PLIES], 1):
        position = position.play(move)
        found.append(_position(known, line, count, position))
    return ProvenLine(source=SOURCE, positions=found)


def _position(known: OpeningKnowledge, line: Line, count: int, position: Position) -> ProvenPosition:
    bounds = known.proven.bounds_of(position)
    return ProvenPosition(
        path=Line(line.start, line.moves[:count]).path,
        to_move=side_name(position.to_move),
        bounds=(bounds.low, bounds.high),
        games=known.proven.games_of(position),
        line=move_names(known.proven_line(position)),
        moves=_moves(known, position),
    )


def _moves(known: OpeningKnowledge, position: Position) -> list[ProvenMove]:
    """Those that keep what is proven first, then by how often they were played."""
    keeping, seen = known.keeping_moves(position), set[int]()
    moves = []
    for legal in position.legal_squares():
        if legal in seen:
            continue
        square = _USUAL_FIRST if position == START else legal
        twins = position.twins(square)
        seen |= twins
        bounds = known.bounds_of_move(position, square)
        moves.append(
            ProvenMove(
                move=format_move(square),
                twins=[format_move(twin) for twin in sorted(twins - {square})],
                bounds=(bounds.low, bounds.high),
                keeps=square in keeping,
                games=known.proven.games_of(position.play(square)),
            )
        )
    return sorted(moves, key=lambda row: (not row.keeps, -row.games, row.move))
