"""Models are found, checked, loaded and added; whatever is wrong with their files is told in one line."""

import pickle
import random
from collections import Counter

import numpy as np
import pytest
from safetensors.numpy import save_file

from kibitz.errors import SetupError
from kibitz.features.othello.planes import situation
from kibitz.models import store
from kibitz.models.othello.loading import load_model
from kibitz.models.store import BrokenModel, find_model, import_model, list_models, user_folder, verify_model
from kibitz.rules.othello.position import START
from tiny_models import SPEC, tiny_network, write_card, write_network


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """A user's folder that is empty at first."""
    folder = tmp_path / "own"
    monkeypatch.setenv("KIBITZ_MODELS", str(folder))
    return folder


def problem_of(name):
    with pytest.raises(SetupError) as caught:
        load_model(str(name))
    message = str(caught.value)
    assert message.count("\n") == 0 or "ONNX" in message
    return message


def test_a_model_is_found_by_its_name_and_loaded(own_folder):
    write_network(own_folder, "careful")
    model = load_model("careful")
    assert model.name == "careful"
    assert model.probabilities(situation(START)).sum() == pytest.approx(1)


def test_a_model_is_found_by_the_path_of_its_weights_or_its_card(tmp_path):
    path = write_network(tmp_path / "elsewhere", "careful-1.2")
    assert find_model(str(path)) == find_model(str(path.with_suffix(".json")))
    assert find_model(str(path)).name == "careful-1.2"


def test_a_model_is_loaded_once_until_its_files_change(own_folder):
    write_network(own_folder, "careful")
    before = load_model("careful")
    assert load_model("careful") is before
    write_network(own_folder, "careful", tiny_network(seed=6), note="trained again")
    after = load_model("careful")
    assert not np.allclose(before.probabilities(situation(START.play(37))), after.probabilities(situation(START.play(37))))


def test_the_users_folder_follows_the_custom_of_the_platform(monkeypatch, tmp_path):
    monkeypatch.delenv("KIBITZ_MODELS")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert user_folder() == tmp_path / "kibitz" / "models"


def test_an_unknown_name_lists_the_known_and_the_closest(own_folder):
    write_network(own_folder, "careful")
    assert "there is no model 'carefull'; did you mean careful? Known: " in problem_of("carefull")
    assert "careful" in problem_of("zzz")


def test_without_any_model_it_is_told_how_to_add_one(monkeypatch, tmp_path, own_folder):
    monkeypatch.setattr(store, "SHIPPED", tmp_path / "nothing")
    assert problem_of("expert") == (
        f"there is no model 'expert'; none is installed, and kibitz models import adds one to {own_folder}"
    )


@pytest.mark.parametrize("name", ["../own/careful", "/etc/passwd", "", ".", "..", "careful/", "a\0b", "x" * 300])
def test_a_name_never_leads_out_of_the_folders(own_folder, name):
    write_network(own_folder, "careful")
    assert problem_of(name).startswith(f"there is no model {name!r}")


def test_an_evaluation_is_no_model_of_moves():
    assert "is an evaluation for the engine, not a model of moves" in problem_of("evaluation-2014")


def test_the_list_has_shipped_models_own_models_and_what_is_broken(own_folder):
    write_network(own_folder, "careful")
    (own_folder / "lonely.onnx").write_bytes(b"weights")
    (own_folder / "notes.md").write_text("not a model")
    by_name = {model.name: model for model in list_models()}
    assert by_name["evaluation-2014"].is_shipped
    assert not by_name["evaluation-2014"].predicts_moves
    assert by_name["careful"].predicts_moves
    assert isinstance(by_name["lonely"], BrokenModel)
    assert "the card" in by_name["lonely"].problem
    assert "notes" not in by_name


def test_every_shipped_model_is_whole():
    shipped = [model for model in list_models() if not isinstance(model, BrokenModel) and model.is_shipped]
    assert shipped
    for model in shipped:
        assert verify_model(model.name) == model


def test_weights_without_a_card_are_refused(own_folder):
    write_network(own_folder, "careful").with_suffix(".json").unlink()
    assert problem_of("careful") == f"the card {own_folder / 'careful.json'} is missing; a model needs one beside its weights"


def test_a_card_without_weights_is_refused(own_folder):
    write_network(own_folder, "careful").unlink()
    assert "is a card without weights; careful.onnx is missing beside it" in problem_of("careful")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is not a card"),
        (b"{", "is not a card"),
        (b"\xff\xfe\x00", "is not a card"),
        (b"[" * 100_000, "is not a card"),
        (b"[1, 2]", "it holds no JSON object"),
        (b"{}", "leaves out 'kind'"),
        (b" " * (1 << 20) + b"{}", "is too large for a card"),
    ],
)
def test_a_damaged_card_is_refused(own_folder, content, problem):
    write_network(own_folder, "careful").with_suffix(".json").write_bytes(content)
    assert problem in problem_of("careful")


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        ({"kind": "pickle"}, "'pickle' is not a kind of model; known are evaluation, evolved, go-nested"),
        ({"kind": 7}, "kind is 7, but should be a text"),
        ({"sha256": None}, "sha256 is '', but should be the 64 digits"),
        ({"sha256": "ab"}, "sha256 is 'ab', but should be the 64 digits"),
        ({"sha256": "0" * 64}, "is damaged or was replaced: its SHA-256 is"),
        ({"features": None}, "leaves out 'features'"),
        ({"features": "hexagons"}, "plane set 'hexagons' is not known; known are raw, hlynsson42"),
        ({"features_version": 2}, "plane set raw is wanted in version 2, but this release computes version 1"),
        ({"features_version": True}, "features_version is True, but should be a whole number"),
        ({"features": "hlynsson42"}, "looks at the planes raw version 1, but its card says hlynsson42 version 1"),
        ({"settings": {"images": 3}}, "wants 3 images of each position; 1 and 8 are possible"),
        ({"settings": []}, "settings is [], but should be an object"),
    ],
)
def test_a_card_that_does_not_fit_is_refused(own_folder, facts, problem):
    write_network(own_folder, "careful", **facts)
    assert problem in problem_of("careful")


def test_truncated_weights_are_found_by_their_checksum(own_folder):
    path = write_network(own_folder, "careful")
    path.write_bytes(path.read_bytes()[:-100])
    assert "is damaged or was replaced" in problem_of("careful")


def with_content(folder, content):
    """Weights of any content with a card whose checksum is right."""
    path = write_network(folder, "careful")
    path.write_bytes(content)
    write_card(path)
    return "careful"


@pytest.mark.parametrize(
    "content",
    [b"", b"no network", tiny_network().SerializeToString()[:-60], pickle.dumps({"weights": [1.0, 2.0]}), bytes(range(256))],
)
def test_weights_that_are_no_network_are_refused_whatever_the_card_says(own_folder, content):
    assert "careful.onnx" in problem_of(with_content(own_folder, content))


@pytest.mark.parametrize(
    ("model", "problem"),
    [
        (tiny_network(card=False), "is an ONNX file, but not one of Kibitz's networks"),
        (tiny_network(planes=5), "has planes [5, 8, 8] of tensor(float), where planes [3, 8, 8]"),
        (tiny_network(outputs=3), "has cells [3, 8, 8] of tensor(float), where cells [2, 8, 8]"),
        (tiny_network(spec={**SPEC, "planes_version": 9}), "plane set raw is wanted in version 9"),
        (tiny_network(spec={"layers": 3}), "does not describe a network"),
    ],
)
def test_foreign_networks_are_refused(own_folder, model, problem):
    write_network(own_folder, "careful", model)
    assert problem in problem_of("careful")


def test_a_network_that_keeps_its_weights_elsewhere_is_refused(own_folder, tmp_path):
    model = tiny_network()
    tensor = model.graph.initializer[0]
    secret = tmp_path / "secret"
    secret.write_bytes(tensor.raw_data)
    tensor.ClearField("raw_data")
    tensor.data_location = 1
    tensor.external_data.add(key="location", value=str(secret))
    assert "cannot be read as an ONNX network" in problem_of(with_content(own_folder, model.SerializeToString()))


def damaged(content, chooser):
    """Bytes with a few of them changed, lost or added, or cut off."""
    data = bytearray(content)
    place = chooser.randrange(len(data))
    match chooser.randrange(4):
        case 0:
            for _ in range(4):
                data[chooser.randrange(len(data))] = chooser.randrange(256)
        case 1:
            del data[place:]
        case 2:
            del data[place : place + chooser.randrange(1, 20)]
        case 3:
            data[place:place] = chooser.randbytes(chooser.randrange(1, 20))
    return bytes(data)


def check_damaged_networks(folder, count, seed):
    chooser = random.Random(seed)
    outcomes = Counter()
    for _ in range(count):
        name = with_content(folder, damaged(tiny_network().SerializeToString(), chooser))
        try:
            verify_model(name)
            outcomes["usable"] += 1
        except SetupError as error:
            assert "careful.onnx" in str(error)
            outcomes["refused"] += 1
    assert outcomes["refused"] > count / 2


def test_networks_damaged_anywhere_work_or_are_refused(own_folder, capfd):
    check_damaged_networks(own_folder, 60, seed=1)
    assert capfd.readouterr() == ("", "")


@pytest.mark.fuzz
def test_thousands_of_networks_damaged_anywhere_work_or_are_refused(own_folder):
    check_damaged_networks(own_folder, 5000, seed=2)


def test_weights_that_are_no_numbers_are_found_by_verify(own_folder):
    write_network(own_folder, "careful", tiny_network(weights=np.full((2, 3, 3, 3), np.nan)))
    with pytest.raises(
        SetupError, match=r"careful\.onnx does not answer as a model should: careful: a probability is not a number"
    ):
        verify_model("careful")


def test_a_damaged_evaluation_is_found_by_verify(own_folder):
    own_folder.mkdir()
    save_file({"weights": np.zeros(3, np.int16)}, own_folder / "eval.safetensors", metadata={"format": "something else"})
    write_card(own_folder / "eval.safetensors", kind="evaluation")
    with pytest.raises(SetupError, match="does not hold an evaluation"):
        verify_model("eval")


def test_weights_that_a_killed_import_left_without_a_card_do_not_stop_the_next(own_folder, tmp_path):
    given = write_network(tmp_path / "given", "careful")
    own_folder.mkdir()
    (own_folder / "careful.onnx").write_bytes(given.read_bytes())
    import_model(given)
    assert verify_model("careful").name == "careful"


def test_an_imported_model_can_be_used_by_its_name(own_folder, tmp_path):
    path = write_network(tmp_path / "downloads", "careful")
    stored = import_model(path)
    assert stored.weights == own_folder / "careful.onnx"
    assert load_model("careful").name == "careful"
    assert sorted(file.name for file in own_folder.iterdir()) == ["careful.json", "careful.onnx"]


def test_a_model_may_be_imported_twice_but_not_another_under_its_name(own_folder, tmp_path):
    path = write_network(tmp_path / "downloads", "careful")
    import_model(path)
    assert import_model(path.with_suffix(".json")).weights == own_folder / "careful.onnx"
    write_network(tmp_path / "downloads", "careful", tiny_network(seed=6))
    with pytest.raises(SetupError, match="there is already another model 'careful'"):
        import_model(path)


@pytest.mark.parametrize("facts", [{"sha256": "0" * 64}, {"features_version": 2}, {"kind": "evaluation"}])
def test_nothing_is_copied_of_a_model_that_is_not_whole(own_folder, tmp_path, facts):
    path = write_network(tmp_path / "downloads", "careful", **facts)
    with pytest.raises(SetupError):
        import_model(path)
    assert not own_folder.exists()


def test_a_file_that_cannot_be_a_model_is_not_imported(tmp_path):
    (tmp_path / "model.pkl").write_bytes(b"")
    with pytest.raises(SetupError, match=r"model\.pkl is not a model's file; weights end in \.onnx or \.safetensors"):
        import_model(tmp_path / "model.pkl")
    with pytest.raises(SetupError, match="there is no file"):
        import_model(tmp_path / "missing.onnx")


def test_a_folder_that_cannot_be_made_is_told(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("KIBITZ_MODELS", str(tmp_path / "file" / "models"))
    with pytest.raises(SetupError, match="cannot be made"):
        import_model(write_network(tmp_path / "downloads", "careful"))
