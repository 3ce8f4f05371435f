"""The commands by which GoGui learns the rules of a game, and others of its extensions to GTP.

GoGui draws row 1 at the bottom, and the first row of `gogui-rules_board` at the top. So that a square has one name on both
sides, the board is given upside down: the game is the same, seen from White's side of the table. Squares are in upper case,
because GoGui compares them as texts.
"""

from typing import Final

from kibitz.protocols.gtp import GtpSession, Handler, Reply, no_arguments, syntax_error
from kibitz.protocols.gtp_words import format_color, format_vertex, parse_color
from kibitz.protocols.othello.engine import othello_position
from kibitz.rules.othello.position import Position

_ANALYZE_COMMANDS: Final = (
    "pspairs/Value of each move/kibitz-values",
    "var/Best line/kibitz-line",
    "plist/Legal moves/gogui-rules_legal_moves",
    "string/Final result/gogui-rules_final_result",
)


def _game_id(session: GtpSession, arguments: list[str]) -> Reply:
    no_arguments(arguments, "gogui-rules_game_id")
    return Reply(session, session.state.game.name.capitalize())


def _board_size(session: GtpSession, arguments: list[str]) -> Reply:
    no_arguments(arguments, "gogui-rules_board_size")
    return Reply(session, str(session.state.game.size))


def _board(session: GtpSession, arguments: list[str]) -> Reply:
    no_arguments(arguments, "gogui-rules_board")
    return Reply(session, "\n".join(reversed(_rows(othello_position(session.state.position)))))


def _rows(position: Position) -> list[str]:
    """The rows from row 1 on, as GoGui reads them."""
    signs = position.board_text().replace("-", ".")
    return [" ".join(signs[place : place + position.size]) for place in range(0, len(signs), position.size)]


def _legal_moves(session: GtpSession, arguments: list[str]) -> Reply:
    """The squares, `pass` where nothing else is legal, and nothing when the game is over."""
    no_arguments(arguments, "gogui-rules_legal_moves")
    state = session.state
    return Reply(session, " ".join(format_vertex(state.game, move) for move in state.position.legal_moves()))


def _side_to_move(session: GtpSession, arguments: list[str]) -> Reply:
    no_arguments(arguments, "gogui-rules_side_to_move")
    return Reply(session, format_color(session.state.to_move))


def _final_result(session: GtpSession, arguments: list[str]) -> Reply:
    no_arguments(arguments, "gogui-rules_final_result")
    outcome = session.state.position.outcome()
    return Reply(session, "unknown" if outcome is None else str(outcome))


def _play_sequence(session: GtpSession, arguments: list[str]) -> Reply:
    """All moves or, if one cannot be played, none."""
    if len(arguments) % 2:
        raise syntax_error("gogui-play_sequence COLOR SQUARE COLOR SQUARE …")
    for color, vertex in zip(arguments[::2], arguments[1::2], strict=True):
        state = session.state
        session = session.moved(state.play_by(parse_color(color), state.game.parse_move(vertex)))
    return Reply(session)


def _interrupt(session: GtpSession, arguments: list[str]) -> Reply:
    """Tells that the line `# interrupt` ends a search."""
    no_arguments(arguments, "gogui-interrupt")
    return Reply(session)


def _analyze_commands(session: GtpSession, arguments: list[str]) -> Reply:
    no_arguments(arguments, "gogui-analyze_commands")
    return Reply(session, "\n".join(_ANALYZE_COMMANDS))


GOGUI_COMMANDS: Final[dict[str, Handler]] = {
    "gogui-rules_game_id": _game_id,
    "gogui-rules_board": _board,
    "gogui-rules_board_size": _board_size,
    "gogui-rules_legal_moves": _legal_moves,
    "gogui-rules_side_to_move": _side_to_move,
    "gogui-rules_final_result": _final_result,
    "gogui-play_sequence": _play_sequence,
    "gogui-interrupt": _interrupt,
    "gogui-analyze_commands": _analyze_commands,
}
