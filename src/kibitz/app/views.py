"""What the app's parts know, as the shapes that answers have."""

from kibitz.app.game_room import GameView
from kibitz.app.saved_game import SavedGame, SeatedPlayer
from kibitz.app.shapes.base import Side
from kibitz.app.shapes.games import ClockShape, GameLine, GameShape, Seat, Seats
from kibitz.app.sides import describe_outcome, side_name
from kibitz.rules.game import Color


def describe_game(view: GameView, reviewed: bool, mine: Side | None = None) -> GameShape:
    game = view.game
    outcome = game.outcome
    return GameShape(
        id=game.id,
        game=game.game,
        version=game.version,
        players=Seats(black=_seat(game.black), white=_seat(game.white)),
        start=game.line.start_text,
        path=game.line.path,
        moves=game.line.format_moves(game.line.moves),
        fixed=game.fixed,
        position=game.line.describe(game.dead or ()),
        state="playing" if outcome is None else "over",
        outcome=describe_outcome(outcome),
        dead=game.line.format_moves(game.dead or ()),
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
        folder=game.folder,
        tags=list(game.tags),
        mine=mine,
        created=game.created,
        changed=game.changed,
        reviewed=reviewed,
    )


def describe_game_line(game: SavedGame, reviewed: bool, mine: Side | None = None) -> GameLine:
    outcome = game.outcome
    return GameLine(
        id=game.id,
        game=game.game,
        size=game.line.size,
        black=game.black.shown_name,
        white=game.white.shown_name,
        event=game.event,
        date=game.date,
        folder=game.folder,
        tags=list(game.tags),
        mine=mine,
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
