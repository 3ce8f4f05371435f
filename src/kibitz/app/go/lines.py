"""Lines of play of Go between what requests say and what answers show.

A start of Go is a text such as `go:9 komi:7 rules:chinese`, behind which may stand `handicap:2`, stones that are set up
(`black:ddpp white:dp`) and `to_move:white`. A path is SGF's two letters for each point, and `--` for a pass: of equal length, so
that one path goes on where another ends exactly if its text does.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from kibitz.app.go.shapes import CountedSide, CountShape, GoPositionShape, GoSides
from kibitz.app.played_line import PlayedLine
from kibitz.app.shapes.positions import shared_facts
from kibitz.app.sides import describe_outcome, side_name
from kibitz.errors import NotationError
from kibitz.players.go.counting import dead_at_the_end
from kibitz.records.values import format_number, parse_number, shortened
from kibitz.rules.game import Color, Outcome, Reason
from kibitz.rules.go.points import format_go_move, format_sgf_vertex, format_vertex, parse_go_move, parse_sgf_vertex, parse_vertex
from kibitz.rules.go.position import GoGame, GoPosition, play_go_moves
from kibitz.rules.go.rule_sets import RULE_SETS, GoRules, parse_go_rules
from kibitz.rules.squares import PASS
from kibitz.terminal.go.words import describe

_MARK: Final = "go:"
_PASS: Final = "--"
_SET_UP: Final = ("black", "white", "to_move")
_WORDS: Final = ("go", "komi", "rules", "handicap", *_SET_UP)
_SIDES: Final = {"black": Color.BLACK, "white": Color.WHITE}
_MOVES_PER_POINT: Final = 0.7  # of a game
_USUAL_KOMI: Final = 7.5
_LARGEST_KOMI: Final = 400
_KEPT_STARTS: Final = 64


@dataclass(frozen=True, slots=True)
class GoLine(PlayedLine):
    """A start of Go and legal moves from it."""

    start: GoPosition
    moves: tuple[int, ...] = ()

    game_name: ClassVar[str] = "go"
    passes_are_choices: ClassVar[bool] = True
    is_counted: ClassVar[bool] = True

    @property
    def game(self) -> GoGame:
        start = self.start
        return GoGame(start.size, start.rules, start.komi, start.handicap)

    @property
    def position(self) -> GoPosition:
        return _last_position(self.start, self.moves)

    @property
    def path(self) -> str:
        return format_go_path(self.moves, self.start.size)

    @property
    def start_text(self) -> str:
        return format_go_start(self.start)

    @property
    def played_share(self) -> float:
        return self.position.move_count / (_MOVES_PER_POINT * self.points)

    def with_path(self, path: str) -> "GoLine":
        line = GoLine(self.start, parse_go_path(path, self.start.size))
        _ = line.position  # says which move is not legal
        return line

    def parse_move(self, text: str) -> int:
        return parse_go_move(text, self.start.size)

    def format_move(self, move: int) -> str:
        return format_go_move(move, self.start.size)

    def outcome(self, dead: Sequence[int] = ()) -> Outcome | None:
        position = self.position
        if not position.is_over:
            return None
        return Outcome(position.black_score(dead), Reason.TWO_PASSES if position.passes >= 2 else Reason.TOO_LONG)

    def describe(self, dead: Sequence[int] = ()) -> GoPositionShape:
        return describe_go_position(self, dead)

    def likely_dead(self) -> tuple[int, ...]:
        return likely_dead(self.position)

    def parse_dead(self, names: Iterable[str]) -> tuple[int, ...]:
        return parse_dead(names, self.position)


@lru_cache(maxsize=1024)
def _last_position(start: GoPosition, moves: tuple[int, ...]) -> GoPosition:
    """Kept, because a game is looked at after every move and lists of games ask for the ends of all of them."""
    return play_go_moves(moves, start)


def is_go_start(text: str) -> bool:
    return text.lstrip().startswith(_MARK)


def parse_go_line(start: str, moves: str = "") -> GoLine:
    """The line of a start of Go and a path; raises NotationError or IllegalMoveError."""
    return GoLine(parse_go_start(start)).with_path(moves)


@lru_cache(maxsize=_KEPT_STARTS)
def parse_go_start(text: str) -> GoPosition:
    """The position of a start of Go; raises NotationError. Stones given with a handicap are the handicap, freely placed.

    Kept, so that the many lines from one start share its board of 16 kB.
    """
    words = _words(text)
    size = _whole_number(words["go"], "size")
    handicap = _whole_number(words.get("handicap", "0"), "handicap")
    black, white = (parse_go_path(words.get(side, ""), size) for side in _SIDES)
    if PASS in black or PASS in white:
        raise NotationError("a pass cannot be set up")
    rules = _rules_named(words.get("rules", "chinese"))
    game = GoGame(size, rules, _komi(words), handicap, black if handicap else ())
    if words.keys().isdisjoint(_SET_UP):
        return game.start()
    return game.set_up(black, white, _side(words.get("to_move", "black")))


def format_go_start(start: GoPosition) -> str:
    """The text that parse_go_start() reads back."""
    words = [f"{_MARK}{start.size}", f"komi:{format_number(start.komi)}", f"rules:{rules_name(start.rules)}"]
    if start.handicap:
        words.append(f"handicap:{start.handicap}")
    if not _is_usual(start):
        placed = ((side, _points_of(start, color)) for side, color in _SIDES.items())
        words += [f"{side}:{format_go_path(points, start.size)}" for side, points in placed if points]
        words.append(f"to_move:{side_name(start.to_move)}")
    return " ".join(words)


def position_as_start(position: GoPosition) -> str:
    """A position as the start of another game: its stones are set up, its prisoners and its past forgotten."""
    game = GoGame(position.size, position.rules, position.komi)
    return format_go_start(game.set_up(_points_of(position, Color.BLACK), _points_of(position, Color.WHITE), position.to_move))


def parse_go_path(text: str, size: int) -> tuple[int, ...]:
    """The moves of a path; white space is passed over. Raises NotationError that says which pair is wrong."""
    letters = "".join(text.split())
    pairs = [letters[place : place + 2] for place in range(0, len(letters), 2)]
    try:
        return tuple(PASS if pair == _PASS else parse_sgf_vertex(pair, size) for pair in pairs)
    except NotationError as error:
        raise NotationError(f"{shortened(letters)!r} is not a path: {error}, and -- is a pass") from None


def format_go_path(moves: Iterable[int], size: int) -> str:
    """The text that parse_go_path() reads back."""
    return "".join(_PASS if move == PASS else format_sgf_vertex(move, size) for move in moves)


def vertices(points: Iterable[int], size: int) -> list[str]:
    """The names of some points and passes."""
    return [format_go_move(point, size) for point in points]


def parse_dead(names: Iterable[str], position: GoPosition) -> tuple[int, ...]:
    """All stones of the chains that some points name, in ascending order; raises NotationError for a point without a stone."""
    dead: set[int] = set()
    for name in names:
        point = parse_vertex(name, position.size)
        if not position.stones[point]:
            raise NotationError(f"there is no stone on {format_vertex(point, position.size)}")
        dead.update(position.chain(point))
    return tuple(sorted(dead))


def likely_dead(position: GoPosition) -> tuple[int, ...]:
    """The stones that count as dead unless somebody says otherwise."""
    return dead_at_the_end(position)


def describe_go_position(line: GoLine, dead: Sequence[int] = ()) -> GoPositionShape:
    """The last position of a line; `dead` stones matter only to the outcome."""
    position, size = line.position, line.start.size
    black_took, white_took = position.prisoners
    return GoPositionShape(
        **(shared_facts(describe(position)) | {"outcome": describe_outcome(line.outcome(dead))}),
        size=size,
        start=position_as_start(position),
        moves=vertices(line.moves, size),
        path=line.path,
        forbidden=vertices(position.forbidden, size),
        last_move=line.format_move(line.moves[-1]) if line.moves else None,
        stones=GoSides(black=int((position.stones == 1).sum()), white=int((position.stones == 2).sum())),
        prisoners=GoSides(black=black_took, white=white_took),
        komi=position.komi,
        rules=rules_name(position.rules),
        handicap=position.handicap,
    )


def describe_count(position: GoPosition, dead: Sequence[int]) -> CountShape:
    """The board counted as it stands without its dead stones."""
    owners, size = position.owners(dead), position.size
    taken = position.prisoners
    sides = {
        side: CountedSide(
            owned=int((owners == sign).sum()),
            prisoners=taken[color],
            dead=sum(position.stone_at(point) == color.other for point in dead),
        )
        for (side, color), sign in zip(_SIDES.items(), (1, -1), strict=True)
    }
    return CountShape(
        dead=vertices(dead, size),
        owners=owners.tolist(),
        black=sides["black"],
        white=sides["white"],
        scoring=position.rules.scoring.value,
        komi=position.komi + position.rules.points_for(position.handicap),
        black_score=position.black_score(dead),
    )


def _points_of(position: GoPosition, color: Color) -> list[int]:
    return [point for point in range(position.size**2) if position.stones[point] == 1 + color]


def _is_usual(start: GoPosition) -> bool:
    try:
        return start == GoGame(start.size, start.rules, start.komi, start.handicap).start()
    except NotationError:
        return False  # so many stones have no fixed points


def rules_name(rules: GoRules) -> str:
    """The name of a rule set as starts write it."""
    return next((name.replace(" ", "-") for name, known in RULE_SETS.items() if known == rules), "chinese")


def _rules_named(text: str) -> GoRules:
    """The rule set of a name in one word."""
    return parse_go_rules(next((name for name in RULE_SETS if name.replace(" ", "-") == text), text))


def _words(text: str) -> dict[str, str]:
    pairs = [word.partition(":") for word in text.split()]
    words = {name: value for name, colon, value in pairs if colon}
    unknown = [name for name, colon, _ in pairs if not colon or name not in _WORDS]
    if unknown or len(words) < len(pairs) or "go" not in words:
        said = f"{shortened(unknown[0])!r} says nothing of it" if unknown else "a word is there twice or missing"
        raise NotationError(f"{said}: a start of Go is go:19 komi:7.5 rules:chinese, and {', '.join(_WORDS[3:])} where needed")
    return words


def _whole_number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise NotationError(f"{shortened(text)!r} is not a {what}: write a whole number")
    return int(text)


def _komi(words: dict[str, str]) -> float:
    komi = parse_number(words.get("komi", format_number(_USUAL_KOMI)))
    if komi is None or abs(komi) > _LARGEST_KOMI:
        raise NotationError(f"{shortened(words['komi'])!r} is not a komi: write a number such as 6.5")
    return komi


def _side(text: str) -> Color:
    if text not in _SIDES:
        raise NotationError(f"{shortened(text)!r} is not a side to move: write black or white")
    return _SIDES[text]
