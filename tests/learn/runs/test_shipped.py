"""How the configurations that come with Kibitz, and others, are named on cards."""

from kibitz.learn.runs.shipped import FOLDER, configuration_file, name_on_card


def test_a_shipped_configuration_has_its_name_however_it_was_given(monkeypatch):
    monkeypatch.chdir(FOLDER.parent)
    assert name_on_card(configuration_file("tiny")) == "tiny"
    assert name_on_card(configuration_file("configurations/tiny.toml")) == "tiny"


def test_another_configuration_is_named_with_its_folder(tmp_path, monkeypatch):
    (tmp_path / "configs").mkdir()
    mine = tmp_path / "configs" / "tiny.toml"
    monkeypatch.chdir(tmp_path)
    assert name_on_card(mine) == "configs/tiny.toml"
    monkeypatch.chdir(tmp_path / "configs")
    assert name_on_card(mine) == "tiny.toml"
    monkeypatch.chdir("/")
    assert name_on_card(mine.relative_to("/")) == str(mine.relative_to("/"))


def test_folders_beyond_the_working_folder_are_named_without_those_above_them(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert name_on_card(tmp_path / "configs" / "mine.toml") == "configs/mine.toml"
