"""What was retrieved: ranks among distinct passages, what the corpus knows of them, and what no longer holds."""

from __future__ import annotations

from goldsmith.records.corpus import ContentHash
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.observation import PassageSeen
from goldsmith.records.response import Failure, RetrievedItem
from tests.scoring.building import case, chunk, chunk_need, document, items, reply, response, seen, view


def ranks(passages: tuple[PassageSeen, ...] | None) -> list[int | None]:
    return [one.rank for one in passages or ()]


def test_a_copy_of_an_earlier_passage_has_no_rank() -> None:
    observation = seen(case(chunk_need("a#1"), chunk_need("a#2")), reply(retrieved=items("a#1", "a#1", "b#9", "a#2")))

    assert ranks(observation.passages) == [1, None, 2, 3]
    assert [one.rank for one in observation.needs] == [1, 3]


def test_passages_without_ids_are_told_apart_by_their_text() -> None:
    texts = tuple(RetrievedItem(id="", text=text) for text in ("one", "two", "one"))

    assert ranks(seen(case(chunk_need("a")), reply(retrieved=texts)).passages) == [1, 2, None]


def test_a_list_of_one_empty_text_is_nothing_retrieved() -> None:
    observation = seen(case(chunk_need("a#1")), reply(retrieved=items("")))

    assert observation.passages == ()
    assert observation.needs[0].rank is None


def test_passages_that_are_not_shown_are_told_from_none_retrieved() -> None:
    observation = seen(case(chunk_need("a#1")), reply(answer="A"))

    assert observation.passages is None
    assert "context" in observation.not_observed


def test_a_failed_response_is_an_observation_with_everything_unseen() -> None:
    failure = Failure(kind="timeout", message="no reply in 30 s")
    observation = seen(case(chunk_need("a#1"), must_ask=("receipt",)), response(failure, latency_ms=30000.0))

    assert observation.failure == failure
    assert (observation.passages, observation.citations, observation.answered) == (None, None, False)
    assert [one.state for one in observation.checks] == ["not_observed"]
    assert len(observation.not_observed) == 8


def test_retrieved_text_that_differs_from_the_frozen_text_of_its_id_is_told() -> None:
    corpus = view(chunk("a#1", "Within 30 days."), chunk("a#2", "Fees."), chunk("a#3", "Tea."))
    retrieved = (
        RetrievedItem(id="a#1", text="Within 14 days."),
        RetrievedItem(id="a#2", text="  fees. "),
        RetrievedItem(id="a#3"),
    )
    observation = seen(case(chunk_need("a#1")), reply(retrieved=retrieved), corpus)

    assert [one.text_differs for one in observation.passages or ()] == [True, False, False]


def test_where_no_text_is_frozen_the_hash_of_the_text_is_compared() -> None:
    digest = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
    frozen = chunk("a#1", content_hash=ContentHash(algorithm="sha256", value=digest))
    retrieved = (RetrievedItem(id="a#1", text="x"), RetrievedItem(id="a#1", text="y"))
    observation = seen(case(chunk_need("a#1")), reply(retrieved=retrieved), view(frozen))

    assert [one.text_differs for one in observation.passages or ()] == [False, True]


def test_a_document_that_another_one_replaces_is_superseded() -> None:
    corpus = view(document("new", supersedes=("old",)), chunk("old#1", "x"), chunk("new#1", "y"))
    observation = seen(case(chunk_need("new#1")), reply(retrieved=items("old#1", "new#1")), corpus)

    assert [one.superseded for one in observation.passages or ()] == [True, False]


def test_a_document_that_ended_before_the_newest_one_began_is_superseded() -> None:
    corpus = view(
        document("old", effective_to="2025-12-31"),
        document("new", effective_from="2026-01-01"),
        document("open", effective_to="2027-01-01"),
    )
    observation = seen(case(chunk_need("x#1")), reply(retrieved=items("old", "new", "open")), corpus)

    assert [one.superseded for one in observation.passages or ()] == [True, False, False]


def test_an_earlier_version_than_the_frozen_one_is_superseded() -> None:
    corpus = view(document("fees", version="v4.1"))
    retrieved = tuple(RetrievedItem(id=f"f#{v}", document="fees", version=v) for v in ("v3.9", "v4.1", "v5"))
    observation = seen(case(chunk_need("x#1")), reply(retrieved=retrieved), corpus)

    assert [one.superseded for one in observation.passages or ()] == [True, False, False]


def test_a_superseded_document_that_the_case_itself_asks_for_is_no_fault() -> None:
    corpus = view(document("new", supersedes=("old",)), chunk("old#1", "x"))
    gold = Need(any_of=(Alternative(document="old", chunk="old#1"),))
    observation = seen(case(gold), reply(retrieved=items("old#1")), corpus)

    assert [one.superseded for one in observation.passages or ()] == [False]


def test_an_id_is_known_unknown_or_was_never_looked_up() -> None:
    corpus = view(chunk("a#1", "x"), asked=("gone#1",))
    observation = seen(case(), reply(retrieved=items("a#1", "a", "gone#1", "other#1")), corpus)

    assert [one.known for one in observation.passages or ()] == ["yes", "yes", "no", "unknown"]
