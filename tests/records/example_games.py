"""Games to write and read back: random ones with everything a record can hold, for hypothesis and for the fuzz tests."""

import random
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from kibitz.records.othello.record import GameRecord, MoveNote
from kibitz.records.record import Variation, variations_along
from kibitz.records.values import known, one_line
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START, Position
from kibitz.rules.squares import PASS, board_shape

ODD_NAMES = (
    'Anne "the cat" O\'Neil',
    "back\\slash\\",
    'quote at the end"',
    "semi;colon, comma",
    "percent % sign # hash",
    "Müller & Søn",
    "村上健",
    "Ελένη Παπα",
    "a/b:c",
    "x" * 60,
    "1. f5 d6",
    "40-24",
)
BRACKETED_NAMES = ("[in] brackets", "(;round;)", "{curly}", "ends with [")


def unexpected(report: object) -> None:
    """For readers that must have nothing to report."""
    raise AssertionError(str(report))


def play_randomly(seed: int, start: Position = START, most_moves: int = 200) -> tuple[int, ...]:
    """Moves of two random players, passes included, at most so many."""
    chooser = random.Random(seed)
    moves: list[int] = []
    position = start
    while len(moves) < most_moves and (legal := position.legal_moves()):
        moves.append(chooser.choice(legal))
        position = position.play(moves[-1])
    return tuple(moves)


def without_last_pass(moves: tuple[int, ...]) -> tuple[int, ...]:
    """The moves as they come back from a format that has no passes."""
    return moves[:-1] if moves[-1:] == (PASS,) else moves


def names(odd: tuple[str, ...], without: str = "") -> st.SearchStrategy[str]:
    """Names as people have them, odd ones among them; all printable, on one line."""
    letters = st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"], exclude_characters=without)
    return st.one_of(st.sampled_from(odd), st.text(letters, max_size=12)).map(lambda name: known(one_line(name)))


NAMES = names(ODD_NAMES + BRACKETED_NAMES)
NAMES_WITHOUT_BRACKETS = names(ODD_NAMES, without="[](){};")
DATES = st.one_of(
    st.just(""),
    st.integers(1900, 2100).map(str),
    st.builds("{}-{:02}".format, st.integers(1900, 2100), st.integers(1, 12)),
    st.dates().filter(lambda day: day.year >= 1000).map(str),
)
NUMBERS = st.floats(-1e6, 1e6).map(lambda number: round(number, 6))
EVEN_SCORES = st.integers(-32, 32).map(lambda half: 2 * half)
USUAL_STARTS = st.just(START)


@st.composite
def other_starts(draw: st.DrawFn) -> Position:
    """Starts of every size, among them positions in the middle of a game with either side to move."""
    start = Position.start(draw(st.sampled_from((4, 6, 8, 10))))
    for move in play_randomly(draw(st.integers(0, 10**6)), start, draw(st.integers(0, 20))):
        start = start.play(move)
    return start


ALL_STARTS = USUAL_STARTS | other_starts()
NO_COMMENTS = st.just("")


@st.composite
def move_notes(draw: st.DrawFn, comments: st.SearchStrategy[str]) -> MoveNote:
    return MoveNote(draw(st.none() | NUMBERS), draw(st.none() | NUMBERS.map(abs)), draw(comments))


def _noted(line: Variation[int], note: MoveNote) -> Variation[int]:
    return line if note == MoveNote() else replace(line, notes={len(line.moves) - 1: note})


@st.composite
def variations(
    draw: st.DrawFn, main: tuple[Any, ...], moves: st.SearchStrategy[Any], comments: st.SearchStrategy[str]
) -> tuple[Variation[Any], ...]:
    """Lines that leave a main line and each other, with notes."""
    tails = draw(st.lists(st.tuples(st.integers(0, len(main)), st.lists(moves, min_size=1, max_size=5)), max_size=5))
    found = variations_along(main, [(*main[:count], *tail) for count, tail in tails])
    return tuple(_noted(line, draw(move_notes(comments))) for line in found)


@st.composite
def game_records(
    draw: st.DrawFn,
    starts: st.SearchStrategy[Position] = ALL_STARTS,
    texts: st.SearchStrategy[str] = NAMES,
    comments: st.SearchStrategy[str] = NO_COMMENTS,
    has_notes: bool = True,
    has_variations: bool = False,
) -> GameRecord:
    """A game that may stop early, with everything a record can hold."""
    start = draw(starts)
    moves = play_randomly(draw(st.integers(0, 10**6)), start, draw(st.sampled_from((0, 1, 5, 30, 200, 200, 200))))
    noted = draw(st.dictionaries(st.integers(0, max(0, len(moves) - 1)), move_notes(comments), max_size=4)) if has_notes else {}
    score = draw(st.none() | EVEN_SCORES.filter(lambda score: abs(score) <= start.size * start.size))
    perfect = draw(st.none() | EVEN_SCORES)
    return GameRecord(
        moves,
        start=start,
        black=draw(texts),
        white=draw(texts),
        event=draw(texts),
        place=draw(texts),
        round=draw(texts),
        date=draw(DATES),
        black_score=score,
        winner=draw(st.sampled_from((None, Color.BLACK, Color.WHITE))) if score is None else None,
        ending=draw(st.sampled_from(("", "", "resignation", "time", "mutual", "forfeit"))),
        black_rating=draw(st.none() | NUMBERS),
        white_rating=draw(st.none() | NUMBERS),
        perfect_score=perfect,
        perfect_from=None if perfect is None else draw(st.none() | st.integers(1, 60)),
        notes={index: note for index, note in noted.items() if note != MoveNote() and index < len(moves)},
        comment=draw(comments) if has_notes else "",
        variations=draw(variations(moves, st.sampled_from((PASS, *board_shape(start.size).squares)), comments))
        if has_variations
        else (),
    )


def example_records(count: int, seed: int) -> list[GameRecord]:
    """Games of random players with names, dates and results, some of which stop early."""
    chooser = random.Random(seed)
    records = []
    for number in range(count):
        moves = play_randomly(chooser.randrange(10**6), most_moves=chooser.choice((9, 200, 200, 200)))
        record = GameRecord(moves, black=f"Black {number}", white="Weiß Ännchen", event="Example Open", date="2004")
        score = record.final_position().black_score()
        records.append(
            GameRecord(
                moves,
                black=record.black,
                white=record.white,
                event=record.event,
                date=record.date,
                black_score=score,
                notes={0: MoveNote(1.5, 2.25)} if number % 2 else {},
            )
        )
    return records
