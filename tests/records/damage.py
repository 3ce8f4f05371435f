"""Damages files at random, as disks, editors and mail programs do, but more."""

import random

# Words of all formats: put in the wrong place they do more harm than random bytes.
_WORDS = (
    *rb"""f5 d6 a1 pass -- PA z9 1. (; ;) ( ) [ ] { } \ " GM[2] GM[1] SZ[10] SZ[ AB[a1] AE[d4] PL[W] B[] W[PA] RE[+3.5:r]
    CA[utf-7] [Result"99-99"] 1/2-1/2 0-0 * $1 % # ; , +d3-c3 moves black,white,moves G8:+18; --:-127; 1e99 nan -1 0x10
    2004-13-45""".split(),
    *(b"BO[10 ", b'[FEN "', b"(1. f5", b": +64 10", b" X;", b"X" * 64, b"-" * 64, b"9" * 30),
    *(b"\n\n", b"\t", b"\r", b"\0", b"\xff", b"\xef\xbb\xbf", "½–×".encode(), "²³".encode(), "\u0663".encode()),
)


def damaged(data: bytes, chooser: random.Random) -> bytes:
    """The data after one to eight random accidents."""
    result = bytearray(data)
    for _ in range(chooser.choice((1, 1, 1, 2, 3, 8))):
        chooser.choice(_ACCIDENTS)(result, chooser)
    return bytes(result)


def _flip(data: bytearray, chooser: random.Random) -> None:
    for _ in range(chooser.choice((1, 1, 4))):
        if data:
            data[chooser.randrange(len(data))] = chooser.randrange(256)


def _truncate(data: bytearray, chooser: random.Random) -> None:
    del data[chooser.randrange(len(data) + 1) :]


def _remove(data: bytearray, chooser: random.Random) -> None:
    begin = chooser.randrange(len(data) + 1)
    del data[begin : begin + chooser.choice((1, 2, 7, 68, 400))]


def _repeat(data: bytearray, chooser: random.Random) -> None:
    begin = chooser.randrange(len(data) + 1)
    piece = data[begin : begin + chooser.choice((1, 3, 16, 68, 300))]
    data[begin:begin] = piece * chooser.choice((1, 2, 20))


def _insert_word(data: bytearray, chooser: random.Random) -> None:
    begin = chooser.randrange(len(data) + 1)
    data[begin : begin + chooser.choice((0, 0, 2, 5))] = chooser.choice(_WORDS)


def _move(data: bytearray, chooser: random.Random) -> None:
    begin = chooser.randrange(len(data) + 1)
    piece = data[begin : begin + chooser.choice((2, 10, 100))]
    del data[begin : begin + len(piece)]
    place = chooser.randrange(len(data) + 1)
    data[place:place] = piece


def _change_digit(data: bytearray, chooser: random.Random) -> None:
    places = [place for place, byte in enumerate(data) if 0x30 <= byte <= 0x39]
    if places:
        data[chooser.choice(places)] = 0x30 + chooser.randrange(10)


_ACCIDENTS = (_flip, _truncate, _remove, _repeat, _insert_word, _insert_word, _move, _change_digit)
