"""What the app's parts know, as the shapes that answers have."""

from kibitz.app.game_room import GameView
from kibitz.app.go.lines import vertices
from kibitz.app.go.shapes import GoAnalysisShape, GoMoveValue
from kibitz.app.othello.lines import describe_outcome, move_names, side_name
from kibitz.app.othello.shapes import AnalysisShape, MoveValueShape
from kibitz.app.played_lines import describe_played_position, names_of_moves
from kibitz.app.saved_game import SavedGame, SeatedPlayer
from kibitz.app.shapes.any_game import AnyAnalysis
from kibitz.app.shapes.games import ClockShape, GameLine, GameShape, Seat, Seats
from kibitz.rules.game import Color
from kibitz.rules.go.points import format_go_move
from kibitz.rules.squares import format_move
from kibitz.search.othello.analysis import JudgedMove
from kibitz.voices.go.study import GoAnalysis
from kibitz.voices.othello.study import Analysis


def describe_analysis(found: Analysis | GoAnalysis) -> AnyAnalysis:
    return _describe_go(found) if isinstance(found, GoAnalysis) else _describe_othello(found)


def _describe_othello(found: Analysis) -> AnalysisShape:
    return AnalysisShape(
        position=str(found.position),
        revision=found.revision,
        moves=[describe_judged(row) for row in found.moves],
        depth=found.depth,
        exact=found.exact,
        nodes=found.nodes,
        seconds=round(found.seconds, 3),
        done=found.done,
        why=found.why,
    )


def _describe_go(found: GoAnalysis) -> GoAnalysisShape:
    """Moves that were never tried say nothing and are left out."""
    size = found.position.size
    return GoAnalysisShape(
        position=str(found.position),
        revision=found.revision,
        moves=[
            GoMoveValue(
                move=format_go_move(row.move, size),
                visits=row.visits,
                win_chance=round(row.win_chance, 4),
                line=vertices(row.line, size),
            )
            for row in found.moves
            if row.visits
        ],
        playouts=found.playouts,
        win_chance=round(found.win_chance, 4),
        black_score=round(found.black_score, 1),
        ownership=[round(owner, 3) for owner in found.ownership.tolist()],
        seconds=round(found.seconds, 3),
        done=found.done,
        why=found.why,
    )


def describe_judged(row: JudgedMove) -> MoveValueShape:
    return MoveValueShape(
        move=format_move(row.move),
        score=row.score,
        win_chance=row.win_chance,
        depth=row.depth,
        exact=row.exact,
        line=move_names(row.line),
    )


def describe_game(view: GameView, reviewed: bool) -> GameShape:
    game = view.game
    outcome = game.outcome
    return GameShape(
        id=game.id,
        game=game.game,
        version=game.version,
        players=Seats(black=_seat(game.black), white=_seat(game.white)),
        start=game.line.start_text,
        path=game.line.path,
        moves=names_of_moves(game.line),
        fixed=game.fixed,
        position=describe_played_position(game.line, game.dead or ()),
        state="playing" if outcome is None else "over",
        outcome=describe_outcome(outcome),
        dead=vertices(game.dead or (), game.line.start.size),
        thinking=view.thinking,
        problem=view.problem,
        clock=_clock(view),
        human_time=game.human_time,
        can_take_back=game.take_back_length() is not None,
        seconds=[*(None for _ in range(game.fixed)), *game.seconds],
        comments=dict(game.comments),
        variations=list(game.variations),
        event=game.event,
        date=game.date,
        created=game.created,
        changed=game.changed,
        reviewed=reviewed,
    )


def describe_game_line(game: SavedGame, reviewed: bool) -> GameLine:
    outcome = game.outcome
    return GameLine(
        id=game.id,
        game=game.game,
        size=game.line.start.size,
        black=game.black.shown_name,
        white=game.white.shown_name,
        event=game.event,
        date=game.date,
        state="playing" if outcome is None else "over",
        moves=len([move for move in game.line.moves if move >= 0]),
        black_score=None if outcome is None else outcome.black_score,
        winner=None if outcome is None or outcome.winner is None else side_name(outcome.winner),
        reason="" if outcome is None else outcome.reason.value,
        created=game.created,
        changed=game.changed,
        reviewed=reviewed,
    )


def _seat(player: SeatedPlayer) -> Seat:
    return Seat(player=player.player, name=player.name)


def _clock(view: GameView) -> ClockShape | None:
    control = view.game.time_control
    if control is None or view.left is None:
        return None
    return ClockShape(
        seconds=control.seconds,
        increment=control.increment,
        black_left=round(view.left[Color.BLACK], 3),
        white_left=round(view.left[Color.WHITE], 3),
        running=None if view.running is None else side_name(view.running),
    )
