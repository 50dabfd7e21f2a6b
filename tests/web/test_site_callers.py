"""Addresses, hosts and origins as they are believed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.ports.pages import Call
from goldsmith.web.callers import caller_of, host_name, is_from_our_pages, is_trusted

TRUSTED = ("10.0.0.0/8", "2001:db8::5")


def call(client: str, **headers: str) -> Call:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Call(method="POST", path="/", client=client, headers={"host": "inner:8321", **named})


def seen(client: str, **headers: str) -> tuple[str, bool, str, bool]:
    caller = caller_of(call(client, **headers), TRUSTED)
    return caller.call.client, caller.call.secure, caller.host, caller.by_proxy


def test_a_trusted_proxy_tells_address_scheme_and_host() -> None:
    assert seen(
        "10.0.0.5", x_forwarded_for="198.51.100.7", x_forwarded_proto="https", x_forwarded_host="reviews.example"
    ) == ("198.51.100.7", True, "reviews.example", True)


def test_nobody_else_does() -> None:
    assert seen(
        "198.51.100.7", x_forwarded_for="203.0.113.9", x_forwarded_proto="https", x_forwarded_host="evil.example"
    ) == ("198.51.100.7", False, "inner:8321", False)


@pytest.mark.parametrize(("told", "address"), [
    ("203.0.113.9, 198.51.100.7", "198.51.100.7"), ("203.0.113.9, 198.51.100.7, 10.1.1.1", "198.51.100.7"),
    ("10.9.9.9", "10.9.9.9"), ("10.9.9.9, 10.8.8.8", "10.9.9.9"), ("", "10.0.0.5"),
    ("evil, 198.51.100.7", "198.51.100.7"),
])  # fmt: skip
def test_of_a_chain_the_last_address_that_no_proxy_of_ours_is_counts(told: str, address: str) -> None:
    assert seen("10.0.0.5", x_forwarded_for=told)[0] == address


@pytest.mark.parametrize(("address", "trusted"), [
    ("10.255.0.1", True), ("::ffff:10.0.0.1", True), ("2001:db8::5", True), ("2001:db8:0:0::5", True),
    ("[2001:db8::5]", True), ("11.0.0.1", False), ("2001:db8::6", False), ("", False), ("proxy", False),
])  # fmt: skip
def test_an_address_is_trusted_however_it_is_written(address: str, trusted: bool) -> None:
    assert is_trusted(address, TRUSTED) == trusted


@given(st.text(), st.lists(st.sampled_from(["10.0.0.0/8", "192.0.2.1"])))
def test_a_text_that_is_no_address_is_never_trusted(text: str, trusted: list[str]) -> None:
    assert not is_trusted(f"x{text}", trusted)


@pytest.mark.parametrize(("host", "name"), [
    ("Reviews.Example:443", "reviews.example"), ("[::1]:8321", "[::1]"), ("[::1]", "[::1]"), ("localhost", "localhost"),
    ("localhost:evil", "localhost"), ("[::1", ""), ("", ""),
])  # fmt: skip
def test_a_host_without_its_port(host: str, name: str) -> None:
    assert host_name(host) == name


@pytest.mark.parametrize(("headers", "ours"), [
    ({"origin": "http://inner:8321"}, True), ({"origin": "https://INNER:8321"}, True),
    ({"origin": "http://inner"}, False), ({"origin": "null"}, False), ({"origin": ""}, True),
    ({"referer": "http://inner:8321/people?x=1"}, True), ({"referer": "http://evil.example/inner:8321"}, False),
    ({"origin": "http://evil.example", "referer": "http://inner:8321/"}, False),
    ({"sec_fetch_site": "none"}, True), ({"sec_fetch_site": "cross-site", "origin": "http://inner:8321"}, False),
    ({}, True),
])  # fmt: skip
def test_where_a_form_comes_from(headers: dict[str, str], ours: bool) -> None:
    caller = caller_of(call("198.51.100.7", **headers), ())

    assert is_from_our_pages(caller, None) == ours
