"""Whether a run shows passages or only documents is one answer for the whole run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.adapters.systems import read_reply
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.measure import Scored, Unscored
from goldsmith.records.observation import Observation
from goldsmith.records.response import Response
from goldsmith.scoring.levels import level_shown, what_is_shown
from goldsmith.scoring.measures import parse, score, summarise
from goldsmith.scoring.observe import Observer
from goldsmith.tables.chunks import CorpusView
from tests.scoring.building import case, chunk, chunk_need, document, response, view

TEXT = "Refunds are paid within ten days."
REFUNDS, SHIPPING = chunk_need("refunds.md"), chunk_need("shipping.md")
PINNED = Need(
    any_of=(Alternative(document="refunds.md", chunk="refunds.md#1", quote="within ten days", span=(17, 32)),)
)


def corpus() -> CorpusView:
    return view(chunk("refunds.md#1", TEXT), chunk("shipping.md#1", "Shipping takes a week."))


def run(cases: Sequence[Case], replies: Sequence[Any], known: CorpusView | None = None) -> list[Observation]:
    """Observe one run: a reply for each case, written as a callable returns it."""
    responses = [
        response(read_reply({"answer": "A.", "retrieved": raw}, lambda _name: None), name=one.id)
        for one, raw in zip(cases, replies, strict=True)
    ]
    observer = Observer(known, access="open", shown=what_is_shown(responses, known, cases))
    return [observer.observe(one, told) for one, told in zip(cases, responses, strict=True)]


def means(observations: Sequence[Observation], *names: str) -> list[tuple[float | None, int]]:
    measures = [parse(name) for name in names]
    told = summarise(score(observations, measures), measures, cases=[one.case for one in observations])
    return [(one.mean, one.scored) for one in told]


def level(*items: Any, known: CorpusView | None = None, cases: Sequence[Case] = ()) -> str:
    told: list[Response] = [response(read_reply({"retrieved": [item]}, lambda _name: None)) for item in items]
    return level_shown(told, known, cases)


@pytest.mark.parametrize(
    "replies",
    [
        ([{"document": "refunds.md", "text": "Ten days."}], [{"document": "fees.md", "text": "3 EUR."}]),
        ([{"document": "refunds.md"}], [{"document": "fees.md"}]),
        (["refunds.md"], ["fees.md"]),
        ([{"id": "refunds.md", "document": "refunds.md"}], [{"id": "fees.md", "document": "fees.md"}]),
        ([{"id": "17", "document": "refunds.md"}], [{"id": "18", "document": "fees.md"}]),
        (["refunds.md#4"], ["fees.md#2"]),
        (["refunds.md"], []),
    ],
)
def test_a_hit_and_a_miss_of_documents_are_scored_by_one_measure(replies: tuple[Any, Any]) -> None:
    observations = run([case(REFUNDS, id="hit"), case(SHIPPING, id="miss")], replies)

    assert means(observations, "document_recall@5", "recall@5") == [(0.5, 2), (None, 0)]


@pytest.mark.parametrize("retrieved", [[{"document": "refunds.md", "text": "Ten days."}], ["refunds.md"]])
def test_one_document_of_two_is_half_of_the_recall(retrieved: list[Any]) -> None:
    observations = run([case(REFUNDS, SHIPPING)], [retrieved])

    assert means(observations, "document_recall@5", "document_reciprocal_rank", "recall@5") == [
        (0.5, 1),
        (1.0, 1),
        (None, 0),
    ]


@pytest.mark.parametrize(
    "retrieved",
    [["refunds.md"], [{"document": "refunds.md"}], [{"document": "kb/refunds.md"}], ["https://kb.test/refunds.md"]],
)
def test_a_pinned_passage_is_found_by_its_document_where_only_documents_are_shown(retrieved: list[Any]) -> None:
    (observation,) = run([case(PINNED)], [retrieved], corpus())
    passage_level = [row.outcome for row in score([observation], [parse("recall@5"), parse("precision")])]

    assert means([observation], "document_recall@5") == [(1.0, 1)]
    assert passage_level == [Unscored(reason="not_observed", detail="the system shows documents, not passages")] * 2


def test_a_pinned_passage_of_another_document_is_missed() -> None:
    observations = run([case(PINNED, id="a"), case(PINNED, id="b")], [["shipping.md"], []], corpus())

    assert means(observations, "document_recall@5", "recall@5") == [(0.0, 2), (None, 0)]


def test_alternatives_of_both_kinds_are_one_need_of_a_document() -> None:
    either = Need(any_of=(Alternative(chunk="refunds.md#1"), Alternative(document="shipping.md")))
    observations = run(
        [case(either, id="a"), case(either, id="b"), case(PINNED, either, id="c")],
        [["refunds.md"], ["shipping.md"], ["shipping.md"]],
        corpus(),
    )
    outcomes = [row.outcome for row in score(observations, [parse("document_recall@5")])]

    assert outcomes == [Scored(value=1.0), Scored(value=1.0), Scored(value=0.5)]


def test_a_quote_without_a_document_cannot_be_found_among_documents() -> None:
    quote = Need(any_of=(Alternative(quote="within ten days"),))
    (observation,) = run([case(quote)], [["refunds.md"]], corpus())

    assert means([observation], "document_recall@5", "recall@5") == [(None, 0), (None, 0)]


def test_quotes_are_looked_for_in_the_text_that_is_shown() -> None:
    quoted = Need(any_of=(Alternative(document="refunds.md", quote="within ten days"),))
    asked = [case(quoted, id="a"), case(quoted, id="b")]
    observations = run(
        asked, [[{"document": "refunds.md", "text": TEXT}], [{"document": "refunds.md", "text": "See page 2."}]]
    )

    assert means(observations, "recall@5", "document_recall@5") == [(0.5, 2), (None, 0)]


def test_one_passage_anywhere_makes_it_a_run_of_passages() -> None:
    observations = run([case(PINNED, id="a"), case(PINNED, id="b")], [["refunds.md#1"], ["refunds.md"]], corpus())

    assert means(observations, "recall@5", "document_recall@5") == [(0.5, 2), (None, 0)]


def test_a_citation_of_a_passage_is_unknown_where_only_documents_are_shown() -> None:
    shown = {"retrieved": ["refunds.md"], "citations": ["refunds.md#1", "shipping.md#1", "kb/refunds.md"]}
    told = response(read_reply(shown, lambda _name: None))
    observation = Observer(corpus(), access="open").observe(case(PINNED), told)

    assert [(one.id, one.retrieved) for one in observation.citations or ()] == [
        ("refunds.md#1", "unknown"),
        ("shipping.md#1", "no"),
        ("refunds.md", "yes"),
    ]


def test_opaque_ids_are_passages() -> None:
    assert level("refunds") == "passages"
    assert level("a#1", {"document": "a"}) == "passages"
    assert level({"text": "Ten days."}) == "passages"
    assert level({"document": "a", "text": "Ten days."}) == "documents"
    assert level() == "passages"


def test_a_corpus_tells_documents_from_passages() -> None:
    known = corpus()

    assert level("refunds.md", {"document": "shipping.md"}, known=known) == "documents"
    assert level("refunds.md#1", known=known) == "passages"
    assert level({"document": "refunds.md", "text": TEXT}, known=known) == "passages"
    assert level("nowhere.md", known=known) == "passages"
    assert level({"document": "refunds.md", "span": [0, 4]}, known=known) == "passages"


def test_a_path_is_the_one_document_that_it_ends_with() -> None:
    known = view(document("refunds"), document("old-refunds", source="archive/refunds.md"), document("fees"))
    shown = [{"document": "/kb/v2/refunds.md"}, {"document": "kb/archive/refunds.md"}, {"document": "kb/notfees.md"}]
    (observation,) = run([case()], [shown], known)

    assert [one.document for one in observation.passages or ()] == ["refunds", "old-refunds", "kb/notfees.md"]


def test_a_path_that_fits_two_documents_is_neither() -> None:
    known = view(document("a", source="a/refunds.md"), document("b", source="b/refunds.md"))
    (observation,) = run([case()], [[{"document": "kb/refunds.md"}]], known)

    assert [one.document for one in observation.passages or ()] == ["kb/refunds.md"]


FORMS = (
    lambda name: name,
    lambda name: {"document": name},
    lambda name: {"document": name, "text": "Words."},
    lambda name: {"id": name, "document": name},
    lambda name: {"id": f"u-{len(name)}", "document": name},
    lambda name: f"{name}#1",
    lambda name: {"text": "Words.", "metadata": {"source": name}},
)
NAMES = ("refunds", "shipping", "fees.md", "tea")


@given(
    st.sampled_from(FORMS),
    st.lists(st.tuples(st.sampled_from(NAMES), st.lists(st.sampled_from(NAMES), max_size=4)), min_size=1, max_size=5),
    st.booleans(),
)
def test_no_measure_is_scored_only_on_hits_or_only_on_misses(
    form: Callable[[str], Any], asked: list[tuple[str, list[str]]], frozen: bool
) -> None:
    cases = [case(chunk_need(name), id=f"c{at}") for at, (name, _) in enumerate(asked)]
    known = view(*map(document, NAMES)) if frozen else None
    observations = run(cases, [[form(name) for name in retrieved] for _, retrieved in asked], known)
    # A file name without any passage id behind it is a document; other words may be ids of passages.
    words = [one for one, (name, _) in zip(observations, asked, strict=True) if name != "fees.md"]

    assert {scored for _, scored in means(words, "recall", "document_recall")} <= {0, len(words)}
