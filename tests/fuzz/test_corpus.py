"""Every file that a reader was ever wrong about, and the seeds of fuzzing, read again."""

import pytest

from fuzz.contract import CORPUS
from fuzz.table import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_every_file_of_the_corpus_is_read_or_refused_in_a_sentence(name):
    target = TARGETS[name]
    files = sorted(target.folder.iterdir())
    taken = [target.feed(path.read_bytes()) for path in files]
    assert any(taken), "a seed that is read shows the way to all others"


def test_every_folder_of_the_corpus_belongs_to_a_target():
    assert {folder.name for folder in CORPUS.iterdir()} == set(TARGETS)
