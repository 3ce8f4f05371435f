"""A player's portrait: openings, where the games leave the archive, results, mistakes, and where errors are likely.

Mistakes and expected errors come from the latest games only, because each needs the engine; the portrait says how many.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import mean, median
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.position_keys import position_keys
from kibitz.features.othello.recorded_moves import RecordedMoves, moves_of_records
from kibitz.measure.othello.loss_kinds import KIND_NAMES, kinds_of_moves
from kibitz.models.othello.model import MoveModel
from kibitz.models.othello.portrait import PlayerGames, PortraitModel
from kibitz.records.othello.record import GameRecord
from kibitz.review.accuracy import PHASES
from kibitz.review.othello.game_review import MISTAKE
from kibitz.review.othello.losses import DEPTH, Losses, losses_of
from kibitz.review.othello.opening_names import opening_of
from kibitz.rules.othello.bulk import Masks
from kibitz.rules.squares import PASS, format_square, format_transcript

GAMES_JUDGED: Final = 40
BLUNDER: Final = 10.0
_SHOWN: Final = 8
_OPENINGS: Final = 12
_UNNAMED: Final = "no name"
_MONTHS_SHOWN: Final = 36
_SHORTEST_LINE: Final = 8  # discs placed before a position is worth preparing

# How many games of an archive reached each of some positions, by their keys.
Reached = Callable[[Masks], NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class _Judged:
    """The player's choices in the latest games, and what they lost."""

    games: PlayerGames
    moves: RecordedMoves
    losses: Losses
    placed: NDArray[np.int64]  # discs placed before each move


def portrait(
    games: PlayerGames, model: MoveModel, reached: Reached | None = None, judged: int = GAMES_JUDGED, depth: int = DEPTH
) -> dict[str, Any]:
    """The portrait as JSON; `reached` asks an archive and is None where there is none."""
    latest = PlayerGames(games.name, games.records[-judged:], games.rating)
    found = _judge(latest, PortraitModel(model, games), depth)
    return {
        "player": games.name,
        "rating": games.rating,
        "games": len(games.records),
        "years": _years(games),
        "judged_games": len(latest.records),
        "not_judged": len(games.records) - len(latest.records),
        "model": model.name,
        "depth": depth,
        "colors": {color: _color(games, color) for color in ("black", "white")},
        "leaves_archive": None if reached is None else _leaves(latest, reached),
        "phases": _phases(found),
        "kinds": _kinds(found),
        "mistakes": _worst(found),
        "expected_errors": _expected_errors(games, found),
        "periods": _periods(games, found),
    }


def _years(games: PlayerGames) -> list[int]:
    years = [record.year for record in games.records if record.year]
    return [min(years), max(years)] if years else []


def _judge(games: PlayerGames, model: MoveModel, depth: int) -> _Judged:
    moves = games.own_moves()
    chosen = moves.take(np.bitwise_count(moves.moves.legal) > 1)
    boards = chosen.moves.situations.boards
    placed = np.bitwise_count(boards.own | boards.opp).astype(np.int64) - 4
    return _Judged(games, chosen, losses_of(chosen.moves, model, depth=depth), placed)


# Openings and results


def _score(games: PlayerGames, record: GameRecord) -> float | None:
    """The player's discs more than the other's; None where the record does not say."""
    score = record.black_score if record.black_score is not None else record.played_score()
    if score is None:
        return None
    return float(score if games.is_black(record) else -score)


def _tally(games: PlayerGames, records: list[GameRecord]) -> dict[str, Any]:
    scores = [score for record in records if (score := _score(games, record)) is not None]
    return {
        "games": len(records),
        "wins": sum(score > 0 for score in scores),
        "draws": sum(score == 0 for score in scores),
        "losses": sum(score < 0 for score in scores),
        "mean_score": mean(scores) if scores else None,
    }


def _color(games: PlayerGames, color: str) -> dict[str, Any]:
    records = [record for record in games.records if games.is_black(record) == (color == "black")]
    by_name: dict[str, list[GameRecord]] = defaultdict(list)
    for record in records:
        known = opening_of(record.moves, record.start)
        by_name[known.name if known else _UNNAMED].append(record)
    ordered = sorted(by_name.items(), key=lambda row: (-len(row[1]), row[0]))
    openings = [{"name": name, "moves": _usual_line(found), **_tally(games, found)} for name, found in ordered[:_OPENINGS]]
    return {**_tally(games, records), "openings": openings, "further_openings": len(ordered[_OPENINGS:])}


def _usual_line(records: list[GameRecord]) -> str:
    """The line up to the opening's name that most of these games began with."""
    lines = Counter(format_transcript(_squares(record.moves[: _named_moves(record)])) for record in records)
    return lines.most_common(1)[0][0]


def _named_moves(record: GameRecord) -> int:
    known = opening_of(record.moves, record.start)
    return len(known.moves) if known else 4


def _squares(moves: Iterable[int]) -> list[int]:
    return [move for move in moves if move != PASS]


def _leaves(games: PlayerGames, reached: Reached) -> dict[str, Any]:
    """After how many discs a game stands where no other game of the archive has been, and whose move led there."""
    moves = moves_of_records(games.records)
    counts = reached(position_keys(moves.moves.situations))
    boards = moves.moves.situations.boards
    placed = np.bitwise_count(boards.own | boards.opp).astype(np.int64) - 4
    own = np.char.lower(moves.player.astype(np.str_)) == games.name.casefold()
    left = []
    for game in range(len(games.records)):
        rows = np.flatnonzero(moves.game == game)
        alone = rows[counts[rows] <= 1]
        if len(alone):  # the move before was the new one
            left.append((int(placed[alone[0]]), not own[alone[0]]))
    return {
        "games": len(left),
        "never": len(games.records) - len(left),
        "median_discs": median(place for place, _ in left) if left else None,
        "by_the_player": mean(first for _, first in left) if left else None,
    }


# Mistakes


def _phases(found: _Judged) -> list[dict[str, Any]]:
    phase = np.minimum(found.placed // 20, len(PHASES) - 1)
    return [{"phase": name, **_figures(found, phase == place)} for place, name in enumerate(PHASES)]


def _kinds(found: _Judged) -> list[dict[str, Any]]:
    """Mistakes by the kind of move, those that cost most in all first."""
    kind = kinds_of_moves(found.moves.moves)
    rows = [{"kind": name, **_figures(found, kind == place)} for place, name in enumerate(KIND_NAMES)]
    return sorted((row for row in rows if row["moves"]), key=lambda row: -row["moves"] * row["mean_loss"])


def _figures(found: _Judged, rows: NDArray[np.bool_]) -> dict[str, Any]:
    played, expected = found.losses.played[rows], found.losses.expected[rows]
    if not len(played):
        return {"moves": 0, "mean_loss": None, "expected_loss": None, "mistakes": None, "blunders": None}
    return {
        "moves": len(played),
        "mean_loss": float(played.mean()),
        "expected_loss": float(expected.mean()),
        "mistakes": float((played >= MISTAKE).mean()),
        "blunders": float((played >= BLUNDER).mean()),
    }


def _worst(found: _Judged) -> list[dict[str, Any]]:
    order = np.argsort(-found.losses.played, kind="stable")[:_SHOWN]
    return [_mistake(found, int(row)) for row in order if found.losses.played[row] >= MISTAKE]


def _mistake(found: _Judged, row: int) -> dict[str, Any]:
    record = found.games.records[found.moves.game[row]]
    return {
        "moves": _path(found, row),
        "played": format_square(int(found.moves.moves.square[row])),
        "best": format_square(int(found.losses.best[row])),
        "loss": float(found.losses.played[row]),
        "opponent": record.white if found.games.is_black(record) else record.black,
        "date": record.date,
    }


def _path(found: _Judged, row: int) -> str:
    record = found.games.records[found.moves.game[row]]
    return format_transcript(_squares(record.moves)[: found.placed[row]])


def _expected_errors(games: PlayerGames, found: _Judged) -> list[dict[str, Any]]:
    """Where the portrait expects most to be lost, positions reached often before those reached once."""
    often = _visits(games)
    keys = position_keys(found.moves.moves.situations)
    visits = np.array([often[key] for key in keys.tolist()], np.int64)
    weight = np.where(found.placed >= _SHORTEST_LINE, found.losses.expected * np.minimum(visits, 3), -1.0)
    _, first = np.unique(keys, return_index=True)
    order = sorted(first.tolist(), key=lambda row: (-weight[row], row))[:_SHOWN]
    return [_expected(found, row, int(visits[row])) for row in order if weight[row] > 0]


def _visits(games: PlayerGames) -> Counter[int]:
    return Counter(position_keys(games.own_moves().moves.situations).tolist())


def _expected(found: _Judged, row: int, visits: int) -> dict[str, Any]:
    shares, table = found.losses.shares[row], found.losses.table[row]
    likeliest = int(np.argmax(shares))
    return {
        "moves": _path(found, row),
        "games": visits,
        "expected_loss": float(found.losses.expected[row]),
        "error_chance": float(shares[np.nan_to_num(table) >= MISTAKE].sum()),
        "likeliest": format_square(likeliest),
        "probability": float(shares[likeliest]),
        "loss": float(table[likeliest]),
        "best": format_square(int(found.losses.best[row])),
    }


# What changed


def _periods(games: PlayerGames, found: _Judged) -> list[dict[str, Any]]:
    """Results, and losses where games were judged, by month or by year, the earliest first."""
    period = _period_of(games.records)
    by_period: dict[str, list[GameRecord]] = defaultdict(list)
    for record in games.records:
        by_period[period(record)].append(record)
    judged = np.array([period(found.games.records[game]) for game in found.moves.game.tolist()])
    return [
        {"period": name, **_tally(games, records), **_figures(found, judged == name)}
        for name, records in sorted(by_period.items())
        if name
    ]


def _period_of(records: Iterable[GameRecord]) -> Callable[[GameRecord], str]:
    """The month of a game if all games say it and lie within three years, else its year."""
    months = {record.date[:7] for record in records}
    by_month = all(len(month) == 7 and "?" not in month for month in months) and len(months) <= _MONTHS_SHOWN
    return lambda record: record.date[: 7 if by_month else 4]
