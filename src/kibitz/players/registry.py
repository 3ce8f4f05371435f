"""Players by short texts: `random`, `random:seed=7`, `gtp:"gnugo --mode gtp",timeout=5`.

A new player is one entry in PLAYER_KINDS. The module of a player is imported only when one is made.
"""

import difflib
import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, Final

from kibitz.errors import NotationError, SetupError
from kibitz.models.usual import USUAL_GO_MODEL, is_usual_go_model_there
from kibitz.players.player import Player
from kibitz.search.othello.levels import DEFAULT_BLUNDER_MARGIN, DEFAULT_LEVEL, DEFAULT_TABLES_MB, HIGHEST_LEVEL

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_OPTION: Final = re.compile(
    r"""\s* (?: (?P<key>[A-Za-z_]\w*) \s*=\s* )? (?: "(?P<quoted>(?:[^"\\]|\\.)*)" \s* | (?P<bare>[^",]*) ) (?P<end>,|\Z)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PlayerText:
    """A player's text taken apart: its name, and its options as texts in the order given.

    The key of an option is empty where only its value was written.
    """

    name: str
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        written = ",".join(_format_option(key, value) for key, value in self.options)
        return f"{self.name}:{written}" if written else self.name


def parse_player_text(text: str) -> PlayerText:
    """The parts of `name`, `name:value` or `name:key=value,key=value`; a value with `,` or `"` stands in double quotes.

    Names and keys are not checked for being known. Raises NotationError that says what is wrong where.
    """
    name, colon, rest = text.strip().partition(":")
    if not _NAME.fullmatch(name):
        raise NotationError(f"{text!r} is not a player; write a name such as random, or name:key=value")
    if not colon:
        return PlayerText(name)
    options: list[tuple[str, str]] = []
    place, more = 0, True
    while more:
        match = _OPTION.match(rest, place)
        if match is None:
            raise NotationError(f'player {text!r}: {rest[place:]!r} is not key=value; put a value with , or " in double quotes')
        options.append((match["key"] or "", _option_value(match, text)))
        place, more = match.end(), match["end"] == ","
    return PlayerText(name, tuple(options))


def _option_value(match: re.Match[str], text: str) -> str:
    if match["quoted"] is not None:
        return _ESCAPED.sub(r"\1", match["quoted"])
    if not match["bare"].strip():
        raise NotationError(f"player {text!r}: a value is missing after {match['key'] + '=' if match['key'] else 'a : or ,'}")
    return match["bare"].strip()


def _format_option(key: str, value: str) -> str:
    written = f"{key}={value}" if key else value
    match = _OPTION.fullmatch(written)
    if match and match["bare"] and (match["key"] or "", match["bare"].strip()) == (key, value):
        return written
    escaped = value.replace("\\", r"\\").replace('"', r"\"")
    return f'{key}="{escaped}"' if key else f'"{escaped}"'


@dataclass(frozen=True, slots=True)
class ValueKind:
    """What an option's text may be: `parse` raises ValueError for anything that `meaning` does not say."""

    meaning: str
    parse: Callable[[str], Any]


def _positive_number(text: str) -> float:
    number = float(text)
    if not 0 < number < math.inf:
        raise ValueError(f"{number} is not a positive number")
    return number


def _number_from_0(text: str) -> float:
    number = float(text)
    if not 0 <= number < math.inf:
        raise ValueError(f"{number} is below 0 or no number")
    return number


def _yes_or_no(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(f"{text} is neither true nor false")
    return text.lower() == "true"


WHOLE_NUMBER: Final = ValueKind("a whole number", int)
POSITIVE_NUMBER: Final = ValueKind("a number above 0", _positive_number)
NUMBER_FROM_0: Final = ValueKind("a number, 0 or more", _number_from_0)
TEXT: Final = ValueKind("a text", str)
YES_OR_NO: Final = ValueKind("true or false", _yes_or_no)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a player. Left out, it has its default, or the player decides if that is None."""

    name: str
    kind: ValueKind
    description: str
    default: Any = None
    is_required: bool = False


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A player that can be named. `maker` is `module:callable`, called with `name` and the options as keywords.

    The first option may be written without its key if `has_main_option`. A player with an `only_game` refuses all others.
    """

    name: str
    description: str
    maker: str
    options: tuple[Option, ...] = ()
    has_main_option: bool = False
    only_game: str = ""


_SEED: Final = Option("seed", WHOLE_NUMBER, "makes the choices repeatable")

_SOLVED: Final = Option("solved", WHOLE_NUMBER, "from how many empty squares on it plays perfectly", 0)

_LOOK_AHEAD: Final = (
    Option("search", WHOLE_NUMBER, "looks so many discs ahead and leaves out blunders"),
    Option("margin", NUMBER_FROM_0, "with search, how many discs worse than the best a move may be", DEFAULT_BLUNDER_MARGIN),
)


def _temperature(usual: float) -> Option:
    meaning = "0 plays the likeliest move, 1 each move as often as the model says, between them likelier ones more often"
    return Option("temperature", NUMBER_FROM_0, meaning, usual)


_PLAYED_LIKE: Final = (
    Option("rating", POSITIVE_NUMBER, "the strength of the player it plays like"),
    Option("player", TEXT, "the name of the player it plays like, instead of a rating"),
)


PLAYER_KINDS: Final = (
    PlayerKind(
        "human", "a person at this terminal", "kibitz.players.human:HumanPlayer", (Option("name", TEXT, "for the record"),)
    ),
    PlayerKind("random", "any legal move, all equally likely", "kibitz.players.simple:RandomPlayer", (_SEED,)),
    PlayerKind(
        "greedy", "the move after which it has most discs, ties at random", "kibitz.players.simple:GreedyPlayer", (_SEED,)
    ),
    PlayerKind(
        "engine",
        "looks ahead for the best move and plays the end perfectly",
        "kibitz.players.othello.engine:EnginePlayer",
        (
            Option(
                "level", WHOLE_NUMBER, f"1 to {HIGHEST_LEVEL}, how far it looks; {DEFAULT_LEVEL} unless depth or seconds is given"
            ),
            Option("depth", WHOLE_NUMBER, "how many discs ahead it looks, instead of a level"),
            Option("seconds", POSITIVE_NUMBER, "how long it thinks about a move, instead of a level"),
            Option("margin", NUMBER_FROM_0, "plays any move at most so many discs worse than the best", 0.0),
            Option("give", NUMBER_FROM_0, "discs it gives away in the whole game, where tournament players might", 0.0),
            Option("ponder", YES_OR_NO, "thinks while its opponent does too"),
            Option("hash", WHOLE_NUMBER, "megabytes in which it remembers positions", DEFAULT_TABLES_MB),
            _SEED,
        ),
        has_main_option=True,
    ),
    PlayerKind(
        "alphabeta",
        "a plain search with any evaluation, to compare evaluations at equal depth",
        "kibitz.players.othello.alpha_beta:AlphaBetaPlayer",
        (
            Option(
                "evaluation",
                TEXT,
                "learned, squares (values of squares and mobility), or a model that foretells winners or was evolved",
                "learned",
            ),
            Option("depth", WHOLE_NUMBER, "how many discs ahead it looks", 4),
        ),
        has_main_option=True,
    ),
    PlayerKind(
        "wystan",
        "plays for mobility, stability and good squares, two moves ahead; Leouski and Utgoff's opponent of 1996",
        "kibitz.players.othello.foresight:WystanPlayer",
        (Option("depth", WHOLE_NUMBER, "how many discs ahead it looks", 2), _SOLVED),
    ),
    PlayerKind(
        "network",
        "plays by a network or pattern tables that value positions, and the end perfectly",
        "kibitz.players.othello.foresight:NetworkPlayer",
        (
            Option("model", TEXT, "its name or file; kibitz models lists them", is_required=True),
            Option("depth", WHOLE_NUMBER, "how many discs ahead it looks", 2),
            replace(_SOLVED, default=10),
        ),
        has_main_option=True,
    ),
    PlayerKind(
        "value",
        "looks ahead with a value network and may go on while its opponent thinks, after Ng",
        "kibitz.players.othello.value_player:ValuePlayer",
        (
            Option("model", TEXT, "a model that foretells winners; kibitz models lists them", "ng2017"),
            Option("depth", WHOLE_NUMBER, "how many discs ahead it looks", 4),
            Option("seconds", POSITIVE_NUMBER, "how long it thinks about a move, instead of a depth"),
            Option("ponder", YES_OR_NO, "thinks while its opponent does too"),
        ),
        has_main_option=True,
    ),
    PlayerKind(
        "expert",
        "plays as tournament players do, each move as often as they would",
        "kibitz.players.othello.model_player:ModelPlayer",
        (
            Option("model", TEXT, "who it plays like; kibitz models lists them", "expert"),
            *_PLAYED_LIKE,
            _temperature(1.0),
            *_LOOK_AHEAD,
            _SEED,
        ),
    ),
    PlayerKind(
        "net",
        "a trained model by its name, playing its first choice",
        "kibitz.players.othello.model_player:ModelPlayer",
        (
            Option("model", TEXT, "its name; kibitz models lists them", is_required=True),
            *_PLAYED_LIKE,
            _temperature(0.0),
            *_LOOK_AHEAD,
            _SEED,
        ),
        has_main_option=True,
    ),
    PlayerKind(
        "puct",
        "searches a tree as AlphaZero does, guided by tables that taught themselves or by a model",
        "kibitz.players.othello.puct:PuctPlayer",
        (
            Option("model", TEXT, "its name or file; kibitz models lists them", is_required=True),
            Option("simulations", WHOLE_NUMBER, "how often it goes through the tree for a move", 800),
            Option("exact", WHOLE_NUMBER, "from so many empty squares on it solves the position instead", 0),
            Option("halving", YES_OR_NO, "looks at all moves alike, then at the better half of them, and so on"),
            Option("rate", POSITIVE_NUMBER, "how curious it is: the weight of what its model thinks likely", 0.5),
        ),
        has_main_option=True,
    ),
    PlayerKind(
        "uct",
        "plays Go by random playouts through a tree",
        "kibitz.players.go.uct:UctPlayer",
        (
            Option("playouts", WHOLE_NUMBER, "how many it makes for a move; 10000 unless seconds is given"),
            Option("seconds", POSITIVE_NUMBER, "how long it thinks about a move"),
            Option("threads", WHOLE_NUMBER, "how many trees it grows at once", 1),
            Option("guided", YES_OR_NO, "playouts that answer the last move, instead of any move with equal chance", True),
            Option("resigns", YES_OR_NO, "gives up when hardly any playout is won", True),
            Option("prior", TEXT, "a model of Go moves that leads the search, its name or file"),
            _SEED,
        ),
        has_main_option=True,
        only_game="go",
    ),
    PlayerKind(
        "goexpert",
        "plays Go as professionals do, without any search",
        "kibitz.players.go.expert:GoExpertPlayer",
        (
            Option("model", TEXT, "who it plays like; kibitz models lists them", USUAL_GO_MODEL),
            _temperature(0.0),
            _SEED,
        ),
        only_game="go",
    ),
    PlayerKind(
        "gtp",
        "another program that speaks the Go Text Protocol",
        "kibitz.players.gtp:GtpPlayer",
        (
            Option("command", TEXT, "how the program is started", is_required=True),
            Option("timeout", POSITIVE_NUMBER, "seconds it may take for one answer", 60.0),
        ),
        has_main_option=True,
    ),
    PlayerKind(
        "nboard",
        "another program that speaks the protocol of NBoard",
        "kibitz.players.othello.nboard:NBoardPlayer",
        (
            Option("command", TEXT, "how the program is started", is_required=True),
            Option("depth", WHOLE_NUMBER, "how many discs ahead it looks", 8),
            Option("timeout", POSITIVE_NUMBER, "seconds it may take for one answer", 60.0),
        ),
        has_main_option=True,
    ),
)


def usual_go_player(**options: object) -> str:
    """The text of who plays Go unless another is named: playouts, led by the usual model if it is there."""
    led = {**options, "prior": USUAL_GO_MODEL} if is_usual_go_model_there() else options
    return str(PlayerText("uct", tuple((key, str(value)) for key, value in led.items())))


def make_player(text: str, seed: int | None = None) -> Player:
    """The player of a text such as `greedy:seed=7`; `seed` is for players that have one and whose text gives none.

    Raises NotationError for text that is no player's, SetupError for players and options that are not known.
    """
    parts = parse_player_text(text)
    kind = find_kind(parts.name)
    values = {"name": str(parts), **_defaults(kind, seed), **_option_values(kind, parts)}
    for option in kind.options:
        if option.is_required and option.name not in values:
            raise SetupError(f"player {text!r}: {option.name} is missing ({option.description})")
    return _maker(kind)(**values)


def find_kind(name: str) -> PlayerKind:
    """The kind of a name; raises SetupError that lists the known names and guesses what was meant."""
    for kind in PLAYER_KINDS:
        if kind.name == name.lower():
            return kind
    raise SetupError(f"there is no player {name!r}{_guess(name, [kind.name for kind in PLAYER_KINDS])}")


def _defaults(kind: PlayerKind, seed: int | None) -> dict[str, Any]:
    defaults = {option.name: seed if option.name == "seed" else option.default for option in kind.options}
    return {name: value for name, value in defaults.items() if value is not None}


def _option_values(kind: PlayerKind, parts: PlayerText) -> dict[str, Any]:
    known = {option.name: option for option in kind.options}
    values: dict[str, Any] = {}
    for number, (key, text) in enumerate(parts.options):
        key = _main_option(kind, text) if not key and number == 0 else key
        if key not in known:
            raise SetupError(f"player {str(parts)!r}: {kind.name} has no option {key or text!r}{_guess(key, known)}")
        if key in values:
            raise SetupError(f"player {str(parts)!r}: {key} is given twice")
        values[key] = _parse_value(known[key], text, parts)
    return values


def _main_option(kind: PlayerKind, text: str) -> str:
    if kind.has_main_option:
        return kind.options[0].name
    example = f", such as {kind.name}:{kind.options[0].name}=…" if kind.options else ""
    raise SetupError(f"player {kind.name}: {text!r} needs a key{example}")


def _parse_value(option: Option, text: str, parts: PlayerText) -> Any:
    try:
        return option.kind.parse(text)
    except ValueError:
        raise SetupError(f"player {str(parts)!r}: {option.name} is {option.kind.meaning}, not {text!r}") from None


def _guess(name: str, known: Iterable[str]) -> str:
    names = list(known)
    if not names:
        return "; it has none"
    close = difflib.get_close_matches(name.lower(), names, n=1)
    meant = f"; did you mean {close[0]}?" if close else ";"
    return f"{meant} Known: {', '.join(names)}"


def _maker(kind: PlayerKind) -> Callable[..., Player]:
    module, _, name = kind.maker.partition(":")
    found: Callable[..., Player] = getattr(import_module(module), name)
    return found
