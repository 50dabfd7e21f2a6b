"""Links that are used once, and what ends a session."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from threading import Barrier

import pytest

from goldsmith.errors import ConfigurationError, GoldsmithError, InputError, UnknownNameError
from goldsmith.records.workbench import Invited, Practised
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_people import (
    Arrival,
    PersonStanding,
    invite,
    note_arrival,
    people_standing,
    sign_in_with,
    sign_out,
    signed_out_since,
    who_may_use,
)
from tests.web.visiting import ME, Clock, make_desk

DAY_S = 86_400


def arrived(desk: Desk, token: str) -> Arrival | str:
    try:
        return sign_in_with(desk, token)
    except GoldsmithError as error:
        return type(error).__name__


def test_a_link_lets_its_person_in(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    made = invite(desk, "ada", "ben")

    assert (made.person, made.until, len(made.token)) == ("ben", "2026-03-08T09:00:00Z", 43)
    assert made.path == f"/sign-in?token={made.token}"
    assert who_may_use(desk, made.token).name == "ben"
    assert sign_in_with(desk, made.token) == Arrival(person=desk.person("ben"), fact=2)


def test_the_store_holds_only_the_hash_of_a_link(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    made = invite(desk, "ada", "ben")
    kept = desk.store.after(0)

    assert made.token not in "".join(fact.body for fact in kept)
    assert desk.bench().people["ben"][0].fact == Invited(
        token_hash=sha256(made.token.encode()).hexdigest(), until=made.until
    )


def test_a_link_is_used_once(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    token = invite(desk, "ada", "ben").token
    sign_in_with(desk, token)

    with pytest.raises(InputError, match="opens nothing"):
        sign_in_with(desk, token)


def test_of_many_who_use_one_link_at_once_one_gets_in(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    token = invite(desk, "ada", "ben").token
    line = Barrier(8)

    def run(_: int) -> Arrival | str:
        line.wait()
        return arrived(desk, token)

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(run, range(8)))

    assert sorted(map(str, found), key=len)[:7] == ["InputError"] * 7
    assert [item.fact.fact for item in desk.bench().people["ben"]] == ["invited", "signed_in"]


def test_what_is_said_of_a_person_meanwhile_uses_no_link_up(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    token = invite(desk, "ada", "ben").token
    before = desk.say

    def first_something_else(*words: object, **more: object) -> object:
        desk.say = before  # type: ignore[method-assign]
        desk.say("ben", "person:ben", Practised(example="e1", right=True))
        return before(*words, **more)  # type: ignore[arg-type]

    desk.say = first_something_else  # type: ignore[assignment, method-assign]

    assert sign_in_with(desk, token) == Arrival(person=desk.person("ben"), fact=3)


@pytest.mark.parametrize(("after", "works"), [
    (lambda desk, clock: setattr(clock, "passed_s", 7 * DAY_S), True),
    (lambda desk, clock: setattr(clock, "passed_s", 7 * DAY_S + 1), False),
    (lambda desk, clock: invite(desk, "ada", "ben"), False),
    (lambda desk, clock: invite(desk, "ada", "sam"), True),
    (lambda desk, clock: sign_out(desk, "ben", by="ada"), False),
    (lambda desk, clock: sign_out(desk, "ben"), True),
])  # fmt: skip
def test_a_link_works_for_seven_days_until_another_or_a_sign_out_by_others(
    tmp_path: Path, after: Callable[[Desk, Clock], object], works: bool
) -> None:
    clock = Clock()
    desk = make_desk(tmp_path, clock)
    token = invite(desk, "ada", "ben").token
    after(desk, clock)

    assert isinstance(arrived(desk, token), Arrival) == works


@pytest.mark.parametrize("token", ["", "guess", "x" * 10_000])
def test_a_word_that_is_no_link_opens_nothing(tmp_path: Path, token: str) -> None:
    desk = make_desk(tmp_path)
    invite(desk, "ada", "ben")

    assert arrived(desk, token) == "InputError"


def test_the_link_of_a_person_who_left_opens_nothing(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    token = invite(desk, "ada", "ben").token
    (tmp_path / "goldsmith.toml").write_text("[people.ada]\n", encoding="utf-8")
    desk.look_again()

    assert arrived(desk, token) == "InputError"


def test_nobody_is_invited_who_is_not_in_the_settings(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'ben'"):
        invite(make_desk(tmp_path), "ada", "bne")


def test_without_people_there_is_nobody_to_invite(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as raised:
        invite(make_desk(tmp_path, settings="", local=ME), "me", "ben")

    assert raised.value.next_step == "add [people.ben] to goldsmith.toml"


def test_a_sign_out_ends_what_began_before_it(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    first = sign_in_with(desk, invite(desk, "ada", "ben").token)
    sign_out(desk, "ben")
    second = sign_in_with(desk, invite(desk, "ada", "ben").token)

    assert (signed_out_since(desk, "ben", first.fact), signed_out_since(desk, "ben", second.fact)) == (True, False)


def test_an_arrival_without_a_link_is_noted_once_in_twelve_hours(tmp_path: Path) -> None:
    clock = Clock()
    desk = make_desk(tmp_path, clock)
    for hours in (0, 1, 11.9, 12.1, 13):
        clock.passed_s = hours * 3_600
        note_arrival(desk, desk.person("ben"), "proxy")

    assert [item.at for item in desk.bench().people["ben"]] == ["2026-03-01T09:00:00Z", "2026-03-01T21:06:00Z"]


def test_the_overview_says_who_came_in_and_whose_link_waits(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    sign_in_with(desk, invite(desk, "ada", "ada").token)
    invite(desk, "ada", "ben")

    assert people_standing(desk)[:3] == (
        PersonStanding(person=desk.person("ada"), invited_until=None, last_seen="2026-03-01T09:00:00Z", way="link"),
        PersonStanding(person=desk.person("ben"), invited_until="2026-03-08T09:00:00Z", last_seen=None, way=None),
        PersonStanding(person=desk.person("pia"), invited_until=None, last_seen=None, way=None),
    )
