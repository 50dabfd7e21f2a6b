"""Who stands at the other end of a call: past proxies that are trusted, and no further."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from goldsmith.errors import ConfigurationError
from goldsmith.ports.pages import Call

_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """What is known of a call beside what it asks."""

    call: Call
    """With the address, the scheme and the host as the outermost trusted proxy saw them."""
    host: str
    """Name and port under which our pages were asked for."""
    by_proxy: bool
    """It came through a proxy that is trusted, so its headers say who it is."""


def caller_of(call: Call, trusted: Sequence[str]) -> Caller:
    """Return the caller of a call; ``X-Forwarded-*`` count where `trusted` holds the address that the call came from.

    `trusted` are addresses or networks (``10.0.0.0/8``). Raises ConfigurationError for one that is neither.
    """
    host = call.headers.get("host", "")
    if not is_trusted(call.client, trusted):
        return Caller(call=call, host=host, by_proxy=False)
    hops = [hop.strip() for hop in call.headers.get("x-forwarded-for", "").split(",") if hop.strip()]
    # From the right: each trusted proxy adds the address that it saw; what stands left of those anybody may have put.
    outer = next((hop for hop in reversed(hops) if not is_trusted(hop, trusted)), hops[0] if hops else call.client)
    secure = call.headers.get("x-forwarded-proto", "").strip().lower() == "https" or call.secure
    host = call.headers.get("x-forwarded-host", "").strip() or host
    seen = replace(call, client=outer, secure=secure, headers={**call.headers, "host": host})
    return Caller(call=seen, host=host, by_proxy=True)


def is_trusted(address: str, trusted: Sequence[str]) -> bool:
    """Say whether an address is one of the proxies."""
    found = _address(address)
    return found is not None and any(found in _network(item) for item in trusted)


def is_here(caller: Caller) -> bool:
    """Say whether a call comes from this machine, by a name that only this machine has.

    A page of somebody else may point a name of its own at 127.0.0.1; the browser then sends that name.
    """
    address = _address(caller.call.client)
    near = address is None or address.is_loopback
    return near and host_name(caller.host) in _LOOPBACK_NAMES


def is_from_our_pages(caller: Caller, url: str | None) -> bool:
    """Say whether a form was sent from one of our own pages, as far as the browser tells.

    Browsers name the origin of every posted form. What names none is no browser, and the token of the form decides.
    """
    headers = caller.call.headers
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in {"same-origin", "none"}
    told = headers.get("origin") or headers.get("referer")
    if told is None:
        return True
    own = {caller.host.lower(), *([urlsplit(url).netloc.lower()] if url else [])}
    return urlsplit(told).netloc.lower() in own - {""}


def host_name(host: str) -> str:
    """Return the name in a Host header, in lower case, without the port."""
    name = host.strip().lower()
    if name.startswith("["):
        return name[: name.find("]") + 1]
    return name.partition(":")[0]


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text.strip().strip("[]"))
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text, strict=False)
    except ValueError as error:
        message = f"trusted_proxies holds {text!r}, which is no address and no network"
        raise ConfigurationError(
            message, next_step='write addresses in goldsmith.toml, such as trusted_proxies = ["10.0.0.5"]'
        ) from error
