"""What every system adapter promises, whatever stands behind it. A new one adds a line to `OPENERS` or `SERVED`."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from goldsmith.adapters.systems.callable import open_system
from goldsmith.adapters.systems.command import open_command
from goldsmith.adapters.systems.http import open_http
from goldsmith.adapters.systems.langchain import open_langchain
from goldsmith.adapters.systems.llama_index import open_llama_index
from goldsmith.adapters.systems.openai_compatible import open_openai
from goldsmith.adapters.systems.recorded import open_system as open_recorded
from goldsmith.adapters.systems.reference import open_reference
from goldsmith.ondisk.journal import line_of, read_lines
from goldsmith.ports.system import System, SystemFailure
from goldsmith.records.case import Case
from goldsmith.records.corpus import Chunk, ContentHash, Document, Ingestion
from goldsmith.records.response import CHANNELS, COMPONENTS, Channel, Failure, Reply, Response
from goldsmith.records.settings import RunSettings
from goldsmith.records.task import TaskKey
from goldsmith.runner.blocking import run_blocking
from goldsmith.runner.carrying import carry
from goldsmith.runner.planning import plan_tasks
from goldsmith.text.redaction import Secrets
from tests.backends.rag_server import RagServer, sse

CASES = (Case(id="c1", question="When is my refund paid?"), Case(id="c2", question="Who may return goods?"))
BROKEN = Case(id="c3", question="Break, please!")
REPLIES: Mapping[str, dict[str, object]] = {
    "When is my refund paid?": {
        "answer": "The refund is paid within ten days.",
        "retrieved": ["a#1", "b#2"],
        "citations": ["a#1"],
    },
    "Who may return goods?": {
        "answer": "Anyone with a receipt may return goods.",
        "retrieved": ["c#1"],
        "citations": [],
    },
}
KINDS = frozenset(get_args(get_type_hints(Failure)["kind"]))
PART: Mapping[Channel, str] = {
    "candidates": "candidates", "context": "retrieved", "citations": "citations", "stream": "events",
    "tools": "tool_calls", "trace": "trace", "cache": "cache", "answer": "answer",
}  # fmt: skip


def plain(question: str) -> dict[str, object]:
    return REPLIES[question]


async def in_the_loop(question: str) -> dict[str, object]:
    await asyncio.sleep(0)
    return REPLIES[question]


def streaming(question: str) -> Iterator[object]:
    reply = dict(REPLIES[question])
    yield from str(reply.pop("answer")).partition(" ")
    yield reply


async def streaming_in_the_loop(question: str) -> AsyncIterator[object]:
    for item in streaming(question):
        yield item


def recording(folder: Path) -> System:
    rows = [{"question": question, **reply} for question, reply in REPLIES.items()]
    path = folder / "recorded.jsonl"
    lines = [*map(json.dumps, rows), json.dumps({"question": BROKEN.question, "error": "KeyError: 'Break, please!'"})]
    path.write_text("\n".join(lines), encoding="utf-8")
    return open_recorded(path)


TEXTS = {
    "a#1": "The refund is paid within ten days.",
    "b#2": "A refund goes to the card of the order.",
    "c#1": "Anyone with a receipt may return goods.",
}


def reference(_folder: Path) -> System:
    """Open the built-in system; its switch `crash` hits the question of the broken case and neither of the others."""
    chunks = [
        Chunk(id=name, document=name[0], ordinal=0, start=0, end=len(text), text=text) for name, text in TEXTS.items()
    ]
    documents = {
        name[0]: Document(
            id=name[0],
            source=f"{name[0]}.md",
            content_hash=ContentHash(algorithm="sha256", value="00"),
            ingestion=Ingestion(status="parsed"),
        )
        for name in TEXTS
    }
    return open_reference(chunks, documents, faults=("crash",))


SERVE = """
import json, sys
replies = json.load(open("replies.json"))
for line in sys.stdin:
    asked = json.loads(line)
    reply = dict(replies[asked["question"]])
    for event in reply.pop("answer").partition(" ") if EVENTS else ():
        print(json.dumps({"id": asked["id"], "event": event}), flush=True)
    print(json.dumps({"id": asked["id"], **reply}), flush=True)
"""


def command(folder: Path, *, events: bool = False, once: bool = False) -> System:
    (folder / "replies.json").write_text(json.dumps(REPLIES), encoding="utf-8")
    (folder / "serve.py").write_text(SERVE.replace("EVENTS", str(events)), encoding="utf-8")
    return open_command("serve", {"run": [sys.executable, "serve.py"], "once": once, "processes": 2}, folder)


def langchain(_folder: Path) -> System:
    from langchain_core.documents import Document
    from langchain_core.runnables import RunnableLambda

    def answer(question: str) -> dict[str, Any]:
        found: Any = REPLIES[question]["retrieved"]
        return REPLIES[question] | {"retrieved": [Document(page_content=TEXTS[name], id=name) for name in found]}

    return open_langchain(RunnableLambda(answer), name="chain")


def llama_index(_folder: Path) -> System:
    from llama_index.core import Response
    from llama_index.core.query_engine import CustomQueryEngine
    from llama_index.core.schema import NodeWithScore, TextNode

    class Engine(CustomQueryEngine):
        def custom_query(self, query_str: str) -> Any:
            found: Any = REPLIES[query_str]["retrieved"]
            nodes = [NodeWithScore(node=TextNode(id_=name, text=TEXTS[name])) for name in found]
            return Response(str(REPLIES[query_str]["answer"]), source_nodes=nodes)

    return open_llama_index(Engine(), name="engine")


OPENERS: Mapping[str, Callable[[Path], System]] = {
    "plain callable": lambda _folder: open_system(plain),
    "async callable": lambda _folder: open_system(in_the_loop),
    "generator": lambda _folder: open_system(streaming),
    "async generator": lambda _folder: open_system(streaming_in_the_loop),
    "recorded file": recording,
    "reference": reference,
    "command": command,
    "command with events": lambda folder: command(folder, events=True),
    "command for each question": lambda folder: command(folder, once=True),
    "langchain": langchain,
    "llama_index": llama_index,
}


def http(server: RagServer, *, streams: bool = False) -> System:
    script = {question: [streamed(reply) if streams else {"json": reply}] for question, reply in REPLIES.items()}
    server.script = script | {BROKEN.question: [REFUSED]}
    return open_http("app", {"url": server.url}, **NOTHING_ELSE)


def streamed(reply: Mapping[str, object]) -> dict[str, object]:
    words = [("token", {"text": word}) for word in str(reply["answer"]).partition(" ")]
    rest = {name: value for name, value in reply.items() if name != "answer"}
    return {"media": "text/event-stream", "pieces": [sse(*words, ("done", rest))]}


def openai(server: RagServer) -> System:
    server.script = {
        question: [{"json": {"choices": [{"message": {"content": reply["answer"], "context": reply}}]}}]
        for question, reply in REPLIES.items()
    } | {BROKEN.question: [REFUSED]}
    fields = {name: f"$.choices[0].message.context.{name}" for name in ("retrieved", "citations")}
    options = {"base_url": f"{server.root}/v1", "model": "m-1", "fields": fields}
    return open_openai("chat", options, **NOTHING_ELSE)


REFUSED = {"status": 422, "body": "KeyError: 'Break, please!'", "media": "text/plain"}
NOTHING_ELSE: dict[str, Any] = {"environment": {}, "identities": {}, "secrets": Secrets(), "folder": Path()}
SERVED: Mapping[str, Callable[[RagServer], System]] = {
    "http": http,
    "http with events": lambda server: http(server, streams=True),
    "openai": openai,
}


@pytest.fixture(params=sorted({*OPENERS, *SERVED}))
def system(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[System]:
    with ExitStack() as stack:
        if request.param in OPENERS:
            opened: System = OPENERS[request.param](tmp_path)
        else:
            opened = SERVED[request.param](stack.enter_context(RagServer()))
        yield opened
        asyncio.run(opened.close())


def carried(system: System, *cases: Case, concurrency: int = 4) -> dict[str, Response]:
    kept: list[Response] = []
    settings = RunSettings(concurrency=concurrency)
    run_blocking(carry(plan_tasks(cases), system, settings, done={}, keep=kept.extend))
    return {response.case: response for response in kept}


def replies(responses: Mapping[str, Response]) -> dict[str, Reply]:
    return {case: item.outcome for case, item in responses.items() if isinstance(item.outcome, Reply)}


def answers(responses: Mapping[str, Response]) -> dict[str, tuple[str | None, list[str]]]:
    found = replies(responses)
    return {case: (reply.answer, [item.id for item in reply.retrieved or ()]) for case, reply in found.items()}


def test_it_says_what_it_is_before_the_first_call(system: System) -> None:
    assert isinstance(system.name, str)
    assert system.name
    assert system.revision is None or isinstance(system.revision, str)
    assert set(system.shows) <= set(CHANNELS)
    assert set(system.fingerprints) <= set(COMPONENTS)


def test_it_answers_what_it_is_asked(system: System) -> None:
    assert answers(carried(system, *CASES)) == {
        "c1": ("The refund is paid within ten days.", ["a#1", "b#2"]),
        "c2": ("Anyone with a receipt may return goods.", ["c#1"]),
    }


def test_what_a_reply_shows_is_declared(system: System) -> None:
    found = replies(carried(system, *CASES)).values()

    shown = {channel for reply in found for channel, part in PART.items() if getattr(reply, part) is not None}

    assert shown <= set(system.shows)


def test_no_call_rests_on_the_order_of_others(system: System) -> None:
    assert answers(carried(system, *CASES, concurrency=1)) == answers(carried(system, *reversed(CASES)))


def test_a_call_that_fails_is_its_own_result_and_later_calls_work(system: System) -> None:
    kept = carried(system, CASES[0], BROKEN, CASES[1])
    broken = kept["c3"].outcome

    assert isinstance(broken, Failure)
    assert broken.kind in KINDS
    assert any(told in broken.message for told in ("KeyError: 'Break, please!'", "told to give no reply"))
    assert set(replies(kept)) == {"c1", "c2"}


def test_a_failure_is_raised_as_the_port_says(system: System) -> None:
    (task,) = plan_tasks([BROKEN])

    async def ask() -> Reply:
        try:
            return await system.ask(task.steps[0], (), TaskKey(task="c3", step=0, repeat=1))
        finally:
            await system.close()

    with pytest.raises(SystemFailure) as caught:
        asyncio.run(ask())

    assert caught.value.kind in KINDS


def test_every_reply_can_be_kept_and_read_back(system: System) -> None:
    for response in carried(system, *CASES).values():
        assert read_lines(Path("journal"), Response, data=line_of(response)) == (response,)


def test_it_serves_one_event_loop_after_another_and_leaves_no_thread_when_closed(system: System) -> None:
    before = set(threading.enumerate())
    first, second = answers(carried(system, *CASES)), answers(carried(system, *CASES))
    asyncio.run(system.close())
    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=30)

    assert first == second
    assert set(threading.enumerate()) - before == set()
