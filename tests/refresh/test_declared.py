"""What is declared of a source: dates, version, successors, and who may see it."""

from __future__ import annotations

from typing import Any

from goldsmith.records.case import Case, Identity
from goldsmith.records.corpus import Document
from goldsmith.refresh.facts import ChangedFacts, Rival
from tests.refresh.building import case, document, facts, impact_of, no_answer, passage, told, trace

ANNA = Identity(user="anna", roles=("support",))


def change(before: dict[str, Any], after: dict[str, Any], *more: Document, **fields: Any) -> ChangedFacts:
    """Return the facts of a payment document whose declared fields are others; `more` stands in both revisions."""
    return facts([document(**before), *more], [document(**after), *more], **fields)


def refusal(**fields: Any) -> Case:
    """Return a case whose asker must not see the payment rules."""
    usual: dict[str, Any] = {
        "question": "What do the payment rules say?",
        "identity": Identity(user="anna", roles=("support",), denied=("payments.md",)),
        "refusal_reason": "not_permitted",
    }
    return no_answer(**(usual | fields))


def test_a_new_document_that_replaces_the_source_is_named() -> None:
    after = facts(after=[document(), document("new.md", supersedes=("payments.md",))])
    found = impact_of(told=after)

    assert (found.asking, told(found)) == (
        "single",
        [("source_superseded", "payments.md: new.md now declares that it replaces it")],
    )


def test_a_successor_that_was_declared_before_is_no_news_under_another_name_either() -> None:
    before = [document(), document("new.md", supersedes=("payments.md",))]
    renamed = [document(), document("newer.md", supersedes=("payments.md",))]

    assert [
        told(impact_of(told=facts(before, before))),
        told(impact_of(told=facts(before, renamed, heirs={"new.md": ("newer.md",)}))),
    ] == [[], []]


def test_a_successor_that_is_none_any_more_is_named() -> None:
    before = [document(), document("new.md", supersedes=("payments.md",))]
    after = [document(), document("new.md")]

    assert told(impact_of(told=facts(before, after))) == [
        ("source_superseded", "payments.md: new.md no longer declares that it replaces it")
    ]


def test_a_renamed_document_that_replaces_its_old_name_is_no_successor() -> None:
    after = facts(after=[document("pay.md", supersedes=("payments.md",))], heirs={"payments.md": ("pay.md",)})
    moved = trace(document_now="pay.md", now=(passage(document="pay.md"),))

    assert {reason.impact for reason in impact_of(traces=[moved], told=after).reasons} == {
        "document_renamed",
        "dates_changed",
    }


def test_dates_and_version_are_told_with_the_old_and_the_new_ones() -> None:
    before = {"effective_from": "2026-01-01", "version": "v4", "supersedes": ("old.md",)}
    after = {"effective_from": "2026-06-01", "effective_to": "2026-12-31", "version": "v5"}
    found = impact_of(told=change(before, after))

    assert (found.asking, told(found)) == (
        "single",
        [
            (
                "dates_changed",
                (
                    "payments.md: its effective date is 2026-06-01 now, not 2026-01-01; "
                    "its end date is 2026-12-31 now, which was not declared; its version is v5 now, not v4; "
                    "its list of documents that it replaces is not declared any more, it was old.md"
                ),
            )
        ],
    )


def test_an_effective_date_that_is_withdrawn_is_told() -> None:
    assert told(impact_of(told=change({"effective_to": "2026-12-31"}, {}))) == [
        ("dates_changed", "payments.md: its end date is not declared any more, it was 2026-12-31")
    ]


def test_another_version_of_an_edited_document_is_asked_about_only_where_the_case_turns_on_it() -> None:
    versions = change({"version": "v4"}, {"version": "v5"})
    edited = [trace(document="changed")]

    assert [
        impact_of(one, edited, versions).impact
        for one in (case(), case(challenges=("stale",)), case(question="What does v4 say?"))
    ] == ["changed_elsewhere", "dates_changed", "dates_changed"]


def test_what_a_document_replaces_under_a_new_name_is_no_news() -> None:
    before = [document(supersedes=("old.md",)), document("old.md")]
    after = [document(supersedes=("older.md",)), document("older.md")]

    assert impact_of(told=facts(before, after, heirs={"old.md": ("older.md",)})).impact == "untouched"


def test_one_document_with_several_passages_is_told_once() -> None:
    found = impact_of(traces=[trace(), trace()], told=change({}, {"effective_from": "2026-06-01"}))

    assert told(found) == [
        ("dates_changed", "payments.md: its effective date is 2026-06-01 now, which was not declared")
    ]


def test_a_source_that_the_asker_may_no_longer_see_is_told_with_the_rule() -> None:
    access = change({"allowed_principals": ("support",)}, {"allowed_principals": ("finance",)})
    found = impact_of(case(identity=ANNA), told=access)

    assert (found.asking, told(found)) == (
        "single",
        [("sight_lost", "payments.md: by its access rule anna may no longer see it: only finance may see it")],
    )


def test_a_source_of_the_evidence_that_opens_to_the_asker_is_told() -> None:
    access = change({"allowed_principals": ()}, {"tenant": None})

    assert told(impact_of(case(identity=ANNA), told=access)) == [
        ("denied_opened", "payments.md: by its access rule anna may see it now; before, only nobody may see it")
    ]


def test_another_access_rule_touches_every_case_whose_evidence_stands_there() -> None:
    rules = change({"allowed_principals": ("support",)}, {"allowed_principals": ("finance", "support")})
    others = change({"allowed_principals": ("hr",)}, {"tenant": "eu", "allowed_principals": ()})

    assert [
        told(impact_of(case(identity=who), told=one)) for who, one in ((ANNA, rules), (ANNA, others), (None, rules))
    ] == [
        [
            (
                "access_changed",
                (
                    "payments.md: its access rule lets finance, support see it now, not support; "
                    "anna may see it, as before"
                ),
            )
        ],
        [
            (
                "access_changed",
                (
                    "payments.md: its access rule lets nobody of tenant eu see it now, not hr; "
                    "anna may not see it, as before"
                ),
            )
        ],
        [("access_changed", "payments.md: its access rule lets finance, support see it now, not support")],
    ]


def test_a_source_that_not_everybody_may_see_any_more_is_lost_to_a_case_without_an_asker() -> None:
    closed = change({}, {"allowed_principals": ("boss",)})
    of_a_tenant = change({}, {"tenant": "eu"})
    opened = change({"allowed_principals": ("boss",)}, {})
    anybody = "a case without an asker is asked as anybody, and not everybody may see it now"

    assert [
        (found.asking, told(found)) for found in (impact_of(told=one) for one in (closed, of_a_tenant, opened))
    ] == [
        (
            "single",
            [("sight_lost", f"payments.md: its access rule lets boss see it now, not everyone; {anybody}")],
        ),
        (
            "single",
            [
                (
                    "sight_lost",
                    f"payments.md: its access rule lets everyone of tenant eu see it now, not everyone; {anybody}",
                )
            ],
        ),
        ("single", [("access_changed", "payments.md: its access rule lets everyone see it now, not boss")]),
    ]


def test_a_renamed_source_on_the_list_of_the_identity_is_out_of_sight() -> None:
    identity = Identity(user="anna", allowed=("payments.md",))
    hidden = facts(
        [document(allowed_principals=("hr",))],
        [document("pay.md", allowed_principals=("hr",))],
        heirs={"payments.md": ("pay.md",)},
    )
    moved = trace(document_now="pay.md", now=(passage(document="pay.md"),))

    assert told(impact_of(case(identity=identity), [moved], hidden))[0] == (
        "sight_lost",
        "payments.md (now pay.md): by its access rule anna may no longer see it: only hr may see it",
    )


def test_a_denied_source_that_its_own_rule_opens_is_asked_about() -> None:
    opened = change({"allowed_principals": ("hr",)}, {"allowed_principals": ("support",)})
    found = impact_of(refusal(), [], opened)

    assert (found.asking, told(found)) == (
        "single",
        [("denied_opened", "payments.md: the case denies it, and its own access rule now lets anna see it")],
    )


def test_a_denied_source_whose_rule_is_another_touches_the_case() -> None:
    rules = change({"allowed_principals": ("hr",)}, {"allowed_principals": ("finance",)})

    assert told(impact_of(refusal(), [], rules)) == [
        (
            "access_changed",
            "payments.md, which the case denies: its access rule lets finance see it now, not hr",
        )
    ]


def test_a_denied_source_under_a_new_name_is_open_unless_a_rule_of_the_corpus_denies_it() -> None:
    def renamed(**fields: Any) -> ChangedFacts:
        return facts(after=[document("pay.md", **fields)], heirs={"payments.md": ("pay.md",)})

    assert [
        told(impact_of(refusal(), [], one)) for one in (renamed(), renamed(allowed_principals=None, tenant="eu"))
    ] == [
        [("denied_opened", "payments.md, which the case denies, is pay.md now, and anna may see it")],
        [
            (
                "access_changed",
                "pay.md, which the case denies: its access rule lets everyone of tenant eu see it now, not everyone",
            )
        ],
    ]


def test_a_denied_source_that_is_new_or_the_same_is_no_matter() -> None:
    unknown = refusal(identity=Identity(user="anna", denied=("x.md",)))

    assert [impact_of(one, [], facts()).impact for one in (unknown, refusal())] == ["untouched", "untouched"]


def test_a_case_about_permission_is_told_of_every_document_that_opened_to_its_asker() -> None:
    names = ["a.md", "b.md", "c.md", "d.md"]
    opened = facts(
        [document(name, allowed_principals=("hr",)) for name in names],
        [document(name, allowed_principals=("support",)) for name in names],
    )
    found = impact_of(refusal(identity=ANNA), [], opened)

    assert (told(found), [one.document for one in found.reasons[0].now]) == (
        [("denied_opened", "a.md, b.md, c.md and 1 more: denied to anna before, may be seen now")],
        ["a.md", "b.md", "c.md"],
    )


def test_documents_that_open_are_no_matter_of_other_cases_unless_they_hold_a_rival() -> None:
    opened = [document("faq.md", allowed_principals=("hr",))], [document("faq.md", allowed_principals=("support",))]
    rival = Rival(
        case="c1",
        impact="rival_passage",
        document="faq.md",
        chunk="faq.md#1",
        section=None,
        text="After 14 days.",
        span=(0, 14),
        states="14 days",
        score=0.8,
    )
    one = case(identity=ANNA)

    assert [
        told(impact_of(one, told=facts([document(), *opened[0]], [document(), *opened[1]], rivals=rivals)))
        for rivals in ((), (rival,))
    ] == [
        [],
        [
            ("denied_opened", "faq.md: denied to anna before, may be seen now"),
            ("rival_passage", 'faq.md: new text states 14 days on the same: "After 14 days."'),
        ],
    ]


def test_a_document_that_stays_open_or_was_allowed_before_did_not_open() -> None:
    wider = facts([document("a.md", tenant="eu")], [document("a.md")])
    allowed = Identity(user="anna", tenant="us", allowed=("a.md",))
    of_the_tenant = Identity(user="anna", tenant="eu")

    assert [impact_of(refusal(identity=who), [], wider).impact for who in (allowed, of_the_tenant)] == [
        "untouched",
        "untouched",
    ]
