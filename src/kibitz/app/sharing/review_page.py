"""A review as a page worth sharing: curves, key moments with reasons, and the game to play through with the better lines."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from kibitz.app.saved_game import SavedGame
from kibitz.app.shapes.reviews import JudgedGame, MistakeShape
from kibitz.app.shapes.studies import ChapterShape, PageWords, PlaceShape, StudyContent
from kibitz.app.sharing.curves import loss_curve, value_curve
from kibitz.app.sharing.page import page_of
from kibitz.app.sharing.places import is_pass, layout_of
from kibitz.review.accuracy import PHASES
from kibitz.svg import Overlay, draw

_KEY_MOMENTS: Final = 6
_SHOWN_MOVES: Final = 8  # of a better line
_MADE: Final = "Reviewed with Kibitz. This page needs no program and no network."


def review_page(game: SavedGame, review: JudgedGame, unit: str) -> str:
    """The page as text; losses are in a unit."""
    builder = _Chapter(game, review, unit)
    title = f"{game.black.shown_name or 'Black'} – {game.white.shown_name or 'White'}"
    chapter = ChapterShape(title="The game", start=game.line.start_text, places=builder.places)
    return page_of(StudyContent(title=title, chapters=[chapter]), PageWords(made=_MADE), _head(game, review, unit, builder.links))


class _Chapter:
    """The game as a chapter: each mistake has its reasons, and the better line is a variation."""

    def __init__(self, game: SavedGame, review: JudgedGame, unit: str) -> None:
        self.places = [PlaceShape(parent=-1)]
        self.links: dict[int, str] = {}  # by ply of the game
        self._mistakes = {row.ply: row for row in review.mistakes}
        self._chosen = game.line.passes_are_choices
        here = 0
        for ply, name in enumerate(game.line.format_moves(game.line.moves)):
            if self._is_forced_pass(name):
                continue
            here = self._add(here, name, ply, unit)

    def _is_forced_pass(self, name: str) -> bool:
        return is_pass(name) and not self._chosen

    def _add(self, parent: int, name: str, ply: int, unit: str) -> int:
        mistake = self._mistakes.get(ply)
        comment = sentence(mistake, unit) if mistake else ""
        self.places.append(PlaceShape(parent=parent, move=name, comment=comment, symbol="?" if mistake else ""))
        here = len(self.places) - 1
        if mistake:
            self.links[ply] = f"#1.{here}"
            self._add_better(parent, mistake)
        return here

    def _add_better(self, parent: int, mistake: MistakeShape) -> None:
        for name in [name for name in mistake.best_line if not self._is_forced_pass(name)][:_SHOWN_MOVES]:
            self.places.append(PlaceShape(parent=parent, move=name))
            parent = len(self.places) - 1


def sentence(mistake: MistakeShape, unit: str) -> str:
    """What a mistake lost, what was better, and why."""
    return " ".join([f"Loses {mistake.loss:.1f} {unit}; {mistake.best} was better.", *map(_closed, mistake.reasons)])


def _closed(reason: str) -> str:
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."


def _head(game: SavedGame, review: JudgedGame, unit: str, links: Mapping[int, str]) -> str:
    about = " · ".join(part for part in (game.event, game.date, str(game.outcome or "")) if part)
    names = {"black": game.black.shown_name or "Black", "white": game.white.shown_name or "White"}
    return "".join(
        [
            f'<section class="report"><p>{escape(about)}</p>' if about else '<section class="report">',
            f"<h2>Course of the game</h2>{value_curve(review, links, f'What the game was worth to Black, in {unit}')}",
            f"<h3>Lost in all, in {escape(unit)}</h3>{loss_curve(review, names, f'What each side lost in all, in {unit}')}",
            _accuracy(review, names),
            f"<h2>Key moments</h2>{_moments(game, review, unit, links)}</section>",
        ]
    )


def _accuracy(review: JudgedGame, names: Mapping[str, str]) -> str:
    columns = "".join(f'<th scope="col">{name.capitalize()}</th>' for name in ("all", *PHASES))
    rows = "".join(f'<tr><th scope="row">{escape(names[side])}</th>{"".join(_figures(review, side))}</tr>' for side in names)
    head = f'<thead><tr><th scope="col">Accuracy</th>{columns}</tr></thead>'
    return f'<div class="scroll"><table>{head}<tbody>{rows}</tbody></table></div>'


def _figures(review: JudgedGame, side: str) -> Iterator[str]:
    shares = getattr(review.accuracy, side)
    for phase in ("all", *PHASES):
        accuracy = getattr(shares, phase).accuracy
        yield f"<td>{'–' if accuracy is None else f'{accuracy:.0f} %'}</td>"


def _moments(game: SavedGame, review: JudgedGame, unit: str, links: Mapping[int, str]) -> str:
    """The worst mistakes as boards, worst first; how many more there are is said."""
    if not review.mistakes:
        return "<p>No mistakes: well played.</p>"
    shown = review.mistakes[:_KEY_MOMENTS]
    cards = "".join(f"<li>{_moment(game, row, unit, links)}</li>" for row in shown)
    left = len(review.mistakes) - len(shown)
    more = f"<p>{left} smaller {'mistake is' if left == 1 else 'mistakes are'} marked in the game below.</p>" if left else ""
    return f'<ol class="moments">{cards}</ol>{more}'


def _moment(game: SavedGame, mistake: MistakeShape, unit: str, links: Mapping[int, str]) -> str:
    line = game.line.with_moves(game.line.moves[: mistake.ply])
    marks = {mistake.move: "?", mistake.best: "!"} if mistake.best != mistake.move else {mistake.move: "?"}
    board = draw(layout_of(line), Overlay(marks={name: sign for name, sign in marks.items() if not is_pass(name)}), (), 320)
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in mistake.reasons)
    link = f'<a href="{links[mistake.ply]}">{escape(mistake.side.capitalize())} {escape(mistake.move)}</a>'
    better = escape(" ".join(mistake.best_line[:_SHOWN_MOVES]) or mistake.best)
    return f"{board}<h3>{link} loses {mistake.loss:.1f} {escape(unit)}</h3><p>Better: {better}</p><ul>{reasons}</ul>"
