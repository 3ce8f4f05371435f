"""The moves of a chapter as HTML: the main line with its comments, and each variation in a block of its own behind the move
it replaces."""

from collections.abc import Iterator, Sequence
from html import escape

from kibitz.app.shapes.studies import PageWords
from kibitz.app.sharing.places import Place, children_of, is_pass


def move_text(places: Sequence[Place], words: PageWords) -> str:
    """Buttons for all places but the first. The depth of variations is not limited."""
    return "".join([_comment(places[0], " of-start"), *_parts(places, words)])


def _parts(places: Sequence[Place], words: PageWords) -> Iterator[str]:
    """What waits is either a text to write or a place whose line is to be written on."""
    children = children_of(places)
    waiting: list[str | int] = [0]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        if not children[item]:
            continue
        main, *others = children[item]
        yield _written(places, main, words)
        waiting.append(main)
        for other in reversed(others):
            waiting += ["</div>", other, f'<div class="variation">{_written(places, other, words)}']


def _written(places: Sequence[Place], number: int, words: PageWords) -> str:
    place = places[number]
    name = words.passed if is_pass(place.move) else place.move
    side = words.black if place.mover == "black" else words.white
    label = f"{place.ply} {side} {name}{place.said.symbol}"
    sign = f'<b class="symbol">{escape(place.said.symbol)}</b>' if place.said.symbol else ""
    return (
        f'<button type="button" class="move" data-place="{number}" aria-label="{escape(label)}"><small>{place.ply}</small>'
        f'<i class="pip {place.mover}"></i>{escape(name)}{sign}</button>{_comment(place)}'
    )


def _comment(place: Place, kind: str = "") -> str:
    return f'<span class="comment{kind}">{escape(place.said.comment)}</span>' if place.said.comment else ""
