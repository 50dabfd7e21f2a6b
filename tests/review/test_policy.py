"""How many people label a case."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.case import Case
from goldsmith.review.policy import Policy, needed_labels

NONE = Policy(second_share=0.0, least_second=0, seed=20)
RISKS = st.sampled_from(["low", "medium", "high", None])
SETS = st.dictionaries(st.text("abcdef", min_size=1, max_size=4), st.tuples(RISKS, st.booleans()), max_size=30)
POLICIES = st.builds(
    Policy, second_share=st.sampled_from([0.0, 0.2, 0.5, 1.0]), least_second=st.integers(0, 6), seed=st.integers(0, 3)
)


def case(name: str, risk: str | None = None, *, sentinel: bool = False) -> Case:
    return Case(id=name, question="Why?", risk=risk, sentinel=sentinel)


def cases(held: dict[str, tuple[str | None, bool]]) -> list[Case]:
    return [case(name, risk, sentinel=sentinel) for name, (risk, sentinel) in held.items()]


def test_high_risk_and_sentinels_are_labelled_by_two() -> None:
    asked = [case("a", "high"), case("b", "low"), case("c", "low", sentinel=True), case("d")]

    assert needed_labels(asked, NONE, opened={}) == {"a": 2, "b": 1, "c": 2, "d": 1}


def test_a_share_of_the_others_is_labelled_by_two() -> None:
    asked = [case(f"c{number}", "low") for number in range(1_000)]
    needed = needed_labels(asked, Policy(second_share=0.2, least_second=0, seed=20), opened={})

    assert sum(1 for labels in needed.values() if labels == 2) == 195


def test_every_risk_has_its_least_number_as_far_as_there_are_so_many() -> None:
    asked = [*(case(f"l{number}", "low") for number in range(9)), case("m", "medium"), case("n1"), case("n2")]
    needed = needed_labels(asked, Policy(second_share=0.0, least_second=3, seed=20), opened={})
    doubled = [name for name, labels in needed.items() if labels == 2]

    assert len([name for name in doubled if name.startswith("l")]) == 3
    assert {"m", "n1", "n2"} <= set(doubled)


def test_cases_that_were_opened_count_towards_the_least_number() -> None:
    opened = {"old": ("low", 2), "older": ("low", 1)}
    needed = needed_labels(
        [case("a", "low"), case("b", "low")], Policy(second_share=0, least_second=2, seed=1), opened=opened
    )

    assert sorted(needed.values()) == [1, 2]


@given(SETS, POLICIES)
def test_the_order_of_the_cases_changes_nothing(held: dict[str, tuple[str | None, bool]], policy: Policy) -> None:
    asked = cases(held)

    assert needed_labels(asked, policy, opened={}) == needed_labels(asked[::-1], policy, opened={})


@given(SETS, SETS, SETS, POLICIES)
def test_cases_that_come_or_go_never_change_what_was_opened(
    first: dict[str, tuple[str | None, bool]],
    later: dict[str, tuple[str | None, bool]],
    gone: dict[str, tuple[str | None, bool]],
    policy: Policy,
) -> None:
    opened = needed_labels(cases(first), policy, opened={})
    kept = {name: (first[name][0], labels) for name, labels in opened.items()}
    fresh = {name: held for name, held in later.items() if name not in first and name not in gone}
    needed = needed_labels(cases(fresh), policy, opened=kept)

    assert not needed.keys() & opened.keys()
    assert all(needed[name] == 2 for name, (risk, sentinel) in fresh.items() if risk == "high" or sentinel)


@given(SETS, POLICIES)
def test_a_case_of_the_sample_is_in_it_whatever_other_cases_there_are(
    held: dict[str, tuple[str | None, bool]], policy: Policy
) -> None:
    share_alone = Policy(second_share=policy.second_share, least_second=0, seed=policy.seed)
    together = needed_labels(cases(held), share_alone, opened={})
    alone = {one.id: needed_labels([one], share_alone, opened={})[one.id] for one in cases(held)}

    assert together == alone


@given(SETS, POLICIES)
def test_no_risk_has_fewer_than_its_least_number(held: dict[str, tuple[str | None, bool]], policy: Policy) -> None:
    needed = needed_labels(cases(held), policy, opened={})
    for risk in {risk for risk, _ in held.values()}:
        own = [name for name, (other, _) in held.items() if other == risk]

        assert sum(needed[name] == 2 for name in own) >= min(policy.least_second, len(own))
