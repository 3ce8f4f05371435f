"""Files of named arrays: what was written is read again, and whatever else comes is refused in a sentence."""

import json

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.tensor_files import read_tensors, write_tensors

FORMAT = "kibitz test 1"


def test_arrays_and_facts_come_back_as_they_were(tmp_path):
    written = {"whole": np.arange(6, dtype=np.int16).reshape(2, 3), "broken": np.array([0.5, -1.25], np.float32)}
    write_tensors(tmp_path / "some.safetensors", written, {"format": FORMAT, "size": "6"})
    tensors, facts = read_tensors(tmp_path / "some.safetensors", "a test", FORMAT)
    assert facts == {"format": FORMAT, "size": "6"}
    assert tensors.keys() == written.keys()
    for name, array in written.items():
        np.testing.assert_array_equal(tensors[name], array)
        assert tensors[name].dtype == array.dtype


def test_the_same_content_is_the_same_bytes(tmp_path):
    facts = {"format": FORMAT, **{f"fact {number}": "ä" * number for number in range(9)}}
    for path in (tmp_path / "one.safetensors", tmp_path / "other.safetensors"):
        write_tensors(path, {"small": np.ones(3, np.int8), "large": np.ones(5)}, facts)
    assert (tmp_path / "one.safetensors").read_bytes() == (tmp_path / "other.safetensors").read_bytes()
    tensors, read = read_tensors(tmp_path / "one.safetensors", "a test", FORMAT)
    assert read == facts
    assert tensors["large"].tolist() == [1] * 5


def test_a_file_of_another_format_is_refused_by_name(tmp_path):
    write_tensors(tmp_path / "other.safetensors", {"one": np.zeros(1, np.float32)}, {"format": "kibitz other 3"})
    with pytest.raises(SetupError, match=r"other.safetensors does not hold a test: its format is 'kibitz other 3', not 'kibitz"):
        read_tensors(tmp_path / "other.safetensors", "a test", FORMAT)


def test_a_cut_file_and_a_missing_one_are_told_apart(tmp_path):
    path = tmp_path / "cut.safetensors"
    write_tensors(path, {"one": np.zeros(100, np.float32)}, {"format": FORMAT})
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(SetupError, match=r"cut.safetensors cannot be read as a test: "):
        read_tensors(path, "a test", FORMAT)
    with pytest.raises(SetupError, match=r"missing.safetensors does not exist"):
        read_tensors(tmp_path / "missing.safetensors", "a test", FORMAT)


def test_a_folder_that_is_not_there_is_named_when_writing(tmp_path):
    with pytest.raises(SetupError, match=r"no-folder.some.safetensors cannot be written: "):
        write_tensors(tmp_path / "no-folder" / "some.safetensors", {"one": np.zeros(1, np.float32)}, {"format": FORMAT})


@pytest.mark.parametrize("rank", [9, 60, 100])
def test_arrays_of_many_dimensions_are_refused(tmp_path, rank):
    header = json.dumps({"deep": {"dtype": "F32", "shape": [1] * rank, "data_offsets": [0, 4]}}).encode()
    path = tmp_path / "deep.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
    with pytest.raises(SetupError, match=r"deep.safetensors cannot be read as a test: "):
        read_tensors(path, "a test", FORMAT)
