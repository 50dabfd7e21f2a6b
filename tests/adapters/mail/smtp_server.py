"""A mail server for tests: it speaks as much of RFC 5321 as a client needs, keeps what it takes, and fails as told."""

from __future__ import annotations

import base64
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Script:
    """What the server does, and what it saw."""

    refuses: frozenset[str] = frozenset()
    """Recipients."""
    breaks: list[str] = field(default_factory=list)
    """Verbs at which the line breaks, each once."""
    password: str | None = None
    wrong: str = "535 5.7.8 wrong user or password"
    """Said of another password; ``{given}``: as it came, ``{password}``: itself, ``{alone}``: in base64."""
    greets: str = ""
    """Said in place of the answer to EHLO and HELO."""
    tls: ssl.SSLContext | None = None
    offers_tls: bool = True
    letters: list[tuple[str, bytes]] = field(default_factory=list)
    """Recipient and text, as they came."""
    verbs: list[str] = field(default_factory=list)
    port: int = 0


class _Session(socketserver.StreamRequestHandler):
    server: _Server

    def handle(self) -> None:
        self.secure = self.server.from_the_start
        self.to: list[str] = []
        self._say("220 here")
        while line := self.rfile.readline():
            verb, _, rest = line.decode().strip().partition(" ")
            script = self.server.script
            script.verbs.append(verb.upper())
            if verb.upper() in script.breaks:
                script.breaks.remove(verb.upper())
                return
            answer = getattr(self, f"do_{verb.lower()}", None)
            if answer is None:
                self._say("502 not here")
            elif answer(rest):
                return

    def finish(self) -> None:
        super().finish()
        self.connection.close()

    def do_helo(self, _: str) -> None:
        self._say(self.server.script.greets)

    def do_ehlo(self, _: str) -> None:
        script = self.server.script
        if script.greets:
            self._say(script.greets)
            return
        self._say("250-here")
        if script.tls is not None and script.offers_tls and not self.secure:
            self._say("250-STARTTLS")
        self._say("250 AUTH PLAIN")

    def do_starttls(self, _: str) -> None:
        self._say("220 go on")
        assert self.server.script.tls is not None
        self.connection = self.server.script.tls.wrap_socket(self.connection, server_side=True)
        self.rfile = self.connection.makefile("rb")
        self.wfile = self.connection.makefile("wb", 0)
        self.secure = True

    def do_auth(self, rest: str) -> None:
        script, sent = self.server.script, rest.partition(" ")[2]
        password = base64.b64decode(sent).decode().split("\0")[2]
        wrong = script.wrong.format(given=sent, password=password, alone=base64.b64encode(password.encode()).decode())
        self._say("235 come in" if password == script.password else wrong)

    def do_mail(self, _: str) -> None:
        self.to = []
        self._say("250 ok")

    def do_rcpt(self, rest: str) -> None:
        name = rest.partition("<")[2].partition(">")[0]
        if name in self.server.script.refuses:
            self._say("550 5.1.1 no such mailbox here")
            return
        self.to.append(name)
        self._say("250 ok")

    def do_data(self, _: str) -> None:
        self._say("354 go on")
        lines = list(iter(self.rfile.readline, b".\r\n"))
        self.server.script.letters += [(name, b"".join(lines)) for name in self.to]
        self._say("250 taken")

    def do_rset(self, _: str) -> None:
        self._say("250 ok")

    def do_quit(self, _: str) -> bool:
        self._say("221 goodbye")
        return True

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    script: Script
    from_the_start = False

    def get_request(self) -> tuple[Any, Any]:
        connection, address = super().get_request()
        if self.from_the_start and self.script.tls is not None:
            connection = self.script.tls.wrap_socket(connection, server_side=True)
        return connection, address

    def handle_error(self, *_: Any) -> None:
        """A client that leaves is no matter."""


@contextmanager
def serving(script: Script, *, tls_from_the_start: bool = False) -> Iterator[Script]:
    """Serve at a free port of this machine, which the script holds then."""
    with _Server(("127.0.0.1", 0), _Session) as server:
        server.script, server.from_the_start = script, tls_from_the_start
        script.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield script
        finally:
            server.shutdown()
            thread.join()
