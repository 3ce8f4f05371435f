"""The questions of `import kibitz`: what people play, what is best, what was played, what a game lost, who is stronger."""

from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar

from kibitz.errors import SetupError
from kibitz.games.catalogue import GAMES, find_kit
from kibitz.public.answers import AnalysedMove, Analysis, Exploration, ExploredMove, MatchResult, Prediction, Solution
from kibitz.public.board import Board, library
from kibitz.public.recorded import Game, as_game
from kibitz.rules.squares import PASS

if TYPE_CHECKING:
    from kibitz.arena.match import Match
    from kibitz.review.game_review import GameReview
    from kibitz.voices.rows import Row

Job = TypeVar("Job")
Done = TypeVar("Done")


def predict(board: Board, **options: Any) -> Prediction:
    """How likely people are to play each legal move.

    `options` are those of `kibitz predict` for the game, such as `model` and `rating`. Raises SetupError for a game without
    such a model, and for one that is named and not there.
    """
    voice = library(board.kit).predict(board.line, **options)
    ordered = sorted(voice.probabilities.items(), key=lambda found: (-found[1], found[0]))
    moves = {board.name(move): float(probability) for move, probability in ordered}
    return Prediction(board, moves, voice.source or "", voice.win_chance, voice.ownership)


def analyse(board: Board, **options: Any) -> Analysis:
    """What people, the engine and the archive say of each legal move; nothing of a game that is over.

    `options` are those of `kibitz analyse` for the game, such as `level`, `seconds` or `playouts`. Raises SetupError for a
    model or an archive that is named and not there.
    """
    from kibitz.voices.rows import Sources

    if board.is_over:
        return Analysis(board, (), Sources())
    heard = library(board.kit).analyse(board.line, **options)
    return Analysis(board, tuple(_analysed(board, row) for row in heard.rows), heard.sources, heard.insight)


def _analysed(board: Board, row: "Row") -> AnalysedMove:
    engine, played = row.engine, None if row.archive is None else row.archive.tally
    return AnalysedMove(
        board.name(row.move),
        row.human,
        **(
            {}
            if engine is None
            else {name: getattr(engine, name) for name in ("score", "win_chance", "depth", "exact", "visits")}
        ),
        line=() if engine is None else board.names(engine.line),
        games=None if played is None else played.games,
        mean_score=None if played is None else played.mean_score,
    )


def solve(board: Board, **options: Any) -> Solution:
    """The exact value of a position and perfect play to the end.

    `options` are the solver's, such as `threads`. Whether the work ends in time is for the caller to know. Raises SetupError
    for a game, or a board, that is not solved.
    """
    solved = library(board.kit).solve(board.line, **options)
    return Solution(board, solved.score, board.names(solved.line), solved.exact, solved.nodes)


def explore(board: Board, archive: str | Path | None = None, **filters: Any) -> Exploration:
    """What was played in a position, and how it went, in an archive: your own unless a file is named.

    `filters` choose games, as the fields of kibitz.archive.filters.GameFilter do. Raises SetupError if there is no archive.
    """
    from kibitz.archive.database import open_archive
    from kibitz.archive.explore import explore as explored
    from kibitz.archive.filters import GameFilter

    if board.kit.archive is None:
        raise SetupError(f"{board.kit.title} has no archive")
    with open_archive(archive, game=board.game) as opened:
        found = explored(opened, board.position, GameFilter(**filters))
    moves = tuple(
        ExploredMove(
            found.name_of(played.move),
            played.tally.games,
            played.share,
            played.tally.black_wins,
            played.tally.draws,
            played.tally.white_wins,
            played.tally.mean_score,
            played.last_year,
            played.top_players,
        )
        for played in found.moves
    )
    return Exploration(board, found.tally.games, found.ended_here, moves)


def review(game: Game | Board, **options: Any) -> "GameReview":
    """What each move of a game lost, and its mistakes; a board is reviewed with the moves that led to it.

    `options` are the game's, such as `level` or `playouts`. Raises SetupError for a game that cannot be reviewed.
    """
    found = as_game(game)
    return library(found.kit).review(found.record, **options)


def choose(board: Board, player: str, seed: int | None = None) -> str:
    """The move that a player plays, by its text: `random:seed=7`, `engine:level=8`, `gtp:"gnugo --mode gtp"`.

    Raises SetupError for a player that is not known or if the game is over, and PeerError if another program fails.
    """
    from kibitz.players.player import Request, Turn
    from kibitz.players.registry import make_player

    line = board.line
    if board.is_over:
        raise SetupError("no move can be chosen: the game is over")
    if line.position.legal_moves() == (PASS,):
        return board.name(PASS)
    with make_player(player, seed) as chooser:
        chooser.new_game(line.game)
        answer = chooser.choose(Turn(line.game, line.start, line.moves, line.position))
    return answer.value if isinstance(answer, Request) else board.name(answer)


def match(
    first: str,
    second: str,
    game: str = GAMES[0].name,
    pairs: int = 10,
    openings: str | None = None,
    seed: int = 0,
    workers: int = 0,
    folder: str | Path | None = None,
    **options: Any,
) -> MatchResult:
    """Pairs of games between two players, each pair from one opening with colours swapped.

    With `workers`, so many processes play; without, this one does. Games are kept in `folder` if one is named, and a match that
    is there goes on. `options` are the game's, such as `size`. Raises SetupError or NotationError for what cannot be played.
    """
    from kibitz.arena.game_job import check_players
    from kibitz.arena.match_folder import MatchSettings

    kit = find_kit(game)
    if kit.matches is None:
        raise SetupError(f"{kit.title} has no matches")
    check_players(first, second, game=kit.name)
    settings = MatchSettings(first, second, openings or kit.matches.default_openings, seed, game=kit.matches.match(**options))
    with TemporaryDirectory() as temporary:
        played = _play(Path(folder or Path(temporary) / "match"), settings, pairs, workers)
    return _result(played, kit.name)


def _play(folder: Path, settings: Any, pairs: int, workers: int) -> "Match":
    from kibitz.arena.match import Match, play_matches
    from kibitz.arena.match_folder import MatchFolder
    from kibitz.workers import LocalWorkers

    with MatchFolder(folder, settings, pairs) as opened:
        played = Match(opened, pairs)
        if workers:
            with LocalWorkers(workers) as pool:
                play_matches([played], pool)
        else:
            play_matches([played], _ThisProcess())
    return played


class _ThisProcess:
    """Workers that are nobody but who asks: nothing has to be importable by other processes, as in a notebook."""

    def run(self, function: Callable[[Job], Done], jobs: Iterable[Job]) -> Generator[tuple[Job, Done], None, None]:
        for job in jobs:
            yield job, function(job)


def _result(played: "Match", game: str) -> MatchResult:
    settings, tally = played.folder.settings, played.tally()
    figures = tally.to_json()
    games: Any = (record for _, record in sorted(played.folder.games.items()))
    return MatchResult(
        (settings.first, settings.second),
        tally.wins,
        tally.draws,
        tally.losses,
        figures.get("score"),
        figures.get("elo"),
        figures.get("elo_low"),
        figures.get("elo_high"),
        len(tally.left_out),
        tuple(Game(find_kit(game), record) for record in games),
    )
