"""What the callbacks of one LangChain call see, and messages read as replies; by public attributes alone."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from typing import Any

from goldsmith.adapters.systems import json_data
from goldsmith.records.response import StreamEvent, ToolCall, Usage

_SPEAKS = frozenset({"ai", "AIMessageChunk"})


class Seen:
    """The retrievers, tools and models that ran inside one call.

    Its methods are those of a callback handler. They may be called from several threads: each only adds.
    """

    def __init__(self) -> None:
        super().__init__()
        self._parents: dict[object, object] = {}
        self._retrievals: dict[object, Sequence[Any]] = {}
        self._first_token: float | None = None
        self._usages: list[Usage] = []
        self.tool_calls: tuple[ToolCall, ...] = ()
        self.trace_id: str | None = None

    def on_chain_start(self, *_given: Any, run_id: object, parent_run_id: object = None, **_more: Any) -> None:
        """Remember what runs inside what."""
        self._begun(run_id, parent_run_id)

    def on_retriever_start(self, *_given: Any, run_id: object, parent_run_id: object = None, **_more: Any) -> None:
        """Remember a retriever; the order of the starts is the order of what they found."""
        self._begun(run_id, parent_run_id)
        self._retrievals[run_id] = ()

    def on_retriever_end(self, documents: Sequence[Any], *, run_id: object, **_: Any) -> None:
        """Keep what a retriever found."""
        self._retrievals[run_id] = documents

    def on_tool_start(
        self,
        serialized: Any,
        input_str: str,
        *,
        run_id: object,
        parent_run_id: object = None,
        inputs: Any = None,
        **more: Any,
    ) -> None:
        """Keep the call of a tool."""
        self._begun(run_id, parent_run_id)
        name = str(more.get("name") or (serialized or {}).get("name") or "tool")
        given = input_str if inputs is None else json.dumps(json_data(inputs), ensure_ascii=False)
        self.tool_calls = (*self.tool_calls, ToolCall(name=name, arguments=given))

    def on_llm_new_token(self, token: str, **_: Any) -> None:
        """Keep the moment of the first token."""
        if self._first_token is None and token:
            self._first_token = time.perf_counter()

    def on_llm_end(self, response: Any, **_: Any) -> None:
        """Keep what a model says that it used."""
        first = next((one for batch in response.generations for one in batch), None)
        told = getattr(getattr(first, "message", None), "usage_metadata", None)
        told = told or (getattr(response, "llm_output", None) or {}).get("token_usage") or {}
        counts = [
            next((told[name] for name in names if isinstance(told.get(name), int)), None)
            for names in (("input_tokens", "prompt_tokens"), ("output_tokens", "completion_tokens"))
        ]
        self._usages.append(Usage(input_tokens=counts[0], output_tokens=counts[1]))

    @property
    def retrieved_at_all(self) -> bool:
        """Whether a retriever ran."""
        return bool(self._retrievals)

    def documents(self) -> tuple[list[Any], list[Any]]:
        """Return what the outermost retrievers found, and what retrievers inside them found, each passage once."""
        outer = [found for run, found in self._retrievals.items() if not self._inside_retriever(run)]
        inner = [found for run, found in self._retrievals.items() if self._inside_retriever(run)]
        return _each_once(outer), _each_once(inner)

    def usage(self) -> Usage:
        """Return the tokens of all models together; a count that one of them does not tell is not told."""
        inputs = [usage.input_tokens for usage in self._usages if usage.input_tokens is not None]
        outputs = [usage.output_tokens for usage in self._usages if usage.output_tokens is not None]
        return Usage(
            input_tokens=sum(inputs) if inputs and len(inputs) == len(self._usages) else None,
            output_tokens=sum(outputs) if outputs and len(outputs) == len(self._usages) else None,
        )

    def first_token_ms(self, started: float, events: Sequence[StreamEvent] | None) -> float | None:
        """Return when the first piece of the answer came, else when the first token of any model came."""
        if events:
            return events[0].at_ms
        return None if self._first_token is None else round((self._first_token - started) * 1000, 3)

    def _begun(self, run: object, parent: object) -> None:
        self._parents[run] = parent
        if parent is None:
            self.trace_id = str(run)

    def _inside_retriever(self, run: object) -> bool:
        parent = self._parents.get(run)
        while parent is not None and parent not in self._retrievals:
            parent = self._parents.get(parent)
        return parent is not None


def _each_once(batches: Iterable[Sequence[Any]]) -> list[Any]:
    """Return the passages in order; an agent that searches twice finds the same one twice."""
    every = [one for batch in batches for one in batch]
    return list({(one.page_content, repr(one.metadata)): one for one in reversed(every)}.values())[::-1]


def is_message(value: object) -> bool:
    """Say whether a value is a chat message."""
    return hasattr(value, "content") and isinstance(getattr(value, "type", None), str)


def message_text(message: Any) -> str:
    """Return the text of a message, whose content is a text or a list of blocks."""
    content = message.content
    if isinstance(content, str):
        return content
    blocks = (block if isinstance(block, str) else str(block.get("text") or "") for block in content)
    return "".join(blocks)


def said(messages: Sequence[Any]) -> dict[str, Any]:
    """Return the answer and the tool calls of what was said after the last question; nothing where nothing was."""
    asked = max((place for place, one in enumerate(messages) if one.type == "human"), default=-1)
    spoken = [one for one in messages[asked + 1 :] if one.type in _SPEAKS]
    calls = [{"name": call["name"], "args": call["args"]} for one in spoken for call in one.tool_calls or ()]
    return {"answer": message_text(spoken[-1]), "tool_calls": calls} if spoken else {}
