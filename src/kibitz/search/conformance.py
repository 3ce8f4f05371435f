"""What every search has to keep, as a test; for authors of searches."""

from threading import Event
from typing import TypeVar

from kibitz.rules.game import BrokenContractError, GamePosition
from kibitz.search.contract import Ranking, Search

Place = TypeVar("Place", bound=GamePosition)


def check_search(search: Search[Place], position: Place) -> None:
    """Ask about a position where the game is not over; raises BrokenContractError at the first answer that breaks the contract.

    The search must have an end of its own.
    """
    heard: list[Ranking] = []
    found = search.deepen(position, heard.append)
    for ranking in (*heard, found):
        _check_ranking(ranking, position)
    _require(bool(found.moves), "a position that is not over has moves")
    _require(bool(heard) and heard[-1].moves == found.moves, "whoever watches hears what is returned")
    stop = Event()
    stop.set()
    _check_ranking(search.deepen(position, stop=stop), position)
    _require(bool(search.source), "a search says who it is")


def _check_ranking(ranking: Ranking, position: GamePosition) -> None:
    moves = [opinion.move for opinion in ranking.moves]
    _require(set(moves) <= set(position.legal_moves()), "only legal moves are ranked")
    _require(len(moves) == len(set(moves)), "no move is ranked twice")
    for opinion in ranking.moves:
        _require(opinion.win_chance is None or 0 <= opinion.win_chance <= 1, "chances are from 0 to 1")
        _require(opinion.line[:1] == (opinion.move,), "a line begins with its move")


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise BrokenContractError(f"a search does not keep the contract: {what}")
