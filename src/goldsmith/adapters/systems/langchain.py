"""A LangChain runnable or retriever as a system under test.

What it retrieved is read from its output, and from the retrievers that ran inside it, which callbacks see even where
the output is text alone. A retriever inside another one (of a reranker, of an ensemble) found candidates. What a chain
looks up by plain code is not seen, and never taken for clean.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from goldsmith.adapters.options import Options
from goldsmith.adapters.systems import BadReplyError, read_reply
from goldsmith.adapters.systems.channels import ShownChannels
from goldsmith.adapters.systems.langchain_runs import Seen, is_message, message_text, said
from goldsmith.adapters.systems.names import NAMES
from goldsmith.adapters.systems.passages import Passages, keys_of
from goldsmith.adapters.systems.streams import Stream
from goldsmith.adapters.systems.targets import Asked, failure_of, load_target
from goldsmith.adapters.systems.threads import Threads
from goldsmith.errors import MissingExtraError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Case, Message
from goldsmith.records.response import Channel, Component, Reply, RetrievedItem, Usage
from goldsmith.records.run import RulerNote
from goldsmith.records.task import Step, TaskKey

OPTIONS = ("target", "input", "history", "stream", "calls", "id_from", "document_from", "documents_root")
"""What `open_langchain` may be told; `target` is given apart."""

_QUESTION_KEYS = ("question", "input", "query", "user_input", "prompt")
_HISTORY_KEYS = ("chat_history", "history")
_LISTED = (*NAMES["retrieved"], *NAMES["contexts"], *NAMES["candidates"])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Way:
    """How a question is put."""

    input: str
    """Key of the question; ``messages``: it is the last of the messages; empty: the question is the whole input."""
    history: str
    """Key of the earlier turns; empty: they are not given."""
    stream: bool
    in_threads: bool


class LangChainSystem:
    """A runnable that answers, or a retriever. Made by `open_langchain`."""

    def __init__(self, asked: Asked, *, name: str, way: _Way, passages: Passages, file: str) -> None:
        self.name = name
        self.revision: str | None = None
        self.fingerprints: Mapping[Component, str] = {}
        self._asked = asked
        self._way = way
        self._passages = passages
        self._file = file
        self._expected: dict[int, Mapping[str, Any]] = {}
        self._shown = ShownChannels()
        self._unread: dict[str, None] = {}
        self._without_turns: set[str] = set()
        self._threads = Threads()

    @property
    def shows(self) -> tuple[Channel, ...]:
        """The channels that some reply has shown so far."""
        return self._shown.all()

    @property
    def notes(self) -> tuple[RulerNote, ...]:
        """Return what of the replies was not read, and what must be known about ids."""
        unread = tuple(
            RulerNote(
                kind="unread_reply_part",
                message=f"{self.name} returns {name!r}, which is not read",
                mend=f"the names that are read: {', '.join(NAMES)}",
            )
            for name in self._unread
        )
        return (*self._turns_note(), *unread, *self._passages.notes(self.name))

    def _turns_note(self) -> tuple[RulerNote, ...]:
        if not self._without_turns:
            return ()
        count = len(self._without_turns)
        told = RulerNote(
            kind="history_not_taken",
            message=f"{self.name} was not given the earlier turns of {count} {'case' if count == 1 else 'cases'}",
            mend='set input to the key of the question and history to that of the earlier turns, or input = "messages"',
        )
        return (told,)

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        """Return what the runnable says. Raises SystemFailure with its exception's type, message and last own line."""
        seen = _seen()
        started = time.perf_counter()
        try:
            runnable = await self._threads.run(lambda _stop: self._asked.of(step.identity))
            given = self._given(runnable, step, history)
            if history and not self._takes_turns(given):
                self._without_turns.add(step.case)
            output, streamed = await self._called(runnable, given, _config(step, key, seen), started)
            reply = self._reply(output, seen, given)
        except (SystemFailure, asyncio.CancelledError):
            raise
        except BadReplyError as error:
            raise SystemFailure("bad_reply", str(error)) from None
        except (Exception, SystemExit) as error:
            raise failure_of(error, self._file) from error
        reply = replace(reply, events=streamed, time_to_first_token_ms=seen.first_token_ms(started, streamed))
        self._shown.take(reply)
        return reply

    async def close(self) -> None:
        """Let the idle threads end; one that still runs ends with its call."""
        self._threads.close()

    async def _called(self, runnable: Any, given: object, config: dict[str, Any], started: float) -> tuple[object, Any]:
        if self._way.in_threads:
            return await self._threads.run(lambda _stop: runnable.invoke(given, config)), None
        if not self._way.stream:
            return await runnable.ainvoke(given, config), None
        stream, whole = Stream(started), None
        async with aclosing(runnable.astream(given, config)) as chunks:
            async for chunk in chunks:
                whole = chunk if whole is None else whole + chunk
                if text := _spoken(chunk):
                    stream.take(text)
        return whole, stream.reply(self._note).events

    def _given(self, runnable: Any, step: Step, history: tuple[Message, ...]) -> object:
        expected = self._expected.get(id(runnable))
        if expected is None:
            expected = self._expected[id(runnable)] = _expected(runnable)
        question = self._way.input or next((key for key in (*_QUESTION_KEYS, "messages") if key in expected), "")
        if question == "messages":
            return {"messages": _messages((*history, Message(role="user", content=step.question)))}
        if not question:
            return step.question
        turns = self._way.history or next((key for key in _HISTORY_KEYS if key in expected), "")
        return {question: step.question} | ({turns: _messages(history)} if turns else {})

    def _takes_turns(self, given: object) -> bool:
        return isinstance(given, Mapping) and any(isinstance(value, list) for value in given.values())

    def _reply(self, output: object, seen: Seen, given: object) -> Reply:
        parts = self._parts(output)
        asked = given.values() if isinstance(given, Mapping) else (given,)
        echoed = [name for name, value in parts.items() if name not in NAMES["answer"] and _is_among(value, asked)]
        for name in echoed:
            del parts[name]
        formatted = [name for name in NAMES["contexts"] if isinstance(parts.get(name), str)]
        texts = [parts.pop(name) for name in formatted]  # the passages as the prompt holds them, in one text
        found, before = (self._items(documents) for documents in seen.documents())
        reply = read_reply(parts, self._note) if parts else Reply()
        if reply.retrieved is None and (found or seen.retrieved_at_all):
            reply = replace(reply, retrieved=found)
        elif reply.retrieved is None and texts:
            reply = replace(reply, retrieved=tuple(RetrievedItem(id="", text=text) for text in texts))
        candidates = before or (found if found != reply.retrieved else ())
        if reply.candidates is None and candidates:
            reply = replace(reply, candidates=candidates)
        if reply == Reply():
            raise BadReplyError("the runnable returned nothing that is an answer, and no retriever ran in it")
        return replace(
            reply,
            tool_calls=reply.tool_calls if reply.tool_calls is not None else seen.tool_calls or None,
            usage=reply.usage if reply.usage != Usage() else seen.usage(),
            trace_id=reply.trace_id or seen.trace_id,
        )

    def _parts(self, output: object) -> dict[str, Any]:
        """Return the parts of an output by name, with its passages and messages read."""
        if isinstance(output, str):
            return {"answer": output}
        if is_message(output):
            return {name: value for name, value in said([output]).items() if value != []}
        if isinstance(output, list | tuple):
            is_talk = bool(output) and all(map(is_message, output))
            return said(output) if is_talk else {"retrieved": self._listed(output)}
        declared = getattr(type(output), "model_fields", None)
        held = {name: getattr(output, name) for name in declared} if declared else output
        if not isinstance(held, Mapping):
            raise BadReplyError(
                f"a text, a message, documents or a mapping was expected, found {type(output).__name__}"
            )
        parts: dict[str, Any] = {}
        for name, value in held.items():
            if name == "messages" and isinstance(value, list):
                parts = said(value) | parts
            else:
                parts[str(name)] = self._part(str(name), value)
        return parts

    def _part(self, name: str, value: object) -> object:
        if name in _LISTED and isinstance(value, list | tuple):
            return self._listed(value)
        return message_text(value) if is_message(value) else value

    def _listed(self, documents: Sequence[object]) -> list[object]:
        return [self._item(one) if hasattr(one, "page_content") else one for one in documents]

    def _items(self, documents: Sequence[object]) -> tuple[RetrievedItem, ...]:
        return tuple(map(self._item, documents))

    def _item(self, document: Any) -> RetrievedItem:
        held, text = document.metadata, document.page_content
        start = held.get("start_index")  # of a splitter with add_start_index; -1 where it found no place
        is_place = isinstance(start, int) and not isinstance(start, bool) and start >= 0
        return self._passages.item(
            held,
            own_id=getattr(document, "id", None),
            text=text,
            span=(start, start + len(text)) if is_place else None,
        )

    def _note(self, name: str) -> None:
        self._unread.setdefault(name)


def open_langchain(
    target: object,
    *,
    name: str = "",
    options: Mapping[str, Any] | None = None,
    folder: Path = Path(),
    cases: Collection[Case] = (),
) -> LangChainSystem:
    """Return a runnable or a retriever, or what a function makes, as a system.

    `target` is the object, or text: ``file.py:chain`` (relative to `folder`) or ``package.module:chain``. `options` are
    those of `OPTIONS`; the evidence of `cases` says whether ids that are drawn at random matter. Raises
    MissingExtraError, UnsupportedTargetError, UnknownNameError, ConfigurationError.
    """
    _require()
    called = name or (target if isinstance(target, str) else type(target).__name__)
    chosen = Options(table=options or {}, where=f"systems.{called}")
    chosen.refuse_unknown(OPTIONS)
    way = _Way(
        input=chosen.text("input") or "",
        history=chosen.text("history") or "",
        stream=chosen.flag("stream"),
        in_threads=chosen.choice("calls", ("async", "plain"), "async") == "plain",
    )
    passages = Passages(
        id_from=keys_of(chosen.table.get("id_from", ()), "id_from"),
        document_from=keys_of(chosen.table.get("document_from", ()), "document_from"),
        documents_root=chosen.text("documents_root") or "",
        folder=folder,
        cases=cases,
    )
    is_text = isinstance(target, str)
    asked = Asked(
        load_target(target, folder) if isinstance(target, str) else target,
        name=target.rpartition(":")[2] if isinstance(target, str) else called,
        is_one=_is_runnable,
        expected="LangChain runnable or retriever",
    )
    file = str((folder / target.rpartition(":")[0]).resolve()) if is_text and isinstance(target, str) else ""
    return LangChainSystem(asked, name=called, way=way, passages=passages, file=file)


def _require() -> None:
    try:
        import langchain_core.callbacks  # noqa: F401 - asked for before the target, which cannot tell what to install
    except ModuleNotFoundError as error:
        message = f"systems of kind 'langchain' need the package {error.name!r}, which is not installed"
        raise MissingExtraError(message, next_step="pip install 'goldsmith-rag[langchain]'") from error


def _is_runnable(value: object) -> bool:
    is_object = not isinstance(value, type)
    return is_object and callable(getattr(value, "ainvoke", None)) and callable(getattr(value, "invoke", None))


def _expected(runnable: Any) -> Mapping[str, Any]:
    """Return the keys that a runnable says it takes; none where it takes a text, or says nothing."""
    if isinstance(channels := getattr(runnable, "channels", None), Mapping):
        return channels  # a graph, whose state they are
    try:
        schema = runnable.get_input_schema().model_json_schema()
    except Exception:  # noqa: BLE001 - not every runnable can describe itself; then it is given the question
        return {}
    properties: Mapping[str, Any] = schema.get("properties") or {}
    return properties if schema.get("type") == "object" else {}


def _config(step: Step, key: TaskKey, seen: Seen) -> dict[str, Any]:
    """Return the settings of one call; what a chain is configured by is there under `configurable`."""
    identity = step.identity
    session = step.conversation or f"{key.task}-{key.repeat}"
    configurable = {
        "user": identity.user if identity else None,
        "tenant": identity.tenant if identity else None,
        "roles": list(identity.roles) if identity else None,
        "session_id": session,
        "thread_id": session,
        "system_prompt": step.system_prompt,
        "allowed_tools": None if step.allowed_tools is None else list(step.allowed_tools),
        "forbidden_tools": list(step.forbidden_tools) or None,
    }
    return {
        "callbacks": [seen],
        "tags": ["goldsmith"],
        "metadata": {"case": step.case, "repeat": key.repeat},
        "configurable": {name: value for name, value in configurable.items() if value is not None},
    }


def _seen() -> Seen:
    return _handler()()  # type: ignore[no-any-return] # a class that is made where LangChain is there


@cache
def _handler() -> Any:
    from langchain_core.callbacks import BaseCallbackHandler

    class Handler(Seen, BaseCallbackHandler):  # type: ignore[misc] # it takes less than the base gives
        run_inline = True  # in the order of what happens, never in a thread of its own

    return Handler


def _messages(turns: tuple[Message, ...]) -> list[Any]:
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

    makers: dict[str, Any] = {
        "user": HumanMessage,
        "assistant": AIMessage,
        "system": SystemMessage,
        "tool": partial(ToolMessage, tool_call_id="earlier"),
    }
    return [makers[turn.role](turn.content) for turn in turns]


def _spoken(chunk: object) -> str:
    """Return the part of the answer that a piece of a stream says."""
    if isinstance(chunk, Mapping):
        chunk = next((chunk[name] for name in NAMES["answer"] if name in chunk), "")
    if is_message(chunk):
        return message_text(chunk)
    return chunk if isinstance(chunk, str) else ""


def _is_among(value: object, asked: Collection[object]) -> bool:
    return any(value is one or (isinstance(value, str | list) and value == one) for one in asked)
