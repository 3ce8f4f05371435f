"""Players by short texts: `random`, `random:seed=7`, `gtp:"gnugo --mode gtp",timeout=5`.

A new player is one entry in _OWN_KINDS, or in KINDS of `<game>/kinds.py` if it plays one game; installed packages add theirs by
entry points. The module of a player is imported only when one is made.
"""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from kibitz import players
from kibitz.errors import NotationError, SetupError
from kibitz.per_game import kinds_of_games
from kibitz.players.kind import POSITIVE_NUMBER, SEED, TEXT
from kibitz.players.kind import Option as Option
from kibitz.players.kind import PlayerKind as PlayerKind
from kibitz.players.player import Player
from kibitz.plugins import named, plugged

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_OPTION: Final = re.compile(
    r"""\s* (?: (?P<key>[A-Za-z_]\w*) \s*=\s* )? (?: "(?P<quoted>(?:[^"\\]|\\.)*)" \s* | (?P<bare>[^",]*) ) (?P<end>,|\Z)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PlayerText:
    """A parsed player text: its name, and its options as texts in the order given.

    The key of an option is empty where only its value was written.
    """

    name: str
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        written = ",".join(_format_option(key, value) for key, value in self.options)
        return f"{self.name}:{written}" if written else self.name


def parse_player_text(text: str) -> PlayerText:
    """The parts of `name`, `name:value` or `name:key=value,key=value`; a value with `,` or `"` is in double quotes.

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


_OWN_KINDS: Final[tuple[PlayerKind, ...]] = (
    PlayerKind(
        "human", "a person at this terminal", "kibitz.players.human:HumanPlayer", (Option("name", TEXT, "for the record"),)
    ),
    PlayerKind("random", "any legal move, all equally likely", "kibitz.players.simple:RandomPlayer", (SEED,)),
    *kinds_of_games(players),
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
        "external",
        "another program from your list of engines; kibitz engines shows it",
        "kibitz.players.external.player:external_player",
        (
            Option("engine", TEXT, "its name in the list", is_required=True),
            Option("seconds", POSITIVE_NUMBER, "how long it thinks about a move, instead of a clock"),
        ),
        has_main_option=True,
    ),
    PlayerKind(
        "python",
        "a class of your own: the code of the module that is named is run",
        "kibitz.players.python_class:make_python_player",
        (Option("target", TEXT, "where the class is, such as mymodule.MyPlayer", is_required=True), SEED),
        has_main_option=True,
    ),
)

PLAYER_KINDS: Final[tuple[PlayerKind, ...]] = (*_OWN_KINDS, *plugged("kibitz.players", PlayerKind, _OWN_KINDS))


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
    player: Player = named(kind.maker)(**values)
    return player


def uses_book(text: str) -> bool | None:
    """Whether the player of a text has an opening book, None for a kind that never has; raises as make_player()."""
    parts = parse_player_text(text)
    kind = find_kind(parts.name)
    given = {**_defaults(kind, None), **_option_values(kind, parts)}
    return given.get("book")


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
