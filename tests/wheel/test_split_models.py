"""A wheel is split in two that together have every file once, each with its checksum."""

import base64
import hashlib
import importlib.util
import zipfile
from pathlib import Path

import pytest

from kibitz.errors import SetupError
from kibitz.models import store
from kibitz.models.othello.engine import EVALUATION_NAME, VALUES_NAME

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "split_models.py"
SHIPPED = "kibitz/models/shipped"


def split(wheel: Path, folder: Path) -> None:
    spec = importlib.util.spec_from_file_location("split_models", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.main(wheel, folder)


def files_of(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def test_every_file_is_in_one_of_the_two_wheels_with_its_checksum(tmp_path):
    contents = {
        "kibitz/__init__.py": b"x = 1\n",
        "kibitz/models/optional.txt": b"big\n",
        **{f"{SHIPPED}/{name}": name.encode() for name in ("big.json", "big.safetensors", "small.json", "bigger.onnx")},
        "kibitz-1.0.dist-info/METADATA": b"Name: kibitz\n",
        "kibitz-1.0.dist-info/RECORD": b"of the whole\n",
    }
    whole = tmp_path / "kibitz-1.0-cp312-abi3-linux_x86_64.whl"
    with zipfile.ZipFile(whole, "w") as opened:
        for name, data in contents.items():
            opened.writestr(name, data)
    split(whole, tmp_path / "out")
    light, models = (files_of(tmp_path / "out" / name) for name in (whole.name, "kibitz_models-1.0-py3-none-any.whl"))
    assert {name for name in models if not name.startswith("kibitz_models-")} == {
        f"{SHIPPED}/big.json",
        f"{SHIPPED}/big.safetensors",
    }
    assert {**light, **models}.items() >= {name: data for name, data in contents.items() if not name.endswith("RECORD")}.items()
    for wheel, record in ((light, "kibitz-1.0.dist-info/RECORD"), (models, "kibitz_models-1.0.dist-info/RECORD")):
        rows = [row.split(",") for row in wheel[record].decode().split()]
        assert {row[0] for row in rows} == set(wheel)
        for name, digest, size in rows:
            found = base64.urlsafe_b64encode(hashlib.sha256(wheel[name]).digest()).rstrip(b"=").decode()
            assert name == record or (digest, size) == (f"sha256={found}", str(len(wheel[name])))


def test_a_model_that_was_left_out_is_named_with_the_package_that_has_it(monkeypatch, tmp_path):
    monkeypatch.setattr(store, "SHIPPED", tmp_path)
    with pytest.raises(SetupError, match=r"the model ng2017 is in a package of its own: pip install 'kibitz\[models\]'"):
        store.find_by_name("ng2017")


def test_optional_models_are_shipped_and_no_default():
    optional = set(store.OPTIONAL.read_text().split())
    assert {f"{name}.json" for name in optional} <= {path.name for path in store.SHIPPED.glob("*.json")}
    assert not optional & {"expert", "human", "ownership", "go-network", "go-expert", EVALUATION_NAME, VALUES_NAME}
    stored = [model for model in store.list_models() if isinstance(model, store.StoredModel) and model.is_shipped]
    needed = {model.card.settings.get("expert") for model in stored if model.name not in optional}
    assert not optional & needed
