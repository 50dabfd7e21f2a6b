"""Ids that nobody knows stop the run, with both sides and a way to make them one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldsmith.records.case import Case
from goldsmith.records.response import Failure, Reply, RetrievedItem
from goldsmith.records.run import RulerNote
from goldsmith.scoring.drift import DriftReport, identity_drift, text_drift
from goldsmith.tables.chunks import CorpusView
from tests.scoring.building import case, chunk, chunk_need, items, reply, response, seen, view


def drift(*retrieved: RetrievedItem, asked: Case | None = None, corpus: CorpusView | None = None) -> DriftReport:
    gold = asked or case(chunk_need("returns#1"), chunk_need("fees#2"))
    cases = [replace(gold, id=name) for name in ("c1", "c2", "c3")]
    # Fewer than three names tell nothing where there is no corpus.
    more = items(*(f"~{number}" for number in range(len(retrieved), 3))) if corpus is None else ()
    replies = [response(Reply(retrieved=(*retrieved, *more)), name="c1")]
    replies += [response(Reply(retrieved=()), name=name) for name in ("c2", "c3")]
    found = identity_drift(cases, replies, corpus)
    assert found is not None
    return found


def test_one_known_passage_is_enough() -> None:
    cases = [case(chunk_need("returns#1"))]

    assert identity_drift(cases, [reply(retrieved=items("x", "returns#1"))], None) is None
    assert identity_drift(cases, [reply(retrieved=items("x", "tea#1"))], view(chunk("tea#1", "x"))) is None


def test_nothing_retrieved_tells_nothing() -> None:
    cases = [case(chunk_need("returns#1"))]
    failed = response(Failure(kind="timeout", message="30 s"))

    assert identity_drift(cases, [reply(retrieved=items("")), reply(), failed], None) is None
    assert identity_drift([case()], [reply(retrieved=items("x"))], None) is None


def test_both_sides_are_shown() -> None:
    report = drift(*items("kb/returns#1", "kb/fees#2", "kb/tea#9"))

    assert (report.passages, report.theirs, report.ours) == (
        3, ("kb/returns#1", "kb/fees#2", "kb/tea#9"), ("returns#1", "fees#2"),
    )  # fmt: skip
    assert str(report.error()) == (
        "GSE-106 none of 3 retrieved passages is known to the golden set or to the corpus "
        "(retrieved: 'kb/returns#1', 'kb/fees#2', 'kb/tea#9'; expected: 'returns#1', 'fees#2')\n"
        "  Next: strip the prefix 'kb/' from the ids of the system"
    )


@pytest.mark.parametrize(
    ("retrieved", "kind", "detail", "matched"),
    [
        (items("kb/returns#1", "kb/fees#2"), "strip", "strip the prefix 'kb/' from the ids of the system", 2),
        (items("returns#1.v2"), "strip", "strip the suffix '.v2' from the ids of the system", 1),
        (items("1"), "add", "add the prefix 'returns#' to the ids of the system", 1),
        (
            tuple(RetrievedItem(id=f"u{n}", metadata={"chunk": one}) for n, one in enumerate(("fees#2", "tea#1"))),
            "metadata",
            "read the id from the metadata key 'chunk'",
            1,
        ),
    ],
)
def test_a_mapping_is_proposed(retrieved: tuple[RetrievedItem, ...], kind: str, detail: str, matched: int) -> None:
    best = drift(*retrieved).mappings[0]

    assert (best.kind, best.detail, best.matched) == (kind, detail, matched)


def test_places_and_texts_of_the_corpus_are_proposed() -> None:
    corpus = view(chunk("returns#1", "Bring a receipt."), chunk("fees#2", "3 EUR", ordinal=1))
    numbers = drift(*items("0", "1"), asked=case(chunk_need("tea")), corpus=corpus)
    texts = drift(RetrievedItem(id="a9", text="bring a  receipt."), asked=case(chunk_need("tea")), corpus=corpus)

    assert [one.kind for one in numbers.mappings] == ["ordinal", "add"]
    assert [one.kind for one in texts.mappings] == ["text"]


def test_ids_without_anything_in_common_have_no_proposal() -> None:
    report = drift(*items("8f", "9f"))

    assert report.mappings == ()
    assert report.error().next_step == "tell how an id of the system names a passage of the corpus"


@pytest.mark.parametrize(
    ("answered", "retrieved"), [(2, ("a", "b", "c", "d")), (3, ("a", "b", "a")), (1, ("a", "b", "c"))]
)
def test_a_few_plain_misses_are_no_drift(answered: int, retrieved: tuple[str, ...]) -> None:
    cases = [case(chunk_need("returns#1"), id=f"c{number}") for number in range(3)]
    replies = [response(Reply(retrieved=items(*retrieved)), name=f"c{number}") for number in range(answered)]

    assert identity_drift(cases, replies, None) is None
    assert identity_drift(cases, replies, view(chunk("returns#1", "x"))) is not None


def test_texts_without_any_name_are_answered_with_the_code_that_names_them() -> None:
    texts = tuple(RetrievedItem(id="", text=text) for text in ("Bring a receipt.", "3 EUR", "Tea"))

    assert drift(*texts).error().next_step == (
        "say of which document each passage is, such as "
        '"retrieved": [{"document": d.metadata["source"], "text": d.page_content} for d in docs]'
    )


def test_documents_without_ids_are_compared_by_their_names() -> None:
    retrieved = tuple(RetrievedItem(id="", document=f"kb/{name}.md") for name in ("returns", "fees", "tea"))
    asked = case(chunk_need("returns.md"), chunk_need("fees.md"))

    assert drift(*retrieved, asked=asked).error().next_step == "strip the prefix 'kb/' from the ids of the system"


def test_retrieved_text_that_is_not_the_frozen_one_is_a_matter_of_the_ruler() -> None:
    corpus = view(chunk("a#1", "Within 30 days."), chunk("a#2", "3 EUR"))
    shown = (RetrievedItem(id="a#1", text="Within 14 days."), RetrievedItem(id="a#2"), RetrievedItem(id="x"))
    observations = [seen(case(), reply(retrieved=shown), corpus)] * 2

    assert text_drift(observations) == RulerNote(
        kind="text_differs",
        message="1 of 2 retrieved chunks differ from the frozen corpus: a#1",
        mend="freeze the corpus that the system reads under a new label and move the set there (goldsmith refresh "
        "LABEL), or let the system read the frozen one",
    )
    assert text_drift([seen(case(), reply(retrieved=shown[1:]), corpus)]) is None
