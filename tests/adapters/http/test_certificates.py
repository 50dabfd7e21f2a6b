"""Connections that are secured by a private authority, and users who prove themselves by a certificate."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from goldsmith.errors import ConfigurationError
from goldsmith.records.settings import IdentitySettings
from tests.adapters.systems.asking import ANA, ask, failure, opened

x509 = pytest.importorskip("cryptography.x509", reason="certificates for the test are made by cryptography")
from cryptography.hazmat.primitives import hashes, serialization  # noqa: E402 - only where it is installed
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402 - likewise

SINCE, UNTIL = datetime(2020, 1, 1, tzinfo=UTC), datetime(2099, 1, 1, tzinfo=UTC)


def written(folder: Path, name: str, issuer: tuple[Any, Any] | None = None) -> tuple[Any, Any]:
    """Write NAME.pem and NAME.key, signed by `issuer` or by itself, and return certificate and key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer[0].subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(SINCE)
        .not_valid_after(UNTIL)
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
    )
    certificate = builder.sign(issuer[1] if issuer else key, hashes.SHA256())
    pem = serialization.Encoding.PEM
    (folder / f"{name}.pem").write_bytes(certificate.public_bytes(pem))
    (folder / f"{name}.key").write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return certificate, key


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("certificates")
    authority = written(made, "authority")
    written(made, "server", authority)
    written(made, "ana", authority)
    return made


@contextmanager
def serving(folder: Path, *, asks_for_certificate: bool = False) -> Iterator[str]:
    """Serve one fixed reply over TLS; it names the client that the certificate names."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=str(folder / "authority.pem"))
    context.load_cert_chain(folder / "server.pem", folder / "server.key")
    context.verify_mode = ssl.CERT_REQUIRED if asks_for_certificate else ssl.CERT_NONE
    ready, over, places = threading.Event(), asyncio.Event(), list[Any]()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(int(length.partition(b":")[2]))
        known = writer.get_extra_info("peercert") or {}
        name = dict(pair for group in known.get("subject", ()) for pair in group).get("commonName", "nobody")
        body = f'{{"answer": "A", "identity_echo": "{name}"}}'.encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ")
        writer.write(f"{len(body)}\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()

    async def serve() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
        places.extend([server.sockets[0].getsockname()[1], asyncio.get_running_loop()])
        ready.set()
        await over.wait()
        server.close()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    assert ready.wait(20)
    try:
        yield f"https://127.0.0.1:{places[0]}/ask"
    finally:
        places[1].call_soon_threadsafe(over.set)
        thread.join(20)


def test_a_private_authority_is_trusted_where_it_is_named(folder: Path) -> None:
    with serving(folder) as url:
        reply = ask(opened({"url": url, "ca_file": "authority.pem"}, folder=folder))
        kind, told, is_worth, _ = failure(opened({"url": url}, folder=folder))

    assert (reply.answer, reply.identity_echo) == ("A", "nobody")
    assert (kind, is_worth) == ("system_error", False)
    assert "the certificate of https://127.0.0.1:" in told
    assert "named by ca_file" in told


def test_a_user_is_known_by_their_certificate(folder: Path) -> None:
    identities = {"ana": IdentitySettings(certificate="ana.pem", key="ana.key")}
    with serving(folder, asks_for_certificate=True) as url:
        options = {"url": url, "ca_file": "authority.pem"}
        system = opened(options, identities=identities, folder=folder)
        reply = ask(system, identity=ANA)
        as_nobody = failure(system)

    assert reply.identity_echo == "ana"
    assert as_nobody[0] == "system_error"


def test_a_certificate_with_the_key_of_another_is_refused_before_the_first_call(folder: Path) -> None:
    options = {"url": "https://rag.example.test", "certificate": "ana.pem", "key": "server.key"}
    with pytest.raises(ConfigurationError, match=r"certificate, key of \[systems.app\] cannot be used"):
        opened(options, folder=folder)
