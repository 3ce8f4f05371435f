"""What the clients of the soak send: positions of every game, and files of every format, of which some are damaged."""

import gzip
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kibitz.app.go.lines import format_go_path
from kibitz.records.othello.files import RecordFormat, write_games
from kibitz.review.othello.game_sources import own_games
from kibitz.rules.go.points import format_sgf_vertex
from kibitz.rules.go.position import GoGame
from kibitz.rules.noughts.position import START as NOUGHTS_START
from kibitz.rules.noughts.position import format_moves
from kibitz.rules.squares import PASS, format_transcript


@dataclass(frozen=True)
class Line:
    """A position as requests name it."""

    start: str
    moves: str


@dataclass(frozen=True)
class Upload:
    """A file, and the status its import is answered with."""

    name: str
    data: bytes
    status: int = 201


def some_line(chooser: random.Random) -> Line:
    """A position of one of the games: mostly Othello, every third of Go, every tenth of noughts and crosses."""
    kind = chooser.random()
    if kind < 0.1:
        return Line("noughts:", format_moves(chooser.sample(NOUGHTS_START.legal_moves(), 3)))
    if kind < 0.4:
        size = chooser.choice((9, 13, 19))
        return Line(f"go:{size}", format_go_path(go_moves(size, chooser)[: chooser.randrange(40)], size))
    return Line("", othello_line(chooser.randrange(len(own_games())), chooser.randrange(2, 52)))


def othello_line(number: int, plies: int) -> str:
    return format_transcript([move for move in own_games()[number].moves if move != PASS][:plies])


def go_moves(size: int, chooser: random.Random) -> tuple[int, ...]:
    return _go_moves(size, chooser.randrange(60))


@cache
def _go_moves(size: int, seed: int) -> tuple[int, ...]:
    chooser, position, moves = random.Random(seed), GoGame(size).start(), []
    for _ in range(40):
        moves.append(chooser.choice(position.legal_points()))
        position = position.play(moves[-1])
    return tuple(moves)


def make_uploads(folder: Path) -> list[Upload]:
    """Files of every game and format, and some that are damaged."""
    uploads = [othello_file(folder, suffix) for suffix in ("pgn", "sgf", "ggf", "csv", "txt", "wtb")]
    pgn, go = uploads[0].data, _go_file()
    return [
        *uploads,
        Upload("go.sgf", go),
        Upload("noughts.txt", b"# noughts\n" + b"b2a1c3a3\n" * 30),
        Upload("games.pgn.gz", gzip.compress(pgn)),
        Upload("cut.pgn.gz", gzip.compress(pgn)[:-40], 400),
        Upload("damaged.wtb", uploads[-1].data[:50], 400),
        Upload("trap.sgf.gz", gzip.compress(b"(;" * (20 << 20)), 400),
        Upload("noise.bin", random.Random(1).randbytes(20_000), 400),
    ]


def othello_file(folder: Path, suffix: str) -> Upload:
    path = folder / f"games.{suffix}"
    write_games(path, own_games()[:30], RecordFormat.WTHOR if suffix == "wtb" else None)
    return Upload(path.name, path.read_bytes())


def _go_file() -> bytes:
    return b"\n".join(_go_game(seed) for seed in range(12))


def _go_game(seed: int) -> bytes:
    words = [f";{'BW'[ply % 2]}[{format_sgf_vertex(point, 19)}]" for ply, point in enumerate(_go_moves(19, seed))]
    return f"(;GM[1]FF[4]SZ[19]PB[Ada]PW[Bo]RE[B+R]{''.join(words[:20])}({''.join(words[20:])})(;B[]))".encode()
