"""What a case writes of the place of its evidence, held against where the words stood and stand."""

from __future__ import annotations

from dataclasses import replace

from goldsmith.records.corpus import ContentHash
from goldsmith.records.evidence import Alternative
from goldsmith.records.refresh import Passage
from tests.refresh.building import PINNED, SECTION, case, document, facts, fresh, impact_of, passage, told, trace

BARE = Passage(document="payments.md", chunks=(), section=None, text="")
EDITED = facts([document()], [document(content_hash=ContentHash(algorithm="sha256", value="11"))])


def test_words_that_are_written_for_the_later_corpus_already_are_told_apart_from_those_that_stand_in_neither() -> None:
    now = impact_of(traces=[trace(standing=False)], told=EDITED)
    nowhere = impact_of(traces=[trace(standing=False, quote="gone", before=None, now=())], told=EDITED)

    assert told(now) == [
        (
            "undecidable",
            "payments.md > Refunds: the quoted words stand in the new corpus and did not stand in the earlier one",
        )
    ]
    assert told(nowhere) == [
        (
            "undecidable",
            "payments.md: the quoted words did not stand in the earlier revision either, and the document changed",
        )
    ]


def test_a_documents_name_in_the_place_of_a_chunk_is_no_place_that_moved() -> None:
    named = case(alternatives=[Alternative(chunk="payments.md")])
    whole = trace(before=BARE, now=(BARE,), pinned=(Alternative(document="payments.md", sha256="a1"),))

    assert impact_of(named, [whole]).impact == "untouched"


def test_a_chunk_that_is_written_and_is_another_now_is_told() -> None:
    moved = replace(PINNED, chunk="payments.md#4")

    assert impact_of(traces=[trace(pinned=(moved,))]).impact == "anchor_moved"


def test_words_under_other_headings_are_asked_about_with_both_paths_and_what_is_new_where_they_stood() -> None:
    now = passage(section="Rules until 2019", chunks=("payments.md#7",))
    new = fresh("Money is paid back within 20 days.", section="Refunds")
    followed = trace(section="changed", document="changed", now=(now,))
    found = impact_of(traces=[followed], told=facts(fresh=[new], earlier={"payments.md": SECTION}))

    assert [one.impact for one in found.reasons] == ["section_changed", "shares_terms"]
    assert found.reasons[0].message == (
        'payments.md > Refunds: the quoted words stand; they stand under "Rules until 2019" now, not under "Refunds"'
    )
    assert all(now in one.now for one in found.reasons)
