"""Each user asks with credentials of their own, renewed once when they are refused."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from goldsmith.adapters.http import credentials
from goldsmith.adapters.http.credentials import Token, Tokens, missing_identities
from goldsmith.errors import ConfigurationError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Case, Identity
from goldsmith.records.response import Reply
from goldsmith.records.settings import IdentitySettings, OAuthSettings, ProjectSettings
from goldsmith.text.redaction import Secrets
from tests.adapters.systems.asking import KEY, ask, failure, opened, run, step
from tests.backends.rag_server import RagServer

ANA, HUGO, SAM = (Identity(user=name) for name in ("ana", "hugo", "sam"))
TOKENS = {"token-of-ana": "ana", "token-of-hugo": "hugo", "token-of-sam": "sam"}


def by_variable(name: str, **more: Any) -> IdentitySettings:
    return IdentitySettings(**{"token_env": name, **more})


def by_client(url: str, client: str, variable: str, **more: str) -> IdentitySettings:
    settings = {"token_url": url, "client_id": client, "client_secret_env": variable, **more}
    return IdentitySettings(oauth=OAuthSettings(**settings))


ENVIRONMENT = {"ANA_TOKEN": "token-of-ana", "HUGO_TOKEN": "token-of-hugo"}
BY_ENVIRONMENT = {
    "ana": by_variable("ANA_TOKEN"),
    "hugo": by_variable("HUGO_TOKEN"),
}
SALARY = "Which salary bands?"


def oauth(server: RagServer, **more: str) -> dict[str, IdentitySettings]:
    return {"ana": by_client(f"{server.root}/token", "client é", "CLIENT_SECRET", **more)}


CLIENTS = {"client é": ("s3cret/+ value", "ana")}
CLIENT_ENVIRONMENT = {"CLIENT_SECRET": "s3cret/+ value"}


def command(*words: str) -> dict[str, IdentitySettings]:
    return {"ana": IdentitySettings(token_command=(sys.executable, "-c", *words))}


def test_each_user_asks_with_a_token_of_their_own() -> None:
    with RagServer(tokens=TOKENS) as server:
        options = {"url": server.url, "identity": "ana"}
        system = opened(options, environment=ENVIRONMENT, identities=BY_ENVIRONMENT)
        replies = [ask(system, SALARY, identity=who) for who in (ANA, HUGO, None)]

    assert [reply.identity_echo for reply in replies] == ["ana", "hugo", "ana"]
    assert [bool(reply.citations) for reply in replies] == [False, True, False]
    assert [seen.headers["authorization"] for seen in server.seen] == [
        "Bearer token-of-ana", "Bearer token-of-hugo", "Bearer token-of-ana",
    ]  # fmt: skip


def test_a_case_without_identity_is_asked_as_nobody_where_none_is_named() -> None:
    with RagServer(tokens=TOKENS) as server:
        system = opened({"url": server.url}, environment=ENVIRONMENT, identities=BY_ENVIRONMENT)
        found = failure(system, SALARY)

    assert found[0] == "not_authorised"
    assert "authorization" not in server.seen[-1].headers


def test_another_header_and_no_word_before_the_token() -> None:
    identities = {"ana": by_variable("ANA_TOKEN", header="X-Api-Key", scheme="")}
    with RagServer() as server:
        ask(opened({"url": server.url}, environment=ENVIRONMENT, identities=identities), identity=ANA)

    assert server.seen[-1].headers["x-api-key"] == "token-of-ana"


def test_a_token_of_the_environment_that_is_refused_is_not_tried_twice() -> None:
    with RagServer(tokens={"another": "ana"}) as server:
        system = opened({"url": server.url}, environment=ENVIRONMENT, identities=BY_ENVIRONMENT)
        kind, told, is_worth, _ = failure(system, SALARY, identity=ANA)

    assert (kind, is_worth, len(server.seen)) == ("not_authorised", False, 1)
    assert "Bearer [secret AN…" in told
    assert "token-of" not in told


def test_a_user_without_credentials_is_not_asked_as_somebody_else() -> None:
    with RagServer(tokens=TOKENS) as server:
        options = {"url": server.url, "identity": "ana"}
        system = opened(options, environment=ENVIRONMENT, identities=BY_ENVIRONMENT)
        found = failure(system, SALARY, identity=SAM)

    assert found[:2] == ("not_authorised", "[identities] does not hold 'sam', as whom the case is asked")
    assert server.seen == []


def test_the_users_that_lack_credentials_are_known_before_the_first_call() -> None:
    cases = [Case(id=str(n), question="q", identity=who) for n, who in enumerate((SAM, ANA, None, SAM))]
    settings = ProjectSettings(identities=BY_ENVIRONMENT)

    assert missing_identities(cases, settings) == ("sam",)
    assert missing_identities(cases, ProjectSettings()) == ()


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (IdentitySettings(), r"\[identities.ana\] says nothing of how ana proves who they are"),
        (by_variable("ANA_TOKEN", token_command=("x",)), "has token_env and token_command: which of"),
        (by_variable("NOT_SET"), r"token_env of \[identities.ana\] needs .* NOT_SET, which is not set"),
        (by_variable("SHORT"), "SHORT has 3 characters: too short for a secret"),
        (IdentitySettings(token_command=("no-such-program-here",)), "there is no program 'no-such-program-here'"),
        (IdentitySettings(certificate="none.pem"), r"certificate of \[identities.ana\] is no file"),
        (by_variable("ANA_TOKEN", key="none.pem"), r"\[identities.ana\] has a key and no certificate"),
        (
            by_client("https://a.test/t", "c", "NO"),
            "oauth.client_secret_env of .* needs the environment variable NO, which is not set",
        ),
        (
            by_client("http://a.test/t", "c", "ANA_TOKEN"),
            "oauth.token_url of .* credentials would cross the network unencrypted",
        ),
    ],
)  # fmt: skip
def test_credentials_that_cannot_work_are_refused_before_the_first_call(
    settings: IdentitySettings, told: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigurationError, match=told):
        opened(
            {"url": "https://rag.example.test/ask"},
            environment={**ENVIRONMENT, "SHORT": "abc", "PATH": "/usr/bin"},
            identities={"ana": settings},
            folder=tmp_path,
        )


def test_a_command_prints_the_token_once_for_all_calls(tmp_path: Path) -> None:
    program = "import pathlib; p = pathlib.Path('n'); p.open('a').write('x'); print(' token-of-ana ')"
    secrets = Secrets()
    with RagServer(tokens=TOKENS) as server:
        system = opened({"url": server.url}, identities=command(program), secrets=secrets, folder=tmp_path)
        ask(system, SALARY, identity=ANA)
        ask(system, SALARY, identity=ANA)

    assert (tmp_path / "n").read_text() == "x"
    assert secrets.names == ("identities.ana",)


@pytest.mark.parametrize(
    ("program", "told"),
    [
        (
            "import sys; sys.stderr.write('no: ' + 'swordfish'); sys.exit(3)",
            "ended with status 3: no: [secret PASSWORD]",
        ),
        ("print('')", "printed nothing, not a token"),
        ("print('log in first')", "printed 3 words, not a token"),
        ("while True: print('y' * 100_000)", "writes without end, and no token"),
        ("print('abc')", "has 3 characters: too short to be hidden safely"),
    ],
)
def test_a_command_that_prints_no_token_is_told(program: str, told: str) -> None:
    with RagServer() as server:
        options = {"url": server.url, "headers": {"X-Password": "${PASSWORD}"}}
        system = opened(options, environment={"PASSWORD": "swordfish"}, identities=command(program))
        kind, message, is_worth, _ = failure(system, identity=ANA)

    assert (kind, is_worth) == ("not_authorised", False)
    assert told in message
    assert server.seen == []


def test_a_command_may_leave_something_running_and_one_that_does_not_end_is_ended_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleeper = (
        "import os, subprocess, sys; child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'])\n"
    )
    told = f"{sleeper}open('child', 'w').write(str(child.pid)); print('printed-token')"
    with RagServer(tokens={"printed-token": "ana"}) as server:
        reply = ask(opened({"url": server.url}, identities=command(told), folder=tmp_path), SALARY, identity=ANA)
        os.kill(int((tmp_path / "child").read_text()), signal.SIGKILL)
        monkeypatch.setattr(credentials, "COMMAND_LIMIT_S", 0.5)
        found = failure(opened({"url": server.url}, identities=command(f"{sleeper}child.wait()")), identity=ANA)

    assert reply.identity_echo == "ana"
    assert found[1] == "token_command of [identities.ana] did not end within 0.5 s"


def test_a_client_gets_a_token_for_all_its_calls() -> None:
    with RagServer(clients=CLIENTS) as server:
        secrets = Secrets()
        identities = oauth(server, scope="rag.read", audience="rag")
        system = opened({"url": server.url}, environment=CLIENT_ENVIRONMENT, identities=identities, secrets=secrets)
        replies = run(system, lambda: together(system, 8))

    assert {reply.identity_echo for reply in replies} == {"ana"}
    assert [seen.path for seen in server.seen].count("/token") == 1
    assert "'scope': 'rag.read', 'audience': 'rag'" in server.seen[0].text
    assert secrets.names == ("CLIENT_SECRET", "identities.ana")


async def together(system: Any, count: int) -> list[Reply]:
    asked = [system.ask(step(SALARY, identity=ANA), (), KEY) for _ in range(count)]
    return list(await asyncio.gather(*asked))


def test_a_token_that_is_refused_is_renewed_once_for_all_who_use_it() -> None:
    with RagServer(clients=CLIENTS, token_uses=4) as server:
        system = opened({"url": server.url}, environment=CLIENT_ENVIRONMENT, identities=oauth(server))
        replies = run(system, lambda: together(system, 8))

    assert {reply.identity_echo for reply in replies} == {"ana"}
    assert server.issued == ["issued-1-for-ana-client é", "issued-2-for-ana-client é"]
    assert server.calls(SALARY) == 12


def test_a_token_that_is_refused_again_ends_the_call() -> None:
    with RagServer(clients=CLIENTS, token_uses=0) as server:
        system = opened({"url": server.url}, environment=CLIENT_ENVIRONMENT, identities=oauth(server))
        found = failure(system, SALARY, identity=ANA)

    assert (found[0], found[2], server.calls(SALARY)) == ("not_authorised", False, 2)
    assert "issued" not in found[1]


def test_a_token_that_is_about_to_expire_is_renewed_before_it_is_refused() -> None:
    with RagServer(clients=CLIENTS, token_lasts_s=0) as server:
        system = opened({"url": server.url}, environment=CLIENT_ENVIRONMENT, identities=oauth(server))
        ask(system, SALARY, identity=ANA)
        ask(system, SALARY, identity=ANA)

    assert (len(server.issued), server.calls(SALARY)) == (2, 2)


def test_a_token_endpoint_that_reads_only_the_form_is_served() -> None:
    with RagServer(clients=CLIENTS, takes_basic=False) as server:
        system = opened({"url": server.url}, environment=CLIENT_ENVIRONMENT, identities=oauth(server))

        assert ask(system, SALARY, identity=ANA).identity_echo == "ana"


def test_a_client_that_is_not_known_is_told_without_its_secret() -> None:
    with RagServer(clients={"other": ("x", "ana")}) as server:
        system = opened({"url": server.url}, environment=CLIENT_ENVIRONMENT, identities=oauth(server))
        kind, told, is_worth, _ = failure(system, SALARY, identity=ANA)

    assert (kind, is_worth) == ("not_authorised", False)
    assert "the token endpoint of [identities.ana] gave no token, HTTP 401" in told
    assert "[secret CLIENT_SECRET]" in told
    assert "s3cret" not in told


def test_the_host_of_the_token_endpoint_gets_no_question_and_the_system_no_secret() -> None:
    with RagServer(clients=CLIENTS) as issuer, RagServer(tokens=issuer.tokens) as server:
        system = opened({"url": server.url}, environment=CLIENT_ENVIRONMENT, identities=oauth(issuer))
        reply = ask(system, SALARY, identity=ANA)

    assert reply.identity_echo == "ana"
    assert [seen.path for seen in issuer.seen] == ["/token"]
    assert all("s3cret" not in f"{seen.headers}{seen.text}" for seen in server.seen)


class Endpoint:
    """Counts how often a token is fetched, and can be down."""

    def __init__(self, *, lasts_s: float | None = None) -> None:
        self.fetched = 0
        self.is_down = False
        self.lasts_s = lasts_s
        self.now = 0.0

    async def fetch(self) -> Token:
        self.fetched += 1
        number = self.fetched
        await asyncio.sleep(0)
        if self.is_down:
            raise SystemFailure("system_error", f"down {number}", worth_retrying=True)
        return Token(value=f"t{number}", expires_at=None if self.lasts_s is None else self.now + self.lasts_s)


def test_many_calls_at_once_fetch_one_token_and_share_one_failure() -> None:
    async def work() -> tuple[Mapping[str, int], Mapping[str, int], str]:
        endpoint = Endpoint()
        endpoint.is_down = True
        tokens = Tokens(endpoint.fetch)
        failed = await asyncio.gather(*(tokens.current() for _ in range(5)), return_exceptions=True)
        endpoint.is_down = False
        held = await asyncio.gather(*(tokens.current() for _ in range(5)))
        renewed = await asyncio.gather(*(tokens.renewed(held[0]) for _ in range(5)))
        late = await tokens.renewed(held[0])
        return counted(map(str, failed)), counted(token.value for token in (*held, *renewed)), late.value

    assert asyncio.run(work()) == ({"down 1": 5}, {"t2": 5, "t3": 5}, "t3")


def counted(values: Any) -> dict[str, int]:
    listed = list(values)
    return {value: listed.count(value) for value in listed}


def test_a_call_that_is_told_to_stop_does_not_stop_the_others() -> None:
    async def work() -> str:
        tokens = Tokens(Endpoint().fetch)
        first = asyncio.ensure_future(tokens.current())
        second = asyncio.ensure_future(tokens.current())
        await asyncio.sleep(0)
        first.cancel()
        return (await second).value

    assert asyncio.run(work()) == "t1"


def test_a_token_serves_until_its_time_and_in_another_loop() -> None:
    endpoint = Endpoint(lasts_s=10)
    tokens = Tokens(endpoint.fetch, clock=lambda: endpoint.now)
    values = [asyncio.run(tokens.current()).value]
    endpoint.now = 9.9
    values.append(asyncio.run(tokens.current()).value)
    endpoint.now = 10
    values.append(asyncio.run(tokens.current()).value)

    assert values == ["t1", "t1", "t2"]
