"""The bytes of SGF files as text, in whatever encoding they are."""

import codecs
import re
from collections.abc import Iterator
from typing import Final

from kibitz.records.sgf.grammar import split_games, with_begin

_CHARSET: Final = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_-]{2,20})\s*\]")
# Where a file says nothing and is not UTF-8, it is one of these: what old programs of the East and of Europe wrote.
_LIKELY_CHARSETS: Final = ["gb18030", "shift_jis", "euc_kr", "big5", "cp1251", "cp1252"]
# Encodings that hold plain text; some of Python's others do strange things to hostile bytes.
_KNOWN_CHARSETS: Final = re.compile(
    r"utf-?8|(?:us-)?ascii|iso[-_]?8859[-_]?[0-9]{1,2}|latin-?1|(?:cp|windows-?)[0-9]{3,4}"
    r"|shift[-_]?jis|sjis|ms_kanji|euc[-_](?:jp|kr)|gb2312|gbk|gb18030|big5|koi8-[ru]",
    re.IGNORECASE,
)
_MARKS: Final = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_ANY_BYTES: Final = "latin-1"


def game_texts(data: bytes, guess: bool) -> Iterator[str]:
    """The text of each game in a file's bytes; the brackets of a lone game may be missing. One text if there is no game in it.

    The encoding comes from a byte order mark or CA, or else is UTF-8. If it is not, `guess` looks for the one that makes the most
    sense of the text; without it, it is Latin-1. Games that name different encodings are read each in its own, unless a mark says
    that the whole file is in one.
    """
    charsets = {name.lower() for name in _CHARSET.findall(data)}
    if len(charsets) <= 1 or data.startswith(tuple(_MARKS)):
        text = with_begin(decoded(data, guess))
        games = split_games(text)
        yield next(games, text)
        yield from games
    else:
        yield from (decoded(game.encode(_ANY_BYTES), guess) for game in split_games(data.decode(_ANY_BYTES)))


def encoded(text: str) -> bytes:
    """The bytes of a text in UTF-8, which decoded() reads back even where the text names the encoding that it once had.

    A byte order mark says so then. Surrogates become question marks.
    """
    data = text.encode("utf-8", "replace")
    return codecs.BOM_UTF8 + data if _CHARSET.search(data) and not data.startswith(codecs.BOM_UTF8) else data


def decoded(data: bytes, guess: bool) -> str:
    """The text of some bytes. It is decoded before it is parsed: half a letter of Shift-JIS may look like a bracket."""
    charset = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "")
    if not charset and (found := _CHARSET.search(data)):
        charset = found[1].decode("ascii")
    for name in [charset, "utf-8"]:
        if name in _MARKS.values() or _KNOWN_CHARSETS.fullmatch(name):
            try:
                return data.decode(name)
            except (UnicodeDecodeError, LookupError):
                continue
    return _guessed(data) if guess else data.decode(_ANY_BYTES)


def _guessed(data: bytes) -> str:
    from charset_normalizer import from_bytes  # few files need it

    best = from_bytes(data, cp_isolation=_LIKELY_CHARSETS).best()
    return str(best) if best is not None else data.decode(_ANY_BYTES)
