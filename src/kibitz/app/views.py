"""What the app's parts know, as the shapes that answers have."""

from kibitz.app.analysis_pool import Analysis
from kibitz.app.game_room import GameView
from kibitz.app.lines import describe_outcome, describe_position, move_names, side_name
from kibitz.app.saved_game import SavedGame, SeatedPlayer
from kibitz.app.shapes import AnalysisShape, ClockShape, GameLine, GameShape, MoveValueShape, Seat, Seats
from kibitz.rules.game import Color
from kibitz.rules.squares import format_move
from kibitz.search.analysis import JudgedMove


def describe_analysis(found: Analysis) -> AnalysisShape:
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
        version=game.version,
        players=Seats(black=_seat(game.black), white=_seat(game.white)),
        start=str(game.line.start),
        path=game.line.path,
        moves=move_names(game.line.moves),
        fixed=game.fixed,
        position=describe_position(game.line),
        state="playing" if outcome is None else "over",
        outcome=describe_outcome(outcome),
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
        black=game.black.shown_name,
        white=game.white.shown_name,
        event=game.event,
        date=game.date,
        state="playing" if outcome is None else "over",
        moves=len([move for move in game.line.moves if move >= 0]),
        black_score=None if outcome is None else outcome.black_score,
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
