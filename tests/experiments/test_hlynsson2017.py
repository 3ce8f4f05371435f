"""The thesis's tables, the variants that answer its open questions, and the page that shows them beside measured results."""

import json
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("matplotlib")

from kibitz.errors import SetupError
from kibitz.experiments.hlynsson2017 import comparisons, reproduction, training
from kibitz.experiments.hlynsson2017.comparisons import Year, by_part, difference, mean_of, switched
from kibitz.experiments.hlynsson2017.page import write_page
from kibitz.experiments.hlynsson2017.paper import FFO_43, FFO_43_BEST, NETWORKS, PAPER, Network
from kibitz.experiments.hlynsson2017.variants import (
    PARTS,
    VARIANT_NAMES,
    VARIANTS,
    Named,
    parse_network,
    parse_networks,
    settings_of,
)
from kibitz.experiments.papers import PAPERS, Wanted, find_paper
from kibitz.features.othello.samples import STAGES, moves_of_replay, stages
from kibitz.nets.othello.spec import NetSpec
from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import parse_board, play_all
from kibitz.rules.squares import parse_transcript
from small_archive import write_archive


def test_the_paper_s_tables_are_whole():
    assert set(PAPER) == set(NETWORKS)
    for network, row in PAPER.items():
        assert len(row.by_stage) == STAGES
        assert round(NetSpec(network.planes, layers=network.layers).weight_count() / 1000) == row.thousand_weights
    assert max(row.test for row in PAPER.values()) == PAPER[Network("hlynsson42", 11)].test == 58.3


def test_figure_4_5_s_line_is_legal():
    assert play_all(parse_transcript(FFO_43_BEST), parse_board(FFO_43)).disc_count == parse_board(FFO_43).disc_count + 4


def test_a_page_without_runs_says_not_run_everywhere(tmp_path):
    text = write_page(tmp_path / "runs", tmp_path).read_text()
    assert text.count("not run |") >= 8
    assert "| 11 | 42 | 357k | 58.2 | 58.3 | 43.3 | not run" in text
    assert "No network of ours has been run." in text
    assert "| history left out | not run |" in text


def test_networks_are_named_by_planes_layers_and_variant():
    assert parse_network("raw-9") == Named(Network("raw", 9))
    assert parse_network("hlynsson42-8-without-history") == Named(Network("hlynsson42", 8), "without-history")
    assert parse_network("hlynsson42-8-plain-seed2") == Named(Network("hlynsson42", 8), "plain", 2)
    assert parse_network("raw-9-seed2").name == "raw-9-seed2"
    assert all(parse_network(name).name == name for name in VARIANT_NAMES)
    assert [named.name for named in parse_networks("all")] == [network.name for network in NETWORKS]
    assert tuple(named.name for named in parse_networks("variants")) == VARIANT_NAMES
    for name, complaint in (
        ("raw-12", "is not one of the thesis's"),
        ("hlynsson42-8-without-luck", "variants are hlynsson42-8-"),
    ):
        with pytest.raises(SetupError, match=complaint):
            parse_network(name)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_differs_from_the_reference_in_what_it_says_alone(variant):
    reference = settings_of(parse_network("hlynsson42-8"), "better", 60_000, 1)
    settings = settings_of(parse_network(f"hlynsson42-8-{variant}"), "better", 60_000, 1)
    changed = {name for name, value in settings.to_json().items() if value != reference.to_json()[name]}
    expected = {"reference": set()} | {part: {"stages", "positions", "validate_every", "checkpoint_every"} for part in PARTS}
    assert changed == expected.get(variant, {"net"})
    assert settings.net.plane_set()
    again = settings_of(parse_network(f"hlynsson42-8-{variant}-seed2"), "better", 60_000, 1)
    assert again == replace(settings, seed=2)


def test_variants_are_compared_with_the_reference_of_their_seed():
    assert comparisons.reference_of("better-hlynsson42-8-plain") == "better-hlynsson42-8-reference"
    assert comparisons.reference_of("better-hlynsson42-8-plain-seed2") == "better-hlynsson42-8-reference-seed2"
    assert comparisons.reference_of("better-hlynsson42-8-reference-seed2") == "better-hlynsson42-8-reference"
    for alone in ("better-hlynsson42-8-reference", "better-hlynsson42-8-opening", "better-hlynsson42-8", "better-raw-11"):
        assert comparisons.reference_of(alone) == ""


def test_the_parts_of_the_game_cover_it_and_share_the_budget():
    assert [stage for (first, last), _ in PARTS.values() for stage in range(first, last + 1)] == list(range(STAGES))
    positions = [settings_of(parse_network(f"hlynsson42-8-{part}"), "better", 60_000, 1).positions for part in PARTS]
    assert positions == [20_000] * 3


def some_year(games=8):
    replay = bulk.replay(bulk.random_games(games, seed=3)[0])
    return Year(moves_of_replay(replay), replay.game_of_row())


def always(square_of_row):
    return np.eye(64, dtype=np.float32)[square_of_row]


def test_answers_are_mixed_by_the_mean_by_move_28_and_by_part():
    year = some_year()
    stage = stages(year.moves.situations.boards)
    members = [np.full((len(stage), 64), number, np.float32) for number in range(3)]
    assert (mean_of(members[1:], year) == 1.5).all()
    np.testing.assert_array_equal(switched(members[:2], year)[:, 0], stage >= 5)
    expected = np.select([stage <= 2, stage <= 7], [0, 1], 2)
    np.testing.assert_array_equal(by_part(members, year)[:, 5], expected)


def test_a_gain_is_the_difference_of_the_shares_right_with_games_drawn_as_a_whole():
    year = some_year()
    right = always(year.moves.square)
    half = np.where((year.game < 4)[:, None], right, 0.0).astype(np.float32)
    found = difference(right, half, year)
    forced_or_first = difference(right, right, year)
    assert forced_or_first == {"gain": 0.0, "gain_low": 0.0, "gain_high": 0.0}
    assert 0 < found["gain_low"] < found["gain"] < found["gain_high"] < 1


def test_papers_are_found_by_name():
    assert find_paper("hlynsson2017") is reproduction
    assert list(PAPERS) == sorted(PAPERS)
    with pytest.raises(SetupError, match="'magic1999' is not a paper"):
        find_paper("magic1999")


def test_reproduce_trains_measures_compares_and_writes_the_page(tmp_path, monkeypatch):
    wthor = write_archive(tmp_path / "wthor", range(2014, 2017), games=6)
    monkeypatch.setattr(training, "settings_of", tiny(settings_of))
    told = []
    wanted = Wanted(
        "raw-8,hlynsson42-8-reference,hlynsson42-8-discs-only",
        "better", None, 256, tmp_path / "runs", tmp_path / "docs", wthor, 1, told.append,
    )  # fmt: skip
    page = reproduction.reproduce(wanted).read_text()
    result = json.loads((tmp_path / "runs" / "better-raw-8" / "result.json").read_text())
    figures = result["years"]["2016"]
    assert figures["top1_low"] <= figures["top1"] <= figures["top1_high"]
    assert f"**{100 * figures['top1']:.1f} (" in page
    assert [step["best"] for step in result["ffo43"]] == ["c7", "h4", "h5", "b8"]
    assert sum(result["ffo43"][0]["probabilities"].values()) == pytest.approx(1, abs=0.01)
    compared = json.loads((tmp_path / "runs" / comparisons.COMPARISONS_FILE).read_text())["variants"]
    assert set(compared) == {"better-hlynsson42-8-discs-only"}
    assert told[0].part == "better-raw-8"
    finished = (tmp_path / "runs" / "better-raw-8" / "result.json").stat().st_mtime_ns
    reproduction.reproduce(wanted)  # finished runs are not run again
    assert (tmp_path / "runs" / "better-raw-8" / "result.json").stat().st_mtime_ns == finished


def tiny(whole):
    def settings(named, recipe, positions, threads):
        found = whole(named, recipe, positions, threads)
        return replace(found, batch=64, train_years=(2014, 2014), validation_sample=50)

    return settings


def test_a_network_without_a_budget_is_not_trained(tmp_path):
    wanted = Wanted("raw-8", "better", None, None, tmp_path / "runs", tmp_path, tmp_path, 1, lambda _: None)
    with pytest.raises(SetupError, match="raw-8 has not been run; --budget or --positions"):
        reproduction.reproduce(wanted)
    assert not (tmp_path / "runs").exists()


def test_pictures_of_the_page_are_drawn_from_stored_results(tmp_path):
    folder = tmp_path / "runs" / "better-raw-11"
    folder.mkdir(parents=True)
    rows = ["step,positions,seconds,rate,train_loss,train_top1,validation_nll,validation_top1"]
    rows += [f"{step},{step * 256},1.0,0.5,{2 / step},0.3,{1.9 / step},{0.1 * step}" for step in (1, 2, 3)]
    (folder / "metrics.csv").write_text("\n".join(rows) + "\n")
    stage_rows = [{"stage": stage, "positions": 10, "top1": 0.5} for stage in range(STAGES)]
    year = {"top1": 0.5, "top1_low": 0.4, "top1_high": 0.6, "top3": 0.8, "nll": 1.0, "by_stage": stage_rows}
    step = {
        "board": FFO_43.split()[0],
        "best": "c7",
        "choice": "c7",
        "probability": 0.75,
        "probabilities": {"c7": 0.75, "b8": 0.25},
    }
    result = {"positions": 768, "seconds": 3.0, "forward_ms": 0.5, "years": {"2015": year, "2016": year}, "ffo43": [step] * 4}
    (folder / "result.json").write_text(json.dumps(result))
    page = write_page(tmp_path / "runs", tmp_path).read_text()
    for picture in ("loss", "accuracy", "ffo43"):
        assert f"(hlynsson2017/{picture}.png)" in page
        assert (tmp_path / "hlynsson2017" / f"{picture}.png").read_bytes().startswith(b"\x89PNG")
