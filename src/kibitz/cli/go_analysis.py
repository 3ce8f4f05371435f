"""What `kibitz analyse` does for Go: the three voices on every move, who will own each point, and by how much Black is ahead."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kibitz.cli.go_positions import GoLineOfPlay, read_go_line
from kibitz.cli.output import print_json
from kibitz.errors import NotationError, SetupError
from kibitz.models.usual import USUAL_GO_MODEL, is_usual_go_model_there
from kibitz.rules.go import GoPosition
from kibitz.rules.points import format_go_move, format_vertex
from kibitz.terminal.outcomes import describe_outcome

if TYPE_CHECKING:
    from kibitz.archive.explore import Exploration, MovePlayed
    from kibitz.models.go_expert import GoMoveModel
    from kibitz.search.go_tree import SearchedMove, TreeFindings, TreeLimits

_SHOWN_MOVES: Final = 12  # in the table for people
_SHOWN_LINE: Final = 6
_LIKELY: Final = 0.001  # a move that nobody tried or played is listed from this probability on


@dataclass(frozen=True, slots=True)
class GoQuestion:
    """What is asked: a position in its line of play, how long to search, and whom to hear besides."""

    line: GoLineOfPlay
    limits: "TreeLimits"
    threads: int = 1
    model: str | None = None  # the usual one if it is there
    archive: Path | None = None  # the usual one if it is there


@dataclass(frozen=True, slots=True)
class GoVoices:
    """What the voices say; those that are not there are None."""

    found: "TreeFindings"
    model: str | None
    probabilities: Mapping[int, float]
    exploration: "Exploration | None"


def analyse_go(question: GoQuestion, with_ownership: bool, as_json: bool) -> None:
    """Print what the voices say of a position of Go."""
    position = question.line.position
    voices = None if position.is_over else hear(question)
    if as_json:
        print_json(describe_go_analysis(position, voices))
    else:
        _draw(question.line, voices, with_ownership)


def read_go_place(text: str, size: int | None, komi: float | None, move_count: int | None) -> GoLineOfPlay:
    """The line of play of a POSITION, or of the first game of an SGF file; up to a number of moves if one is given.

    Raises NotationError if there is no such game or it has fewer moves.
    """
    line = _line_of_file(Path(text)) if _is_file(text) else read_go_line(text, size, komi)
    if move_count is None:
        return line
    if move_count > len(line.moves):
        raise NotationError(f"--move is {move_count}, and there are {len(line.moves)} moves")
    return GoLineOfPlay(line.game, line.start, line.moves[:move_count])


def hear(question: GoQuestion) -> GoVoices:
    """What the three voices say of a position that is not over; raises SetupError if one that was named is not there.

    The expert, if there is one, leads the engine's search.
    """
    from kibitz.models.go_leader import leader
    from kibitz.search.go_tree import NO_PRIOR, search_tree

    position, model = question.line.position, _expert(question.model)
    exploration = _archive(question.archive, position)
    prior = NO_PRIOR if model is None else leader(model)
    found = search_tree(position, question.limits, threads=question.threads, prior=prior)
    return GoVoices(found, None if model is None else model.name, _shares(model, position), exploration)


def describe_go_analysis(position: GoPosition, voices: GoVoices | None) -> dict[str, Any]:
    """The voices as one JSON document.

    `moves` are those that were searched, the most visited first, then those that only the expert or the archive knows.
    `win_chance` is the mover's; `black_score` and `ownership`, from −1 White to 1 Black, are those of the playouts.
    """
    facts = {
        "game": "go",
        "board": position.board_text(),
        "size": position.size,
        "to_move": position.to_move.name.lower(),
        "komi": position.komi,
        "outcome": describe_outcome(position.outcome()),
    }
    if voices is None:
        return {**facts, "moves": []}
    owners = voices.found.ownership
    return {
        **facts,
        "moves": [_describe_move(row, position) for row in rows_of(voices)],
        "playouts": voices.found.playouts,
        "win_chance": voices.found.best.win_chance,
        "black_score": black_score(position, voices),
        "ownership": {format_vertex(point, position.size): round(float(owner), 4) for point, owner in enumerate(owners)},
        "model": voices.model,
        "archive_games": None if voices.exploration is None else voices.exploration.tally.games,
    }


@dataclass(frozen=True, slots=True)
class GoRow:
    """A move and what each voice says of it."""

    move: int
    searched: "SearchedMove | None"
    probability: float | None
    played: "MovePlayed | None"


def rows_of(voices: GoVoices) -> list[GoRow]:
    """The moves that a voice speaks for, the most visited first, then the likeliest."""
    searched = {row.move: row for row in voices.found.moves if row.visits}
    played = _played_moves(voices.exploration)
    likely = {move for move, share in voices.probabilities.items() if share >= _LIKELY}
    rows = [
        GoRow(move, searched.get(move), voices.probabilities.get(move) if voices.model else None, played.get(move))
        for move in {*searched, *played, *likely}
    ]
    return sorted(rows, key=lambda row: (-(row.searched.visits if row.searched else 0), -(row.probability or 0), row.move))


def black_score(position: GoPosition, voices: GoVoices) -> float:
    """By how much Black is ahead on the mean board at the end of the playouts, komi taken off."""
    points = position.komi + position.rules.points_for(position.handicap)
    return round(float(voices.found.ownership.sum()) - points, 2)


def _expert(name: str | None) -> "GoMoveModel | None":
    if name is None and not is_usual_go_model_there():
        return None
    from kibitz.models.go_expert import load_go_model

    return load_go_model(name or USUAL_GO_MODEL)


def _shares(model: "GoMoveModel | None", position: GoPosition) -> dict[int, float]:
    if model is None:
        return {}
    shares = model.position_probabilities(position)
    return {point: float(shares[point]) for point in position.legal_points()}


def _archive(path: Path | None, position: GoPosition) -> "Exploration | None":
    from kibitz.archive.database import open_archive
    from kibitz.archive.explore import explore

    try:
        with open_archive(path, "go") as archive:
            return explore(archive, position)
    except SetupError:
        if path is not None:
            raise
        return None  # nobody has to keep an archive


def _played_moves(exploration: "Exploration | None") -> "dict[int, MovePlayed]":
    """The archive's moves; those that the position makes the same are heard on each of them."""
    if exploration is None:
        return {}
    return {move: played for played in exploration.moves for move in played.twins}


def _line_of_file(path: Path) -> GoLineOfPlay:
    from kibitz.records.go_files import read_go_games

    skipped: list[str] = []
    record = next(iter(read_go_games(path, lambda game: skipped.append(str(game)))), None)
    if record is None:
        raise NotationError(skipped[0] if skipped else f"{path} holds no game of Go")
    start = record.start()
    if any(move.color != (start.to_move if number % 2 == 0 else start.to_move.other) for number, move in enumerate(record.moves)):
        raise NotationError(f"{path}: the sides do not move in turn; give the position as a board")
    return GoLineOfPlay(record.game(), start, tuple(move.point for move in record.moves))


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # a board may be longer than names of files can be
        return False


def _describe_move(row: GoRow, position: GoPosition) -> dict[str, Any]:
    searched = row.searched
    return {
        "move": format_go_move(row.move, position.size),
        "win_chance": None if searched is None else searched.win_chance,
        "visits": 0 if searched is None else searched.visits,
        "line": [] if searched is None else [format_go_move(move, position.size) for move in searched.line],
        "expert_probability": row.probability,
        "archive": None if row.played is None else _describe_played(row.played),
    }


def _describe_played(played: "MovePlayed") -> dict[str, Any]:
    tally = played.tally
    return {
        "games": tally.games,
        "share": played.share,
        "black_wins": tally.black_wins,
        "white_wins": tally.white_wins,
        "draws": tally.draws,
        "last_year": played.last_year,
        "top_players": [{"name": name, "games": games} for name, games in played.top_players],
    }


def _draw(line: GoLineOfPlay, voices: GoVoices | None, with_ownership: bool) -> None:
    from kibitz.terminal.go.board import GoBoardDrawer

    position = line.position
    drawer = GoBoardDrawer.for_standard_output()
    drawer.draw(position, line.moves[-1] if line.moves else None)
    if voices is None:
        drawer.console.print(f"{position.outcome()}. There is no move to analyse.")
        return
    for text in _lines(position, voices):
        drawer.console.print(text)
    if with_ownership:
        drawer.console.print("Who will own each point (capitals nearly surely):")
        drawer.draw_owners(voices.found.ownership, position.size)


def _lines(position: GoPosition, voices: GoVoices) -> Iterable[str]:
    score = black_score(position, voices)
    ahead = "Black" if score > 0 else "White"
    found = voices.found
    wins = f"wins {100 * found.best.win_chance:.0f} % of {found.playouts} playouts"
    yield f"{position.to_move} to move, {wins}; {ahead} is ahead by {abs(score):.1f} on their mean board"
    yield f"{'move':6}{'wins':>6}{'visits':>8}{'expert':>9}{'games':>7}{'share':>7}  line"
    for row in rows_of(voices)[:_SHOWN_MOVES]:
        yield _row(row, position)


def _row(row: GoRow, position: GoPosition) -> str:
    searched, played = row.searched, row.played
    wins = "" if searched is None else f"{100 * searched.win_chance:.0f} %"
    visits = "" if searched is None else str(searched.visits)
    expert = "" if row.probability is None else f"{100 * row.probability:.1f} %"
    games, share = ("", "") if played is None else (str(played.tally.games), f"{100 * played.share:.0f} %")
    moves = () if searched is None else searched.line[:_SHOWN_LINE]
    name = format_go_move(row.move, position.size)
    text = " ".join(format_go_move(move, position.size) for move in moves)
    return f"{name:6}{wins:>6}{visits:>8}{expert:>9}{games:>7}{share:>7}  {text}".rstrip()
