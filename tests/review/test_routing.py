"""Who may label which case."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldsmith.records.case import Case, Identity
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.person import Person
from goldsmith.records.workbench import Labelled, Opened
from goldsmith.review.casework import CaseWork, LabelSaid, Round
from goldsmith.review.routing import Bar, bar_in_round, bar_of, is_author

GUEST = Identity(user="ana", tenant="north")


def case(*evidence: Alternative, **fields: object) -> Case:
    return Case(id="c", question="Why?", evidence=(Need(any_of=evidence),) if evidence else (), **fields)  # type: ignore[arg-type]


def bar(person: Person, one: Case, seen: tuple[str, ...] = ("rules",)) -> Bar | None:
    return bar_of(person, one, seen=seen, document_of={"r#1": "rules", "s#1": "secret"}.get)


@pytest.mark.parametrize(
    ("person", "one", "why"),
    [
        (Person(name="ana"), case(), None),
        (Person(name="ana", roles=("product_owner",)), case(), "right"),
        (Person(name="ana", languages=("de",)), case(language="en"), "language"),
        (Person(name="ana", languages=("de", "EN")), case(language="en-GB"), None),
        (Person(name="ana", languages=("de",)), case(), None),
        (Person(name="ana", fields=("tax",)), case(tags=("rent",)), "field"),
        (Person(name="ana", fields=("tax",)), case(tags=("rent", "tax")), None),
        (Person(name="ana", fields=("tax",)), case(), None),
        (Person(name="ana", sees=GUEST), case(Alternative(document="rules")), None),
        (Person(name="ana", sees=GUEST), case(Alternative(chunk="r#1")), None),
        (Person(name="ana", sees=GUEST), case(Alternative(chunk="rules")), None),
        (Person(name="ana", sees=GUEST), case(Alternative(document="secret")), "clearance"),
        (Person(name="ana", sees=GUEST), case(Alternative(chunk="s#1")), "clearance"),
        (Person(name="ana", sees=GUEST), case(Alternative(chunk="gone#1")), "clearance"),
        (Person(name="ana", sees=GUEST), case(Alternative(document="rules", chunk="earlier#1")), None),
        (Person(name="ana", sees=GUEST), case(Alternative(document="rules", chunk="s#1")), "clearance"),
        (
            Person(name="ana", sees=GUEST),
            case(Alternative(document="rules"), Alternative(document="gone")),
            "clearance",
        ),
        (Person(name="ana", sees=GUEST), case(identity=Identity(user="guest", tenant="south")), "clearance"),
        (Person(name="ana", sees=GUEST), case(identity=Identity(user="guest", tenant="north")), None),
        (Person(name="ana", sees=GUEST), case(identity=Identity(user="guest", denied=("secret",))), "clearance"),
        (Person(name="ana", sees=GUEST), case(identity=Identity(user="guest", allowed=("rules",))), None),
        (Person(name="ana"), case(Alternative(document="gone")), None),
    ],
)
def test_a_person_may_label_what_fits_them_and_what_they_may_see(person: Person, one: Case, why: Bar | None) -> None:
    assert bar(person, one) == why


def work(*, proposed: bool = False, label_by: str = "", needed: int = 2) -> CaseWork:
    opened = Opened(round=1, case_digest="c1:", snapshot="{}", trigger="new", why="", needed=needed, proposed=proposed)
    said = LabelSaid(author=label_by, at="", digest="", label=Labelled(round=1, decision="approved", reason=""))
    one = Round(case="c", opened=opened, opened_at="", opened_by="ana", labels=(said,) if label_by else ())
    return CaseWork(case="c", rounds=(one,))


@pytest.mark.parametrize(
    ("held", "alone", "why"),
    [
        (work(), False, None),
        (work(proposed=True), False, "author"),
        (work(proposed=True), True, None),
        (work(label_by="ana"), False, "labelled"),
        (work(label_by="bo"), False, None),
        (work(label_by="bo", needed=1), False, "closed"),
    ],
)
def test_nobody_labels_a_round_twice_or_too_late_or_what_they_wrote(
    held: CaseWork, alone: bool, why: Bar | None
) -> None:
    assert bar_in_round(held, held.rounds[-1], "ana", alone=alone) == why


def test_who_opened_many_reviews_is_not_the_author_of_their_cases() -> None:
    assert not is_author(work(), "ana")
    assert is_author(work(proposed=True), "ana")
    assert not is_author(work(proposed=True), "bo")


def test_who_opens_a_proposed_case_again_did_not_write_it() -> None:
    first = work(proposed=True).rounds[0]
    again = replace(first, opened=replace(first.opened, round=2), opened_by="bo")
    held = CaseWork(case="c", rounds=(first, again))

    assert (is_author(held, "ana"), is_author(held, "bo")) == (True, False)
