"""The people a model has met: their names, and how strong they were when it last saw them play."""

import difflib
import json
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.own_openings import NOBODY
from kibitz.files import parse_json


@dataclass(frozen=True, slots=True)
class KnownPlayers:
    """Players by number: names as the archive writes them, all different but for their case, and ratings [P]."""

    names: tuple[str, ...]
    ratings: NDArray[np.float32]
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.names) != len(self.ratings):
            raise ValueError(f"{len(self.names)} names have {len(self.ratings)} ratings")
        object.__setattr__(self, "_numbers", {name.casefold(): number for number, name in enumerate(self.names)})

    @classmethod
    def nobody(cls) -> "KnownPlayers":
        """No player at all."""
        return cls((), np.zeros(0, np.float32))

    def numbers(self, names: NDArray[np.str_]) -> NDArray[np.int64]:
        """The numbers of players, [N]; NOBODY for names that are not known. Case makes no difference."""
        different, place = np.unique(names, return_inverse=True)
        found = [self._numbers.get(str(name).casefold(), NOBODY) for name in different]
        return np.array(found, np.int64)[place]

    def ratings_of(self, numbers: NDArray[np.int64]) -> NDArray[np.float32]:
        """The ratings of players by their numbers, [N]; NaN for NOBODY."""
        return np.append(self.ratings, np.float32(np.nan))[numbers]

    def require(self, name: str) -> str:
        """The name as it is known; raises SetupError that guesses who was meant."""
        number = self._numbers.get(name.casefold())
        if number is not None:
            return self.names[number]
        close = difflib.get_close_matches(name.casefold(), self._numbers, n=3)
        meant = " or ".join(self.names[self._numbers[guess]] for guess in close)
        raise SetupError(
            f"there is no player {name!r}{f'; did you mean {meant}?' if meant else ' among those the model has met'}"
        )

    def names_as_bytes(self) -> NDArray[np.uint8]:
        """The names for a file of numbers."""
        return np.frombuffer(json.dumps(self.names, ensure_ascii=False).encode(), np.uint8)

    @classmethod
    def from_bytes(cls, names: NDArray[np.uint8], ratings: NDArray[np.float32]) -> "KnownPlayers":
        """What names_as_bytes() made; raises ValueError for anything else."""
        listed = parse_json(names.tobytes().decode())
        if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
            raise ValueError("the players are not a list of names")
        return cls(tuple(listed), ratings)
