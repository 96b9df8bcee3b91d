import campione
import pytest
from campione import crc


def test_numbers_and_arrays() -> None:
    assert crc.array(27621) == "rqnbakbncr" and crc.number("RNBQCKABNR") == 25933
    assert crc.array(518, "chess960") == "rnbqkbnr" and crc.number("rnbqkbnr", "chess960") == 518
    for number in (1, 2, 12345, 47999, 48000):
        assert crc.number(crc.array(number)) == number and crc.board(number).fen().startswith(crc.array(number) + "/")
    with pytest.raises(campione.ArgumentError):
        crc.array(1, "chess")


def test_filters() -> None:
    assert crc.count() == 48_000 == len(crc.numbers()) and crc.count("protected") == len(crc.numbers("protected"))
    for narrow, wide in (("protected", "all"), ("seed", "protected"), ("2005", "seed")):
        assert set(crc.numbers(narrow)) < set(crc.numbers(wide))
    for number in crc.numbers("2005")[::2000]:
        traits = crc.traits(number)
        assert crc.passes(number, "2005") and traits["unprotected"] == [] and traits["unlike_gothic"] >= 3
        assert traits["bishops_together"] is False
    assert crc.traits(25933)["unlike_gothic"] == 0


def test_seeds_of_the_published_table() -> None:
    # docs/NOTATION.md, "Start arrays by number".
    assert crc.choose(0) == 15536 and crc.choose(1, "protected") == 21227 and crc.choose(2**64 - 1, "seed") == 6834
    assert crc.choose(2005, "2005") == 43009


def test_steps() -> None:
    steps = crc.steps(27621)
    assert steps[-1].rank == "rqnbakbncr" and steps[0].rule == "order"
    ways = 1
    for step in steps:
        assert 0 <= step.digit < step.ways
        ways *= step.ways
    assert ways == 48_000
