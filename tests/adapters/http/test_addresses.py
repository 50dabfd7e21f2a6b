"""Where a host leads decides whether it is called, however it is spelled."""

from __future__ import annotations

import pytest

from goldsmith.adapters.http.addresses import Reach, is_loopback, named_origin, origin_of
from goldsmith.errors import ConfigurationError
from goldsmith.ports.system import SystemFailure

METADATA = "169.254.169.254"


@pytest.mark.parametrize(
    "host",
    ["2852039166", "0xA9FEA9FE", "0251.0376.0251.0376", "169.254.43518", "::ffff:169.254.169.254", "fe80::1%eth0",
     "fd00:ec2::254", "64:ff9b::a9fe:a9fe", "169.254.0.1", "100.100.100.200", "168.63.129.16"],
)  # fmt: skip
def test_a_metadata_address_is_refused_in_every_spelling(host: str) -> None:
    with pytest.raises(SystemFailure, match="link-local or metadata address, which is not called"):
        Reach(hosts=frozenset({"rag.example.test"})).refuse_address("rag.example.test", ("10.0.0.1", host))


def test_an_address_that_is_named_as_itself_is_called() -> None:
    Reach(hosts=frozenset({METADATA})).refuse_address(METADATA, (METADATA,))


@pytest.mark.parametrize("address", ["10.0.0.1", "127.0.0.1", "192.168.1.1", "8.8.8.8", "::1", "fd00::1"])
def test_other_addresses_are_called(address: str) -> None:
    Reach(hosts=frozenset()).refuse_address("rag.example.test", (address,))


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://RAG.example.test/ask", "https://rag.example.test"),
        ("http://a:80/x", "http://a"),
        ("http://a:8080", "http://a:8080"),
        ("https://[::1]:8443/", "https://[::1]:8443"),
        ("https://a./x", "https://a"),
    ],
)
def test_an_origin_is_scheme_host_and_port(url: str, origin: str) -> None:
    assert str(origin_of(url)) == origin


@pytest.mark.parametrize("url", ["", "rag.example.test/ask", "ftp://a/b", "http://", "http://a:99999/", "https:///x"])
def test_what_cannot_be_called_is_refused(url: str) -> None:
    assert origin_of(url) is None
    with pytest.raises(ConfigurationError, match=r"url of \[systems.app\] is no address that can be called"):
        named_origin(url, "url of [systems.app]")


def test_this_machine_is_known_by_its_names() -> None:
    ours, others = ("localhost", "app.localhost", "127.9.9.9", "::1"), ("10.0.0.1", "a.test", "localhost.test")

    assert tuple(host for host in (*ours, *others) if is_loopback(host)) == ours
