"""The test that every game of Kibitz must pass as a whole: its parts fit together, and each can do what it says."""

import json
import pickle
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from kibitz.archive.filing import Filing, find_filing
from kibitz.errors import IllegalMoveError, KibitzError, SetupError
from kibitz.games.kit import (
    ArchivePart,
    EnginePart,
    Kit,
    LibraryPart,
    LineOfPlay,
    MatchesPart,
    PlayedLine,
    RecordsPart,
    TablePart,
)
from kibitz.players.referee import PlayedGame, play_game
from kibitz.players.registry import find_kind, make_player, parse_player_text
from kibitz.rules.game import BrokenContractError, check_game
from kibitz.rules.squares import PASS

PARTS: Final = ("positions", "matches", "terminal", "engine", "records", "archive", "library")
_DESCRIBED: Final = {"board", "to_move", "legal_moves"}
_MOVES: Final = 12  # played before a position is drawn, described and saved


def check_kit(kit: Kit, games: int = 1, seed: int = 0) -> None:
    """Try out every part of a game and raise BrokenContractError at the first thing that is not as the contract says.

    `games` random games are played by the rules. Nothing is left on the disk or on standard output.
    """
    _require(kit.name.isidentifier() and kit.name == kit.name.lower(), kit, "a name is one word in small letters")
    _require(bool(kit.title.strip()), kit, "a game has a title")
    _check_options(kit)
    with _reported(kit), redirect_stdout(StringIO()), TemporaryDirectory() as folder:
        _check_positions(kit, games, seed)
        _check_matches(kit, kit.matches, seed)
        _check_engine(kit, kit.engine)
        _check_library(kit, kit.library, Path(folder))
        if kit.terminal:
            played = _check_terminal(kit, kit.terminal, seed)
            _check_files(kit, kit.terminal, played, Path(folder))


def _require(condition: bool, kit: Kit, what: str) -> None:
    if not condition:
        raise BrokenContractError(f"{kit.name}: {what}")


@contextmanager
def _reported(kit: Kit) -> Iterator[None]:
    """Turn what a part complains about into a broken contract: nothing here asks for what cannot be."""
    try:
        yield
    except KibitzError as error:
        raise BrokenContractError(f"{kit.name}: {error}") from error


def _check_options(kit: Kit) -> None:
    kinds: dict[str, type] = {}
    for part in PARTS:
        names = kit.option_names(part)
        _require(len(set(names)) == len(names), kit, f"no option of {part} has the name of another")
        for option in kit.options(part):
            _require(option.name.isidentifier(), kit, f"option {option.name!r} has a name that can be a keyword")
            _require(bool(option.help.strip()), kit, f"option {option.name!r} is explained")
            _require(kinds.setdefault(option.name, option.kind) is option.kind, kit, f"option {option.name!r} is of one kind")


def _check_positions(kit: Kit, games: int, seed: int) -> None:
    line = kit.positions.parse("")
    _require(line.game.name == kit.name, kit, f"its rules are called {line.game.name!r}")
    _require(line.moves == () and line.position == line.game.start(), kit, "empty text is the start")
    _refuses(kit, lambda: kit.positions.parse("?"), "text that is not a position")
    check_game(line.game, games, seed)
    position = _played(line, seed)
    described = json.loads(json.dumps(kit.positions.describe(position)))
    _require(described.keys() >= _DESCRIBED, kit, f"a described position has {', '.join(sorted(_DESCRIBED))}")
    _require(described["to_move"] == position.to_move.name.lower(), kit, "a described position says whose turn it is")
    kit.positions.draw(position, None)
    pieces = list(kit.positions.leaves(line.position, 1))
    _require(sum(leaves for leaves, _ in pieces) == len(line.position.legal_moves()), kit, "every move is a leaf one ply deep")
    _require(abs(sum(share for _, share in pieces) - 1) < 1e-9, kit, "the shares of the pieces make up the whole tree")


def _played(line: LineOfPlay, seed: int) -> Any:
    """The position after some random moves."""
    chooser, position = random.Random(seed), line.position
    for _ in range(_MOVES):
        if position.outcome() is None:
            position = position.play(chooser.choice(position.legal_moves()))
    return position


def _check_matches(kit: Kit, part: MatchesPart | None, seed: int) -> None:
    if part is None:
        return
    game = part.match()
    _require(game.rules.name == kit.name, kit, f"matches are of {game.rules.name!r}")
    described = json.loads(json.dumps(game.to_json()))
    _require(described["name"] == kit.name and game.of_json(described) == game, kit, "of_json(to_json()) is the match")
    _require(pickle.loads(pickle.dumps(game)) == game, kit, "a match can be sent to another process")
    openings = game.choose_openings(part.default_openings, 2, seed, ())
    _require(len(openings) == 2, kit, "there are as many openings as were asked for")
    with make_player("random", seed) as black, make_player("random", seed + 1) as white:
        played = play_game(game.rules, black, white, opening=openings[0], count=game.count)
    record = game.record(played, round="1.1", black="a", white="b")
    text = game.format_record(record)
    _require(text.endswith("\n") and text.count("\n") == 1, kit, "a record is one line")
    (read,) = game.parse_records(text.encode(), "a match")
    _require(game.moves(read) == game.moves(record) == played.moves, kit, "a record keeps the moves")
    _require(game.black_score(read) is not None, kit, "a record keeps the score")
    _require(read.round == "1.1", kit, "a record keeps its round")


def _check_engine(kit: Kit, part: EnginePart | None) -> None:
    if part is None:
        return
    _require(bool(part.protocols), kit, "an engine speaks a protocol")
    for name in part.protocols:
        protocol = part.protocol(name, None)
        step = protocol.answer(protocol.begin(), "no such command")
        _require(not step.is_last, kit, f"{name} goes on after a line that it does not know")
    _check_player(kit, part.player(None))
    _require(part.player("random") == "random", kit, "a player that is named chooses the moves")
    part.thinker(None).close()


def _check_library(kit: Kit, part: LibraryPart | None, folder: Path) -> None:
    """A stone that is played can be seen, and a line that is written can be read."""
    if part is None:
        return
    line = PlayedLine.of(kit.positions.parse(""))
    _require(all(part.stone(line.position, move) is None for move in _points(line)), kit, "moves are to empty squares")
    move, mover = _points(line)[0], line.position.to_move
    line = line.play(move)
    _require(part.stone(line.position, move) == mover, kit, "who plays a move has a stone there")
    layout = part.layout(line.position)
    _require(line.game.format_move(move) in layout.pieces, kit, "who plays a move has a stone there in pictures")
    _require(all(line.game.format_move(legal) in layout.places for legal in _points(line)), kit, "pictures have all squares")
    if kit.records:
        written = folder / f"library{kit.records.suffix}"
        _require(part.write(written, [part.record(line)]) == 1, kit, "a line can be written")
        (read,) = part.read(written, _complain, _complain)
        _require(part.line(read).moves == line.moves, kit, "a line that was written can be read")


def _points(line: LineOfPlay) -> list[int]:
    """The legal moves but a pass."""
    return [move for move in line.position.legal_moves() if move != PASS]


def _check_terminal(kit: Kit, part: TablePart, seed: int) -> PlayedGame:
    """A game that was broken off after some moves."""
    line = part.line("")
    table = part.table(line)
    _check_player(kit, part.opponent())
    _check_player(kit, part.adviser())
    for words in (table.help, table.invitation, table.pass_words, table.score(line.position)):
        _require(bool(words.strip()), kit, "the table has words for everything")
    with make_player("random", seed) as black, make_player("random", seed + 1) as white:
        played = play_game(table.game, black, white, count=table.count)
    table.draw(played.start, None)
    table.last_words(played)
    start = played.moves[:_MOVES]
    _require(part.line(table.format_moves(start)).moves == start, kit, "moves that the table shows can be typed again")
    return played


def _check_player(kit: Kit, text: str | None) -> None:
    if text is not None:
        kind = find_kind(parse_player_text(text).name)
        _require(kind.only_game in ("", kit.name), kit, f"its player {text!r} plays it")


def _check_files(kit: Kit, part: TablePart, played: PlayedGame, folder: Path) -> None:
    """What the table writes can be converted, and what was converted can be filed and exported again."""
    table = part.table(part.line(""))
    _refuses(kit, lambda: table.require_format(folder / "game.unknown"), "a file whose name tells no format")
    if kit.records:
        written = folder / f"game{kit.records.suffix}"
        table.require_format(written)
        table.write(written, played)
        _check_records(kit, kit.records, written)
        if kit.archive:
            _check_archive(kit, kit.archive, written)


def _check_records(kit: Kit, part: RecordsPart, written: Path) -> None:
    result = part.convert(written, written.with_name(f"copy{part.suffix}"), _complain, _complain)
    _require((result.games, result.skipped) == (1, 0), kit, "a game that was played can be converted")


def _check_archive(kit: Kit, part: ArchivePart, written: Path) -> None:
    from kibitz.archive.database import open_for_writing
    from kibitz.archive.explore import explore
    from kibitz.archive.filters import GameFilter
    from kibitz.archive.importer import import_files, record_files

    _check_filing(kit, find_filing(kit.name))
    start = kit.positions.parse("").position
    _require(part.remark(start) is None, kit, "the archive knows the start")
    with open_for_writing(written.with_name("archive.duckdb"), game=kit.name) as archive:
        _require(import_files(archive, record_files([written], kit.name)).games == 1, kit, "the archive takes a game in")
        _require(import_files(archive, record_files([written], kit.name)).duplicates == 1, kit, "the archive knows it again")
        (played,) = explore(archive, start).moves
        _require(set(played.twins) <= set(start.legal_moves()), kit, "the archive knows the move that was played first")
        exported = part.export(archive, written.with_name(f"out{written.suffix}"), GameFilter(), start, _complain)
    _require(exported == 1, kit, "the archive gives a game back")


def _check_filing(kit: Kit, filing: Filing) -> None:
    """What the archive must know of the game fits the kit, and images of a position are filed under one key."""
    _require((filing.game, filing.title) == (kit.name, kit.title), kit, f"its games are filed as those of {filing.game!r}")
    line = kit.positions.parse("")
    position = line.position.play(line.position.legal_moves()[0])
    keys = {filing.key(image) for image in line.game.images(position)}
    _require(keys == {filing.key(position)}, kit, "images of a position have one key")
    _require(filing.key(line.position) not in keys, kit, "another position has another key")


def _refuses(kit: Kit, action: Callable[[], object], what: str) -> None:
    try:
        action()
    except (ValueError, IllegalMoveError, SetupError):
        return
    raise BrokenContractError(f"{kit.name}: {what} is refused")


def _complain(about: object) -> None:
    raise SetupError(str(about))
