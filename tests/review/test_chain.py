"""Whatever is done to facts that were appended shows in their chain."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.ports.review_store import StoredFact
from goldsmith.records.work_chain import link
from goldsmith.review.chain import broken_links


def chained(subject: str, *bodies: str) -> list[StoredFact]:
    facts: list[StoredFact] = []
    for number, body in enumerate(bodies, start=1):
        said: dict[str, Any] = {"subject": subject, "number": number, "author": "ann", "at": "t", "body": body}
        said |= {"key": None, "previous": facts[-1].digest if facts else None}
        facts.append(StoredFact(position=number, digest=link(**said), **said))
    return facts


A = chained("case:a", "1", "2", "3")
B = chained("case:b", "1", "2")


def test_facts_as_they_were_appended_are_whole() -> None:
    assert broken_links([]) == ()
    assert broken_links([A[0], B[0], A[1], B[1], A[2]]) == ()


@pytest.mark.parametrize(
    ("change", "value"), [("body", "2 "), ("author", "bob"), ("at", "u"), ("key", "k"), ("digest", "0" * 64)]
)
def test_a_fact_that_was_changed_is_named(change: str, value: str) -> None:
    fields: dict[str, Any] = {change: value}
    changed = [A[0], replace(A[1], **fields), *B]
    own = "case:a 2: it is not what its digest was taken of"

    assert broken_links(changed) == (own,)


def test_a_fact_that_was_changed_with_its_digest_breaks_the_link_of_the_next() -> None:
    other = chained("case:a", "1", "other")[1]

    assert broken_links([A[0], other, A[2]]) == ("case:a 3: it does not follow the fact before it",)


def test_a_fact_that_was_taken_away_shows_in_the_next() -> None:
    lost = "case:a 3: fact 2 was expected in its place, it does not follow the fact before it"

    assert broken_links([A[0], *B, A[2]]) == (lost,)
    assert broken_links(A[1:]) == ("case:a 2: fact 1 was expected in its place, it does not follow the fact before it",)


def test_a_fact_of_another_subject_does_not_pass() -> None:
    moved = replace(B[1], subject="case:a")

    assert broken_links([A[0], moved]) == (
        "case:a 2: it does not follow the fact before it, it is not what its digest was taken of",
    )


@given(bodies=st.lists(st.text(), min_size=2, max_size=6), chosen=st.data())
def test_no_two_facts_change_places_unseen(bodies: list[str], chosen: st.DataObject) -> None:
    facts = chained("case:a", *bodies)
    first = chosen.draw(st.integers(0, len(facts) - 2))
    second = chosen.draw(st.integers(first + 1, len(facts) - 1))
    facts[first], facts[second] = facts[second], facts[first]

    assert broken_links(facts) != ()
