"""A system behind HTTP: what is sent, what is read, and what a failure is told as."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goldsmith.errors import ConfigurationError, GoldsmithError, UnknownNameError
from goldsmith.records.case import Identity, Message
from goldsmith.records.response import Failure, RetrievedItem
from goldsmith.text.redaction import Secrets
from tests.adapters.systems.asking import ANA, ask, explained, failure, opened
from tests.backends.rag_server import RagServer

TOKEN = "tok-9f8e7d6c5b4a3210"  # noqa: S105 - it opens nothing
FINE = {"json": {"answer": "A", "retrieved": ["a#1"]}}
FAULTS: dict[str, list[dict[str, Any]]] = {
    "fine": [FINE],
    "busy": [{"status": 429, "headers": {"Retry-After": "7"}}],
    "broken": [{"status": 503, "body": "try later", "media": "text/plain"}],
    "cut": [{"close_connection": True}],
    "half": [{"pieces": ['{"answer": '], "breaks": True}],
    "page": [{"body": "<html><title>Log in</title></html>"}],
    "nothing": [{"json": {}}],
    "empty": [{}],
    "letters": [{"json": {"answer": "A", "retrieved": "a#1"}}],
    "forbidden": [{"status": 403, "json": {"error": "not yours"}}],
    "invalid": [{"status": 422, "body": f'invalid input: {{"authorization": "Bearer {TOKEN}"}}'}],
    "words": [{"body": "just words", "media": "text/plain"}],
    "strange": [{"json": {"foo": 1, "bar": 2}}],
    "echo": [{"json": {"answer": 7, "token": f"Bearer {TOKEN}"}}],
    "echo in the answer": [{"json": {"answer": ["x" * 50 + TOKEN]}}],
    "long": [{"json": {"answer": "x" * 21_000_000}}],
    "long without end": [{"pieces": ["x" * 1_000_000] * 21}],
    "same place": [{"redirect": "/other"}, FINE],
    "round and round": [{"redirect": "/other"}],
    "elsewhere": [{"redirect": "http://evil.example.test/x?key=1"}],
    "other port": [{"redirect": "http://127.0.0.1:1/x"}],
    "drops the question": [{"redirect": "/other", "status": 302}],
    "to a file": [{"redirect": "file:///etc/passwd"}],
}


@pytest.fixture(scope="module")
def server() -> Iterator[RagServer]:
    with RagServer(script=FAULTS) as running:
        yield running


@pytest.fixture
def fresh() -> Iterator[RagServer]:
    with RagServer(script=FAULTS) as running:
        yield running


def test_the_usual_body_says_what_a_case_has(server: RagServer) -> None:
    history = (Message(role="user", content="Hi"), Message(role="assistant", content="Hello"))
    ask(
        opened({"url": server.url}),
        "fine",
        history=history,
        identity=ANA,
        conversation="shared",
        system_prompt="Be brief",
    )

    assert server.seen[-1].json == {
        "question": "fine",
        "messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}],
        "user": "ana",
        "tenant": "eu",
        "roles": ["staff"],
        "conversation": "shared",
        "system_prompt": "Be brief",
    }
    assert server.seen[-1].headers["content-type"] == "application/json"


def test_what_a_case_does_not_have_is_left_out(server: RagServer) -> None:
    ask(opened({"url": server.url}), "fine")
    body = server.seen[-1].json

    assert sorted(body) == ["conversation", "messages", "question"]
    assert body["conversation"].endswith("-c1-1")


@pytest.mark.parametrize("as_text", [False, True])
def test_a_template_keeps_the_types_of_what_it_is_filled_with(server: RagServer, as_text: bool) -> None:
    table = {
        "question": "{{question}}", "who": {"u": "{{user}}", "r": "{{roles}}"}, "note": "for {{user}} of {{tenant}}",
        "k": 5, "chat": "{{chat}}", "case": ["{{case}}"],
    }  # fmt: skip
    text = (
        '{"question": {{question}}, "who": {"u": {{user}}, "r": {{roles}}}, "note": "for {{user}} of {{tenant}}",'
        ' "k": 5, "chat": {{ chat }}, "case": ["{{case}}"]}'
    )
    ask(opened({"url": server.url, "body": text if as_text else table}), "fine", identity=ANA, system_prompt="S")

    assert server.seen[-1].json == {
        "question": "fine",
        "who": {"u": "ana", "r": ["staff"]},
        "note": "for ana of eu",
        "k": 5,
        "chat": [{"role": "system", "content": "S"}, {"role": "user", "content": "fine"}],
        "case": ["c1"],
    }


def test_variables_fill_url_headers_and_body_and_placeholders_are_encoded(server: RagServer) -> None:
    options = {
        "url": "${RAG_URL}/ask?question={{question}}&key=${RAG_KEY}",
        "method": "GET",
        "headers": {"Authorization": "Bearer ${RAG_TOKEN}", "X-User": "{{user}}", "X-Note": "$${RAG_URL}"},
    }
    secrets = Secrets()
    variables = {"RAG_URL": server.root, "RAG_KEY": "key-0011223344", "RAG_TOKEN": TOKEN}
    person = Identity(user="ana é\r\nX-Admin: 1")
    ask(opened(options, environment=variables, secrets=secrets), "fine", identity=person)
    seen = server.seen[-1]

    assert (seen.method, seen.question, seen.text) == ("GET", "fine", "")
    assert seen.headers["authorization"] == f"Bearer {TOKEN}"
    assert seen.headers["x-user"] == "ana%20%C3%A9%0D%0AX-Admin%3A%201"
    assert seen.headers["x-note"] == "${RAG_URL}"
    assert "x-admin" not in seen.headers
    assert secrets.names == ("RAG_KEY", "RAG_TOKEN")


def test_a_question_cannot_leave_its_place_in_the_url(server: RagServer) -> None:
    system = opened({"url": server.root + "/ask?question={{question}}&x=1", "method": "GET"})

    assert ask(system, "page&question=fine").answer == "I do not know."
    assert server.seen[-1].question == "page&question=fine"


def test_every_call_has_a_trace_of_its_own(server: RagServer) -> None:
    system = opened({"url": server.url})
    replies = [ask(system, "fine"), ask(system, "fine")]
    parents = [seen.headers["traceparent"] for seen in server.seen[-2:]]

    assert all(re.fullmatch(r"00-[0-9a-f]{32}-[0-9a-f]{16}-01", parent) for parent in parents)
    assert [reply.trace_id for reply in replies] == [parent.split("-")[1] for parent in parents]
    assert len(set(parents)) == 2


def test_a_reply_is_read_by_the_usual_names(server: RagServer) -> None:
    reply = ask(opened({"url": server.url}), "When is a return possible in the EU?", identity=ANA)

    assert (reply.answer, reply.identity_echo, reply.cache) == (
        "In the EU a return is possible within 30 days.", "ana", "",
    )  # fmt: skip
    assert reply.retrieved == (
        RetrievedItem(id="eu-returns#1", document="eu-returns", text="In the EU a return is possible within 30 days."),
    )


@pytest.mark.parametrize(
    ("question", "kind", "told"),
    [
        ("page", "bad_reply", "the reply is no JSON (text/html): an HTML page titled 'Log in'"),
        ("nothing", "bad_reply", "no part of the reply has a known name; found nothing"),
        ("empty", "bad_reply", "the reply is empty, where JSON was expected"),
        ("letters", "bad_reply", "retrieved is the text 'a#1', where a list was expected"),
        ("words", "bad_reply", "the reply is plain text, no JSON: just words;"),
        ("strange", "bad_reply", "no part of the reply has a known name; found foo, bar"),
        ("echo", "bad_reply", "answer is 7, where a text was expected"),
        ("forbidden", "not_authorised", 'HTTP 403 Forbidden: {"error": "not yours"}'),
        (
            "invalid",
            "system_error",
            'HTTP 422 Unprocessable Content: invalid input: {"authorization": "Bearer [secret RAG_',
        ),
        ("long", "bad_reply", "the reply is longer than 20 MB, which is not read"),
        ("long without end", "bad_reply", "the reply is longer than 20 MB, which is not read"),
        ("elsewhere", "system_error", "redirects to http://evil.example.test, which is not followed"),
        ("other port", "system_error", "redirects to http://127.0.0.1:1, which is not followed"),
        ("to a file", "system_error", "redirects to an address that is none, which is not followed"),
        ("round and round", "system_error", "redirected more than 3 times"),
        ("drops the question", "system_error", "answers POST with a redirect (302) to /other, which would drop"),
    ],
)
def test_what_stays_wrong_is_told_and_not_tried_again(server: RagServer, question: str, kind: str, told: str) -> None:
    options = {"url": server.url, "headers": {"Authorization": "Bearer ${RAG_TOKEN}"}}
    found = failure(opened(options, environment={"RAG_TOKEN": TOKEN}), question)

    assert (found[0], found[2], found[3]) == (kind, False, None)
    assert told in found[1]
    assert TOKEN[:8] not in found[1]


@pytest.mark.parametrize(
    ("question", "told", "wait_s"),
    [
        ("busy", "HTTP 429 Too Many Requests", 7),
        ("broken", "HTTP 503 Service Unavailable: try later", None),
        ("cut", "broke: ServerDisconnectedError", None),
        ("half", "broke: ClientPayloadError", None),
    ],
)
def test_what_may_pass_is_worth_trying_again(server: RagServer, question: str, told: str, wait_s: float | None) -> None:
    found = failure(opened({"url": server.url}), question)

    assert (found[0], found[2], found[3]) == ("system_error", True, wait_s)
    assert told in found[1]


def test_a_system_that_is_not_there_may_come_back(server: RagServer) -> None:
    assert failure(opened({"url": "http://localhost:9/ask"}))[::2] == ("system_error", True)
    assert failure(opened({"url": "http://no-such-host.invalid/ask"}))[::2] == ("system_error", True)


def test_a_redirect_at_the_same_place_is_followed_with_its_question(fresh: RagServer) -> None:
    reply = ask(opened({"url": fresh.url}), "same place")

    assert reply.answer == "A"
    assert [(seen.method, seen.path, seen.question) for seen in fresh.seen] == [
        ("POST", "/ask", "same place"), ("POST", "/other", "same place"),
    ]  # fmt: skip


def test_a_metadata_service_is_not_reached_by_a_detour() -> None:
    found = failure(opened({"url": "http://2852039166/latest"}))
    told = "2852039166 leads to 169.254.169.254, a link-local or metadata address, which is not called"

    assert found == ("system_error", told, False, None)


def test_a_host_with_a_placeholder_needs_its_hosts_named(server: RagServer) -> None:
    url = server.url.replace("127.0.0.1", "{{tenant}}")
    with pytest.raises(ConfigurationError, match="names its host by a placeholder"):
        opened({"url": url})
    system = {"url": url, "hosts": ["127.0.0.1"]}

    assert ask(opened(system), "fine", identity=Identity(user="u", tenant="127.0.0.1")).answer == "A"
    assert failure(opened(system), "fine", identity=Identity(user="u", tenant="localhost"))[1] == (
        "localhost is none of the hosts that the settings name"
    )


def test_the_environment_names_no_proxy_and_the_settings_may(
    server: RagServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://localhost:9")

    assert ask(opened({"url": server.url}), "fine").answer == "A"
    assert "http://127.0.0.1" in failure(opened({"url": server.url, "proxy": "http://localhost:9"}), "fine")[1]


OPTIONS: dict[str, Any] = {"url": "https://rag.example.test/ask"}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"urll": "x"}, "settings of [systems.app] is called 'urll'; did you mean 'url'?"),
        ({"method": "FETCH"}, "methods of [systems.app] is called 'FETCH'"),
        ({"url": 3}, "url of [systems.app] is 3, where a text was expected"),
        ({"url": ""}, "[systems.app] has no url"),
        ({"url": "rag.example.test"}, "url of [systems.app] is no address that can be called"),
        ({"url": "https://u:p@a.test/"}, "url of [systems.app] holds a user or password"),
        ({"headers": {"Authorization": "Bearer abc"}}, 'write Authorization = "Bearer ${AUTHORIZATION}"'),
        ({"headers": {"X-Api-Key": "abc"}}, 'write X-Api-Key = "${API_KEY}"'),
        ({"headers": {"X-Auth-Token": "abc"}}, "headers of [systems.app] hold a secret: X-Auth-Token is written out"),
        ({"headers": {"X-N": 3}}, "headers.X-N of [systems.app] is 3, where a text was expected"),
        ({"headers": {"Traceparent": "x"}}, "hold Traceparent, which every call gets of its own"),
        ({"body": {"question": "{{question}}", "api_key": "abc"}}, "the body of [systems.app] holds a secret: api_key"),
        ({"body": {"question": "{{qestion}}"}}, "is called 'qestion'; did you mean 'question'?"),
        ({"body": {"q": 1}}, "nothing in [systems.app] sends the question"),
        ({"method": "GET"}, "nothing in [systems.app] sends the question"),
        ({"body": "{no json"}, "the body of [systems.app] is no JSON"),
        ({"headers": {"X-A": "${NOT_SET}"}}, "headers.X-A of [systems.app] needs the environment variable NOT_SET"),
        ({"headers": {"X-A": "${EMPTY}"}}, "needs the environment variable EMPTY, which is empty"),
        ({"headers": {"X-A": "${SHORT}"}}, "SHORT has 4 characters: too short for a secret to be hidden safely"),
        ({"headers": {"X-A": "${LINES}"}}, "the environment variable LINES"),
        ({"url": "http://rag.example.test/", "headers": {"X-A": "${TOKEN}"}}, "credentials would cross the network"),
        ({"identity": "bob"}, "identities in goldsmith.toml is called 'bob'"),
        ({"shows": ["contxt"]}, "channels in shows of [systems.app] is called 'contxt'; did you mean 'context'?"),
        ({"fields": {"answer": "data"}}, "the JSONPath 'data' cannot be read"),
        ({"items": {"chunk": "$.c"}}, "parts in [systems.app.items] is called 'chunk'"),
        ({"stream": "websocket"}, "values of stream in [systems.app] is called 'websocket'"),
        ({"stream": "text", "stream_answer": "$.a"}, "stream_answer of [systems.app] has no meaning"),
        ({"retrieval": {"identity": "x"}}, "settings of [systems.app.retrieval] is called 'identity'"),
        ({"ca_file": "none.pem"}, "ca_file of [systems.app] is no file"),
        ({"key": "k.pem"}, "[systems.app] has a key and no certificate"),
        ({"insecure": "yes"}, "insecure of [systems.app] is 'yes', where true or false was expected"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused_before_the_first_call(
    options: dict[str, Any], told: str, tmp_path: Path
) -> None:
    variables = {"EMPTY": " ", "SHORT": "1234", "LINES": "abc\ndef", "TOKEN": TOKEN}
    with pytest.raises(GoldsmithError) as refused:
        opened({**OPTIONS, **options}, environment=variables, folder=tmp_path)

    assert told in str(refused.value)
    assert "abc\n" not in str(refused.value)
    assert refused.value.next_step


def test_what_is_declared_plain_is_no_secret_and_may_be_short(server: RagServer) -> None:
    secrets = Secrets()
    options = {"url": server.url, "headers": {"X-Tenant": "${TENANT}"}, "plain": ["TENANT"]}
    ask(opened(options, environment={"TENANT": "acme"}, secrets=secrets), "fine")

    assert server.seen[-1].headers["x-tenant"] == "acme"
    assert secrets.names == ()


def test_credentials_may_cross_a_network_in_the_open_where_that_is_accepted() -> None:
    options = {"url": "http://rag.example.test/ask", "headers": {"X-Key": "${TOKEN}"}, "insecure": True}

    assert opened(options, environment={"TOKEN": TOKEN}).name == "app"
    assert opened({"url": "http://rag.example.test/ask"}).name == "app"


def test_a_guarded_case_that_nobody_is_told_of_is_asked_as_nobody(server: RagServer) -> None:
    system = opened({"url": server.url, "body": {"question": "{{question}}"}})
    reply = ask(system, "fine", identity=ANA)

    assert reply.identity_echo == ""
    assert [note.kind for note in system.notes] == ["identity_not_taken"]
    assert ask(system, "fine").identity_echo is None


def test_one_call_is_explained_without_its_secrets(server: RagServer) -> None:
    options = {"url": server.url, "headers": {"Authorization": "Bearer ${RAG_TOKEN}"}}
    seen = explained(opened(options, environment={"RAG_TOKEN": TOKEN}), "echo in the answer")

    assert (seen.method, seen.url, seen.status) == ("POST", server.url, 200)
    assert dict(seen.request_headers)["Authorization"] == "Bearer [secret RAG_TOKEN]"
    assert '"question": "echo in the answer"' in seen.request_body
    assert seen.response_body == '{"answer": ["' + "x" * 50 + '[secret RAG_TOKEN]"]}'
    assert seen.outcome == Failure(kind="bad_reply", message="answer is a list, where a text was expected")
    assert (seen.missing, seen.unread, seen.echoed) == ((), (), ("RAG_TOKEN",))
    assert TOKEN not in repr(seen)


def test_a_call_without_reply_is_explained_too() -> None:
    seen = explained(opened({"url": "http://localhost:9/ask"}))

    assert (seen.status, seen.response_body, seen.response_headers) == (None, "", ())
    assert isinstance(seen.outcome, Failure)


def test_an_unknown_setting_is_an_error_of_its_own_kind() -> None:
    with pytest.raises(UnknownNameError):
        opened({**OPTIONS, "header": {}})
