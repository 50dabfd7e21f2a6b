"""A session is a signed text: what we sealed comes back, and nothing else does."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from goldsmith.web.sessions import IDLE_S, LONGEST_S, RENEWED_AFTER_S, Session, cookie, sealed, signed, unsealed

SECRET = "0f" * 32
NOW = 1_800_000_000


def session(**changes: int) -> Session:
    values = {"fact": 2, "begun": NOW, "seen": NOW, **changes}
    return Session(person="ada", fact=values["fact"], begun=values["begun"], seen=values["seen"], nonce="n")


@given(st.text(max_size=80), st.integers(0, 10**9), st.integers(0, 2**40))
def test_what_was_sealed_comes_back(person: str, fact: int, begun: int) -> None:
    held = Session(person=person, fact=fact, begun=begun, seen=begun, nonce="n")

    assert unsealed(sealed(held, SECRET), SECRET) == held


@given(st.text())
def test_a_text_that_we_did_not_seal_is_no_session(text: str) -> None:
    assert unsealed(text, SECRET) is None
    assert unsealed(f"s1.{text}.{'0' * 64}", SECRET) is None


@given(st.integers(0, 200), st.characters(codec="ascii", categories=["L", "N"]))
def test_one_other_character_breaks_the_seal(place: int, character: str) -> None:
    kept = sealed(session(), SECRET)
    assume(place < len(kept) and kept[place] != character)

    assert unsealed(kept[:place] + character + kept[place + 1 :], SECRET) is None


def test_another_secret_opens_nothing() -> None:
    assert unsealed(sealed(session(), SECRET), "0e" * 32) is None


def test_what_is_signed_for_one_purpose_is_no_seal_of_another() -> None:
    assert signed(SECRET, "session", "x") != signed(SECRET, "form", "x")


@pytest.mark.parametrize(("begun", "seen", "over"), [
    (0, 0, False), (0, -IDLE_S, False), (0, -IDLE_S - 1, True), (-LONGEST_S, 0, False), (-LONGEST_S - 1, 0, True),
    (60, 60, False), (121, 0, True), (0, 121, True),
])  # fmt: skip
def test_a_session_ends_by_the_clock(begun: int, seen: int, over: bool) -> None:
    assert session(begun=NOW + begun, seen=NOW + seen).is_over(NOW) == over


def test_a_cookie_is_written_anew_only_now_and_then() -> None:
    held = session()

    assert held.seen_at(NOW + RENEWED_AFTER_S) is held
    assert held.seen_at(NOW + RENEWED_AFTER_S + 1) == session(seen=NOW + RENEWED_AFTER_S + 1)


def test_a_cookie_says_how_it_may_be_used() -> None:
    assert cookie("a", "1", secure=True, longest_s=60) == (
        "Set-Cookie", "a=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
    )  # fmt: skip
    assert cookie("a", "", secure=False) == ("Set-Cookie", "a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
