"""A LlamaIndex query engine, retriever or chat engine as a system under test, read by its public attributes.

Plain methods are called in threads of our own: what LlamaIndex offers to await often blocks the event loop inside.
A node names its document by its metadata or by `ref_doc_id`, and itself by its metadata or by `node_id`, which is new
whenever documents are indexed unless somebody chose it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from goldsmith.adapters.options import Options
from goldsmith.adapters.systems import BadReplyError, read_reply, shown
from goldsmith.adapters.systems.channels import ShownChannels
from goldsmith.adapters.systems.names import NAMES
from goldsmith.adapters.systems.passages import Passages, keys_of
from goldsmith.adapters.systems.streams import Stream, drained, drained_async
from goldsmith.adapters.systems.targets import Asked, failure_of, load_target
from goldsmith.adapters.systems.threads import Threads
from goldsmith.errors import MissingExtraError, UnsupportedTargetError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Case, Message
from goldsmith.records.response import Channel, Component, Reply, RetrievedItem
from goldsmith.records.run import RulerNote
from goldsmith.records.task import Step, TaskKey

OPTIONS = ("target", "calls", "id_from", "document_from", "documents_root")
"""What `open_llama_index` may be told; `target` is given apart."""

_VERBS = ("query", "chat", "retrieve")
"""What an engine can do, the first that it can is asked: most query engines retrieve too."""


class LlamaIndexSystem:
    """An engine that answers, or a retriever. Made by `open_llama_index`."""

    def __init__(self, asked: Asked, *, name: str, is_async: bool, passages: Passages, file: str) -> None:
        self.name = name
        self.revision: str | None = None
        self.fingerprints: Mapping[Component, str] = {}
        self._asked = asked
        self._is_async = is_async
        self._passages = passages
        self._file = file
        self._shown = ShownChannels()
        self._unread: dict[str, None] = {}
        self._as_nobody: set[str] = set()
        self._without_turns: set[str] = set()
        self._threads = Threads()

    @property
    def shows(self) -> tuple[Channel, ...]:
        """The channels that some reply has shown so far."""
        return self._shown.all()

    @property
    def notes(self) -> tuple[RulerNote, ...]:
        """Return who was asked as nobody, whose earlier turns were left out, and what must be known about ids."""
        found = []
        if self._as_nobody:
            count = len(self._as_nobody)
            asked = "1 guarded case was" if count == 1 else f"{count} guarded cases were"
            found.append(
                RulerNote(
                    kind="identity_not_taken",
                    message=f"{self.name} takes no identity: {asked} asked as nobody",
                    mend="name a function with a parameter `identity` that makes the engine for it",
                )
            )
        if self._without_turns:
            count = len(self._without_turns)
            cases = "1 case" if count == 1 else f"{count} cases"
            found.append(
                RulerNote(
                    kind="history_not_taken",
                    message=f"{self.name} takes no earlier turns: {cases} with some were asked without them",
                    mend="name a function that makes a chat engine",
                )
            )
        unread = (
            RulerNote(
                kind="unread_reply_part",
                message=f"{self.name} returns {name!r}, which is not read",
                mend=f"the names that are read: {', '.join(NAMES)}",
            )
            for name in self._unread
        )
        return (*found, *unread, *self._passages.notes(self.name))

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:  # noqa: ARG002 - the port's
        """Return what the engine says. Raises SystemFailure with its exception's type, message and last own line."""
        as_nobody = step.identity is not None and not self._asked.takes_identity
        self._as_nobody |= {step.case} if as_nobody else set()
        try:
            engine = await self._threads.run(lambda _stop: self._asked.of(step.identity))
            verb = _verb(engine)
            self._without_turns |= {step.case} if history and verb != "chat" else set()
            given = {"chat_history": _messages(history)} if verb == "chat" else {}
            reply = await self._called(engine, verb, step.question, given)
        except (SystemFailure, asyncio.CancelledError):
            raise
        except BadReplyError as error:
            raise SystemFailure("bad_reply", str(error)) from None
        except (Exception, SystemExit) as error:
            raise failure_of(error, self._file) from error
        self._shown.take(reply)
        return replace(reply, identity_echo="") if as_nobody and reply.identity_echo is None else reply

    async def close(self) -> None:
        """Let the idle threads end; one that still runs ends with its call."""
        self._threads.close()

    async def _called(self, engine: Any, verb: str, question: str, given: Mapping[str, Any]) -> Reply:
        started = time.perf_counter()
        if self._is_async:
            returned = await getattr(engine, f"a{verb}")(question, **given)
        else:
            returned = await self._threads.run(lambda _stop: getattr(engine, verb)(question, **given))
        pieces = _pieces(returned)
        said: Stream | None = None
        if isinstance(pieces, AsyncIterator):
            said = await drained_async(pieces, started)
        elif pieces is not None:
            said = await self._threads.run(partial(drained, partial(_same, pieces), started))
        reply = self._reply(returned, is_streamed=said is not None)
        if said is None:
            return reply
        streamed = said.reply(self._note)
        return replace(
            reply,
            answer=streamed.answer or "",
            events=streamed.events,
            time_to_first_token_ms=streamed.time_to_first_token_ms,
        )

    def _reply(self, returned: Any, *, is_streamed: bool) -> Reply:
        if isinstance(returned, str):
            return Reply(answer=returned)
        if isinstance(returned, list | tuple):
            return Reply(retrieved=self._items(returned))
        nodes = getattr(returned, "source_nodes", None)
        if not isinstance(nodes, list | tuple):
            return read_reply(returned, self._note)
        answer = None if is_streamed else getattr(returned, "response", None)
        dump = getattr(answer, "model_dump_json", None)
        answer = answer if dump is None else dump()
        if answer is not None and not isinstance(answer, str):
            raise BadReplyError(f"the response is {shown(answer)}, where a text was expected")
        return Reply(answer=answer, retrieved=self._items(nodes))

    def _items(self, nodes: Sequence[Any]) -> tuple[RetrievedItem, ...]:
        return tuple(self._item(node) for node in nodes)

    def _item(self, scored: Any) -> RetrievedItem:
        node = getattr(scored, "node", scored)
        if not hasattr(node, "node_id"):
            raise BadReplyError(f"a node was expected, found {shown(scored)}")
        text = getattr(node, "text", None)
        return self._passages.item(
            node.metadata or {},
            own_id=node.node_id,
            own_document=getattr(node, "ref_doc_id", None) or "",
            text=text,
            score=getattr(scored, "score", None),
            span=_span(node, text),
        )

    def _note(self, name: str) -> None:
        self._unread.setdefault(name)


def open_llama_index(
    target: object,
    *,
    name: str = "",
    options: Mapping[str, Any] | None = None,
    folder: Path = Path(),
    cases: Collection[Case] = (),
) -> LlamaIndexSystem:
    """Return a query engine, a retriever, or what a function makes, as a system.

    `target` is the object, or text: ``file.py:engine`` (relative to `folder`) or ``package.module:engine``. A chat
    engine remembers what it was asked, so it must be made by a function, which is called for every question. `options`
    are those of `OPTIONS`; the evidence of `cases` says whether ids that are drawn at random matter. Raises
    MissingExtraError, UnsupportedTargetError, UnknownNameError, ConfigurationError.
    """
    if isinstance(target, str):
        _require()
    called = name or (target if isinstance(target, str) else type(target).__name__)
    chosen = Options(table=options or {}, where=f"systems.{called}")
    chosen.refuse_unknown(OPTIONS)
    passages = Passages(
        id_from=keys_of(chosen.table.get("id_from", ()), "id_from"),
        document_from=keys_of(chosen.table.get("document_from", ()), "document_from"),
        documents_root=chosen.text("documents_root") or "",
        folder=folder,
        cases=cases,
    )
    is_async = chosen.choice("calls", ("plain", "async"), "plain") == "async"
    given = load_target(target, folder) if isinstance(target, str) else target
    place, _, attribute = target.rpartition(":") if isinstance(target, str) else ("", "", called)
    return LlamaIndexSystem(
        _asked(given, attribute),
        name=called,
        is_async=is_async,
        passages=passages,
        file=str((folder / place).resolve()) if place else "",
    )


def _asked(given: object, name: str) -> Asked:
    if hasattr(given, "as_query_engine") and not _is_engine(given):
        raise UnsupportedTargetError(
            f"{name} is an index, which is not asked itself",
            next_step="name index.as_query_engine() or index.as_retriever(), or a function that returns it",
        )
    if _is_engine(given) and not _forgets(given):
        raise UnsupportedTargetError(
            f"{name} is a chat engine, which remembers what it was asked",
            next_step="name a function that makes one; it is called for every question",
        )
    expected = "LlamaIndex query engine, retriever or chat engine"
    return Asked(given, name=name, is_one=_is_engine, expected=expected, forgets=_forgets)


def _require() -> None:
    try:
        import llama_index.core  # noqa: F401 - asked for before the target, which cannot tell what to install
    except ModuleNotFoundError as error:
        message = f"systems of kind 'llama_index' need the package {error.name!r}, which is not installed"
        raise MissingExtraError(message, next_step="pip install 'goldsmith-rag[llama-index]'") from error


def _is_engine(value: object) -> bool:
    return not isinstance(value, type) and any(callable(getattr(value, verb, None)) for verb in _VERBS)


def _verb(engine: object) -> str:
    return next(verb for verb in _VERBS if callable(getattr(engine, verb, None)))


def _forgets(engine: object) -> bool:
    return _verb(engine) != "chat"


def _messages(turns: tuple[Message, ...]) -> list[Any]:
    from llama_index.core.llms import ChatMessage

    return [ChatMessage(role=turn.role, content=turn.content) for turn in turns]


def _pieces(returned: object) -> Iterator[str] | AsyncIterator[str] | None:
    """Return the pieces of an answer that is streamed; None for one that is whole."""
    pieces = getattr(returned, "__dict__", {}).get("response_gen")
    return pieces if isinstance(pieces, Iterator | AsyncIterator) else None


def _span(node: Any, text: str | None) -> tuple[int, int] | None:
    """Return where the text stands; places that do not fit it are those of another copy of it, or of other words."""
    start, end = getattr(node, "start_char_idx", None), getattr(node, "end_char_idx", None)
    if not isinstance(start, int) or not isinstance(end, int) or text is None or end - start != len(text):
        return None
    return (start, end)


def _same(value: Any) -> Any:
    return value
