"""The engine's voice of noughts and crosses, and its study in the pool."""

from kibitz.rules.noughts.position import START
from kibitz.search.noughts.searching import SOURCE
from kibitz.voices.noughts.study import NoughtsStudy
from kibitz.voices.noughts.voices import hear
from kibitz.voices.study import Worker


def test_each_move_has_a_row_and_only_the_engine_speaks():
    heard = hear(START)
    assert len(heard.rows) == 9
    assert all(row.engine.score == 0 and row.human is None and row.archive is None for row in heard.rows)
    assert (heard.sources.engine, heard.sources.human) == (SOURCE, None)


def test_a_study_is_at_its_end_after_one_turn():
    study, told = NoughtsStudy(START), []
    assert study.end == ""
    study.take_turn(Worker(), lambda note, why: (note(), told.append(why)))
    assert (study.end, told) == ("everything is solved", [SOURCE])
    assert len(study.answer(1, 0.0, "").ranking.moves) == 9
