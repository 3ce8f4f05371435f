"""What the archive knows."""

from kibitz.app.shapes.base import Move, Shape, Side


class ArchiveInfo(Shape):
    imported: bool
    path: str
    message: str
    games: int
    players: int
    tournaments: int
    first_year: int | None
    last_year: int | None


class TopPlayer(Shape):
    name: str
    games: int


class TallyShape(Shape):
    games: int
    black_wins: int
    white_wins: int
    draws: int
    mean_score: float | None


class ExploredMove(TallyShape):
    move: Move
    twins: list[Move]
    share: float
    last_year: int | None
    top_players: list[TopPlayer]


class Explored(TallyShape):
    ended_here: int
    moves: list[ExploredMove]


class ArchivedGame(Shape):
    number: int
    black: str
    white: str
    tournament: str
    date: str
    round: str
    black_score: float | None
    winner: Side | None
    move: Move | None
    moves: str


class ArchivedGames(Shape):
    total: int
    games: list[ArchivedGame]


class ArchivedPlayer(Shape):
    name: str
    is_program: bool
    games: int
    first_year: int | None
    last_year: int | None
    rating: float | None


class ArchivedPlayers(Shape):
    players: list[ArchivedPlayer]
