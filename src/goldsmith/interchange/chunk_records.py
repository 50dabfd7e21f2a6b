"""Evaluation records over a chunk manifest: `ground_truth_chunk_ids`, an answer, a type and how many chunks are needed.

The manifest beside them says which document each chunk is of. Its texts are previews and no passages, so they are read
for that only; to freeze it as a corpus is a step of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from goldsmith.interchange.account import Account, completed, is_nothing, numbered
from goldsmith.interchange.contexts import ALL_NEEDED, left_tags, say_unstated, text_in, texts_in
from goldsmith.interchange.embedded import KEY, embedded
from goldsmith.interchange.format import Format, Outgoing, Written
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.interchange.visible import with_changes
from goldsmith.ports.foreign import ForeignSource, Part, WrittenFile
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, LossLine

_IDS = "ground_truth_chunk_ids"
_COUNT = "required_chunks_count"
_RECORDS, _MANIFEST = "eval_set.jsonl", "chunks_manifest.jsonl"
_TYPES: Mapping[str, Mapping[str, str]] = {
    "factual": {"reasoning": "single"},
    "reasoning": {"reasoning": "inference"},
    "multi_hop": {"reasoning": "multi_hop"},
    "unanswerable": {"answerability": "unsupported", "behaviour": "refuse", "refusal_reason": "not_found"},
}
_BY_REASONING = {"inference": "reasoning", "multi_hop": "multi_hop", "multi_passage": "multi_hop"}
_DIFFICULTY = {"simple": "easy", "easy": "easy", "medium": "medium", "hard": "hard"}
_PREVIEW = 200
"""Characters of a text that a manifest shows."""

NO_CASE = "no case: an object with a question was expected"
NOT_LISTED = "the manifest lists no chunk of this id"
MANIFEST = "a manifest is a corpus and no set: goldsmith freeze reads it; here it says of which document a chunk is"
UNANSWERABLE = "unanswerable: a refusal is taken as right, because nothing was found"
ANY_ONE = "one chunk is required and several are listed: any one of them will do"
SOME = "fewer chunks are required than are listed: which of them would do for which, somebody has to say"
TOO_MANY = "more chunks are required than are listed"
NO_COUNT = "a whole number of chunks was expected"
TYPE_OF_NOTHING = "it is called unanswerable and has evidence: the evidence holds"
NO_TEXTS = "nobody has the text of a chunk: the manifest does not list it"
_NO_RESPONSES = "a record has no place for what a system answered"


def _recognises(source: ForeignSource) -> bool:
    return any(_holds_records(part) for part in source.parts)


def _holds_records(part: Part) -> bool:
    # The answer tells these records from other sets that call their chunks so.
    return part.has("question", _IDS) and (part.has("ground_truth_answer") or part.has("answer_type") or part.has(KEY))


def _is_manifest(part: Part) -> bool:
    return part.has("chunk_id", "doc_id") and (part.has("source_path") or part.has("text_preview"))


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    manifests = [part for part in source.parts if _is_manifest(part)]
    parts = [part for part in source.parts if _holds_records(part)]
    parts = parts or [part for part in source.parts if part not in manifests]
    chunks = _cited_chunks(parts, manifests) if manifests else None
    place = 0
    for part in manifests:
        account = Account(part.name, {})
        account.say("mapped", "", MANIFEST)
        yield account.close()
    for part in parts:
        prefix = f"{part.name} " if len(parts) > 1 else ""
        for row in part.rows():
            place += 1
            record = f"{prefix}{row.place or 'the record'}"
            if isinstance(row.value, Mapping):
                yield _record(record, row.value, numbered(source.name, place), chunks)
            else:
                yield not_a_record(record, NO_CASE, row.value)


def _cited_chunks(parts: list[Part], manifests: list[Part]) -> dict[str, Alternative]:
    """Return what the manifests say of the chunks that records cite: of the others nothing is held."""
    cited: set[str] = set()
    for part in parts:
        for row in part.rows():
            held = row.value.get(_IDS) if isinstance(row.value, Mapping) else None
            cited.update(one for one in _list(held) if isinstance(one, str))
    found: dict[str, Alternative] = {}
    for part in manifests:
        for row in part.rows():
            value = row.value if isinstance(row.value, Mapping) else {}
            name = value.get("chunk_id")
            if isinstance(name, str) and name in cited:
                document, source = (
                    held if isinstance(held, str) and held else None
                    for held in (value.get("doc_id"), value.get("source_path"))
                )
                found[name] = Alternative(chunk=name, document=document, source=source)
    return found


def _list(held: Any) -> list[Any]:
    """Return a list of a record, or that of a cell that holds one as JSON; a lone text is a list of one."""
    if isinstance(held, str) and held.lstrip().startswith("["):
        with suppress(ValueError, RecursionError):
            held = json.loads(held)
    return held if isinstance(held, list) else [held] if isinstance(held, str) and held else []


def _record(
    record: str, value: Mapping[str, Any], usual: str, chunks: Mapping[str, Alternative] | None
) -> ForeignRecord:
    account = Account(record, value)
    case = with_changes(account, KEY, _shown, lambda visible: _case(visible, usual, None))
    case = case or _case(account, usual, chunks)
    if case is None:
        account.say("dropped", "", NO_CASE)
        return account.close()
    say_unstated(account, case)
    return account.close(case=case)


def _case(account: Account, usual: str, chunks: Mapping[str, Alternative] | None) -> Case | None:
    """Return the case that the fields of a record make; None: it asks nothing."""
    question = text_in(account, "question")
    if question is None or not question.strip():
        return None
    name = text_in(account, "id") or usual
    answer = text_in(account, "ground_truth_answer")
    evidence = _evidence(account, chunks)
    axes = _axes(account, has_evidence=bool(evidence))
    return completed(
        Case(
            id=name,
            question=question,
            accept=(AcceptedAnswer(answer=answer),) if answer else (),
            evidence=evidence,
            notes=text_in(account, "notes"),
            tags=left_tags(account),
            **axes,
        )
    )


def _axes(account: Account, *, has_evidence: bool) -> dict[str, Any]:
    axes: dict[str, Any] = {}
    kind = str(account.look("answer_type") or "").lower().replace("-", "_").replace(" ", "_")
    if kind == "unanswerable" and has_evidence:
        account.say("wrong", "answer_type", TYPE_OF_NOTHING)
    elif kind == "unanswerable":
        account.inferred("answer_type", UNANSWERABLE)
        axes |= _TYPES[kind]
    elif kind in _TYPES:
        account.mapped("answer_type", "kept as the kind of reasoning")
        axes |= _TYPES[kind]
    difficulty = account.look("difficulty")
    if isinstance(difficulty, str) and difficulty.lower() in _DIFFICULTY:
        account.mapped("difficulty", "kept as an axis of the case")
        axes["difficulty"] = _DIFFICULTY[difficulty.lower()]
    risk = account.look("hallucination_risk")
    if isinstance(risk, str) and risk.lower() in ("low", "medium", "high"):
        account.mapped("hallucination_risk", "kept as an axis of the case")
        axes["hallucination_risk"] = risk.lower()
    return axes


def _evidence(account: Account, chunks: Mapping[str, Alternative] | None) -> tuple[Need, ...]:
    listed = texts_in(account, _IDS, _list(account.mapped(_IDS, "kept as chunks of the evidence")))
    ids = tuple(dict.fromkeys(listed))
    for name in ids:
        if chunks is not None and name not in chunks:
            account.say("wrong", _IDS, NOT_LISTED, name)
    found = tuple((chunks or {}).get(name, Alternative(chunk=name)) for name in ids)
    required = _count(account)
    if required == 1 and len(ids) > 1:
        account.mapped(_COUNT, ANY_ONE)
        return (Need(any_of=found),)
    if required is None:
        if len(ids) > 1:
            account.say("inferred", _IDS, ALL_NEEDED)
    elif required < len(ids):
        account.inferred(_COUNT, SOME)
    elif required > len(ids):
        account.say("wrong", _COUNT, TOO_MANY, required)
    else:
        account.mapped(_COUNT, "as many as are listed: all of them are needed")
    return tuple(Need(any_of=(item,)) for item in found)


def _count(account: Account) -> int | None:
    held = account.look(_COUNT)
    if is_nothing(held):
        account.passed(_COUNT)
        return None
    text = str(held)
    if isinstance(held, bool) or not (text.isascii() and text.isdecimal()):
        account.say("wrong", _COUNT, NO_COUNT, held)
        return None
    return int(text[:9])


def _shown(case: Case) -> dict[str, Any]:
    """Return the fields of a record for a case."""
    ids = list(dict.fromkeys(item.chunk for need in case.evidence for item in need.any_of if item.chunk))
    unanswerable = case.answerability == "unsupported" and not ids
    kind = "unanswerable" if unanswerable else _BY_REASONING.get(case.reasoning or "", "factual")
    return {
        "id": case.id,
        "question": case.question,
        _IDS: ids,
        "ground_truth_answer": case.accept[0].answer if case.accept else "",
        "answer_type": kind,
        _COUNT: min(len(case.evidence), len(ids)),
        "difficulty": {"easy": "simple"}.get(case.difficulty or "", case.difficulty or ""),
        "hallucination_risk": case.hallucination_risk or "",
        "notes": case.notes or "",
    }


def _write(outgoing: Outgoing) -> Written:
    lines = [LossLine(record="", fate="dropped", field="response", told=_NO_RESPONSES)] if outgoing.responses else []
    rows = [{**_shown(case), KEY: embedded(case)} for case in outgoing.cases]
    cited = {name for row in rows for name in row[_IDS]}
    manifest = [_manifest_row(outgoing.passages[name]) for name in sorted(cited & set(outgoing.passages))]
    listed = {row["chunk_id"] for row in manifest}
    lines += [
        LossLine(record=row["id"], fate="dropped", field="evidence", told=NO_TEXTS, found=name)
        for row in rows
        for name in row[_IDS]
        if name not in listed
    ]
    files = [WrittenFile(name=_RECORDS, text=_json_lines(rows))]
    if manifest:
        files.append(WrittenFile(name=_MANIFEST, text=_json_lines(manifest)))
    return Written(files=tuple(files), lines=tuple(lines))


def _manifest_row(passage: ForeignPassage) -> dict[str, Any]:
    return {
        "chunk_id": passage.id,
        "doc_id": passage.document or passage.id,
        "source_path": passage.source or passage.document or passage.id,
        "text_preview": passage.text[:_PREVIEW],
    }


def _json_lines(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


FORMAT = Format(
    name="chunk-records",
    title="Evaluation records with a chunk manifest",
    recognises=_recognises,
    read=_read,
    write=_write,
    holds=completed,
    checked="its own documentation",
)
