"""Configuration files: what they may say, and one clear sentence for whatever they may not."""

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

from kibitz.archive.othello.fetch import default_folder
from kibitz.errors import SetupError
from kibitz.learn.networks.othello import network_kind
from kibitz.learn.networks.othello.settings import better_settings, thesis_settings
from kibitz.learn.runs.configuration import read_configuration
from kibitz.learn.runs.kinds import find_kind, known_kinds, listed_kind
from kibitz.learn.runs.othello.wthor import require_wthor
from kibitz.learn.runs.shipped import shipped_configurations
from kibitz.learn.tables.othello import evaluation_kind, expert_kind
from kibitz.learn.tables.othello.expert import ExpertSettings
from kibitz.models.store import SHIPPED
from kibitz.nets.othello.spec import NetSpec

CONFIGS = list(shipped_configurations().values())


def written(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return path


def parsed(tmp_path, kind, text=""):
    return find_kind(kind).parse(read_configuration(written(tmp_path, f'kind = "{kind}"\n{text}')))


def test_shipped_models_name_the_configuration_that_made_them():
    commands = [json.loads(card.read_text()).get("command", "") for card in SHIPPED.glob("*.json")]
    names = [command.split()[2] for command in commands if command.startswith("kibitz train ")]
    assert len(names) > 5
    assert set(names) <= set(shipped_configurations())


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_example_is_right_and_explained(path, tmp_path):
    text = path.read_text()
    assert text.startswith("#")
    book = tmp_path / "logbook.gam.gz"
    book.touch()
    copy = written(tmp_path, text.replace("../shared/data/othello/logistello/logbook.gam.gz", str(book)))
    configuration = read_configuration(copy)
    assert configuration.name == path.stem
    assert find_kind(configuration.kind).parse(configuration)


def test_there_is_an_example_for_every_kind_that_ships_a_model():
    kinds = {read_configuration(path).kind for path in CONFIGS}
    assert {"network", "expert", "evaluation"} <= kinds <= set(known_kinds())


def test_what_is_left_out_is_what_the_recipe_says(tmp_path):
    assert parsed(tmp_path, "network") == better_settings("hlynsson42", 11, 1_000_000)
    text = '[settings]\nrecipe = "thesis"\nplanes = "raw"\nlayers = 8\npositions = 500\nseed = 3\n'
    assert parsed(tmp_path, "network", text) == thesis_settings("raw", 8, 500, seed=3)
    assert parsed(tmp_path, "expert").recipe == ExpertSettings()
    assert parsed(tmp_path, "evaluation") == evaluation_kind.EvaluationPlan()


def test_settings_of_the_network_and_of_its_training_stand_in_one_table(tmp_path):
    text = "[settings]\nblocks = true\nskips = false\nstages = [3, 7]\nlearning_rate = 1\ntrain_years = [1990, 2000]\n"
    settings = parsed(tmp_path, "network", text)
    assert settings.net == NetSpec("hlynsson42", layers=11, normalised=True, blocks=True)
    assert (settings.stages, settings.learning_rate, settings.train_years) == ((3, 7), 1.0, (1990, 2000))
    assert isinstance(settings.learning_rate, float)


def test_names_and_folders_have_defaults(tmp_path):
    found = read_configuration(written(tmp_path, 'kind = "network"'))
    assert (found.name, found.data, found.run, found.licence) == ("mine", None, Path("runs/mine"), "")
    found = read_configuration(written(tmp_path, 'kind = "network"\nname = "x"\ndata = "w"\nrun = "r"\nlicence = "MIT"'))
    assert (found.name, found.data, found.run, found.licence) == ("x", Path("w"), Path("r"), "MIT")


@pytest.mark.parametrize(
    ("kind", "text", "complaint"),
    [
        ("network", "[settings]\npositoins = 5", "positoins is not a setting; did you mean positions?"),
        ("network", '[settings]\npositions = "many"', "positions is 'many', but should be a whole number"),
        ("network", "[settings]\npositions = 2.5", "positions is 2.5, but should be a whole number"),
        ("network", "[settings]\npositions = true", "positions is True, but should be a whole number"),
        ("network", "[settings]\npositions = 0", "positions is 0, but should be above zero"),
        ("network", '[settings]\noptimiser = "sgd"', "optimiser is 'sgd', but should be one of 'adam', 'adamw', 'muon'"),
        ("network", "[settings]\ntrain_years = [2014]", "train_years is [2014], but should be a list of 2, each a whole number"),
        ("network", "[settings]\ntrain_years = [2014, 1977]", "the first year should not come after the last"),
        ("network", "[settings]\nlayers = 99", "a network of 99 layers is not known"),
        ("network", '[settings]\nplanes = "many"', "plane set 'many' is not known"),
        ("network", "[settings]\nnet = 3", "net is not a setting"),
        ("network", '[settings]\nrecipe = "secret"', "recipe is 'secret', but should be one of thesis, better"),
        ("network", "[self_play]\ngames = 3", "kind network has no [self_play]; known are settings"),
        ("expert", "[settings]\npasses = 0", "passes is 0, but should be above zero"),
        ("expert", "[settings]\nlast_year = 1900", "first_year and last_year are [1977, 1900]"),
        ("expert", "[settings]\nlayers = 3", "layers is not a setting"),
        ("evaluation", '[settings]\nbook = "none.gz"', "there is no file none.gz"),
        ("evaluation", '[settings]\nrates = ["fast"]', "rates is ['fast'], but should be a list, each a number"),
        ("evaluation", "[self_play]\nspeed = 1", "speed is not a setting"),
    ],
)
def test_a_wrong_setting_is_named_with_its_file(tmp_path, kind, text, complaint):
    with pytest.raises(SetupError) as error:
        parsed(tmp_path, kind, text)
    assert str(error.value).startswith(str(tmp_path / "mine.toml"))
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("kind = ", "is not TOML"),
        ("", "does not say which kind of learning it is for"),
        ('kind = "network"\nlayers = 3', "layers is not a key outside of tables"),
        ("kind = 3", "kind is 3, but should be a text"),
        ('kind = "network"\nname = "../x"', "'../x' cannot be a model's name"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path, text, complaint):
    with pytest.raises(SetupError, match=complaint):
        read_configuration(written(tmp_path, text))


def test_missing_files_and_folders_are_named(tmp_path):
    with pytest.raises(SetupError, match=r"there is no file .*none.toml"):
        read_configuration(tmp_path / "none.toml")
    with pytest.raises(SetupError, match=r"there is no folder .*nowhere; --data names"):
        require_wthor(tmp_path / "nowhere", Path("mine.toml"))
    with pytest.raises(SetupError, match="holds no WTHOR file"):
        require_wthor(tmp_path, Path("mine.toml"))


def test_an_unknown_kind_is_refused_with_those_that_are_known():
    with pytest.raises(SetupError, match=r"'magic' is not a kind of learning; known are .*network"):
        find_kind("magic")
    assert find_kind("network") is network_kind
    assert find_kind("expert") is expert_kind


def test_each_game_lists_its_kinds_and_where_their_games_are(tmp_path):
    assert {"expert", "network", "go-expert", "go-network"} <= set(known_kinds())
    assert [name for name, kind in known_kinds().items() if kind.with_torch] == [
        "go-nested",
        "go-network",
        "network",
        "ownership",
        "second-look",
    ]
    (tmp_path / "WTH_2014.wtb").touch()
    assert listed_kind("expert").games.find(tmp_path, Path("mine.toml")) == tmp_path
    assert listed_kind("selfplay").games.find(None, Path("mine.toml")) == default_folder()
    assert listed_kind("go-expert").games.find(tmp_path, Path("mine.toml")) == tmp_path


def test_games_of_go_must_be_named_and_there(tmp_path):
    find = listed_kind("go-expert").games.find
    with pytest.raises(SetupError, match=r"mine.toml names no games; --data names"):
        find(None, Path("mine.toml"))
    with pytest.raises(SetupError, match="there is no file or folder"):
        find(tmp_path / "none.zip", Path("mine.toml"))
