"""What an identity may see, spelled in whatever way: GS107 and GS212."""

from __future__ import annotations

from typing import Any

import pytest

from goldsmith.records.golden_set import SetHeader
from tests.lint.building import case, document, findings, identity, need, resolution, told, view

CLOSED = SetHeader(name="s", access="closed")


@pytest.mark.parametrize(
    ("allowed", "denied"), [("Returns", "returns"), ("returns", "returns#77ab"), ("returns ", "returns")]
)
def test_gs107_a_denial_that_is_spelled_unlike_what_is_allowed_denies_nothing(allowed: str, denied: str) -> None:
    asker = identity(allowed=(allowed,), denied=(denied,))

    assert told("GS107", view(case(identity=asker))) == [
        ("warning", "c1", f"{allowed!r} is allowed to 'ann' and {denied!r} is denied: they look like one source")
    ]


def test_gs107_two_documents_of_the_corpus_may_differ_by_a_letter_case() -> None:
    asker = identity(allowed=("Returns",), denied=("returns", "other"))

    assert told("GS107", view(case(identity=asker), documents=[document("Returns"), document("returns")])) == []


@pytest.mark.parametrize(
    ("fields", "more", "why"),
    [
        ({"denied": ("returns",)}, {}, "the case denies it"),
        (
            {"tenant": "us"},
            {"documents": [document("returns", tenant="eu")]},
            "it belongs to tenant 'eu', the identity to 'us'",
        ),
        (
            {"roles": ("guest",)},
            {"documents": [document("returns", allowed_principals=("staff",))]},
            "only staff may see it",
        ),
        (
            {"allowed": ("other",)},
            {"header": CLOSED},
            "set.yaml says access: closed, and the identity is not allowed it",
        ),
    ],
)
def test_gs212_evidence_is_held_against_every_rule_of_access(
    fields: dict[str, Any], more: dict[str, Any], why: str
) -> None:
    found = view(case(identity=identity(**fields)), **more)

    assert told("GS212", found) == [("error", "c1", f"'ann' may not see 'returns', which the evidence names: {why}")]


def test_gs212_what_the_revision_says_of_a_passage_goes_before_its_name() -> None:
    asker = identity(denied=("payments",))
    held = [resolution("c1", "found", document="payments")]
    seen = view(case(identity=asker), documents=[document("payments")], resolutions=held)

    assert [one.field for one in findings("GS212", seen)] == ["evidence.0.any_of.0"]


def test_gs212_open_lists_and_closed_lists_without_a_name_allow_the_rest() -> None:
    whole = case(identity=identity(allowed=("returns",)), evidence=(need("returns"),))

    assert told("GS212", view(case(identity=identity(allowed=("other",))))) == []
    assert told("GS212", view(case(identity=identity()), whole, header=CLOSED)) == []
