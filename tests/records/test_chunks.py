"""Games are checked many at a time, and never much work ahead."""

from kibitz.records.chunks import MOST_VARIATIONS_AHEAD, chunked


def test_chunks_hold_as_many_as_they_may_in_the_same_order():
    assert list(chunked(range(7), 3, lambda _item: 0)) == [[0, 1, 2], [3, 4, 5], [6]]


def test_a_chunk_ends_behind_an_item_with_very_many_variations():
    weights = [0, MOST_VARIATIONS_AHEAD, 0, 1]
    assert list(chunked(weights, 100, lambda item: item)) == [[0, MOST_VARIATIONS_AHEAD], [0, 1]]


def test_nothing_is_read_before_it_is_asked_for():
    items = iter(range(10))
    chunks = chunked(items, 2, lambda _item: 0)
    assert next(chunks) == [0, 1]
    assert next(items) == 2
