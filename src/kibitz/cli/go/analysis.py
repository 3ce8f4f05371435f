"""What `kibitz analyse` does for Go: the three voices on every move, who will own each point, and by how much Black is ahead."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kibitz.cli.go.positions import GoLineOfPlay, read_go_line
from kibitz.cli.output import print_json
from kibitz.cli.voices import describe_human, describe_sources, human_column, percent, print_notes
from kibitz.errors import NotationError
from kibitz.players.place import place_after
from kibitz.rules.go.points import format_go_move, format_vertex
from kibitz.rules.go.position import GoPosition
from kibitz.terminal.go.line import line_of_record
from kibitz.terminal.go.words import describe
from kibitz.voices.described import chances_of_owners, describe_row

if TYPE_CHECKING:
    from kibitz.players.external.searching import ExternalSearch
    from kibitz.search.go.tree import TreeLimits
    from kibitz.voices.rows import Heard, Ranking, Row

_SHOWN_MOVES: Final = 12  # in the table for people
_SHOWN_LINE: Final = 6
_LIKELY: Final = 0.001  # a move that nobody tried or played is listed from this probability on


@dataclass(frozen=True, slots=True)
class GoQuestion:
    """What is asked: a position in its line of play, how long to search, and which model and archive to ask."""

    line: GoLineOfPlay
    limits: "TreeLimits"
    threads: int = 1
    model: str | None = None  # the default one if it is installed
    archive: Path | None = None  # the user's own if there is one
    engine: "ExternalSearch | None" = None  # another program, instead of the playouts


def analyse_go(question: GoQuestion, with_ownership: bool, as_json: bool) -> None:
    """Print what the voices say of a position of Go."""
    position = question.line.position
    heard = None if position.is_over else hear(question)
    if as_json:
        print_json(describe_go_analysis(position, heard))
    else:
        _draw(question.line, heard, with_ownership)


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


def hear(question: GoQuestion) -> "Heard":
    """What the three voices say of a position that is not over; raises SetupError if one that was named is not there.

    The model of moves, if there is one, guides the engine's search.
    """
    from kibitz.voices.go.voices import engine_voice, human_model, voices_of

    position, model = question.line.position, human_model(question.model)
    voices = voices_of(position, model, question.archive)
    if question.engine is not None:
        line = question.line
        return voices.hear(place_after(line.game, line.start, line.moves), question.engine)
    return voices.hear(position, engine_voice(question.limits, question.threads, model))


def describe_go_analysis(position: GoPosition, heard: "Heard | None") -> dict[str, Any]:
    """The voices as one JSON document.

    `moves` are those that were searched, the most visited first, then those that only people or the archive know.
    `win_chance` is the mover's; `black_score` is the median score of the playouts after the best move, `ownership`, from −1 White
    to 1 Black, the mean owners by name, and `black_ownership` the chance to be Black's in reading order.
    """
    facts = {
        **describe(position),
        "komi": position.komi,
    }
    if heard is None:
        return {**facts, "moves": [], "sources": None}
    return {
        **facts,
        "moves": [_describe_move(row, position) for row in spoken_for(heard)],
        **_describe_ranking(position, heard.ranking),
        "model": heard.sources.human,
        "archive_games": heard.archive_games,
        "sources": describe_sources(heard.sources),
    }


def spoken_for(heard: "Heard") -> "list[Row]":
    """The moves that a voice speaks for: tried, played, or at least a little likely."""
    return [row for row in heard.rows if row.engine or row.archive or (row.human or 0.0) >= _LIKELY]


def black_score(position: GoPosition, ranking: "Ranking") -> float | None:
    """By how much Black is ahead, komi taken off; None if the engine does not say."""
    from kibitz.voices.go.voices import known_lead

    lead = known_lead(position, ranking)
    return None if lead is None else round(lead, 2)


def _describe_ranking(position: GoPosition, ranking: "Ranking") -> dict[str, Any]:
    owners = [] if ranking.ownership is None else ranking.ownership.tolist()
    return {
        "playouts": ranking.playouts,
        "win_chance": ranking.moves[0].win_chance if ranking.moves else None,
        "black_score": black_score(position, ranking),
        "ownership": {format_vertex(point, position.size): round(owner, 4) for point, owner in enumerate(owners)},
        "black_ownership": chances_of_owners(owners),
    }


def _line_of_file(path: Path) -> GoLineOfPlay:
    from kibitz.records.go.files import read_go_games

    skipped: list[str] = []
    record = next(iter(read_go_games(path, lambda game: skipped.append(str(game)))), None)
    if record is None:
        raise NotationError(skipped[0] if skipped else f"{path} holds no game of Go")
    try:
        return line_of_record(record)
    except NotationError as error:
        raise NotationError(f"{path}: {error}") from None


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # a board may be longer than names of files can be
        return False


def _describe_move(row: "Row", position: GoPosition) -> dict[str, Any]:
    searched = row.engine
    return {
        **describe_row(row, lambda move: format_go_move(move, position.size)),
        "score": None if searched is None else searched.score,
        "win_chance": None if searched is None else searched.win_chance,
        "depth": None,
        "exact": False,
        "visits": 0 if searched is None else searched.visits,
        "line": [] if searched is None else [format_go_move(move, position.size) for move in searched.line],
        "expert_probability": row.human,
        "human": describe_human(row),
    }


def _draw(line: GoLineOfPlay, heard: "Heard | None", with_ownership: bool) -> None:
    from kibitz.terminal.go.board import GoBoardDrawer

    position = line.position
    drawer = GoBoardDrawer.for_standard_output()
    drawer.draw(position, line.moves[-1] if line.moves else None)
    if heard is None:
        drawer.console.print(f"{position.outcome()}. There is no move to analyse.")
        return
    for text in _lines(position, heard):
        drawer.console.print(text)
    if with_ownership and heard.ranking.ownership is not None:
        drawer.console.print("Who will own each point (capital letters are almost certain):")
        drawer.draw_owners(heard.ranking.ownership, position.size)
    print_notes(heard)


def _lines(position: GoPosition, heard: "Heard") -> Iterable[str]:
    ranking = heard.ranking
    yield "; ".join(filter(None, (_chance_text(position, heard), _lead_text(position, ranking))))
    has_archive = heard.sources.archive is not None
    played = f"{'games':>7}{'share':>7}" if has_archive else ""
    yield f"{'move':6}{'wins':>6}{'visits':>8}{'human':>9}{played}  line"
    for row in spoken_for(heard)[:_SHOWN_MOVES]:
        yield _row(row, position, has_archive)


def _chance_text(position: GoPosition, heard: "Heard") -> str:
    best = heard.ranking.moves[0] if heard.ranking.moves else None
    if best is None or best.win_chance is None:
        return f"{position.to_move} to move ({heard.sources.engine})"
    if heard.sources.engine and heard.sources.engine.startswith("playouts"):
        return f"{position.to_move} to move, wins {percent(best.win_chance)} of {heard.ranking.playouts} playouts"
    return f"{position.to_move} to move, wins {percent(best.win_chance)} ({heard.sources.engine})"


def _lead_text(position: GoPosition, ranking: "Ranking") -> str:
    score = black_score(position, ranking)
    return "" if score is None else f"{'Black' if score > 0 else 'White'} is ahead by {abs(score):.1f}"


def _row(row: "Row", position: GoPosition, has_archive: bool) -> str:
    searched = row.engine
    wins = "" if searched is None else percent(searched.win_chance)
    visits = "" if searched is None or searched.visits is None else str(searched.visits)
    moves = () if searched is None else searched.line[:_SHOWN_LINE]
    name = format_go_move(row.move, position.size)
    text = " ".join(format_go_move(move, position.size) for move in moves)
    played = _played(row) if has_archive else ""
    return f"{name:6}{wins:>6}{visits:>8}{human_column(row):>9}{played}  {text}".rstrip()


def _played(row: "Row") -> str:
    """How often a move was played, and its share of the games that went on."""
    if row.archive is None:
        return f"{0:>7}{'':>7}"
    return f"{row.archive.tally.games:>7}{f'{100 * row.archive.share:.0f} %':>7}"
