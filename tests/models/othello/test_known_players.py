"""Players a model has met."""

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.features.othello.own_openings import NOBODY
from kibitz.models.othello.known_players import KnownPlayers

PEOPLE = KnownPlayers(("Seeley Ben", "Tamenori Hideshi", "Bodé Rémy"), np.array([1800, 1900, 1500], np.float32))


def test_names_are_found_whatever_their_case():
    assert PEOPLE.numbers(np.array(["TAMENORI hideshi", "seeley ben", "", "Nobody Else"])).tolist() == [1, 0, NOBODY, NOBODY]
    assert PEOPLE.require("bodé rémy") == "Bodé Rémy"


def test_strangers_have_no_rating():
    ratings = PEOPLE.ratings_of(np.array([1, NOBODY]))
    assert ratings[0] == 1900
    assert np.isnan(ratings[1])


def test_a_name_misspelled_is_guessed():
    with pytest.raises(SetupError, match=r"there is no player 'Seely Ben'; did you mean Seeley Ben\?"):
        PEOPLE.require("Seely Ben")
    with pytest.raises(SetupError, match="among those the model has met"):
        PEOPLE.require("xyzzy")


def test_names_survive_a_file_of_numbers():
    assert KnownPlayers.from_bytes(PEOPLE.names_as_bytes(), PEOPLE.ratings).names == PEOPLE.names


@pytest.mark.parametrize("damaged", [b'{"a": 1}', b"[1, 2]", b"\xff\xfe", b'["only one"]'])
def test_damaged_names_are_refused(damaged):
    with pytest.raises(ValueError, match=r".+"):
        KnownPlayers.from_bytes(np.frombuffer(damaged, np.uint8), PEOPLE.ratings)
