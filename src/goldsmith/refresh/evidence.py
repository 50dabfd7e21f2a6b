"""What became of the words that a case rests on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative
from goldsmith.records.refresh import Impact, Passage, Reason, TracedAlternative
from goldsmith.refresh.facts import ChangedFacts
from goldsmith.refresh.gravity import reason_of
from goldsmith.refresh.promoting import Promoter
from goldsmith.refresh.wording import counted, place, quoted, some, told_change, told_section, words_of
from goldsmith.text.normal import comparable

_FIELDS = ("chunk", "span", "sha256", "foreign_hash")


def evidence_reasons(
    case: Case, traces: Sequence[TracedAlternative], facts: ChangedFacts, promoter: Promoter
) -> Iterator[Reason]:
    """Yield what the change does to each passage of `case`; nothing for one that stands exactly as it did."""
    merged = _merged(traces)
    held = {(trace.need, trace.alternative): trace for trace in traces}
    for need, alternatives in enumerate(case.evidence):
        for number, item in enumerate(alternatives.any_of):
            trace = held.get((need, number))
            if trace is None:
                yield from _untraced(need, number, facts)
                continue
            touched = _asked_singly(trace, facts)
            if touched is not None:
                others = [one for one in traces if one.need == need and one.alternative != number]
                yield _touched(trace, touched, facts, promoter, _beside(others))
                if touched == "section_changed" and _is_elsewhere(trace):
                    yield from _sharing(case, trace, promoter)
            elif trace.standing:
                yield from _bulk(item, trace, merged)
                yield from _elsewhere(case, trace, facts, promoter)


def _touched(trace: TracedAlternative, impact: Impact, facts: ChangedFacts, promoter: Promoter, beside: str) -> Reason:
    """Return the reason of a passage that a person has to look at; `beside` tells of the others of its need."""
    said = _said(trace, impact, facts)
    detail = f" ({trace.detail})" if trace.detail and trace.standing and impact in _DETAILED else ""
    # Of a long section only a part is shown, and the change may stand outside of it.
    outside = promoter.in_section(trace) if impact == "section_changed" else ()
    if outside:
        own = {passage.section for passage in trace.now}
        below = all(one.fresh.section not in own for one in outside)
        said = "the quoted words stand" if below and _looks_the_same(trace) else said
        outside = tuple(one for one in outside if not one.sentence.text.startswith("#")) or outside
        more = f" and {counted(len(outside) - 1, 'more sentence')}" if len(outside) > 1 else ""
        said += f"; new further on in the section: {quoted(outside[0].sentence.text)}{more}"
    found = reason_of(trace, impact, f"{_where(trace)}: {said}{detail}{beside}")
    shown = {one.fresh.chunk: one.passage for one in reversed(outside)}
    return replace(found, now=(*found.now, *(shown[chunk] for chunk in sorted(shown))))


def _untraced(need: int, number: int, facts: ChangedFacts) -> Iterator[Reason]:
    if facts.diff.same:
        return
    yield Reason(
        impact="undecidable",
        message="it is not known where this evidence stood, so nothing tells whether it changed",
        need=need,
        alternative=number,
        confidence=0.0,
    )


def _asked_singly(trace: TracedAlternative, facts: ChangedFacts) -> Impact | None:
    """Return what happened to the words or to their section that a person has to look at; None: nothing."""
    if not trace.standing:
        return "undecidable" if _document_changed(trace, facts) else None
    if trace.quote in {"edited", "split", "crossed"}:
        return _OF_QUOTE[trace.quote]
    if facts.failed(trace.document_before) is not None:
        return "source_failed"
    if trace.quote == "gone":
        return "quote_gone"
    if trace.quote == "unknown" or trace.document_now is None:
        return "undecidable"
    if trace.section in {"changed", "absent"}:
        return "section_changed"
    return "undecidable" if "unknown" in (trace.section, trace.document) else None


_DETAILED: frozenset[Impact] = frozenset({"quote_gone", "undecidable", "section_changed"})
"""What is found besides the words says more than the message of the others does already."""
_OF_QUOTE: dict[str, Impact] = {"edited": "quote_edited", "split": "quote_split", "crossed": "quote_crossed"}


def _document_changed(trace: TracedAlternative, facts: ChangedFacts) -> bool:
    before = facts.before.get(trace.document_before)
    now = facts.after.get(trace.document_now or trace.document_before)
    if before is None or now is None:
        return before is not now
    return (before.content_hash, before.ingestion) != (now.content_hash, now.ingestion)


def _told_undecidable(trace: TracedAlternative) -> str:
    if trace.standing:
        return "it changed, and the text that would tell what changed is not kept"
    if trace.quote == "intact":
        return "the quoted words stand in the new corpus and did not stand in the earlier one"
    return "the quoted words did not stand in the earlier revision either, and the document changed"


def _said(trace: TracedAlternative, impact: Impact, facts: ChangedFacts) -> str:
    before = trace.before
    now = trace.now[0] if trace.now else None
    match impact:
        case "quote_edited" if before is not None and now is not None:
            return f"the sentence {told_change(words_of(before), words_of(now))}"
        case "quote_edited":
            return "the sentence is written otherwise now"
        case "quote_split":
            documents = list(dict.fromkeys(one.document for one in trace.now))
            where = f", in {some(documents)}" if len(documents) > 1 else ""
            return f"the quoted words stand in {counted(max(len(trace.now), len(trace.pinned)), 'piece')} now{where}"
        case "quote_crossed":
            found = some(list(dict.fromkeys(place(one.document, one.section) for one in trace.now)))
            return f"the quoted words are gone from here and stand in {found or trace.document_now} now"
        case "source_failed":
            failed = facts.failed(trace.document_before)
            why = "" if failed is None or failed.ingestion.reason is None else f": {failed.ingestion.reason}"
            return f"the document can no longer be read{why}"
        case "quote_gone":
            quote = "" if before is None else f" {quoted(words_of(before))}"
            gone = "the document is gone, and " if trace.document == "absent" else ""
            return f"{gone}the quoted words{quote} stand nowhere now"
        case "section_changed" if before is not None and now is not None:
            return f"the quoted words stand; {_told_section(before, now)}"
        case "section_changed":
            return "the quoted words stand, but not what stood around them"
        case _:
            return _told_undecidable(trace)


def _told_section(before: Passage, now: Passage) -> str:
    if _plain(before.section) == _plain(now.section):
        return told_section(before.text, now.text)
    was, held = (f'under "{one.section}"' if one.section else "under no heading" for one in (before, now))
    moved = f"they stand {held} now, not {was}"
    old, new = (comparable(_below_headings(one)) for one in (before, now))
    return moved if old == new else f"{moved}; {told_section(before.text, now.text)}"


def _below_headings(passage: Passage) -> str:
    """Return the text of a passage without the heading that it may begin with."""
    first, _, rest = passage.text.partition("\n")
    own = (passage.section or "").rpartition(" > ")[2]
    return rest if own and comparable(own) in comparable(first) else passage.text


def _looks_the_same(trace: TracedAlternative) -> bool:
    """Say whether what is shown around the words is what was shown before."""
    was = trace.before
    return was is not None and not _is_elsewhere(trace) and comparable(was.text) == comparable(trace.now[0].text)


def _where(trace: TracedAlternative) -> str:
    where = _stood(trace)
    moved = trace.document_now not in {None, trace.document_before} and trace.quote != "crossed"
    return f"{where} (now {trace.document_now})" if moved else where


def _stood(trace: TracedAlternative) -> str:
    return place(trace.document_before, None if trace.before is None else trace.before.section)


def _beside(others: Sequence[TracedAlternative]) -> str:
    """Return what is said of the other passages of the same need that stand as they did."""
    standing = [one for one in others if one.standing and one.quote == "intact" and one.section == "same"]
    if not standing:
        return ""
    named = some(list(dict.fromkeys(map(_where, standing))))
    if len(standing) == 1:
        return f"; the other passage, in {named}, still stands"
    return f"; {len(standing)} other passages, in {named}, still stand"


def _bulk(item: Alternative, trace: TracedAlternative, merged: frozenset[tuple[int, int]]) -> Iterator[Reason]:
    """Yield what became of the place of words that stand as they did, in a section that is the same."""
    where = _where(trace)
    if trace.document_now != trace.document_before:
        told = f"the document is {trace.document_now} now, this section is the same"
        yield reason_of(trace, "document_renamed", f"{_stood(trace)}: {told}")
    elif (trace.need, trace.alternative) in merged:
        told = "passages that stood apart are one now, their words are the same"
        yield reason_of(trace, "quote_merged", f"{where}: {told}")
    elif _moved(item, trace):
        detail = f" ({trace.detail})" if trace.detail else ""
        yield reason_of(
            trace, "anchor_moved", f"{where}: the same words, at another place or in another passage{detail}"
        )


def _elsewhere(case: Case, trace: TracedAlternative, facts: ChangedFacts, promoter: Promoter) -> Iterator[Reason]:
    """Yield what the rest of the document does to the case, where it is another."""
    unread = _partly_read(trace, facts)
    if trace.document != "changed" and not unread:
        return
    where = _where(trace)
    sharing = tuple(_sharing(case, trace, promoter))
    yield from sharing
    if not sharing:
        told = unread or f"the document changed elsewhere{_other_version(trace, facts)}"
        yield reason_of(trace, "changed_elsewhere", f"{where}: this section is the same, {told}")


def _sharing(case: Case, trace: TracedAlternative, promoter: Promoter) -> Iterator[Reason]:
    """Yield what is new elsewhere in the document and concerns the case; nothing where nothing does."""
    shared = promoter.shared(case, trace) if trace.document == "changed" else None
    if shared is None:
        return
    passage = shared.new.passage
    told = f"new in {place(passage.document, passage.section)}: {quoted(shared.new.sentence.text)}"
    # What is proposed as evidence has to be among what is shown.
    now = (passage, *trace.now) if _is_elsewhere(trace) else (passage,)
    yield replace(reason_of(trace, "shares_terms", f"{_where(trace)}: {told}; it {shared.told}"), now=now)


def _is_elsewhere(trace: TracedAlternative) -> bool:
    """Say whether the words stand under other headings, or in another document, than they did."""
    was = trace.before
    return was is not None and any(
        (one.document, _plain(one.section)) != (was.document, _plain(was.section)) for one in trace.now
    )


def _plain(section: str | None) -> str:
    return comparable(section or "")


def _partly_read(trace: TracedAlternative, facts: ChangedFacts) -> str:
    before, now = facts.before.get(trace.document_before), facts.after.get(trace.document_now or "")
    if before is None or now is None or before.ingestion.status != "parsed" or now.ingestion.status != "partial":
        return ""
    why = f": {now.ingestion.reason}" if now.ingestion.reason else ""
    return f"only a part of the document could be read now{why}"


def _other_version(trace: TracedAlternative, facts: ChangedFacts) -> str:
    before, now = facts.before.get(trace.document_before), facts.after.get(trace.document_now or "")
    if before is None or now is None or now.version in {None, before.version}:
        return ""
    return f", it is version {now.version} now"


def _merged(traces: Sequence[TracedAlternative]) -> frozenset[tuple[int, int]]:
    """Return the alternatives whose words stood in several passages of the index and share one now."""
    sharing: defaultdict[str, list[TracedAlternative]] = defaultdict(list)
    for trace in traces:
        chunks = _chunks_now(trace)
        if trace.quote == "intact" and trace.before is not None and len(chunks) == 1:
            sharing[chunks[0]].append(trace)
    merged: set[tuple[int, int]] = set()
    for together in sharing.values():
        stood = [frozenset(one.before.chunks) for one in together if one.before is not None]
        if any(len(one) > 1 for one in stood) or any(one.isdisjoint(stood[0]) for one in stood[1:]):
            merged.update((one.need, one.alternative) for one in together)
    return frozenset(merged)


def _moved(item: Alternative, trace: TracedAlternative) -> bool:
    """Say whether what is written of the place, or the passages of the index, are others now."""
    if trace.before is not None and trace.before.chunks != _chunks_now(trace):
        return True
    pinned = trace.pinned[0] if len(trace.pinned) == 1 else None
    if pinned is None:
        return False
    # A document's name where others name chunks is no place that could be another.
    fields = _FIELDS[1:] if item.chunk == trace.document_before else _FIELDS
    written = ((getattr(item, name), getattr(pinned, name)) for name in fields)
    return any(old is not None and old != new for old, new in written)


def _chunks_now(trace: TracedAlternative) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chunk for passage in trace.now for chunk in passage.chunks))
