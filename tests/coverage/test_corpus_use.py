"""Access rules that nobody tries, and documents that no evidence cites."""

from __future__ import annotations

import pytest

from goldsmith.coverage.corpus_use import documents_cited, folder_of, rules_tried
from goldsmith.records.case import Case, Identity
from goldsmith.records.corpus import Ingestion
from goldsmith.records.coverage import DocumentsCited, FolderCited, RuleTried
from tests.coverage.building import document

EU = document("eu-path", tenant="eu", allowed_principals=("support",))
US = document("us-path", tenant="us")
OPEN = document("open")
NOBODY: frozenset[str] = frozenset()


def asked_by(user: str, question: str = "Which path?", tenant: str | None = None, *denied: str) -> Case:
    return Case(id=f"{user}-{question}", question=question, identity=Identity(user=user, tenant=tenant, denied=denied))


def tried(rule: RuleTried) -> tuple[str | None, int, int]:
    return rule.tenant, rule.permitted, rule.denied


def test_a_rule_is_tried_by_the_same_question_with_and_without_access() -> None:
    cases = [asked_by("support", tenant="eu"), asked_by("guest", tenant="eu")]
    found = rules_tried(cases, [frozenset({"eu-path"}), NOBODY], [EU, US, OPEN])

    assert found == (
        RuleTried(
            tenant="eu",
            principals=("support",),
            documents=1,
            permitted=1,
            denied=1,
            never_permitted=(),
            never_denied=(),
        ),
        RuleTried(
            tenant="us",
            principals=None,
            documents=1,
            permitted=0,
            denied=0,
            never_permitted=("us-path",),
            never_denied=("us-path",),
        ),
    )


def test_having_no_access_is_no_try_unless_the_document_is_asked_for() -> None:
    cases = [asked_by("guest", "What is the time?", "eu")]

    assert [tried(item) for item in rules_tried(cases, [NOBODY], [EU, US])] == [("eu", 0, 0), ("us", 0, 0)]


def test_a_case_that_names_a_document_as_denied_tries_it() -> None:
    cases = [asked_by("guest", "What is the time?", "us", "us-path")]

    assert [tried(item) for item in rules_tried(cases, [NOBODY], [US])] == [("us", 0, 1)]


def test_what_cases_alone_deny_is_a_rule_that_somebody_else_tries_as_permitted() -> None:
    denied = asked_by("guest", "Which path?", None, "open", "gone")
    anybody = Case(id="a", question="Which path?")
    cited = frozenset({"open"})

    assert [tried(item) for item in rules_tried([denied], [NOBODY], [OPEN])] == [(None, 0, 1)]
    assert rules_tried([denied, anybody], [NOBODY, cited], [OPEN, document("other")]) == (
        RuleTried(
            tenant=None, principals=None, documents=1, permitted=1, denied=1, never_permitted=(), never_denied=()
        ),
    )
    assert [tried(item) for item in rules_tried([denied], [cited], [OPEN])] == [(None, 0, 1)]


def test_evidence_that_the_asker_may_not_see_is_not_tried_as_permitted() -> None:
    cases = [asked_by("guest", tenant="us")]

    assert [tried(item) for item in rules_tried(cases, [frozenset({"eu-path"})], [EU])] == [("eu", 0, 1)]


def test_a_case_without_identity_tries_nothing() -> None:
    assert [tried(item) for item in rules_tried([Case(id="a", question="?")], [frozenset({"us-path"})], [US])] == [
        ("us", 0, 0)
    ]


def test_no_case_is_expected_to_go_after_what_is_superseded_or_was_not_parsed() -> None:
    old = document("old", tenant="eu")
    new = document("new", supersedes=("old",))
    failed = document("failed", tenant="eu", ingestion=Ingestion(status="failed", reason="scan"))

    assert rules_tried([], [], [old, new, failed]) == ()
    assert documents_cited([], [old, new, failed, document("trap", planted="injection")]) == DocumentsCited(
        documents=1, cited=0, passed_over=3, folders=(FolderCited(folder=".", documents=1, cited=0, uncited=("new",)),)
    )


def test_the_worst_folder_stands_first_and_names_a_few_documents() -> None:
    documents = [document(f"b{number}", source=f"b/{number}.md") for number in range(7)]
    documents += [document("a0", source="a/0.md"), document("top", source="top.md")]
    found = documents_cited([frozenset({"a0", "gone"}), frozenset({"b3"})], documents)

    assert (found.documents, found.cited) == (9, 2)
    assert found.folders == (
        FolderCited(folder="b", documents=7, cited=1, uncited=("b0", "b1", "b2", "b4", "b5")),
        FolderCited(folder=".", documents=1, cited=0, uncited=("top",)),
        FolderCited(folder="a", documents=1, cited=1, uncited=()),
    )


def test_a_restricted_document_that_nobody_cites_is_left_to_its_rule() -> None:
    found = documents_cited([], [document("sealed", tenant="eu"), document("open")])

    assert found.folders == (FolderCited(folder=".", documents=2, cited=0, uncited=("open",)),)


def test_a_tenant_of_very_many_documents_is_counted_and_named_in_part() -> None:
    (rule,) = rules_tried([], [], [document(f"d{number:04}", tenant="eu") for number in range(2_000)])

    assert (rule.documents, rule.permitted, rule.denied) == (2_000, 0, 0)
    assert (len(rule.never_permitted), rule.never_denied[-1]) == (100, "d0099")


@pytest.mark.parametrize(
    ("source", "folder"),
    [
        ("policies/eu/returns.md", "policies"),
        ("returns.md", "."),
        ("./returns.md", "."),
        ("/policies/returns.md", "policies"),
        ("https://docs.example.test/help/returns", "help"),
        ("https://docs.example.test/returns", "."),
        ("https://docs.example.test", "."),
        ("policies\\returns.md", "policies"),
        ("", "."),
    ],
)
def test_a_folder_is_the_first_part_of_the_path(source: str, folder: str) -> None:
    assert folder_of(source) == folder
