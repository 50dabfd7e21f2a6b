"""GS2xx: evidence and corpus."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldsmith.records.corpus import Ingestion
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.golden_set import CasePlace, SetHeader
from goldsmith.records.resolution import ResolutionState
from tests.lint.building import case, document, findings, identity, need, resolution, told, view

RETURNS = document("returns")


def words(document: str, quote: str | None = None) -> Need:
    return Need(any_of=(Alternative(document=document, quote=quote),))


def test_a_supported_case_without_evidence_has_forgotten_it() -> None:
    assert told("GS201", view(case(evidence=()))) == [
        ("error", "c1", "the corpus is said to support an answer, and no evidence is named")
    ]
    assert told("GS201", view(case(evidence=(), answerability="unsupported"))) == []


def test_a_case_without_an_answer_names_no_evidence() -> None:
    assert told("GS202", view(case(answerability="unsupported", evidence=(need("space.md#1"),)))) == [
        ("warning", "c1", "the corpus is said to support no answer, yet evidence is named: 'space.md#1'")
    ]


def test_a_passage_named_twice_counts_twice() -> None:
    twice = case(evidence=(need("a#1"), need("a#2"), need("a#1")))
    inside = case(evidence=(Need(any_of=(Alternative(chunk="a#1"), Alternative(chunk="a#1"))),))

    assert told("GS203", view(twice)) == [("error", "c1", "'a#1' is named twice, as evidence 1 and 3")]
    assert told("GS203", view(inside)) == [("warning", "c1", "'a#1' stands twice in one need")]


def test_one_passage_may_meet_two_needs_that_are_told_apart() -> None:
    named = case(evidence=(need("a#1", "receipt"), need("a#1", "payout")))
    quoted = case(evidence=(words("a", "no receipt"), words("a", "ten days")))

    assert told("GS203", view(named)) == []
    assert told("GS203", view(quoted)) == []


@pytest.mark.parametrize(
    ("code", "state", "severity", "message"),
    [
        ("GS204", "dangling", "error", "evidence 'returns#1' is not in corpus revision 'r1': nearest is 'returns#2'"),
        (
            "GS205",
            "document_failed",
            "error",
            ("evidence 'returns#1' lies in a document that no parser could read: nearest is 'returns#2'"),
        ),
        (
            "GS207",
            "changed",
            "error",
            ("'returns#1' is there with another text than the one that was judged: nearest is 'returns#2'"),
        ),
        (
            "GS216",
            "moved",
            "warning",
            ("the words of 'returns#1' are intact and stand elsewhere now: nearest is 'returns#2'"),
        ),
        (
            "GS216",
            "split",
            "warning",
            ("no chunk holds the words of 'returns#1' whole any more: nearest is 'returns#2'"),
        ),
    ],
)
def test_evidence_that_does_not_stand_as_judged_is_told_with_what_was_found(
    code: str, state: ResolutionState, severity: str, message: str
) -> None:
    bad = view(case(), documents=[RETURNS], resolutions=[resolution("c1", state, detail="nearest is 'returns#2'")])
    good = view(case(), documents=[RETURNS], resolutions=[resolution("c1", "found")])

    assert told(code, bad) == [(severity, "c1", message)]
    assert told(code, good) == []


def test_words_that_moved_come_with_the_place_to_write() -> None:
    moved = resolution("c1", "moved")
    there = replace(moved, pinned=replace(moved.pinned, chunk="returns#7", sha256="ab", span=(4, 9)))

    assert [one.mend for one in findings("GS216", view(case(), resolutions=[there]))] == [
        "read it there, then write document: returns, chunk: returns#7, sha256: ab, span: [4, 9]"
    ]
    assert [one.mend for one in findings("GS216", view(case(), resolutions=[moved]))] == [
        "read it there, then write document: returns"
    ]


def test_a_document_that_failed_is_named() -> None:
    failed = document("scan.pdf", ingestion=Ingestion(status="failed", reason="no text layer"))
    frozen = view(case(), documents=[failed], resolutions=[resolution("c1", "document_failed", document="scan.pdf")])

    assert told("GS205", frozen) == [
        ("error", "c1", "evidence 'returns#1' lies in a document that no parser could read: 'scan.pdf'")
    ]


def test_a_document_in_the_place_of_a_chunk_is_an_error_where_others_cite_chunks() -> None:
    frozen = view(
        case("a"),
        case("b", evidence=(need("returns"),)),
        case("c", evidence=(words("returns"),)),
        documents=[RETURNS],
        resolutions=[resolution("a", "found"), resolution("b", "document_level"), resolution("c", "document_level")],
    )

    assert told("GS206", frozen) == [
        (severity, name, "the evidence is the whole document 'returns', where other evidence names chunks")
        for severity, name in (("error", "b"), ("warning", "c"))
    ]


def test_a_set_that_cites_only_documents_is_left_alone() -> None:
    frozen = view(
        case("b", evidence=(words("returns"),)), documents=[RETURNS], resolutions=[resolution("b", "document_level")]
    )

    assert told("GS206", frozen) == []


def test_a_quote_stands_in_its_document_once() -> None:
    quoted = case(evidence=(words("returns", "within 30 days"),))
    missing = view(quoted, resolutions=[resolution("c1", "quote_missing", detail="nearest: within 14 days")])
    twice = view(quoted, resolutions=[resolution("c1", "ambiguous")], ready=True)

    assert told("GS208", missing) == [
        ("error", "c1", "the quote 'within 30 days' does not stand in 'returns': nearest: within 14 days")
    ]
    assert told("GS209", twice) == [("error", "c1", "the quote 'within 30 days' stands in several places")]
    assert told("GS209", missing) == []


def test_unpinned_evidence_is_advice_until_the_set_is_published() -> None:
    loose = [resolution("c1", "found", complete=False)]

    assert told("GS210", view(case(), resolutions=loose)) == [("advice", "c1", "evidence 'returns#1' is not pinned")]
    assert told("GS210", view(case(), resolutions=loose, ready=True))[0][0] == "error"
    assert told("GS210", view(case(), resolutions=[resolution("c1", "found")])) == []


def test_evidence_in_an_old_document_is_told_with_its_successor() -> None:
    documents = [RETURNS, document("returns-2026", supersedes=("returns",))]
    frozen = [resolution("c1", "found")]

    assert told("GS211", view(case(), documents=documents, resolutions=frozen)) == [
        ("warning", "c1", "the evidence stands in 'returns', and 'returns-2026' supersedes it")
    ]
    assert told("GS211", view(case(challenges=("stale",)), documents=documents, resolutions=frozen)) == []


def test_evidence_whose_time_is_over_is_told() -> None:
    over = [document("returns", effective_to="2026-09-07")]
    holds = [document("returns", effective_to="2026-09-08")]
    frozen = [resolution("c1", "found")]

    assert told("GS211", view(case(), documents=over, resolutions=frozen)) == [
        ("warning", "c1", "the evidence stands in 'returns', and it held until 2026-09-07")
    ]
    assert told("GS211", view(case(), documents=holds, resolutions=frozen)) == []


@pytest.mark.parametrize(
    ("who", "why"),
    [
        (identity(denied=("returns",)), "the case denies it"),
        (identity(tenant="us"), "it belongs to tenant 'eu', the identity to 'us'"),
        (identity(tenant="eu", roles=("agent",)), "only managers may see it"),
    ],
)
def test_evidence_that_the_identity_may_not_see_asks_for_a_leak(who: object, why: str) -> None:
    guarded = document("returns", tenant="eu", allowed_principals=("managers",))
    frozen = view(case(identity=who), documents=[guarded], resolutions=[resolution("c1", "found")])

    assert told("GS212", frozen) == [("error", "c1", f"'ann' may not see 'returns', which the evidence names: {why}")]


@pytest.mark.parametrize("who", [identity(tenant="eu", roles=("managers",)), identity(allowed=("returns",)), None])
def test_evidence_that_the_identity_may_see_is_left_alone(who: object) -> None:
    guarded = document("returns", tenant="eu", allowed_principals=("managers",))
    frozen = view(case(identity=who), documents=[guarded], resolutions=[resolution("c1", "found")])

    assert told("GS212", frozen) == []


def test_a_denial_by_the_case_holds_without_a_revision() -> None:
    assert len(told("GS212", view(case(identity=identity(denied=("returns",)), evidence=(words("returns"),))))) == 1


def test_a_misspelt_source_of_an_identity_denies_nothing() -> None:
    frozen = view(case(identity=identity(allowed=("returns",), denied=("retuns",))), documents=[RETURNS])

    assert told("GS213", frozen) == [
        ("warning", "c1", "denied source 'retuns' is no document of the corpus; did you mean 'returns'?")
    ]


def test_the_mend_of_an_unknown_source_names_documents_that_are_there() -> None:
    held = [document(name) for name in ("e", "d", "c", "a")]
    (found,) = findings("GS213", view(case(identity=identity(denied=("salaries",))), documents=held))

    assert found.mend == "write the id of a document: a, c, d and 1 more"


def test_documents_that_changed_since_the_freeze_are_named() -> None:
    frozen = view(case(), documents=[RETURNS])
    told_of = {
        names: told("GS218", replace(frozen, changed_documents=names))
        for names in [(), ("a.md",), ("a.md", "b.md", "c.md", "d.md")]
    }

    assert told_of == {
        (): [],
        ("a.md",): [("warning", "", "1 document differs from corpus revision 'r1': a.md")],
        ("a.md", "b.md", "c.md", "d.md"): [
            ("warning", "", "4 documents differ from corpus revision 'r1': a.md, b.md, c.md and 1 more")
        ],
    }


def test_a_document_that_is_named_almost_right_is_proposed() -> None:
    words = case(evidence=(Need(any_of=(Alternative(document="refunds"),)), need("refunds#77ab")))
    gone = [resolution("c1", "dangling", document=None), resolution("c1", "dangling", at=1, document=None)]
    frozen = view(words, documents=[document("refunds.md"), document("fees.md")], resolutions=gone)

    assert [message for _, _, message in told("GS204", frozen)] == [
        "evidence document 'refunds' is not in corpus revision 'r1'; did you mean 'refunds.md'?",
        "evidence 'refunds#77ab' is not in corpus revision 'r1'; did you mean 'refunds.md'?",
    ]


def test_a_set_pins_its_corpus_revision() -> None:
    header = SetHeader(name="s")

    assert told("GS214", view(case(), header=header)) == [("warning", "", "no corpus revision is pinned for 1 case")]
    assert told("GS214", view(case(), header=header, ready=True, bare=True))[0][0] == "error"
    assert told("GS214", view(case(), header=header, bare=True)) == []
    assert told("GS214", view(case(corpus="r1"), header=header)) == []


def test_passages_that_could_not_be_read_are_counted() -> None:
    frozen = view(case(), resolutions=[resolution("c1", "text_absent")], text="preview")

    assert told("GS215", frozen) == [("advice", "", "1 passage not read: corpus revision 'r1' keeps no full text")]
    assert told("GS215", view(case(), resolutions=[resolution("c1", "found")])) == []


@pytest.mark.parametrize(
    ("evidence", "problem"),
    [
        (Need(any_of=()), "this need has no alternative"),
        (Need(any_of=(Alternative(version="v1"),)), "the evidence names neither chunk nor document nor words"),
        (Need(any_of=(Alternative(document="a", quote=" "),)), "the quote is blank"),
        (
            Need(any_of=(Alternative(document="a", span=(9, 4)),)),
            "9-4 is not a span: it must start at 0 or later and end behind its start",
        ),
    ],
)
def test_evidence_that_nothing_can_meet_is_an_error(evidence: Need, problem: str) -> None:
    assert told("GS217", view(case(evidence=(evidence,)))) == [("error", "c1", problem)]


def test_of_two_cases_with_one_id_the_first_is_told() -> None:
    frozen = view(case("a"), case("a"), resolutions=[resolution("a", "dangling")])

    assert [one.line for one in findings("GS204", frozen)] == [1]


def test_two_unknown_ids_of_one_csv_cell_may_be_one() -> None:
    cut = case(evidence=(need("policy"), need("v2.md#3")))
    frozen = view(cut, resolutions=[resolution("c1", "dangling"), resolution("c1", "dangling", at=1)])
    in_csv = replace(frozen, golden=replace(frozen.golden, places=(CasePlace(file="golden.csv", line=2),)))

    assert [one.mend.partition("; if ")[2] for one in findings("GS204", in_csv)] == [
        'one id holds a semicolon, write a JSON list: ["id;with#3"]'
    ] * 2
