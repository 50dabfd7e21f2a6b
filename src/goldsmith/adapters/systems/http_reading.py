"""How an HTTP reply is read: whole or as a stream, by the usual names or by the paths of the settings."""

from __future__ import annotations

from typing import Any

from goldsmith.adapters.http.calling import Call
from goldsmith.adapters.http.client import Received, Sink
from goldsmith.adapters.http.failures import bad_body, excerpt, is_html
from goldsmith.adapters.http.json_path import JsonPath, json_path
from goldsmith.adapters.http.streams import EventDecoder, LineDecoder, TextDecoder
from goldsmith.adapters.json_door import NoJsonError, read_json
from goldsmith.adapters.options import Options
from goldsmith.adapters.systems import BadReplyError
from goldsmith.adapters.systems.channels import ShownChannels
from goldsmith.adapters.systems.http_mapping import ReplyMapping, read_mapping
from goldsmith.adapters.systems.http_streaming import EventStream
from goldsmith.errors import ConfigurationError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.response import CHANNELS, Channel, Reply
from goldsmith.text.redaction import Secrets

STREAM_OPTIONS = ("stream", "stream_answer")
STREAMS = ("auto", "sse", "ndjson", "text", "never")
"""How a reply arrives: as its media type says, as the settings say, or whole."""

_LINES = frozenset({
    "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
    "application/json-seq", "application/stream+json",
})  # fmt: skip


class ReplyReader:
    """Reads the replies of one system. Made by `open_reader`."""

    def __init__(
        self, *, mapping: ReplyMapping, declared: tuple[Channel, ...], stream: str, delta: JsonPath | None, wanted: str
    ) -> None:
        self.mapping = mapping
        self.stream = stream
        self._declared = declared
        self._shown = ShownChannels(declared)
        self._delta = delta
        self._wanted = wanted

    @property
    def shows(self) -> tuple[Channel, ...]:
        """The channels that are declared; else those that are mapped, and those that a reply has shown."""
        known = {*self._shown.all(), *(() if self._declared else self.mapping.channels)}
        return tuple(channel for channel in CHANNELS if channel in known)

    def sink_for(self, media: str) -> Sink | None:
        """Return what takes a body of this media type piece by piece; None: it is read as a whole."""
        kind = self.stream
        if kind == "auto":
            kind = "sse" if media == "text/event-stream" else "ndjson" if media in _LINES else "never"
        if kind == "never" or media == "application/json" or (media == "text/html" and kind != "text"):
            return None
        decoder = {"sse": EventDecoder, "ndjson": LineDecoder, "text": TextDecoder}[kind]()
        return _Stream(
            decoder=decoder, mapping=self.mapping, delta=self._delta, is_text=kind == "text", is_json=kind == "ndjson"
        )

    def read(self, received: Received, call: Call, *, secrets: Secrets, at_ms: float) -> Reply:
        """Return the reply, and leave in `call` what was looked for in vain. Raises SystemFailure, BadReplyError."""
        if isinstance(received.sink, _Stream):
            stream = received.sink
            stream.end(at_ms)
            if stream.is_text and is_html(received.body[:20].decode("utf-8", "replace")):
                raise bad_body(received.body, received.media, secrets)
            reply, missing = stream.reply(wanted=self._wanted)
            unread = stream.unread
        else:
            unread = {}
            document = _document(received, secrets)
            reply, missing = self.mapping.read(document, unread.setdefault, wanted=self._wanted, trace_id=call.trace_id)
        if self._wanted == "retrieved" and reply.retrieved is None:
            raise BadReplyError("the reply holds no passages, and only passages were asked for")
        call.missing = tuple(f"{role}: {told}" for role, told in missing.items())
        call.unread = tuple(unread)
        self._shown.take(reply)
        return reply


def open_reader(options: Options, *, retrieval_only: bool) -> ReplyReader:
    """Return what reads the replies as the settings say. Raises ConfigurationError, UnknownNameError."""
    delta = options.text("stream_answer")
    stream = options.choice("stream", STREAMS, "auto")
    if delta is not None and stream in {"text", "never"}:
        raise ConfigurationError(
            f'stream_answer of [{options.where}] has no meaning where stream is "{stream}"',
            next_step='write stream = "sse" or "ndjson", or leave stream_answer out',
        )
    return ReplyReader(
        mapping=read_mapping(options),
        declared=options.channels(),
        stream=stream,
        delta=None if delta is None else json_path(delta),
        wanted="retrieved" if retrieval_only else "answer",
    )


class _Stream(EventStream):
    """A stream that remembers which names nobody read."""

    def __init__(self, **given: Any) -> None:
        self.unread: dict[str, None] = {}
        super().__init__(note=self.unread.setdefault, **given)


def _document(received: Received, secrets: Secrets) -> Any:
    try:
        return read_json(received.body)
    except NoJsonError as error:
        why = str(error)
    if why:
        raise BadReplyError(f"the reply is no JSON that can be relied on: {why}")
    text = received.body[:20].decode("utf-8", "replace")
    if received.media == "text/plain" and received.body.strip() and not is_html(text):
        told = excerpt(received.body, secrets)
        raise SystemFailure(
            "bad_reply", f'the reply is plain text, no JSON: {told}; where that is the answer, write stream = "text"'
        )
    raise bad_body(received.body, received.media, secrets)
