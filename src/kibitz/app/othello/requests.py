"""A line of Othello, as routes take it from a request that no other game knows."""

from typing import Annotated, TypeAlias

from fastapi import Depends

from kibitz.app.othello.lines import Line
from kibitz.app.requests import GivenPlayedLine
from kibitz.errors import SetupError


def _line(line: GivenPlayedLine) -> Line:
    if not isinstance(line, Line):
        raise SetupError("this request supports Othello only")
    return line


GivenLine: TypeAlias = Annotated[Line, Depends(_line)]
