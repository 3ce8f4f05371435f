"""The test of the contract in kibitz.models.othello.model; run it on any model you add.

The model is asked about random games and about positions where nobody can move, one by one and all at once, and about all
eight images of each.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.planes import RECENT_MOVES, Situations, situations_of_replay
from kibitz.features.othello.samples import squares_as_columns
from kibitz.features.othello.twins import IMAGES, twins_levelled
from kibitz.models.othello.model import MoveModel, OwnershipModel, RatedModel, WinnerModel
from kibitz.rules.game import BrokenContractError
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import START
from kibitz.rules.squares import NO_MOVE, parse_square
from kibitz.rules.symmetry import SYMMETRIES

_SUM_TOLERANCE: Final = 1e-6
_IMAGE_TOLERANCE: Final = 1e-4
_ALL_SQUARES: Final = (1 << 64) - 1
_LAST_MOVE: Final = parse_square("d4")


def check_model(model: MoveModel, games: int = 2, seed: int = 0) -> None:
    """Raise BrokenContractError at the first thing that is not as the contract says."""
    _require(bool(model.name), "a model", "it has no name")
    situations = _situations(games, seed)
    shares = model.probabilities(situations)
    _check_shares(shares, situations, model.name)
    _check_images(model, situations, shares)
    _check_alone(model, situations, shares)
    _require(_close(model.probabilities(situations), shares, 0.0), model.name, "the same question has two answers")
    if isinstance(model, RatedModel):
        for rating in model.rating_range:
            _check_shares(model.probabilities(situations, rating), situations, f"{model.name}, rating {rating:g}")
    if isinstance(model, WinnerModel):
        check_chances(model, model.name, games, seed)
    if isinstance(model, OwnershipModel):
        check_ownership(model, model.name, games, seed)


def check_chances(model: WinnerModel, name: str, games: int = 2, seed: int = 0) -> None:
    """As check_model(), for what a model says of winners."""
    where = f"{name}, chances to win"
    situations = _situations(games, seed)
    chances = model.win_chances(situations)
    _check_chances(chances, (len(situations),), where)
    for row in range(0, len(situations), 7):
        alone = model.win_chances(situations.take(slice(row, row + 1)))
        _require(_close(alone, chances[row : row + 1], _IMAGE_TOLERANCE), where, "a position alone and among others differ")
    _require(model.win_chances(situations.take(slice(0, 0))).shape == (0,), where, "no position has some chances")


def check_ownership(model: OwnershipModel, name: str, games: int = 2, seed: int = 0) -> None:
    """As check_model(), for what a model says of the final board."""
    where = f"{name}, ownership"
    situations = _situations(games, seed)
    chances = model.ownership(situations)
    _check_chances(chances, (len(situations), 64), where)
    for symmetry in SYMMETRIES:
        images = model.ownership(situations.images(np.full(len(situations), symmetry, np.int8)))
        is_same = _close(images[:, IMAGES[symmetry]], chances, _IMAGE_TOLERANCE)
        _require(is_same, where, f"images under symmetry {symmetry} have other chances")
    is_level = _close(twins_levelled(chances, situations.boards), chances, _IMAGE_TOLERANCE)
    _require(is_level, where, "a symmetric position has other chances on twins")
    for row in range(0, len(situations), 7):
        alone = model.ownership(situations.take(slice(row, row + 1)))
        _require(_close(alone[0], chances[row], _IMAGE_TOLERANCE), where, "a position alone and among others differ")
    _require(model.ownership(situations.take(slice(0, 0))).shape == (0, 64), where, "no position has some chances")


def check_stored_moves(model: MoveModel, _name: str) -> None:
    """One game of check_model(), for a model in a file."""
    check_model(model, games=1)


def check_stored_chances(model: WinnerModel, name: str) -> None:
    """One game of check_chances(), for a model in a file."""
    check_chances(model, name, games=1)


def check_stored_ownership(model: OwnershipModel, name: str) -> None:
    """One game of check_ownership(), for a model in a file."""
    check_ownership(model, name, games=1)


def _situations(games: int, seed: int) -> Situations:
    """Every position of some random games, one where the mover must pass, a full board, an empty one, and a symmetric one.

    The last has a last move, which must not break the symmetry.
    """
    moves, _, _ = bulk.random_games(games, seed)
    played = situations_of_replay(bulk.replay(moves))
    own = np.array([0b10, _ALL_SQUARES, 0, START.own], np.uint64)
    opp = np.array([0b01, 0, 0, START.opp], np.uint64)
    boards = Boards(np.concatenate([played.boards.own, own]), np.concatenate([played.boards.opp, opp]))
    recent = np.full((len(own), RECENT_MOVES), NO_MOVE, np.int8)
    recent[-1, 0] = _LAST_MOVE
    sides = np.concatenate([played.black_to_move, np.ones(len(own), np.bool_)])
    return Situations(boards, sides, np.concatenate([played.recent, recent]))


def _check_shares(shares: NDArray[Any], situations: Situations, where: str) -> None:
    _require(shares.shape == (len(situations), 64), where, f"probabilities have the shape {shares.shape}, not [N, 64]")
    _require(shares.dtype == np.float64, where, f"probabilities are {shares.dtype}, not float64")
    _require(bool(np.isfinite(shares).all()), where, "a probability is not a number")
    _require(bool((shares >= 0).all()), where, "a probability is below 0")
    legal = squares_as_columns(bulk.legal_masks(situations.boards))
    _require(not shares[~legal].any(), where, "a square that is not legal has a probability")
    can_move = legal.sum(axis=1) > 0
    _require(_close(shares.sum(axis=1), can_move, _SUM_TOLERANCE), where, "probabilities do not add up to 1")


def _check_images(model: MoveModel, situations: Situations, shares: NDArray[np.float64]) -> None:
    for symmetry in SYMMETRIES:
        images = model.probabilities(situations.images(np.full(len(situations), symmetry, np.int8)))
        is_same = _close(images[:, IMAGES[symmetry]], shares, _IMAGE_TOLERANCE)
        _require(is_same, model.name, f"images under symmetry {symmetry} have other probabilities")
    levelled = twins_levelled(shares, situations.boards)
    _require(_close(levelled, shares, _IMAGE_TOLERANCE), model.name, "a symmetric position has other probabilities on twins")


def _check_alone(model: MoveModel, situations: Situations, shares: NDArray[np.float64]) -> None:
    for row in range(0, len(situations), 7):
        alone = model.probabilities(situations.take(slice(row, row + 1)))
        _require(_close(alone[0], shares[row], _IMAGE_TOLERANCE), model.name, "a position alone and among others differ")
    _require(model.probabilities(situations.take(slice(0, 0))).shape == (0, 64), model.name, "no position has some probabilities")


def _check_chances(chances: NDArray[Any], shape: tuple[int, ...], where: str) -> None:
    _require(chances.shape == shape, where, f"the shape is {chances.shape}, not {shape}")
    _require(bool(((chances >= 0) & (chances <= 1)).all()), where, "a chance is not between 0 and 1")


def _close(first: NDArray[Any], second: NDArray[Any], tolerance: float) -> bool:
    return bool((np.abs(first - second) <= tolerance).all())


def _require(condition: bool, where: str, what: str) -> None:
    if not condition:
        raise BrokenContractError(f"{where}: {what}")
