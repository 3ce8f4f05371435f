"""By which rules records were played that do not say so. The headers are those of real games."""

import pytest

from kibitz.records.go.likely_rules import are_rules_assumed, likely_rules, named_rules
from kibitz.records.go.sgf import parse_go_game
from kibitz.rules.go.rule_sets import AGA, CHINESE, JAPANESE, NEW_ZEALAND

HEADERS = {
    "All Japan, 1968": ("EV[1st All Japan #1]RO[1]PB[Sakata Eio]PW[Kubouchi Shuchi]KM[5.5]RE[B+R]DT[1968-11-28]", JAPANESE),
    "insei, 1968": ("EV[1968 Insei Tournament]PB[Cho Chikun]KM[4.5]RE[B+R]DT[1968-01-09]PC[Nihon Ki-in]", JAPANESE),
    "castle game": ("PB[Inoue Dosetsu Inseki]PW[Honinbo Shusaku]DT[1846-09-11]RE[W+2]", JAPANESE),
    "Oteai without komi": ("EV[Oteai 1969]KM[0]DT[1969-05-07]PC[Nihon Ki-in]RE[B+3]", JAPANESE),
    "Korean title": ("EV[12th LG Cup]KM[6.5]DT[2008-02-25]PC[Seoul]RE[B+0.5]", JAPANESE),
    "server game with handicap": (
        "PC[The KGS Go Server at http://www.gokgs.com/]HA[2]KM[0.50]DT[2008-02-01]RE[W+Resign]",
        JAPANESE,
    ),
    "Chunlan Cup": ("EV[11th Chunlan Cup]KM[7.5]DT[2016-12-19]RE[W+0.5]", CHINESE),
    "Ing Cup": ("EV[4th Ing Cup]KM[8]DT[2000-05-02]PC[Shanghai]RE[B+1]", CHINESE),
    "Chinese count of 3¾": ("EV[Team tournament]KM[3.75]DT[2010-05-02]", CHINESE),
    "exchange in Beijing": ("EV[Japan-China Go Exchange]KM[5.5]PC[Beijing]DT[1974-05-01]RE[B+1.5]", CHINESE),
    "exchange in Tokyo": ("EV[Japan-China Go Exchange]KM[5.5]PC[Tokyo]DT[1974-05-01]RE[B+1.5]", JAPANESE),
    "a count that area cannot give": ("RE[B+2]", JAPANESE),
    "nothing": ("", CHINESE),
}


@pytest.mark.parametrize(("header", "rules"), HEADERS.values(), ids=HEADERS)
def test_rules_follow_from_komi_place_date_and_result(header: str, rules: object) -> None:
    record = parse_go_game(f"(;GM[1]SZ[19]{header};B[pd];W[dp])")
    assert likely_rules(record) == rules
    assert record.start.rules == rules
    assert are_rules_assumed(record)


def test_named_rules_win_over_everything_else() -> None:
    record = parse_go_game("(;GM[1]SZ[19]RU[Chinese]KM[5.5]DT[1968-11-28]PC[Nihon Ki-in];B[pd])")
    assert likely_rules(record) == CHINESE
    assert not are_rules_assumed(record)


def test_names_are_known_in_the_spellings_of_real_files() -> None:
    spelled = {"JPN": JAPANESE, "jp": JAPANESE, "Korean": JAPANESE, "NZ": NEW_ZEALAND, "AGA": AGA, "Ing Goe": CHINESE}
    assert {text: named_rules(text) for text in spelled} == spelled
    assert named_rules("Japanese, 6.5 komi") == JAPANESE
    assert named_rules("Chinese(area scoring)") == CHINESE
    assert [named_rules(text) for text in ("", "Uchikomi", "Pair Go", "Japaneseish")] == [None] * 4
