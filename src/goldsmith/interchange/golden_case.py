"""GoldenCase JSON as C# writes it, in either case of letters: chunk ids with the provenance of each, and a review.

A hash of another tool stays opaque, and the address of a source is kept as it stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from goldsmith.interchange.account import Account, completed, is_nothing, numbered
from goldsmith.interchange.contexts import ALL_NEEDED, say_unstated, text_in, texts_in
from goldsmith.interchange.embedded import embedded
from goldsmith.interchange.format import Format, Outgoing, Written
from goldsmith.interchange.side_file import is_side_file, side_cases, side_file
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.interchange.visible import utc_time, with_changes
from goldsmith.ports.foreign import ForeignSource, Part, WrittenFile
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.claims import RequiredClaim
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignDecision, ForeignRecord, LossLine

_EMBEDDED = "Goldsmith"
_FILE = "golden-cases.json"
_REVIEW = ("Status", "ReviewedBy", "ReviewedAt", "Reason")
_PENDING = {"Status": 0, "ReviewedBy": "", "ReviewedAt": "0001-01-01T00:00:00+00:00", "Reason": ""}
_STATUS: Mapping[object, Literal["approved", "rejected", ""]] = {
    0: "", 1: "approved", 2: "rejected", "pending": "", "approved": "approved", "rejected": "rejected",
}  # fmt: skip
"""A review status as a number, as C# writes it by default, and as its name."""
_NEVER = "0001-"

NO_CASE = "no case: an object with a query was expected"
NO_PROVENANCE = "a relevant chunk without provenance: nothing says which document it is of"
TWICE = "a chunk is listed twice as relevant: it counts once"
NOT_RELEVANT = "provenance of a chunk that is not relevant: left out"
TWO_PROVENANCES = "a chunk has two provenances: the first holds"
NO_REVIEWER = "approved without a reviewer or a reason, which its own validator refuses: it is no decision"
SIDE = "its validator wants an answer, a chunk and a corpus revision: the case stands in the file beside it"
ONE_LIST = "alternatives stand in one list there: all of them look needed"
FROM_CLAIMS = "no accepted answer: the required claims stand there as one text"
_NO_RESPONSES = "a case is a definition only: there is no place for what a system answered"


def _recognises(source: ForeignSource) -> bool:
    # A set whose cases all stand in the file beside it leaves an empty list here.
    empty = any(part.name == _FILE and part.is_list and part.first is None for part in source.parts)
    beside = empty and any(is_side_file(part) for part in source.parts)
    return beside or any(_holds_cases(part) for part in source.parts)


def _holds_cases(part: Part) -> bool:
    return part.container in ("json", "jsonl") and _is_case(part.first)


def _is_case(value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    names = {_pascal(str(name)) for name in value}
    return {"Query", "RelevantChunkIds"} <= names and bool(names & {"Provenance", "CorpusRevision", "Review"})


def _pascal(name: str) -> str:
    return name[:1].upper() + name[1:]


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _holds_cases(part)]
    beside = [part for part in source.parts if is_side_file(part)]
    place = 0
    for part in parts or [part for part in source.parts if part not in beside]:
        prefix = f"{part.name} " if len(parts) > 1 else ""
        for row in part.rows():
            place += 1
            record = f"{prefix}{row.place or 'the case'}"
            if isinstance(row.value, Mapping):
                yield _record(record, row.value, numbered(source.name, place))
            else:
                yield not_a_record(record, NO_CASE, row.value)
    for part in beside:
        yield from side_cases(part)


def _record(record: str, value: Mapping[str, Any], usual: str) -> ForeignRecord:
    account = Account(record, _in_pascal(value))
    decision = _decision(account)
    pinned = account.look("CorpusRevision")

    def shown(case: Case) -> dict[str, Any]:
        return _shown(case) | ({"CorpusRevision": pinned} if case.corpus is None else {})

    case = with_changes(account, _EMBEDDED, shown, lambda visible: _case(visible, usual)) or _case(account, usual)
    if case is None:
        account.say("dropped", "", NO_CASE)
        return account.close()
    say_unstated(account, case)
    return account.close(case=case, decision=decision)


def _in_pascal(held: Any) -> Any:
    """Return objects with the names that C# gives them, whichever case of letters the writer was told to use."""
    if isinstance(held, Mapping):
        return {
            _pascal(str(name)): one if _pascal(str(name)) == _EMBEDDED else _in_pascal(one)
            for name, one in held.items()
        }
    return [_in_pascal(one) for one in held] if isinstance(held, list) else held


def _decision(account: Account) -> ForeignDecision | None:
    review = account.inner("Review")
    status = review.look("Status")
    known = _STATUS.get(status.lower() if isinstance(status, str) else status) if type(status) in (int, str) else None
    if known is None and not is_nothing(status):
        review.say("wrong", "Status", "no status: pending, approved or rejected was expected", status)
    told = "kept as a decision, which counts only where you say so"
    by, at, reason = (str(review.look(name) or "") for name in ("ReviewedBy", "ReviewedAt", "Reason"))
    for name in _REVIEW:
        if known:
            review.mapped(name, told)
        elif by or reason:
            review.dropped(name, "pending: nobody decided yet")
        else:
            review.passed(name)
    if not known:
        return None
    if known == "approved" and not (by.strip() and reason.strip()):
        review.say("wrong", "Status", NO_REVIEWER)
        return None
    stamp = "" if at.startswith(_NEVER) else utc_time(at)
    if not stamp and at and not at.startswith(_NEVER):
        review.say("wrong", "ReviewedAt", "no time: the decision has none", at)
    return ForeignDecision(decision=known, reviewer=by, at=stamp, reason=reason)


def _case(account: Account, usual: str) -> Case | None:
    """Return the case that the fields of a GoldenCase make; None: it asks nothing."""
    query = text_in(account, "Query")
    if query is None or not query.strip():
        return None
    name = text_in(account, "Id") or usual
    answer = text_in(account, "ExpectedAnswer")
    return completed(
        Case(
            id=name,
            question=query,
            accept=(AcceptedAnswer(answer=answer),) if answer else (),
            evidence=_evidence(account),
            corpus=text_in(account, "CorpusRevision"),
        )
    )


def _evidence(account: Account) -> tuple[Need, ...]:
    listed = texts_in(account, "RelevantChunkIds", account.mapped("RelevantChunkIds", "kept as chunks of the evidence"))
    ids = tuple(dict.fromkeys(listed))
    if len(ids) != len(listed):
        account.say("wrong", "RelevantChunkIds", TWICE, ", ".join(listed))
    known = _provenance(account)
    for name in ids:
        if name not in known:
            account.say("wrong", "Provenance", NO_PROVENANCE, name)
    for name in known:
        if name not in ids:
            account.say("wrong", "Provenance", NOT_RELEVANT, name)
    if len(ids) > 1:
        account.say("inferred", "RelevantChunkIds", ALL_NEEDED)
    return tuple(Need(any_of=(known.get(name, Alternative(chunk=name)),)) for name in ids)


def _provenance(account: Account) -> dict[str, Alternative]:
    held = account.mapped("Provenance", "kept with the evidence: document, address, version and the opaque hash")
    known: dict[str, Alternative] = {}
    for item in held if isinstance(held, list) else ():
        inner = Account(account.record, item if isinstance(item, Mapping) else {}, path="Provenance.")
        name = text_in(inner, "ChunkId")
        if name is None:
            account.say("wrong", "Provenance", "a provenance that names no chunk: left out", item)
            continue
        parts: dict[str, Any] = {
            ours: text_in(inner, theirs)
            for theirs, ours in (
                ("DocumentId", "document"), ("SourceUri", "source"), ("SourceRevision", "version"),
                ("ContentHash", "foreign_hash"),
            )
        }  # fmt: skip
        for line in inner.close().lines:
            if line.fate != "kept":
                account.say(line.fate, line.field, line.told, line.found)
        if name in known:
            account.say("wrong", "Provenance", TWO_PROVENANCES, name)
        known.setdefault(name, Alternative(chunk=name, **parts))
    return known


def _shown(case: Case) -> dict[str, Any]:
    """Return the fields of a GoldenCase for a case."""
    chunks: dict[str, Alternative] = {}
    for need in case.evidence:
        for item in need.any_of:
            if item.chunk:
                chunks.setdefault(item.chunk, item)
    return {
        "Id": case.id,
        "Query": case.question,
        "ExpectedAnswer": _answer(case),
        "RelevantChunkIds": list(chunks),
        "Provenance": [
            {
                "ChunkId": name,
                "DocumentId": item.document or "",
                "SourceUri": item.source or "",
                "SourceRevision": item.version or "",
                "ContentHash": item.sha256 or item.foreign_hash or "",
            }
            for name, item in chunks.items()
        ],
        "CorpusRevision": case.corpus or "",
    }


def _answer(case: Case) -> str:
    if case.accept:
        return case.accept[0].answer
    return " ".join(claim.required for claim in case.claims if isinstance(claim, RequiredClaim))


def _write(outgoing: Outgoing) -> Written:
    revision = outgoing.header.corpus.label if outgoing.header.corpus else ""
    rows, beside = [], []
    lines = [LossLine(record="", fate="dropped", field="response", told=_NO_RESPONSES)] if outgoing.responses else []
    for case in outgoing.cases:
        row = _shown(case)
        row["CorpusRevision"] = row["CorpusRevision"] or revision or outgoing.header.version or "unstated"
        if not all(_says(row[name]) for name in ("Query", "ExpectedAnswer", "RelevantChunkIds")):
            beside.append(case)
            lines.append(LossLine(record=case.id, fate="mapped", field="", told=SIDE))
            continue
        lines += _told(case)
        rows.append({**row, "Review": _PENDING, _EMBEDDED: embedded(case)})
    text = json.dumps(rows, ensure_ascii=False, indent=2) + "\n"
    files = (WrittenFile(name=_FILE, text=text), *([side_file(beside)] if beside else ()))
    return Written(files=files, lines=tuple(lines))


def _says(held: Any) -> bool:
    return bool(held.strip() if isinstance(held, str) else held)


def _told(case: Case) -> Iterator[LossLine]:
    if any(len(need.any_of) > 1 for need in case.evidence):
        yield LossLine(record=case.id, fate="mapped", field="evidence", told=ONE_LIST)
    if not case.accept:
        yield LossLine(record=case.id, fate="mapped", field="claims", told=FROM_CLAIMS)


FORMAT = Format(
    name="golden-case",
    title="GoldenCase JSON (C#)",
    recognises=_recognises,
    read=_read,
    write=_write,
    holds=completed,
    checked="its own documentation",
)
