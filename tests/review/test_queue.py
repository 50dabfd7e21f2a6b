"""Which case a person gets next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.ports.review_store import StoredFact
from goldsmith.records.case import Case
from goldsmith.records.decision import Trigger
from goldsmith.records.workbench import Closed, EvidenceGiven, Labelled, Opened, Taken, Withdrawn, WorkFact
from goldsmith.review.bench import Bench
from goldsmith.review.casework import Round
from goldsmith.review.queue import PUT_BACK, Arrivals, Line, Look, begun_cases, places_left, urgency

NOW = "2026-09-08T12:00:00Z"
LATER = "2026-09-08T12:30:00Z"


class Said:
    """A bench on which facts are said one by one."""

    def __init__(self) -> None:
        self.bench = Bench()
        self._position = 0

    def __call__(self, author: str, case: str, fact: WorkFact) -> None:
        self._position += 1
        stored = StoredFact(
            position=self._position, subject=f"case:{case}", number=1, author=author, at=NOW, body="", key=None,
            previous=None, digest=f"f{self._position}",
        )  # fmt: skip
        self.bench.take_in([(stored, fact)])


def opened(needed: int = 1, *, number: int = 1, trigger: Trigger = "new") -> Opened:
    return Opened(round=number, case_digest="c1:", snapshot="{}", trigger=trigger, why="", needed=needed)


def label(decision: Literal["approved", "outside_my_field"] = "approved", number: int = 1) -> Labelled:
    return Labelled(round=number, decision=decision, reason="")


def looking(bench: Bench, person: str, now: str = NOW) -> Mapping[str, Look]:
    """Return what `person` does with each round."""

    def look(one: Round) -> Look:
        if one.state != "waiting" or one.label_of(person):
            return "never"
        if places_left(one, person, now) < 1:
            return "later"
        return "last" if one.taken.get(person) == PUT_BACK else "take"

    return {one.case: look(one) for one in bench.current()}


def arrived(said: Said) -> Arrivals:
    found = Arrivals()
    found.take_in(said.bench, lambda one: urgency(one, None))
    return found


def first(line: Line, said: Said, now: str = NOW) -> str | None:
    line.take_in(arrived(said))
    found = line.first(said.bench, lambda one: looking(said.bench, line.person, now)[one.case])
    return found.case if found is not None else None


def counted(line: Line, said: Said) -> int:
    return line.count(said.bench, lambda one: looking(said.bench, line.person)[one.case], 99)


def test_what_changed_comes_before_what_is_new_and_high_risk_before_the_rest() -> None:
    risky, calm = Case(id="a", question="Why?", risk="high"), Case(id="b", question="Why?", risk="low")
    rounds = [
        Round(case="a", opened=opened(trigger=trigger), opened_at=NOW, opened_by="owner")
        for trigger in ("refresh", "edit", "new", "audit")
    ]

    assert [urgency(one, risky) for one in rounds] == [0, 0, 2, 2]
    assert [urgency(one, calm) for one in rounds] == [1, 1, 3, 3]
    assert urgency(rounds[2], None) == 3


def test_a_place_that_somebody_has_is_passed_over_until_it_runs_out() -> None:
    said = Said()
    said("owner", "a", opened(1))
    said("ana", "a", Taken(round=1, until=LATER))
    line = Line(person="bo", seed=1)

    assert first(line, said) is None
    assert first(line, said, now="2026-09-08T12:30:01Z") == "a"


def test_a_place_that_was_taken_by_a_clock_that_ran_ahead_is_not_held_by_it() -> None:
    said = Said()
    said("owner", "a", opened(1))
    said("ana", "a", Taken(round=1, until="2027-09-08T12:30:00Z"))

    assert first(Line(person="bo", seed=1), said) == "a"


def test_who_is_no_judge_of_it_leaves_the_place_to_somebody_else() -> None:
    said = Said()
    said("owner", "a", opened(1))
    said("ana", "a", Taken(round=1, until=LATER))
    said("ana", "a", label("outside_my_field"))

    assert first(Line(person="ana", seed=1), said) is None
    assert first(Line(person="bo", seed=1), said) == "a"


def test_what_was_put_back_comes_after_all_others() -> None:
    said = Said()
    for name in "abc":
        said("owner", name, opened())
    line = Line(person="ana", seed=1)
    order = []
    for _ in range(3):
        name = first(line, said) or ""
        order.append(name)
        said("ana", name, Taken(round=1, until=PUT_BACK))

    assert sorted(order) == ["a", "b", "c"]
    assert first(line, said) == order[0]
    assert list(begun_cases(said.bench, "ana")) == []


def test_a_label_that_is_taken_back_brings_the_case_back() -> None:
    said = Said()
    said("owner", "a", opened())
    line = Line(person="bo", seed=1)
    said("ana", "a", label())
    settled = first(line, said)
    said("ana", "a", Withdrawn(round=1, what="label"))

    assert settled is None
    assert first(line, said) == "a"
    assert [one.case for one in begun_cases(said.bench, "ana")] == []


def test_a_new_round_of_a_case_that_left_the_line_comes_again() -> None:
    said = Said()
    said("owner", "a", opened())
    line = Line(person="ana", seed=1)
    said("ana", "a", label())
    before = first(line, said)
    said("owner", "a", Closed(round=1, why=""))
    said("owner", "a", opened(number=2))

    assert before is None
    assert first(line, said) == "a"


def test_what_was_begun_is_told_in_the_order_of_acts() -> None:
    said = Said()
    for name in "abc":
        said("owner", name, opened())
        said("ana", name, Taken(round=1, until=LATER))
    said("ana", "a", EvidenceGiven(round=1, marks=(), prelabel_shown=False))
    said("ana", "b", label())

    assert [one.case for one in begun_cases(said.bench, "ana")] == ["c", "a"]
    assert list(begun_cases(said.bench, "bo")) == []


@given(st.lists(st.integers(1, 3), min_size=1, max_size=12), st.integers(0, 5))
def test_each_person_has_an_order_of_their_own_that_no_other_case_changes(sizes: list[int], seed: int) -> None:
    said = Said()
    line = Line(person="ana", seed=seed)
    number = 0
    for size in sizes:
        for _ in range(size):
            said("owner", f"c{number}", opened())
            number += 1
        line.take_in(arrived(said))
    fresh = Line(person="ana", seed=seed)
    fresh.take_in(arrived(said))

    assert line.entries == fresh.entries


@given(
    st.lists(st.integers(1, 2), min_size=1, max_size=6),
    st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["label", "outside", "back", "undo"])), max_size=60),
)
def test_no_case_is_labelled_by_more_than_it_needs_nor_twice_by_one(
    needs: list[int], acts: list[tuple[str, str]]
) -> None:
    said = Said()
    for number, needed in enumerate(needs):
        said("owner", f"c{number}", opened(needed))
    lines = {name: Line(person=name, seed=3) for name in "abcd"}
    for person, act in acts:
        name = first(lines[person], said)
        if name is None:
            continue
        said(person, name, Taken(round=1, until=LATER))
        if act == "back":
            said(person, name, Taken(round=1, until=PUT_BACK))
        else:
            said(person, name, label("outside_my_field" if act == "outside" else "approved"))
        if act == "undo":
            said(person, name, Withdrawn(round=1, what="label"))
    rounds = list(said.bench.current())

    assert all(len(one.sides) <= one.opened.needed for one in rounds)
    for person in "abcd":
        open_to_them = {name for name, seen in looking(said.bench, person).items() if seen in {"take", "last"}}

        assert (first(lines[person], said) is None) == (not open_to_them)
        assert counted(lines[person], said) == len(open_to_them)
