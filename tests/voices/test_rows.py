"""One row for each legal move, whichever voices speak of it."""

from kibitz.archive.explore import Exploration, MovePlayed, Tally
from kibitz.archive.othello.filing import FILING
from kibitz.rules.othello.position import START
from kibitz.voices.rows import Opinion, Ranking, Row, join
from kibitz.voices.voice import ArchiveVoice, HumanVoice, Voices

SAID = Ranking((Opinion(7, 0.6, (7, 3), score=2.0, depth=4), Opinion(5, 0.5, (5,), score=0.0, depth=4)))


def played(move: int, *twins: int) -> MovePlayed:
    return MovePlayed(move, (move, *twins), 1.0, Tally(3, 2, 1, 0, 4.5), 1999, ())


def archive_with(*moves: MovePlayed) -> ArchiveVoice:
    return ArchiveVoice("games.duckdb", Exploration(START, Tally(9, 5, 4, 0, 1.0), 0, moves, 0.0, FILING))


def test_the_engines_order_comes_first_and_then_the_likeliest():
    rows = join([1, 2, 5, 7], {1: 0.1, 2: 0.7, 5: 0.2, 7: 0.0}, SAID, {})
    assert [row.move for row in rows] == [7, 5, 2, 1]
    assert rows[0] == Row(7, 0.0, SAID.moves[0], None)
    assert rows[2] == Row(2, 0.7, None, None)


def test_a_voice_that_is_not_there_leaves_its_place_empty():
    assert join([3], {}, Ranking(()), {}) == (Row(3),)


def test_moves_that_the_board_makes_the_same_share_what_was_played():
    heard = Voices([5, 7], archive=archive_with(played(5, 7))).joined(SAID)
    assert [row.archive.tally.games for row in heard.rows] == [3, 3]
    assert heard.archive_games == 9


def test_sources_name_who_spoke_and_notes_say_who_could_not():
    voices = Voices([5], HumanVoice("expert", {5: 1.0}), ArchiveVoice(note="there is no archive"))
    sources = voices.joined(SAID, "engine").sources
    assert (sources.human, sources.engine, sources.archive, sources.notes) == ("expert", "engine", None, ("there is no archive",))


def test_what_no_voice_knows_has_an_empty_row():
    assert Voices([5]).joined(SAID).of(9) == Row(9)


def test_whoever_watches_hears_all_voices_at_every_step():
    class Steps:
        source = "steps"

        def deepen(self, position, watch=None, stop=None):
            assert (position, stop) == ("here", None)
            watch(Ranking(SAID.moves[:1]))
            return SAID

    heard = []
    last = Voices([5, 7], HumanVoice("expert", {5: 0.4, 7: 0.6})).hear("here", Steps(), heard.append)
    assert [[row.engine is not None for row in step.rows] for step in heard] == [[True, False]]
    assert [row.human for row in heard[0].rows] == [0.6, 0.4]
    assert (last.ranking, last.sources.engine) == (SAID, "steps")
