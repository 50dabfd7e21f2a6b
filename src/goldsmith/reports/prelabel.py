"""What a machine pre-label gave, on one screen: how much is left to look at, and what the retrievers miss."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from goldsmith.records.prelabel import CasePool, CountedShare, Prelabelled
from goldsmith.reports.figures import count, percent
from goldsmith.reports.plain_text import cell, fitted, is_unseen, listed, wrapped

PREVIEW = 200
"""Characters of a passage in an export."""
WIDTH = 100
_NARROWEST = 72
_MOST_NAMES = 5
_NAME_ROOM = 21
_LINE_ENDS = "\u2028\u2029"
_LAST_OF_FOUR = 0xFFFF
"""Characters beyond it are two escapes in JSON, and none of them ends a line."""


def render_prelabel(found: Prelabelled, *, width: int = WIDTH) -> str:
    """Return the pre-label as lines of at most `width` columns (72 at least)."""
    room = max(width, _NARROWEST)
    lines = [*_headline(found, room), "", *_passages(found, room), "", *_recall(found, room)]
    if found.audit is not None:
        lines += ["", fitted(f"AUDIT OF AUTO   {share_told(found.audit)} that nobody marked as evidence", room)]
    if found.unstated:
        told = (
            f"{count(len(found.unstated), 'case')} without an accepted answer or required claim that states anything, "
            f"so none of the passages is auto: {listed(found.unstated, _MOST_NAMES)}"
        )
        lines += ["", *wrapped(told, room, indent=2)]
    return "\n".join([*lines, "", *wrapped(found.next_step, room, head="Next: ", indent=6)])


def _headline(found: Prelabelled, width: int) -> Iterator[str]:
    cases = count(len(found.pools), "open review" if any(one.round for one in found.pools) else "case")
    yield fitted(f"POOLED   {count(found.passages, 'passage')} for {cases}", width)
    names = ", ".join(one.retriever for one in found.retrievers)
    already = f" · {found.already:,} had a pool already" if found.already else ""
    yield from wrapped(
        f"{found.set_name} · corpus {found.corpus} · the first {found.depth:,} of {names}{already}", width
    )


def _passages(found: Prelabelled, width: int) -> Iterator[str]:
    by_hand = found.passages - found.auto
    yield fitted(f"  {'auto':<{_NAME_ROOM}}{found.auto:>7,}   scored above {found.auto_above:g}", width)
    yield fitted(f"  {'  of them drawn':<{_NAME_ROOM}}{found.audited:>7,}   shown to people all the same", width)
    yield fitted(f"  {'human_required':<{_NAME_ROOM}}{by_hand:>7,}   not evidence until a person marks it", width)


def _recall(found: Prelabelled, width: int) -> Iterator[str]:
    yield fitted(f"EVIDENCE OF APPROVED CASES   {share_told(found.recall)} brought by a retriever", width)
    if not found.recall.of:
        return
    yield fitted(f"  {'by the question alone':<{_NAME_ROOM}}{found.recall_by_question.part:>7,}", width)
    for one in found.retrievers:
        missed = f"{one.alone:,} that no other brought" if one.alone else "none that no other brought"
        yield fitted(f"  {cell(one.retriever, _NAME_ROOM)}{one.brought:>7,}   {missed}", width)
    if found.recall.part < found.recall.of:
        yield fitted(f"  {'nobody':<{_NAME_ROOM}}{found.recall.of - found.recall.part:>7,}", width)


def share_told(share: CountedShare) -> str:
    """Return a share with what it rests on and its interval; why there is none, where there is none."""
    if share.share is None or share.interval is None:
        return f"n/a ({share.why})"
    low, high = (percent(end) for end in share.interval)
    return f"{percent(share.share)} ({share.part:,} of {share.of:,}; 95 %: {low} to {high})"


def export_line(pool: CasePool, texts: Mapping[str, str]) -> str:
    """Return one case as a line of JSON: its question, and what a person is to look at, best first.

    ``{"case", "question", "prelabels": [{"chunk_id", "text_preview", "confidence", "source"}]}``; `texts` by chunk.
    What a passage scored, who brought it and whether it is drawn for a look stay out: they would tell a reviewer what
    others found.
    """
    prelabels = [
        {
            "chunk_id": item.chunk,
            "text_preview": texts[item.chunk][:PREVIEW],
            "confidence": "high" if item.source == "auto" else "low",
            "source": item.source,
        }
        for item in sorted(pool.passages, key=lambda item: (-item.score, item.chunk))
    ]
    text = json.dumps({"case": pool.case, "question": pool.question, "prelabels": prelabels}, ensure_ascii=False)
    # What has no glyph stands as its escape: a terminal obeys nothing, and a line stays one line.
    hidden = {ord(char): f"\\u{ord(char):04x}" for char in set(text) if _is_hidden(char)}
    return text.translate(hidden)


def _is_hidden(char: str) -> bool:
    return char in _LINE_ENDS or (is_unseen(char) and ord(char) <= _LAST_OF_FOUR)
