"""Recognise denied text of which only fingerprints are kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.fingerprints import SharedPassage, fingerprints, shared_passage, shared_passages
from goldsmith.text.spans import Span

_DENIED = "The vault in region B opens with code nine seven after two keys are turned together by the night officer."
_KNOWN = frozenset(fingerprints(_DENIED))
_CHINESE = "区域乙的金库在两把钥匙同时转动后用九七密码开启由夜班负责人操作"


def test_a_passage_that_was_carried_over_is_shown_with_its_place() -> None:
    answer = "As far as I know, the vault in region B opens with code nine seven, but ask first."

    assert shared_passage(answer, _KNOWN) == SharedPassage(span=Span(18, 66), words=10.0)
    assert answer[18:66] == "the vault in region B opens with code nine seven"


@pytest.mark.parametrize(
    "answer",
    [
        _DENIED.upper(),
        _DENIED.replace(" ", "\n\t"),
        _DENIED.replace("vault", "va\u200bult").replace("opens", "op\u00adens"),
        _DENIED.replace("region", "re\u200cgion"),
        _DENIED.replace(" opens", "\u00a0opens"),
        f"“{_DENIED[:-1]}” …",
    ],
)
def test_disguises_that_a_reader_does_not_see_do_not_help(answer: str) -> None:
    passage = shared_passage(answer, _KNOWN)

    assert passage is not None
    assert passage.words == 20.0


@pytest.mark.parametrize(
    "answer",
    [
        "the vault in region B opens with a key",
        "The safe in region B opens with key nine seven after both keys are turned by the day officer.",
        "officer night the by together turned are keys two after seven nine code with opens",
        "",
    ],
)
def test_near_misses_are_not_reported(answer: str) -> None:
    assert shared_passages(answer, _KNOWN) == ()


def test_sixteen_characters_of_a_script_without_spaces_are_a_passage() -> None:
    known = frozenset(fingerprints(_CHINESE))

    assert shared_passage(f"听说{_CHINESE[:16]}。", known) == SharedPassage(span=Span(2, 18), words=8.0)
    assert shared_passage(f"听说{_CHINESE[:15]}。", known) is None


def test_a_higher_minimum_needs_a_longer_passage() -> None:
    answer = "the vault in region B opens with code nine seven"

    assert shared_passage(answer, _KNOWN, minimum=10) is not None
    assert shared_passage(answer, _KNOWN, minimum=11) is None
    with pytest.raises(ValueError, match="runs shorter than 8 words"):
        shared_passages(answer, _KNOWN, minimum=7)


def test_a_text_shorter_than_a_passage_has_no_fingerprint() -> None:
    assert fingerprints("Only seven words stand in this text.") == ()


def test_fingerprints_are_the_same_on_every_machine() -> None:
    assert fingerprints("One two three four five six seven eight.") == (6_903_290_530_720_575_867,)


_WORDS = st.lists(st.sampled_from("alpha beta gamma delta epsilon zeta eta theta iota kappa".split()), max_size=30)


@given(_WORDS, st.integers(0, 12), _WORDS)
def test_a_verbatim_run_is_found_exactly_when_it_is_long_enough(
    before: list[str], length: int, after: list[str]
) -> None:
    secret = [f"word{number}" for number in range(12)]
    answer = " ".join([*before, *secret[:length], *after])

    passages = shared_passages(answer, frozenset(fingerprints(" ".join(secret))))

    assert [passage.words for passage in passages] == ([float(length)] if length >= 8 else [])
