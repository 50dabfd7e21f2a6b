"""A browser counts UTF-16 units, Python counts code points: two people who mark the same words agree."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.corpus.document_text import DocumentText
from goldsmith.errors import InputError
from goldsmith.records.corpus import Chunk
from goldsmith.records.workbench import EvidenceGiven
from goldsmith.review.differences import same_selection
from goldsmith.text.spans import Span, SpanProblem, Unit, cuts_character, from_code_points, to_code_points
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import give_evidence
from goldsmith.workflows.review_marks import MarkGiven, span_of
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_seat import handle_for
from goldsmith.workflows.review_sources import text_in
from goldsmith.workflows.review_take import take
from tests.workflows.reviewers import Clock, facts, frame

WHERE = "020-emoji-offsets-from-browser"
SET = "name: refunds\ncorpus: {label: first}\n"
CASES = "- {id: g001, question: How long does a refund take?, risk: high, evidence: [notice.md]}\n"
PEOPLE = 'documents = "documents"\n[people.r1]\n[people.r2]\n[people.r3]\n'


@pytest.fixture
def desk(tmp_path: Path, shared_case: Callable[[str], Path]) -> Desk:
    """Return a desk over the notice of the shared case."""
    files = {"golden/set.yaml": SET, "golden/cases/a.yaml": CASES, "goldsmith.toml": PEOPLE}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "documents").mkdir()
    notice = (shared_case(WHERE) / "corpus" / "notice.md").read_bytes()
    (tmp_path / "documents" / "notice.md").write_bytes(notice)
    freeze(tmp_path / "documents", root=tmp_path, options=FreezeOptions(label="first"))
    held = Desk(open_project(tmp_path), MemoryReviewStore(), now=Clock())
    open_reviews(held, person=held.person("r1"))
    return held


@pytest.fixture
def sent(shared_case: Callable[[str], Path]) -> dict[str, dict[str, Any]]:
    """Return what each reviewer sent."""
    lines = (shared_case(WHERE) / "annotations.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["reviewer"]: row for row in map(json.loads, lines)}


def give(desk: Desk, row: dict[str, Any]) -> tuple[tuple[str, ...], EvidenceGiven]:
    person, handle = desk.person(row["reviewer"]), handle_for(desk, "g001")
    offer = take(desk, person, handle)
    given = MarkGiven(
        need=0,
        source=offer.sources[0].source,
        start=row["start"],
        end=row["end"],
        quote=row["quote"],
        unit=row.get("unit"),
    )
    told = give_evidence(desk, person, handle, sent=frame(offer), marks=[given]).told
    evidence = [fact for author, fact in facts(desk) if author == row["reviewer"] and isinstance(fact, EvidenceGiven)]
    return told, evidence[-1]


def test_two_who_count_otherwise_mark_the_same_words(desk: Desk, sent: dict[str, dict[str, Any]]) -> None:
    told, browser = give(desk, sent["r1"])
    silent, program = give(desk, sent["r2"])

    assert (told, silent) == ((), ())
    assert browser.marks == program.marks
    assert [(mark.start, mark.end, mark.quote) for mark in browser.marks] == [(45, 52, "30 days")]
    assert same_selection(browser.marks, program.marks)


def test_numbers_without_a_unit_that_only_a_browser_can_mean_are_converted_and_told(
    desk: Desk, sent: dict[str, dict[str, Any]]
) -> None:
    told, evidence = give(desk, sent["r3"])

    assert [(mark.start, mark.end, mark.quote) for mark in evidence.marks] == [(45, 52, "30 days")]
    assert told == ("the numbers 49-56 were read as utf16, in which they cut out the quote",)


def test_a_quote_that_stands_nowhere_near_is_refused(desk: Desk, sent: dict[str, dict[str, Any]]) -> None:
    for changed in ({"quote": "31 days"}, {"start": 48}, {"unit": "codepoint"}, {"start": 0, "end": 9_999}):
        with pytest.raises(InputError, match="cannot be kept"):
            give(desk, {**sent["r3"], **changed})

    assert not [fact for _, fact in facts(desk) if isinstance(fact, EvidenceGiven)]


@pytest.mark.parametrize(("start", "end"), [(1, 5), (12, 14), (11, 13)])
def test_a_mark_never_cuts_a_family_in_half(desk: Desk, start: int, end: int) -> None:
    person, handle = desk.person("r1"), handle_for(desk, "g001")
    offer = take(desk, person, handle)
    text = text_in(desk, "notice.md").text
    assert text[10:15] == "👩‍👩‍👧"
    given = MarkGiven(need=0, source=offer.sources[0].source, start=start, end=end, quote=text[start:end], unit=None)
    if cuts_character(text, start) or cuts_character(text, end):
        with pytest.raises(InputError, match="cannot be kept"):
            give_evidence(desk, person, handle, sent=frame(offer), marks=[given])
    else:
        assert give_evidence(desk, person, handle, sent=frame(offer), marks=[given]).told == ()


def test_each_row_of_the_reference_is_read_in_each_unit(oracle: Callable[[str], dict[str, Any]]) -> None:
    for row in oracle("offsets.units")["expected"]["rows"]:
        for unit in COUNTED:
            start, end = row[unit]
            given = MarkGiven(need=0, source="", start=start, end=end, quote=row["substring"], unit=unit)
            found = span_of(laid_out(row["text"]), given)

            assert not isinstance(found, SpanProblem)
            assert list(found.span) == row["codepoint"]


COUNTED: tuple[Unit, ...] = ("codepoint", "utf16")
PIECES = st.sampled_from(["a", " ", "é", "e\u0301", "💩", "👩\u200d👩\u200d👧", "🇩🇪", "等", "\n", "مر", "\r\n"])


@given(st.lists(PIECES, min_size=1, max_size=12), st.data())
def test_whatever_is_kept_is_the_quote_in_the_unit_that_is_named(pieces: list[str], data: st.DataObject) -> None:
    text = "".join(pieces)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    unit = data.draw(st.sampled_from([*COUNTED, None]))
    numbers = from_code_points(text, Span(start, end), unit=unit or "utf16")
    given = MarkGiven(need=0, source="", start=numbers[0], end=numbers[1], quote=text[start:end], unit=unit)
    found = span_of(laid_out(text), given)

    if isinstance(found, SpanProblem):
        assert cuts_character(text, start) or cuts_character(text, end)
    else:
        assert found.span.of(text) == text[start:end]
        assert not cuts_character(text, found.span.start)
        assert not cuts_character(text, found.span.end)
        assert unit is None or found.span == to_code_points(text, *numbers, unit=unit)


def laid_out(text: str) -> DocumentText:
    return DocumentText((Chunk(id="n#1", document="n", ordinal=0, start=0, end=len(text), text=text),))
