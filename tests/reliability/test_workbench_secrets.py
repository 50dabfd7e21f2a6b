"""R15 at the workbench: passwords, the keys of sessions and used links stand on no page, in no log, in no audit."""

from __future__ import annotations

import base64
import os
import re
import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import pytest
from sqlalchemy import make_url

from tests.reliability.bench_people import HEADER, PROXY, bench_folder, by_proxy, fills
from tests.reliability.review_store_writers import opened
from tests.reliability.served_bench import LOG, Servers, warm_servers
from tests.reliability.wire import Wire, browser_at
from tests.web.visiting import Browser
from tests.web.workbench import follow, form_of
from tests.workflows.reviewers import PEOPLE

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the servers are forked")

STORE, MAIL = "GOLDSMITH_TEST_STORE", "GOLDSMITH_TEST_MAIL"
PG_PASSWORD, MAIL_PASSWORD = "s3cr3t/pg+1=@end", "s3cr3t/mail+2=end"
SECRETS = ("sessions", "forms", "handles", "cookies")
PATHS = (
    "/", "/queue", "/people", "/audit", "/coverage", "/runs", "/search?q=receipt", "/practice", "/keys", "/health",
    "/disputes", "/refresh", "/nowhere", "/case?case=0", "/sign-in?token=x", "/agreement", "/load", "/batches",
    "/write", "/handbook", "/queue?%ff",
)  # fmt: skip


def settings(mail_port: int) -> str:
    people = PEOPLE.replace("[people.r1]", '[people.r1]\nemail = "r1@example.org"')
    return (
        f'{people}\n[workbench]\nsecond_share = 1.0\nurl = "http://bench.example"\nstore_env = "{STORE}"\n{PROXY}\n'
        f'[workbench.mail]\nhost = "127.0.0.1"\nport = {mail_port}\nsender = "bench@example.org"\nsecurity = "none"\n'
        f'user = "bench"\npassword_env = "{MAIL}"\n'
    )


class _Shut(socketserver.StreamRequestHandler):
    """A mail server that lets nobody in."""

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            verb = line.decode().strip().partition(" ")[0]
            if verb.upper() == "EHLO":
                self.wfile.write(b"250-here\r\n250 AUTH PLAIN\r\n")
            elif verb.upper() == "AUTH":
                self.wfile.write(b"535 5.7.8 not you\r\n")
            else:
                self.wfile.write(b"250 ok\r\n")


@contextmanager
def shut() -> Iterator[int]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Shut) as server:
        server.daemon_threads = True
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    with warm_servers() as started:
        yield started


@pytest.fixture
def store_url(postgres_url: str) -> str:
    """Return an address with a password, which this server may not even ask for."""
    url = make_url(postgres_url)
    return url.set(password=url.password or PG_PASSWORD).render_as_string(hide_password=False)


def walked(browser: Browser) -> str:
    """Open every page, label a case, and return every byte that came back."""
    heard = []
    for path in PATHS:
        place, _, query = path.partition("?")
        reply = browser.get(place, **dict(pair.partition("=")[::2] for pair in query.split("&") if pair))
        heard.append(f"{reply.headers} {reply.body.decode('latin-1')}")
    following = browser.post("/queue/next")
    if following.status == 303:
        page = follow(browser, following)
        again = fills(browser, page, do="submit", none="1")
        refused = browser.post("/case", csrf="0" * 64, **form_of(page).fields)
        heard += [f"{reply.headers} {reply.body.decode('latin-1')}" for reply in (following, page, again, refused)]
    return "\n".join(heard)


def spellings(secret: str) -> tuple[str, ...]:
    return secret, quote(secret), quote(secret, safe=""), base64.b64encode(secret.encode()).decode(), repr(secret)


def test_no_secret_of_the_workbench_is_told_to_anybody(servers: Servers, tmp_path: Path, store_url: str) -> None:
    with shut() as mail_port:
        root = bench_folder(tmp_path / "p", cases=4, settings=settings(mail_port))
        server = servers.start(root, **{STORE: store_url, MAIL: MAIL_PASSWORD})

        def said(*words: str, url: str = store_url) -> str:
            _, text = servers.called(root, *words, output=tmp_path / "said", **{STORE: url, MAIL: MAIL_PASSWORD})
            assert "Traceback" not in text
            return text

        wire = Wire(port=server.port)
        invited = said("review", "invite", "r1")
        token = re.findall(r"token=(\S+)", invited)[0]
        link = browser_at(wire)
        link.get("/sign-in", token=token)
        assert link.post("/sign-in", token=token).status == 303
        pages = [walked(link), *(walked(by_proxy(wire, name)) for name in ("owner", "arbiter"))]
        told = [said("review", "remind"), said("review", "apply")]
        drop(store_url)
        pages += [walked(by_proxy(wire, name)) for name in ("owner", "r2")]
        told += [said("review", "apply"), said("serve", "--port", "0")]
        wrong = make_url(store_url).set(port=9, host="127.0.0.1", query={}).render_as_string(hide_password=False)
        told.append(said("serve", "--port", "0", url=wrong))
        servers.end(server)
    files = "\n".join(one.read_bytes().decode("latin-1") for one in root.rglob("*") if one.is_file())
    everything = "\n".join([*pages, *told, files])

    assert "cannot be reached" in told[-1]
    assert [name for name in (PG_PASSWORD, MAIL_PASSWORD) for text in spellings(name) if text in everything] == []
    assert token not in everything


def drop(store_url: str) -> None:
    """Take the tables of a store away under the server that uses it."""
    import psycopg

    with psycopg.connect(make_url(store_url).render_as_string(hide_password=False), autocommit=True) as connection:
        for name in ("facts", "drafts"):
            connection.execute(f"DROP TABLE IF EXISTS {name} CASCADE")


def test_the_keys_with_which_sessions_and_forms_are_signed_stay_in_the_store(servers: Servers, tmp_path: Path) -> None:
    root = bench_folder(tmp_path / "p", cases=4, settings=f"{PEOPLE}\n[workbench]\nsecond_share = 1.0\n{PROXY}")
    server = servers.start(root)
    wire = Wire(port=server.port)
    told = "\n".join(walked(by_proxy(wire, name)) for name in ("owner", "r1"))
    servers.end(server)
    store = opened(str(root / ".goldsmith" / "workbench.db"))
    keys = {name: store.secret(name) for name in SECRETS}
    facts = repr(store.after(0))
    store.close()
    log = (root / LOG).read_text(encoding="utf-8")

    assert len(set(keys.values())) == len(SECRETS)
    assert [name for name, key in keys.items() if key in told + facts + log] == []
    assert HEADER not in facts
