"""What an approval binds to: meaning, and neither order nor spelling."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.claims import NumberMatch, RequiredClaim
from goldsmith.records.decision import Decision
from goldsmith.records.digests import anchor_digest, case_digest, fact_digest, metadata_digest
from goldsmith.records.evidence import Alternative, Need
from tests.records.building import FULL, cases, texts

PRINT_DIGESTS = """
from goldsmith.records.digests import anchor_digest, case_digest, metadata_digest
from tests.records.building import FULL
print(case_digest(FULL), anchor_digest(FULL), metadata_digest(FULL))
"""


def digests(case: Case) -> tuple[str, str, str]:
    return case_digest(case), anchor_digest(case), metadata_digest(case)


def shuffled(case: Case, draw: st.DataObject) -> Case:
    """Return `case` with everything that has no order in another one."""

    def mixed(items: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(draw.draw(st.permutations(items)))

    return replace(
        case,
        tags=mixed(case.tags),
        challenges=mixed(case.challenges),
        metrics=mixed(case.metrics),
        forbidden_tools=mixed(case.forbidden_tools),
        allowed_tools=None if case.allowed_tools is None else mixed(case.allowed_tools),
        require=mixed(case.require),
        must_ask=mixed(case.must_ask),
        must_point_to=mixed(case.must_point_to),
        accept=tuple(replace(item, needs=mixed(item.needs)) for item in case.accept),
        evidence=mixed(tuple(replace(need, any_of=mixed(need.any_of)) for need in case.evidence)),
        identity=case.identity
        and replace(
            case.identity,
            roles=mixed(case.identity.roles),
            allowed=mixed(case.identity.allowed),
            denied=mixed(case.identity.denied),
        ),
    )


@settings(max_examples=40)
@given(cases, st.data())
def test_the_order_of_what_has_no_order_changes_no_digest(case: Case, data: st.DataObject) -> None:
    assert digests(shuffled(case, data)) == digests(case)


def respelled(text: str) -> str:
    """Return `text` decomposed, with CRLF line ends, and with blanks at the end of every line."""
    return unicodedata.normalize("NFD", text).replace("\n", " \t\r\n") + " \n"


@given(st.text("aé\u1e69 \nж", max_size=20))
def test_the_spelling_of_a_text_changes_no_digest(text: str) -> None:
    written = replace(
        FULL,
        question=text,
        notes=text,
        accept=(AcceptedAnswer(answer=text),),
        evidence=(Need(any_of=(Alternative(document="d", quote=text),)),),
    )
    other = replace(
        written,
        question=respelled(text),
        notes=respelled(text),
        accept=(AcceptedAnswer(answer=respelled(text)),),
        evidence=(Need(any_of=(Alternative(document="d", quote=respelled(text)),)),),
    )

    assert digests(other) == digests(written)


@settings(max_examples=40)
@given(cases, texts)
def test_the_id_is_part_of_no_digest(case: Case, name: str) -> None:
    assert digests(replace(case, id=name)) == digests(case)


@settings(max_examples=40)
@given(cases)
def test_a_digest_names_its_scheme_and_is_a_sha256(case: Case) -> None:
    found = digests(case)

    assert [(item[:3], len(item), item[3:].strip("0123456789abcdef")) for item in found] == [
        ("c1:", 67, ""),
        ("a1:", 67, ""),
        ("m1:", 67, ""),
    ]


def test_what_is_written_out_and_what_is_left_to_the_default_have_one_digest() -> None:
    evidence = (Need(any_of=(Alternative(document="d", quote="q"),)),)
    claim = RequiredClaim(required="ten", match=NumberMatch(number=10))
    short = Case(
        id="a", question="Q?", answerability="supported", behaviour="answer", evidence=evidence, claims=(claim,)
    )
    written = replace(
        short,
        weight=1.0,
        tags=(),
        expected_state={},
        claims=(RequiredClaim(required="ten", kind="claim", match=NumberMatch(number=10.0, tolerance=0.0)),),
    )

    assert digests(written) == digests(short)


def test_no_restriction_of_tools_is_not_the_ban_of_all_tools() -> None:
    free = Case(id="a", question="Q?")

    assert case_digest(replace(free, allowed_tools=())) != case_digest(free)


def test_an_approval_survives_a_new_chunking_that_leaves_the_quote_intact() -> None:
    pinned = Alternative(document="d", quote="ten days", chunk="d#1", sha256="aa", span=(3, 11), version="1")
    before = Case(id="a", question="Q?", evidence=(Need(any_of=(pinned,)),))
    moved = replace(pinned, chunk="d#2", sha256="bb", span=(40, 48), version="2", effective="2026-01-01", source="e.md")
    after = replace(before, corpus="r2", evidence=(Need(any_of=(moved,)),))

    assert (case_digest(after), metadata_digest(after)) == (case_digest(before), metadata_digest(before))
    assert anchor_digest(after) != anchor_digest(before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Alternative(document="d", chunk="d#1", sha256="aa"), Alternative(document="d", chunk="d#1", sha256="bb")),
        (Alternative(document="d", foreign_hash="aa"), Alternative(document="d", foreign_hash="bb")),
        (Alternative(document="d", chunk="d#1"), Alternative(document="d", chunk="d#2")),
    ],
    ids=["hash", "foreign hash", "id"],
)
def test_without_a_quote_an_approval_binds_to_the_hash_and_else_to_the_id(
    before: Alternative, after: Alternative
) -> None:
    first, second = (Case(id="a", question="Q?", evidence=(Need(any_of=(item,)),)) for item in (before, after))

    assert case_digest(first) != case_digest(second)


def test_without_a_quote_a_new_id_of_the_same_text_keeps_the_approval() -> None:
    first, second = (
        Case(id="a", question="Q?", evidence=(Need(any_of=(Alternative(document="d", chunk=name, sha256="aa"),)),))
        for name in ("d#1", "d#2")
    )

    assert case_digest(first) == case_digest(second)


def test_two_anchors_that_trade_places_are_seen() -> None:
    def of(first: str, second: str) -> Case:
        needs = tuple(
            Need(need=name, any_of=(Alternative(document="d", quote=name, chunk=chunk),))
            for name, chunk in (("x", first), ("y", second))
        )
        return Case(id="a", question="Q?", evidence=needs)

    before, after = of("d#1", "d#2"), of("d#2", "d#1")

    assert case_digest(after) == case_digest(before)
    assert anchor_digest(after) != anchor_digest(before)


def test_an_alternative_is_not_a_second_need() -> None:
    one, two = Alternative(chunk="a#1"), Alternative(chunk="b#1")
    either = Case(id="a", question="Q?", evidence=(Need(any_of=(one, two)),))
    both = Case(id="a", question="Q?", evidence=(Need(any_of=(one,)), Need(any_of=(two,))))

    assert case_digest(either) != case_digest(both)


def test_digests_do_not_depend_on_the_hash_seed() -> None:
    def printed(seed: str) -> str:
        environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-c", PRINT_DIGESTS]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    assert {printed(seed) for seed in ("0", "1", "4711")} == {" ".join(digests(FULL))}


def test_every_field_of_a_fact_is_in_its_digest() -> None:
    fact = Decision(
        id="d-1",
        case="a",
        reviewer="ann",
        at="2026-01-01T00:00:00Z",
        decision="rejected",
        reason="r",
        case_digest="c1:0",
    )
    changes: dict[str, Any] = {
        "id": "d-2",
        "case": "b",
        "reviewer": "bo",
        "at": "2026-01-02T00:00:00Z",
        "decision": "ambiguous",
        "reason": "s",
        "evidence": ("d#1",),
        "case_digest": "c1:1",
        "handbook_digest": "h",
        "trigger": "audit",
        "previous": "f1:0",
    }

    assert (
        len({fact_digest(fact), *(fact_digest(replace(fact, **{name: item})) for name, item in changes.items())}) == 12
    )
