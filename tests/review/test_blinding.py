"""What a reviewer may see of a case, and what not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.case import (
    AcceptedAnswer,
    Case,
    FormatRules,
    Identity,
    Message,
    Origin,
    VariantOf,
    Waiver,
)
from goldsmith.records.claims import NumberMatch, OptionalClaim, ProhibitedClaim, RequiredClaim
from goldsmith.records.evidence import Alternative, Need
from goldsmith.review.blinding import BEHAVIOURS, BlindCase, BlindClaim, Whose, blind, handle_of, reveal, shuffled

SECRET = "5" * 64
HIDDEN = "tells-all"
DRAFTED = "is-drafted"


def _hidden(what: str) -> str:
    return f"{HIDDEN}-{what}"


def _drafted(what: str) -> str:
    return f"{DRAFTED}-{what}"


TELLTALE = Case(
    id=_hidden("id"),
    question="shown question",
    description=_hidden("description"),
    messages=(Message(role="user", content="shown message"),),
    expected_state={_drafted("key"): _drafted("state")},
    identity=Identity(
        user="shown user",
        tenant="shown tenant",
        roles=("shown role",),
        allowed=(_hidden("allowed"),),
        denied=(_hidden("denied"),),
    ),
    allowed_tools=(_drafted("tool"),),
    forbidden_tools=(_drafted("forbidden tool"),),
    answerability="ambiguous",
    behaviour="escalate",
    job=_hidden("job"),
    reasoning=_hidden("reasoning"),
    difficulty=_hidden("difficulty"),
    risk=_hidden("risk"),
    hallucination_risk=_hidden("hallucination risk"),
    language="shown language",
    source_format=_hidden("source format"),
    challenges=(_hidden("challenge"),),
    origin=Origin(kind=_hidden("origin"), ref=_hidden("ref")),
    accept=(AcceptedAnswer(answer=_drafted("answer"), needs=(_hidden("need of the answer"),)),),
    evidence=(
        Need(
            need=_hidden("need"),
            any_of=(
                Alternative(
                    document=_hidden("document"),
                    source=_hidden("source"),
                    version=_hidden("version"),
                    effective=_hidden("effective"),
                    chunk=_hidden("chunk"),
                    sha256=_hidden("sha256"),
                    foreign_hash=_hidden("hash"),
                    quote=_hidden("quote"),
                    supports=_hidden("supports"),
                    contribution=_hidden("contribution"),
                ),
            ),
        ),
    ),
    claims=(
        RequiredClaim(required=_drafted("required"), needs=(_hidden("need of a claim"),)),
        OptionalClaim(optional=_drafted("optional")),
        ProhibitedClaim(prohibited=_drafted("prohibited"), match=NumberMatch(number=30, unit=_drafted("unit"))),
    ),
    must_ask=(_drafted("must ask"),),
    must_point_to=(_drafted("must point to"),),
    refusal_reason=_hidden("refusal reason"),
    require=("citation",),
    format=FormatRules(pattern=_drafted("pattern")),
    tone=_drafted("tone"),
    waivers=(Waiver(gate=_hidden("gate"), who=_hidden("who"), why=_hidden("why"), until=_hidden("until")),),
    variant_of=VariantOf(case=_hidden("variant"), how=_hidden("how")),
    weight=77,
    tags=(_hidden("tag"),),
    notes=_hidden("notes"),
    split="audit",
    sentinel=True,
    corpus=_hidden("corpus"),
    system_prompt=_hidden("system prompt"),
    metrics=(_hidden("metric"),),
)


def values(held: Any) -> Iterator[Any]:
    """Yield everything that stands anywhere in a record."""
    if is_dataclass(held):
        for item in fields(held):
            yield from values(getattr(held, item.name))
    elif isinstance(held, dict):
        for pair in held.items():
            yield from values(pair)
    elif isinstance(held, tuple | list | set | frozenset):
        for item in held:
            yield from values(item)
    else:
        yield held


def words(held: Any) -> str:
    return "\n".join(map(str, values(held)))


def test_every_field_of_the_telltale_case_is_set() -> None:
    empty = Case(id="", question="")
    unset = [item.name for item in fields(Case) if getattr(TELLTALE, item.name) == getattr(empty, item.name)]

    assert unset == []


def test_before_evidence_nothing_is_shown_but_the_question_as_it_is_asked() -> None:
    shown = list(values(blind(TELLTALE, step="evidence")))

    assert shown == [
        "shown question", "user", "shown message", "shown user", "shown tenant", "shown role", "shown language", None,
    ]  # fmt: skip


def test_with_the_draft_nothing_is_shown_that_tells_what_is_expected() -> None:
    for step in ("label", "done"):
        told = words(blind(TELLTALE, step=step))

        assert HIDDEN not in told
        assert "77" not in told
        assert "audit" not in told
        assert "ambiguous" not in told
        assert "True" not in told


def test_the_whole_draft_is_shown_after_evidence() -> None:
    written = set(re.findall(rf"{DRAFTED}[-a-z ]*", words(TELLTALE)))

    assert written == set(re.findall(rf"{DRAFTED}[-a-z ]*", words(blind(TELLTALE, step="label"))))


def test_the_behaviours_to_choose_from_do_not_follow_the_expected_one() -> None:
    drafted = blind(TELLTALE, step="label").drafted
    other = blind(Case(id="a", question="Why?", behaviour="refuse"), step="label").drafted

    assert drafted is not None
    assert other is not None
    assert drafted.behaviours == other.behaviours == BEHAVIOURS


def test_a_claim_says_what_decides_it() -> None:
    drafted = blind(TELLTALE, step="label").drafted

    assert drafted is not None
    assert drafted.claims[0] == BlindClaim(claim=0, text="is-drafted-required", kind="required", matched_by="judged")
    assert drafted.claims[2].matched_by == '{"number": 30, "unit": "is-drafted-unit"}'


def test_a_case_without_anything_is_shown_as_its_question() -> None:
    assert blind(Case(id="a", question="Why?"), step="evidence") == BlindCase(question="Why?")


def test_afterwards_all_is_told_but_what_would_be_known_the_next_time() -> None:
    told = words(reveal(TELLTALE))

    assert "tells-all-notes" in told
    assert "ambiguous" in told
    assert "True" not in told
    assert "audit" not in told


def test_a_handle_tells_nothing_of_the_id() -> None:
    handles = [handle_of(SECRET, name) for name in ("refuse-1", "refuse-2")]

    assert all(re.fullmatch(r"[0-9a-f]{16}", handle) for handle in handles)
    assert len(set(handles)) == 2
    assert handle_of("6" * 64, "refuse-1") not in handles


@given(
    st.lists(st.text(max_size=5), unique=True, max_size=12),
    st.randoms(use_true_random=False),
    st.integers(),
    st.text(max_size=5),
)
def test_an_order_follows_from_whose_it_is_and_not_from_where_things_came_from(
    names: list[str], chance: Any, seed: int, person: str
) -> None:
    whose = Whose(seed=seed, case="c", round=1, person=person)
    mixed = list(names)
    chance.shuffle(mixed)
    order = shuffled(((name, name) for name in names), whose)

    assert order == shuffled(((name, name) for name in mixed), whose)
    assert sorted(order) == sorted(names)


def test_two_people_and_two_rounds_have_orders_of_their_own() -> None:
    items = [(str(number), number) for number in range(20)]
    orders = {
        shuffled(items, Whose(seed=1, case="c", round=number, person=person))
        for number in (1, 2)
        for person in ("ana", "bo")
    }

    assert len(orders) == 4
