"""Which hosts and addresses may be called: those that the settings name, and never a cloud's metadata by a detour."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from goldsmith.errors import ConfigurationError
from goldsmith.ports.system import SystemFailure

Address = IPv4Address | IPv6Address

_METADATA = tuple(
    map(ip_network, ("169.254.0.0/16", "fe80::/10", "fd00:ec2::254/128", "100.100.100.200/32", "168.63.129.16/32"))
)
"""Link-local networks, and where clouds tell a machine its own credentials."""
_NAT64 = ip_network("64:ff9b::/96")
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Scheme, host and port of a URL: what must stay the same where a redirect is followed."""

    scheme: str
    host: str
    """In lower case, without brackets."""
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == _PORTS[self.scheme] else f":{self.port}")


def origin_of(url: str) -> Origin | None:
    """Return the origin of an absolute http or https URL; None for anything else."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname:
        return None
    return Origin(scheme=parts.scheme, host=parts.hostname.rstrip("."), port=port or _PORTS[parts.scheme])


def named_origin(url: str, place: str) -> Origin:
    """Return the origin of a URL of the settings. Raises ConfigurationError."""
    found = origin_of(url)
    if found is None or any(character.isspace() for character in url):
        raise ConfigurationError(
            f"{place} is no address that can be called",
            next_step="write it whole, such as https://rag.example.com/ask",
        )
    return found


def is_loopback(host: str) -> bool:
    """Say whether a host is this machine."""
    address = address_of(host)
    return host == "localhost" or host.endswith(".localhost") or (address is not None and address.is_loopback)


def address_of(host: str) -> Address | None:
    """Return the address that a host spells, in whatever way (decimal, hexadecimal, short); None for a name."""
    try:
        return ip_address(host.partition("%")[0])
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))
    except (OSError, ValueError):
        return None


def is_metadata(address: Address) -> bool:
    """Say whether an address is link-local or a cloud's metadata service, also inside an IPv6 address."""
    inner = address
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            inner = address.ipv4_mapped
        elif address in _NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
    return any(inner in network for network in _METADATA if network.version == inner.version)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What a system may call."""

    hosts: frozenset[str]
    """As the settings name them, in lower case."""

    def refuse_address(self, host: str, addresses: Iterable[str]) -> None:
        """Raise SystemFailure where a host leads to a metadata service, unless it is named by that very address."""
        for text in addresses:
            address = address_of(text)
            if address is not None and is_metadata(address) and str(address) not in self.hosts:
                raise SystemFailure(
                    "system_error",
                    f"{host} leads to {address}, a link-local or metadata address, which is not called",
                )

    def refuse_target(self, origin: Origin) -> None:
        """Raise SystemFailure for a host that is not named, or that spells an address which is not called."""
        if origin.host not in self.hosts:
            raise SystemFailure("system_error", f"{origin.host} is none of the hosts that the settings name")
        if address_of(origin.host) is not None:
            self.refuse_address(origin.host, (origin.host,))
