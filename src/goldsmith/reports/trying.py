"""One question asked by hand, on one screen: what was sent, what came back, how it was read, what is missing."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.records.exchange import Exchange, Tried
from goldsmith.records.response import Failure, Reply, RetrievedItem
from goldsmith.reports.plain_text import shown, wrapped

_BODY_LINES = 12
_ITEMS = 5


def render_tried(tried: Tried, *, width: int) -> str:
    """Return request, raw reply, the parts as they were read, and what is missing."""
    return "\n".join(_lines(tried, width))


def _lines(tried: Tried, width: int) -> Iterator[str]:
    asker = f" as {tried.user}" if tried.user else ""
    yield shown(f"{tried.system}{asker}: {tried.question}", width)
    if tried.exchange is not None:
        yield from ("", *_exchange(tried.exchange, width))
    yield ""
    if isinstance(tried.outcome, Failure):
        yield from wrapped(tried.outcome.message, width, head=f"FAILED    {tried.outcome.kind.replace('_', ' ')}: ")
    else:
        yield f"READ AS   in {tried.latency_ms:.0f} ms"
        yield from _reply(tried.outcome, width)
        yield from _told_ids(tried, width)
    if tried.exchange is not None:
        yield from _mapping(tried.exchange, width)
    if tried.absent and not isinstance(tried.outcome, Failure):
        yield from ("", "NOT SHOWN")
        for name, lost in tried.absent:
            yield from wrapped(lost, width, head=f"  {name.replace('_', ' '):14}", indent=16)
    yield ""
    yield from wrapped(tried.next_step, width, head="Next: ", indent=6)


def _exchange(exchange: Exchange, width: int) -> Iterator[str]:
    yield f"REQUEST   {shown(f'{exchange.method} {exchange.url}', width - 10)}"
    yield from (f"  {shown(f'{name}: {value}', width - 2)}" for name, value in exchange.request_headers)
    yield from _body(exchange.request_body, width)
    status = "no reply" if exchange.status is None else f"status {exchange.status}"
    yield from ("", f"REPLY     {status}, {exchange.duration_ms:.0f} ms")
    yield from _body(exchange.response_body, width)


def _body(body: str, width: int) -> Iterator[str]:
    lines = [piece for line in body.splitlines() for piece in wrapped(line, width, head="  ", most=2_000)]
    yield from lines[:_BODY_LINES]
    if len(lines) > _BODY_LINES:
        yield f"  … {len(lines) - _BODY_LINES} more lines (--json shows all)"


def _mapping(exchange: Exchange, width: int) -> Iterator[str]:
    for name, parts in (("MAPPED AND NOT THERE", exchange.missing), ("NOT READ", exchange.unread)):
        if parts:
            yield from ("", name, *(f"  {shown(part, width - 2)}" for part in parts[:_ITEMS]))
    if exchange.echoed:
        yield from ("", f"THE REPLY GAVE SECRETS BACK   {', '.join(exchange.echoed)}")


def _reply(reply: Reply, width: int) -> Iterator[str]:
    if reply.answer is not None:
        yield from wrapped(reply.answer or "(empty)", width, head="  answer      ", indent=14)
    yield from _items("retrieved", reply.retrieved, width)
    yield from _items("candidates", reply.candidates, width)
    if reply.citations is not None:
        yield _row("citations", ", ".join(item.id for item in reply.citations) or "none", width)
    if reply.tool_calls is not None:
        yield _row("tool calls", ", ".join(call.name for call in reply.tool_calls) or "none", width)
    for name, value in (
        ("behaviour", reply.behaviour), ("identity", reply.identity_echo), ("trace id", reply.trace_id),
        ("cache", reply.cache), ("revision", reply.revision),
    ):  # fmt: skip
        if value:
            yield _row(name, value, width)
    if reply.events:
        first = reply.time_to_first_token_ms
        told = f", first token after {first:.0f} ms" if first is not None else ""
        yield f"  events      {len(reply.events)}{told}"


def _row(name: str, value: str, width: int) -> str:
    return f"  {name:12}{shown(value, width - 14)}"


def _items(name: str, items: tuple[RetrievedItem, ...] | None, width: int) -> Iterator[str]:
    if items is None:
        return
    yield f"  {name:12}{len(items)}"
    for rank, item in enumerate(items[:_ITEMS], start=1):
        place = item.id or item.document or ""
        yield f"    {rank}  {shown(f'{place}: {item.text}' if item.text else place, width - 7)}"
    if len(items) > _ITEMS:
        yield f"    … and {len(items) - _ITEMS} more"


def _told_ids(tried: Tried, width: int) -> Iterator[str]:
    if tried.known_ids or tried.unknown_ids:
        yield f"  ids         {tried.known_ids} of {tried.known_ids + len(tried.unknown_ids)} are in the corpus"
        yield from (f"    unknown: {shown(name, width - 13)}" for name in tried.unknown_ids[:_ITEMS])
