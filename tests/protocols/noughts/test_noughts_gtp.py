"""GTP for noughts and crosses, by what it answers."""

import pytest

from kibitz.protocols.noughts.gtp import noughts_gtp


def answers(*lines):
    protocol = noughts_gtp()
    session, said = protocol.begin(), []
    for line in lines:
        step = protocol.answer(session, line)
        session = step.session
        said.append("\n".join(step.lines).strip())
    return said


def test_a_game_is_played_and_scored():
    moves = ("play b a1", "play w a2", "play b b1", "play w b2", "play b c1")
    assert answers(*moves, "final_score", "genmove w")[-2:] == ["= B+1", "? the game is over"]


def test_moves_are_undone():
    assert answers("play b b2", "undo", "play b b2")[-1] == "="


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("boardsize 4", "? unacceptable size; the size is 3"),
        ("final_score", "? cannot score: the game is not over"),
        ("play b", "? syntax error: play COLOR SQUARE"),
        ("showboard", "= Black to move\n  a b c\n1 . . .\n2 . . .\n3 . . ."),
    ],
)
def test_a_command_is_answered(line, answer):
    assert answers(line) == [answer]
