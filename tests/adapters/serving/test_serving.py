"""Real calls to a real server."""

from __future__ import annotations

import logging
import re
import socket
from threading import Barrier, Event, Thread

import pytest

from goldsmith.adapters.serving import serve
from goldsmith.errors import ConflictError, GoldsmithError, IncompleteError, InputError
from goldsmith.ports.pages import Call, Reply
from tests.adapters.serving.calling import WITHIN_S, Called, asked, route, sent, serving

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def test_a_call_reaches_its_route_whole() -> None:
    called = Called()
    with serving([route(called, "/case")]) as listening:
        headers = {"Cookie": "s=one; t=a=b", "Accept-Language": "ru", "X-User": "Ада".encode().decode("latin-1")}
        response, body = asked(listening, "GET", "/case?a=1&a=2&b=%D0%B0&c", None, headers)
    call = called.calls[0]

    assert (response.status, body, response.getheader("Content-Type")) == (
        200,
        b"<p>well</p>",
        "text/html; charset=utf-8",
    )
    assert response.headers.get_all("Set-Cookie") == ["a=1", "b=2"]
    assert response.getheader("Server") is None
    assert (call.method, call.path, call.query) == ("GET", "/case", {"a": ("1", "2"), "b": ("а",), "c": ("",)})
    assert (call.cookies, call.headers["accept-language"], call.headers["x-user"]) == (
        {"s": "one", "t": "a=b"},
        "ru",
        "Ада",
    )
    assert (call.client, call.secure, call.headers["host"]) == ("127.0.0.1", False, f"127.0.0.1:{listening.port}")


def test_a_form_is_read_whichever_way_it_is_sent() -> None:
    called = Called()
    parts = (
        b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n2\r\n'
        b'--x\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\n\r\n\xd0\xb0\r\n--x--\r\n'
    )
    with serving([route(called, "/", "POST")]) as listening:
        asked(listening, "POST", "/", b"a=1%0D%0A2&a=%D0%B0+b&empty=", FORM)
        asked(listening, "POST", "/", parts, {"Content-Type": "multipart/form-data; boundary=x"})
        asked(listening, "POST", "/", b'{"a": 1}', {"Content-Type": "application/json"})

    assert [call.form for call in called.calls] == [
        {"a": ("1\n2", "а b"), "empty": ("",)}, {"a": ("1\n2",), "f": ("а",)}, {},
    ]  # fmt: skip


def test_who_only_asks_for_the_head_gets_it() -> None:
    called = Called()
    with serving([route(called)]) as listening:
        response, body = asked(listening, "HEAD", "/")

    assert (response.status, body, response.getheader("Content-Length")) == (200, b"", "11")
    assert called.calls[0].method == "GET"


def test_what_no_route_takes_goes_to_the_one_for_everything_else() -> None:
    missing = route(lambda call: Reply(status=404, body=f"no {call.path}".encode()), "*")
    with serving([route(Called()), missing]) as listening:
        found = [asked(listening, "GET", path) for path in ("/nowhere", "/../etc/passwd", "//", "/%2e%2e/x", "/a/")]

    assert [response.status for response, _ in found] == [404] * 5
    assert found[0][1] == b"no /nowhere"


def test_a_method_that_a_page_does_not_take_is_told_which_it_takes() -> None:
    with serving([route(Called()), route(Called(), "/only", "POST")]) as listening:
        found = [asked(listening, method, path)[0] for method, path in (
            ("POST", "/"), ("DELETE", "/"), ("GET", "/only"), ("POST", "/nowhere"),
        )]  # fmt: skip

    assert [(one.status, one.getheader("Allow")) for one in found] == [
        (405, "GET, HEAD"), (405, "GET, HEAD"), (405, "POST"), (404, None),
    ]  # fmt: skip


def test_a_body_beyond_its_share_is_refused_before_it_is_read() -> None:
    called = Called()
    with serving([route(called, "/", "POST")], most_bytes=100) as listening:
        fits, _ = asked(listening, "POST", "/", b"a=" + b"x" * 98, FORM)
        told = sent(listening, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000000\r\n\r\n")
        chunked = sent(
            listening, b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n80\r\n" + b"x" * 128
        )

    assert fits.status == 200
    assert [told[:12], chunked[:12]] == [b"HTTP/1.1 413"] * 2
    assert len(called.calls) == 1


def test_who_sends_too_much_reads_why_when_it_is_sent() -> None:
    with serving([route(Called(), "/", "POST")], most_bytes=1_000_000, linger_s=WITHIN_S) as listening:
        response, told = asked(listening, "POST", "/", b"x" * 7_000_000, FORM)

    assert (response.status, told) == (413, b"A form holds at most 1000000 bytes.\n")
    assert response.getheader("Connection") == "close"


def test_who_sends_without_end_is_not_listened_to_for_ever() -> None:
    with (
        serving([route(Called(), "/", "POST")], most_bytes=100_000, linger_s=WITHIN_S) as listening,
        socket.create_connection(("127.0.0.1", listening.port), timeout=WITHIN_S) as line,
    ):
        line.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000000\r\n\r\n")
        count = sends_on(line, b"x" * 100_000, most=10_000)

    assert count < 1_000


def sends_on(line: socket.socket, piece: bytes, *, most: int) -> int:
    """Send a piece again and again until the line breaks; return how often it was sent."""
    for count in range(most):
        try:
            line.sendall(piece)
        except ConnectionError:
            return count
    return most


REFUSED = {
    "413": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000000\r\n\r\n",
    "408": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\na=1",
    "400, no HTTP": b"no such thing\r\n\r\n",
    "400": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n"
    b"Content-Length: 5\r\n\r\na=%FF",
    "404": b"GET http://evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "501": b"BREW / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
}


@pytest.mark.parametrize("name", REFUSED)
def test_whatever_is_refused_a_browser_runs_and_keeps_nothing_of_it(name: str) -> None:
    with serving([route(Called()), route(Called(), "/", "POST")], body_within_s=0.2) as listening:
        head = sent(listening, REFUSED[name]).partition(b"\r\n\r\n")[0].decode().lower().split("\r\n")

    assert head[0].split()[1] == name[:3]
    assert {
        "content-security-policy: default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "cache-control: no-store",
    } <= set(head)


@pytest.mark.parametrize("target", ["PRI *", "OPTIONS *", "GET http://evil.example/x", "CONNECT evil.example:443"])
def test_a_target_that_is_no_path_is_nowhere(target: str) -> None:
    called = Called()
    with serving([route(called), route(called, "*")]) as listening:
        found = sent(listening, f"{target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())

    assert found.startswith(b"HTTP/1.1 404")
    assert b"default-src 'none'" in found
    assert called.calls == []


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    with serving([route(Called(), "/", "POST")], body_within_s=0.2) as listening:
        found = sent(listening, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\na=1")

    assert found.startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("begun", [b"", b"GET", b"GET / HTTP/1.1\r\nHost: x\r\n"])
def test_a_call_whose_head_does_not_come_is_not_waited_for(begun: bytes) -> None:
    called = Called()
    with serving([route(called)], head_within_s=0.2) as listening:
        found = sent(listening, begun)

    assert (found, called.calls) == (b"", [])


def test_a_second_call_on_a_line_is_waited_for_no_longer_than_the_first() -> None:
    called = Called()
    with (
        serving([route(called)], head_within_s=0.2) as listening,
        socket.create_connection(("127.0.0.1", listening.port), timeout=WITHIN_S) as line,
    ):
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        first = line.recv(65_536)
        line.sendall(b"GET / HTTP/1.1\r\n")
        while piece := line.recv(65_536):
            first += piece

    assert (first.count(b"HTTP/1.1 200"), len(called.calls)) == (1, 1)


def test_a_head_that_drips_in_wins_no_time() -> None:
    with (
        serving([route(Called())], head_within_s=0.3) as listening,
        socket.create_connection(("127.0.0.1", listening.port), timeout=0.05) as line,
    ):
        line.sendall(b"GET / HTTP/1.1\r\n")
        count = drips(line, b"X: y\r\n")

    assert count < 100


def drips(line: socket.socket, piece: bytes) -> int:
    """Send a piece again and again until the line is closed; return how often it was sent."""
    for count in range(100):
        try:
            if line.recv(1) == b"":
                return count
        except TimeoutError:
            line.sendall(piece)
        except ConnectionError:
            return count
    return 100


def test_half_a_call_on_every_connection_keeps_nobody_out_for_long() -> None:
    with serving([route(Called())], head_within_s=0.5) as listening:
        lines = [socket.create_connection(("127.0.0.1", listening.port), timeout=WITHIN_S) for _ in range(600)]
        for line in lines:
            line.sendall(b"GET / HTTP/1.1\r\n")
        ends = [line.recv(1) for line in lines]
        after, _ = asked(listening, "GET", "/")
        for line in lines:
            line.close()

    assert set(ends) == {b""}
    assert after.status == 200


def test_a_call_that_takes_its_time_is_not_cut_off() -> None:
    gate = Event()

    def waits(call: Call) -> Reply:
        gate.wait(WITHIN_S)
        return Reply(body=b"well")

    def opens() -> None:
        sent(listening, b"")
        gate.set()

    with serving([route(waits)], head_within_s=0.2) as listening:
        # A second line is closed for its silence: so long the first one is worked at.
        opener = Thread(target=opens)
        opener.start()
        response, body = asked(listening, "GET", "/")
        opener.join()

    assert (response.status, body) == (200, b"well")


@pytest.mark.parametrize(("body", "kind"), [
    (b"a=%FF", "application/x-www-form-urlencoded"),
    (b"a=\xff", "application/x-www-form-urlencoded"),
    (b"a=%00", "application/x-www-form-urlencoded"),
    (b"&".join([b"a=1"] * 5_001), "application/x-www-form-urlencoded"),
    (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
    (b"--x\r\nbroken", "multipart/form-data"),
    (b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xff\r\n--x--\r\n', "multipart/form-data; boundary=x"),
])  # fmt: skip
def test_a_form_that_cannot_be_read_is_the_callers_fault(body: bytes, kind: str) -> None:
    called = Called()
    with serving([route(called, "/", "POST")], most_bytes=100_000) as listening:
        response, told = asked(listening, "POST", "/", body, {"Content-Type": kind})

    assert response.status == 400
    assert told.startswith(b"This could not be read")
    assert called.calls == []


@pytest.mark.parametrize(("error", "status"), [
    (InputError("no such thing", next_step="try another"), 400), (ConflictError("changed"), 409),
    (IncompleteError("later"), 503),
])  # fmt: skip
def test_an_error_of_ours_is_told_in_its_words(error: GoldsmithError, status: int) -> None:
    def fails(call: Call) -> Reply:
        raise error

    with serving([route(fails)]) as listening:
        response, body = asked(listening, "GET", "/")

    assert (response.status, body.decode()) == (status, f"{error}\n")


def test_any_other_error_is_a_number_and_its_traceback_stays_here(caplog: pytest.LogCaptureFixture) -> None:
    def fails(call: Call) -> Reply:
        message = "the secret is 4711"
        raise RuntimeError(message)

    with caplog.at_level(logging.ERROR), serving([route(fails, "/x")]) as listening:
        response, body = asked(listening, "GET", "/x?token=hidden")
    number = re.search(rb"Error ([0-9a-f]{8})", body)

    assert response.status == 500
    assert b"4711" not in body
    assert b"Traceback" not in body
    assert number is not None
    assert number[1].decode() in caplog.text
    assert "the secret is 4711" in caplog.text
    assert "hidden" not in caplog.text


@pytest.mark.parametrize("value", ["/ok\r\nSet-Cookie: a=b", "/ok\nX: y", "/ok\0", "/ж"])
def test_a_redirect_never_writes_a_header_of_its_own(value: str, caplog: pytest.LogCaptureFixture) -> None:
    with serving([route(lambda call: Reply(status=303, headers=(("Location", value),)))]) as listening:
        response, _ = asked(listening, "GET", "/")

    assert response.status == 500
    assert (response.getheader("Location"), response.getheader("Set-Cookie")) == (None, None)


def test_pages_are_made_side_by_side() -> None:
    line = Barrier(4, timeout=WITHIN_S)

    def waits(call: Call) -> Reply:
        line.wait()
        return Reply(body=b"together")

    found: list[bytes] = []
    with serving([route(waits)], threads=4) as listening:
        threads = [Thread(target=lambda: found.append(asked(listening, "GET", "/")[1])) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert found == [b"together"] * 4


def test_a_call_under_way_is_ended_before_the_server_stops() -> None:
    stops: list[object] = []

    def stops_it(call: Call) -> Reply:
        stops[0]()  # type: ignore[operator]
        return Reply(body=b"whole")

    with serving([route(stops_it)]) as listening:
        stops.append(listening.stop)
        response, body = asked(listening, "GET", "/")

    assert (response.status, body) == (200, b"whole")


def test_a_port_that_is_taken_is_told_with_another() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError) as raised:
            serve([], host="127.0.0.1", port=port, ready=lambda listening: None)

    assert f"nothing can listen on 127.0.0.1 port {port}" in raised.value.message
    assert raised.value.next_step == f"choose another, such as: --port {port + 1}"


def test_an_address_that_is_none_is_told() -> None:
    with pytest.raises(InputError, match=r"nothing can listen on 203\.0\.113\.1"):
        serve([], host="203.0.113.1", port=0, ready=lambda listening: None)
