"""What networks that see different features do at the board: games against one opponent, counted, and positions from them.

Everything is seen by the network: its discs are `own`, whoever is to move. No torch is needed: the exported networks play.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.experiments.ng2017.styles_page import EXAMPLES, MEASURES, OPENING_MOVES, OPENINGS, RECIPE, SHOWN, styles_folder
from kibitz.experiments.papers import Wanted
from kibitz.features.othello.planes import situations_of_boards
from kibitz.learn.runs.progress import Told
from kibitz.learn.temporal.othello.lockstep import Chooser, play_games, random_openings
from kibitz.models.othello.foresight import Foresight, evaluator_foresight, wystan
from kibitz.nets.othello.value_runtime import ExportedValueNet
from kibitz.rules.othello.bulk import Boards, Masks, Squares, legal_masks
from kibitz.rules.othello.position import mask_of
from kibitz.rules.squares import parse_square

_SEED: Final = 2017
_CORNERS: Final = {name: parse_square(name) for name in ("a1", "h1", "a8", "h8")}
_CORNER_MASK: Final = np.uint64(mask_of(_CORNERS.values()))
# The squares beside each corner: C squares and the X square.
_BESIDE: Final = {
    "a1": ("b1", "a2", "b2"),
    "h1": ("g1", "h2", "g2"),
    "a8": ("b8", "a7", "b7"),
    "h8": ("g8", "h7", "g7"),
}
_BORDER: Final = np.uint64(mask_of(square for square in range(64) if square % 8 in (0, 7) or square // 8 in (0, 7)))
# Steps along the diagonals, and the squares from which a step does not leave the board.
_DIAGONALS: Final = tuple(
    (np.uint64(step), np.uint64(mask_of(square for square in range(64) if square % 8 != last))) for step, last in ((9, 7), (7, 0))
)
_LONGEST: Final = 8


@dataclass(frozen=True, slots=True)
class Game:
    """What a network met in one game, [T]: its discs and the opponent's, whether it was to move, its square if so; its score."""

    own: Masks
    opp: Masks
    is_ours: NDArray[np.bool_]
    square: NDArray[np.int64]
    score: int

    @property
    def discs(self) -> NDArray[np.int64]:
        """The number of discs on each board."""
        found: NDArray[np.int64] = np.bitwise_count(self.own | self.opp).astype(np.int64)
        return found


def measure_styles(wanted: Wanted) -> None:
    """Let every trained network shown play that has not, and keep what was counted; raises SetupError if none is trained."""
    files = {network: wanted.runs / f"{RECIPE}-{network}" / f"{RECIPE}-{network}.onnx" for network in SHOWN}
    trained = [network for network, file in files.items() if file.is_file()]
    if not trained:
        raise SetupError(f"{wanted.runs} has none of the networks {', '.join(SHOWN)} by the recipe {RECIPE}, which styles needs")
    for number, network in enumerate(trained):
        folder = styles_folder(wanted.runs, network)
        if folder.result() is None:
            wanted.tell(Told(f"styles of network {network}", number, len(trained)))
            folder.start({"network": network, "recipe": RECIPE, "openings": OPENINGS, "seed": _SEED})
            folder.save_result(counted(played(network_player(files[network]), wystan(), OPENINGS)))


def network_player(file: Any) -> Foresight:
    """A network that looks one disc ahead."""
    net = ExportedValueNet(file)
    return evaluator_foresight(lambda boards: net.values(situations_of_boards(boards)).astype(np.float64), depth=1)


def played(player: Foresight, other: Foresight, openings: int) -> list[Game]:
    """Games from random openings, each with both colours."""
    starts, black_starts = random_openings(openings, OPENING_MOVES, np.random.default_rng(_SEED))
    games = []
    for is_black in (True, False):
        kept: list[_Turn] = []
        ours, theirs = (_recorded(each, kept, is_ours) for each, is_ours in ((player, True), (other, False)))
        black, white = (ours, theirs) if is_black else (theirs, ours)
        scores = play_games(starts, black_starts, black, white)
        games += _sorted_by_game(kept, scores if is_black else -scores)
    return games


@dataclass(frozen=True, slots=True)
class _Turn:
    """One move in some games, [N]."""

    game: NDArray[np.int64]
    own: Masks
    opp: Masks
    is_ours: NDArray[np.bool_]
    square: NDArray[np.int64]


def _recorded(foresight: Foresight, kept: list[_Turn], is_ours: bool) -> Chooser:
    def choose(boards: Boards, games: NDArray[np.int64]) -> Squares:
        squares = foresight(boards)
        own, opp = (boards.own, boards.opp) if is_ours else (boards.opp, boards.own)
        kept.append(_Turn(games, own, opp, np.full(len(games), is_ours), squares.astype(np.int64)))
        return squares

    return choose


def _sorted_by_game(kept: Sequence[_Turn], scores: NDArray[np.int64]) -> list[Game]:
    game, own, opp, is_ours, square = (
        np.concatenate([getattr(turn, name) for turn in kept]) for name in ("game", "own", "opp", "is_ours", "square")
    )
    rows = [np.flatnonzero(game == number) for number in range(len(scores))]
    return [Game(own[mine], opp[mine], is_ours[mine], square[mine], int(score)) for mine, score in zip(rows, scores, strict=True)]


def counted(games: Sequence[Game]) -> dict[str, Any]:
    """The means of all measures with their standard errors, what befell how many games and was won, and the positions shown."""
    values = {name: np.array([_MEASURED[name](game) for game in games]) for name in MEASURES}
    # A game that ends early has no board of some sizes.
    known = {name: found[~np.isnan(found)] for name, found in values.items()}
    means = {name: _mean_with_error(found) for name, found in known.items() if len(found) > 1}
    events = {name: [game for game in games if happened(game).any()] for name, happened in _HAPPENED.items()}
    return {
        "games": len(games),
        "means": means,
        "events": {name: (len(found), sum(game.score > 0 for game in found)) for name, found in events.items()},
        "examples": {name: board for name in EXAMPLES if (board := _EXAMPLE[name](games)) is not None},
    }


def _mean_with_error(values: NDArray[np.float64]) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5)


def _points(game: Game) -> float:
    return 50.0 * (1 + int(np.sign(game.score)))


def _at_discs(game: Game, discs: int) -> int | None:
    """The first board with so many discs or one more: after a pass there may be none with exactly so many before a move."""
    rows = np.flatnonzero((game.discs == discs) | (game.discs == discs + 1))
    return int(rows[0]) if len(rows) else None


def longest_diagonals(discs: Masks) -> NDArray[np.int64]:
    """The most discs in a row along a diagonal, [N]."""
    longest = (discs != 0).astype(np.int64)
    for step, inner in _DIAGONALS:
        run = discs.copy()
        for length in range(2, _LONGEST + 1):
            run = discs & ((run & inner) << step)
            longest = np.where(run != 0, np.maximum(longest, length), longest)
    return longest


def _diagonal(game: Game) -> float:
    row = _at_discs(game, 20)
    return np.nan if row is None else float(longest_diagonals(game.own[row : row + 1])[0])


def _border(game: Game) -> float:
    row = _at_discs(game, 30)
    return np.nan if row is None else float(np.bitwise_count(game.own[row] & _BORDER))


def _beside_empty_corners(own: Masks, opp: Masks) -> Masks:
    """The squares beside corners that nobody holds, [N]."""
    found = np.zeros_like(own)
    for corner, beside in _BESIDE.items():
        is_empty = ((own | opp) >> np.uint64(_CORNERS[corner]) & np.uint64(1)) == 0
        found |= np.where(is_empty, np.uint64(mask_of(map(parse_square, beside))), np.uint64(0))
    return found


def _moves_beside_corners(game: Game) -> float:
    beside = _beside_empty_corners(game.own, game.opp)[game.is_ours]
    return float((beside >> game.square[game.is_ours].astype(np.uint64) & np.uint64(1)).sum())


def _replies(game: Game) -> NDArray[np.int64]:
    """The opponent's legal moves on each board."""
    found: NDArray[np.int64] = np.bitwise_count(legal_masks(Boards(game.opp, game.own))).astype(np.int64)
    return found


def _mean_replies(game: Game) -> float:
    rows = ~game.is_ours & (game.discs >= 20) & (game.discs <= 50)
    return float(_replies(game)[rows].mean()) if rows.any() else np.nan


def _lost_first_corners(game: Game, count: int) -> NDArray[np.bool_]:
    """The boards on which the opponent has so many corners and the network none, [T]."""
    theirs: NDArray[np.bool_] = np.bitwise_count(game.opp & _CORNER_MASK) >= count
    return theirs & (game.own & _CORNER_MASK == 0)


def _lost_all_corners(game: Game) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = game.opp & _CORNER_MASK == _CORNER_MASK
    return found


def _best(games: Sequence[Game], rows_of: Callable[[Game], NDArray[np.bool_]], score: Callable[[Game], Any]) -> str | None:
    """The board of the highest score among some boards of each game, the first among equals; None if there is none."""
    found: list[tuple[float, str]] = []
    for game in games:
        rows = np.flatnonzero(rows_of(game))
        if len(rows):
            row = rows[int(np.argmax(np.asarray(score(game))[rows]))]
            found.append((float(np.asarray(score(game))[row]), _board_text(int(game.own[row]), int(game.opp[row]))))
    return max(found, key=lambda pair: pair[0])[1] if found else None


def _board_text(own: int, opp: int) -> str:
    return "".join("X" if own >> square & 1 else "O" if opp >> square & 1 else "-" for square in range(64))


def _is_forced_beside(game: Game) -> NDArray[np.bool_]:
    """The boards on which the opponent has the first corner and, to move, can only move beside an empty one, [T]."""
    replies = legal_masks(Boards(game.opp, game.own))
    outside = replies & ~_beside_empty_corners(game.own, game.opp)
    return ~game.is_ours & _lost_first_corners(game, 1) & (replies != 0) & (outside == 0)


def _of_size(game: Game, least: int, most: int) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (game.discs >= least) & (game.discs <= most)
    return found


_MEASURED: Final[dict[str, Callable[[Game], float]]] = {
    "points": _points,
    "diagonal": _diagonal,
    "border": _border,
    "beside_corner": _moves_beside_corners,
    "replies": _mean_replies,
}
_HAPPENED: Final[dict[str, Callable[[Game], NDArray[np.bool_]]]] = {
    "first_corner": lambda game: _lost_first_corners(game, 1),
    "first_two_corners": lambda game: _lost_first_corners(game, 2),
    "all_corners": _lost_all_corners,
}
_EXAMPLE: Final[dict[str, Callable[[Sequence[Game]], str | None]]] = {
    "diagonal": lambda games: _best(games, lambda game: _of_size(game, 12, 24), lambda game: longest_diagonals(game.own)),
    "two_corners": lambda games: _best(
        [game for game in games if game.score > 0], lambda game: _lost_first_corners(game, 2), lambda game: game.discs
    ),
    "four_corners": lambda games: _best(games, _lost_all_corners, lambda game: np.bitwise_count(game.own).astype(np.int64)),
    "few_replies": lambda games: _best(
        games,
        lambda game: ~game.is_ours & _of_size(game, 24, 44) & (_replies(game) > 0),
        lambda game: -_replies(game),
    ),
    "forced_beside": lambda games: _best(games, _is_forced_beside, lambda game: -game.discs),
}
