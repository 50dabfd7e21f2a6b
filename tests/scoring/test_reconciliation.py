"""The rule that makes the ids of a system ours is proposed, never applied."""

from __future__ import annotations

from itertools import pairwise

import pytest

from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.response import Citation, Reply, RetrievedItem
from goldsmith.records.run import RulerNote
from goldsmith.scoring.drift import identity_drift, naming_drift
from goldsmith.scoring.reconciliation import Pair, Proposal, propose, renamed
from goldsmith.text.renaming import Rename, rename
from tests.scoring.building import case, chunk_need, items, response

NAMES = ("returns", "late_fees", "opening", "warranty")


def proposed(*pairs: tuple[str, str], known: tuple[str, ...] = ()) -> Proposal | None:
    laid = [Pair(retrieved=(their,), expected=(our,)) for their, our in pairs]
    return propose(laid, {*(our for _, our in pairs), *known})


@pytest.mark.parametrize(
    ("theirs", "ours", "rule"),
    [
        ("kb/{}.md", "{}.md", Rename(pattern="kb/(.+)", replace="{1}")),
        ("{}.md", "{}", Rename(pattern=r"(.+)\.md", replace="{1}")),
        ("{}", "docs/{}.md", Rename(pattern="(.+)", replace="docs/{1}.md")),
        ("{}.pdf#page=4", "{}-3.pdf", Rename(pattern=r"(.+)\.pdf#page=(\d+)", replace="{1}-{2-1}.pdf")),
        ("{}.pdf_007", "{}.pdf#page=7", Rename(pattern=r"(.+)_(\d+)", replace="{1}#page={2+0}")),
        ("kb%2F{}", "kb/{}", Rename(pattern="(.+)", replace="{1}", decode=True)),
        ("{}.MD", "{}.md", Rename(pattern="(.+)", replace="{1}", lower=True)),
    ],
)
def test_prefix_suffix_page_spelling_and_case_are_found(theirs: str, ours: str, rule: Rename) -> None:
    found = proposed(*((theirs.format(name), ours.format(name)) for name in NAMES))

    assert found is not None
    assert (found.rule, found.resolved, found.ids, found.agreeing, found.cases) == (rule, 4, 4, 4, 4)
    assert all(rename(before, rule) == after for before, after in found.examples)
    assert len(found.examples) == 3


def test_folders_that_differ_are_left_out_of_the_rule() -> None:
    found = proposed(*((f"store/{number}/{name}", name) for number, name in enumerate(NAMES)))

    assert found is not None
    assert found.rule == Rename(pattern=r".*[/\\]([^/\\]+)", replace="{1}")


def test_pages_are_counted_as_most_cases_say() -> None:
    pages = [f"fees-{number}.pdf" for number in range(9)]
    laid = [
        Pair(retrieved=(f"fees.pdf#page={number + 1}", f"fees.pdf#page={number + 2}"), expected=(pages[number],))
        for number in range(7)
    ]
    found = propose(laid, pages)

    assert found is not None
    assert (found.rule.replace, found.agreeing) == ("{1}-{2-1}.pdf", 7)


def test_ids_that_would_become_one_are_no_mapping() -> None:
    laid = [Pair(retrieved=(f"{store}/{name}",), expected=(name,)) for name in NAMES for store in ("north", "south")]
    found = propose(laid, NAMES)

    assert found is None or found.rule.pattern in {"north/(.+)", "south/(.+)"}


def test_what_is_ours_already_stays_ours() -> None:
    kept = tuple(f"kb/{name}" for name in NAMES)

    assert proposed(*((f"kb/{name}", name) for name in NAMES), known=kept) is None


@pytest.mark.parametrize(
    "pairs",
    [
        (),
        (("kb/returns", "returns"), ("kb/late_fees", "late_fees")),
        (("8f2c", "returns"), ("91aa", "late_fees"), ("77b0", "opening")),
        tuple((f"kb/{name}", other) for name, other in pairwise(NAMES)),
    ],
)
def test_too_little_in_common_is_no_mapping(pairs: tuple[tuple[str, str], ...]) -> None:
    assert proposed(*pairs) is None


def test_the_order_of_the_cases_makes_no_difference() -> None:
    laid = [Pair(retrieved=(f"kb/{name}.md",), expected=(name,)) for name in NAMES]

    forth, back = propose(laid, NAMES), propose(laid[::-1], NAMES)

    assert forth is not None
    assert back is not None
    assert forth.rule == back.rule


def test_drift_names_the_line_for_the_configuration() -> None:
    cases = [case(chunk_need(f"{name}-3.pdf"), id=name) for name in NAMES]
    replies = [response(Reply(retrieved=items(f"{name}.pdf#page=4")), name=name) for name in NAMES]
    drift = identity_drift(cases, replies, None)

    assert drift is not None
    assert drift.error().next_step == (
        "if these name the same passages ('returns.pdf#page=4' is 'returns-3.pdf'; 'late_fees.pdf#page=4' is "
        "'late_fees-3.pdf'; 'opening.pdf#page=4' is 'opening-3.pdf'), write "
        r"ids = {pattern = '(.+)\.pdf#page=(\d+)', replace = '{1}-{2-1}.pdf'} under the system in goldsmith.toml: "
        "4 of 4 ids then resolve, among them 4 of the 4 that are expected, and 4 of 4 cases retrieve what they expect"
    )


def test_a_run_of_which_a_little_is_known_is_told_of_the_rule_for_the_rest() -> None:
    cases = [case(chunk_need(name), id=name) for name in NAMES]
    replies = [response(Reply(retrieved=items(f"kb/{name}")), name=name) for name in NAMES[:3]]
    replies += [response(Reply(retrieved=items("warranty")), name="warranty")]
    note = naming_drift(cases, replies, None)

    assert isinstance(note, RulerNote)
    assert note.message == ("1 of 4 cases retrieve what they expect: the set and the system name passages otherwise")
    assert "ids = {pattern = 'kb/(.+)', replace = '{1}'}" in note.mend


def test_evidence_that_is_recognised_by_its_document_is_no_drift() -> None:
    cases = [case(Need(any_of=(Alternative(document=name),)), id=name) for name in NAMES]
    replies = [response(Reply(retrieved=items(f"{name}#3")), name=name) for name in NAMES]

    assert naming_drift(cases, replies, None) is None


def test_a_reply_is_renamed_in_all_that_names_a_source() -> None:
    rule = Rename(pattern="kb/(.+)", replace="{1}")
    retrieved = (RetrievedItem(id="kb/returns#1", document="kb/returns", text="30 days", score=0.5),)
    before = Reply(answer="30 days", retrieved=retrieved, citations=(Citation(id="kb/returns", quote="30 days"),))

    assert renamed(before, rule) == Reply(
        answer="30 days",
        retrieved=(RetrievedItem(id="returns#1", document="returns", text="30 days", score=0.5),),
        citations=(Citation(id="returns", quote="30 days"),),
    )
    assert renamed(Reply(answer="x"), rule) == Reply(answer="x")


def test_a_run_of_which_half_is_known_is_left_alone() -> None:
    cases = [case(chunk_need(name), id=name) for name in NAMES]
    known = [response(Reply(retrieved=items(name)), name=name) for name in NAMES[:2]]
    other = [response(Reply(retrieved=items(f"kb/{name}")), name=name) for name in NAMES[2:]]

    assert naming_drift(cases, [*known, *other], None) is None
    assert naming_drift(cases, [], None) is None
