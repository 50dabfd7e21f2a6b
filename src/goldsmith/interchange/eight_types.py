"""The CSV of eight types: id, question, expected answer, sources divided by semicolons, type, difficulty, notes.

It is a file for scripts, so its cells stand as they are; what spreadsheets run is guarded in the format `csv`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from goldsmith.interchange.account import Account, numbered
from goldsmith.interchange.contexts import needs_of, say_unstated, text_in
from goldsmith.interchange.format import Format, Outgoing, Written
from goldsmith.ports.foreign import ForeignSource, Part, WrittenFile
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.claims import RequiredClaim
from goldsmith.records.column_words import SIXTY, TYPES
from goldsmith.records.interchange import ForeignRecord, LossLine
from goldsmith.records.vocabulary import AXES

_COLUMNS = ("id", *SIXTY)
_BETWEEN = ";"
_UNSAID: Mapping[str, str] = {
    "clarify": "It has to be asked what is meant.",
    "escalate": "The question has to be passed on to a person.",
    "answer": "An answer is due, and nobody wrote which.",
}
_REFUSED = "The documents do not say this, so there is no answer."

NO_CASE = "the row asks nothing: it is passed over"
ADVERSARIAL = "adversarial: what is right follows from whether sources are named, and somebody has to look"
NO_ANSWER = "no_answer: a refusal because nothing was found is taken as right, and asking back may be meant"
NO_TYPE = "no type of this name"
ALL_SOURCES = "every source is needed: without one of them the answer is not complete"
NO_ANSWER_CELL = "an expected answer has to stand there: the claims, or what is right, stand there in words"
ONE_LIST = "alternatives stand in one list there: all of them look needed"
_NO_RESPONSES = "a row has no place for what a system answered"


def _recognises(source: ForeignSource) -> bool:
    return any(_is_sixty(part) for part in source.parts)


def _is_sixty(part: Part) -> bool:
    return part.container in ("csv", "tsv") and part.has("question", "expected_answer", "expected_sources", "type")


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_sixty(part)] or list(source.parts)
    place = 0
    for part in parts:
        prefix = f"{part.name} " if len(parts) > 1 else ""
        for row in part.rows():
            place += 1
            value = row.value if isinstance(row.value, Mapping) else {}
            yield _record(Account(f"{prefix}{row.place}", value), numbered(source.name, place))


def _record(account: Account, usual: str) -> ForeignRecord:
    question = text_in(account, "question")
    if question is None:
        account.say("dropped", "", NO_CASE)
        return account.close()
    name = text_in(account, "id") or usual
    answer = text_in(account, "expected_answer")
    sources = _sources(account)
    case = Case(
        id=name,
        question=question,
        accept=(AcceptedAnswer(answer=answer),) if answer and answer.strip() else (),
        evidence=needs_of(sources),
        notes=text_in(account, "notes"),
    )
    case = _with_difficulty(account, _with_type(account, case))
    say_unstated(account, case)
    return account.close(case=case)


def _sources(account: Account) -> tuple[str, ...]:
    """Return the ids of a cell: a list as JSON, else what stands between semicolons."""
    held = account.mapped("expected_sources", ALL_SOURCES)
    if isinstance(held, list):
        return tuple(one.strip() for one in held if isinstance(one, str) and one.strip())
    cell = str(held or "").strip()
    if cell.startswith("["):
        try:
            held = json.loads(cell)
        except (ValueError, RecursionError):
            held = None
        if isinstance(held, list) and all(isinstance(one, str) for one in held):
            return tuple(held)
    return tuple(one.strip() for one in cell.split(_BETWEEN) if one.strip())


def _with_type(account: Account, case: Case) -> Case:
    written = account.look("type")
    word = "_".join(str(written or "").lower().replace("-", " ").replace("_", " ").split())
    axes: dict[str, Any]
    if word == "adversarial":
        account.inferred("type", ADVERSARIAL)
        axes = {
            "answerability": "supported" if case.evidence else "unsupported",
            "behaviour": "answer" if case.evidence else "refuse",
        }
        return replace(case, challenges=tuple(TYPES[word]["challenges"]), **axes)
    if word in TYPES:
        axes = {name: tuple(held) if isinstance(held, list) else held for name, held in TYPES[word].items()}
        if word == "no_answer":
            account.inferred("type", NO_ANSWER)
            axes["refusal_reason"] = "not_found"
        else:
            account.mapped("type", "kept as axes of the case")
        return replace(case, **axes)
    if word in AXES["job"]:
        account.mapped("type", "kept as the job of the case")
        return replace(case, job=word)
    if word:
        near = get_close_matches(word, TYPES, n=1)
        account.say("wrong", "type", NO_TYPE + (f": {near[0]} may be meant" if near else ""), written)
    return case


def _with_difficulty(account: Account, case: Case) -> Case:
    text = text_in(account, "difficulty")
    if text is None:
        return case
    word = text.strip().lower()
    return replace(case, difficulty=word if word in AXES["difficulty"] else text)


def _row(case: Case) -> dict[str, str]:
    ids = list(dict.fromkeys(item.chunk or item.document or "" for need in case.evidence for item in need.any_of))
    ids = [one for one in ids if one]
    return {
        "id": case.id,
        "question": case.question,
        "expected_answer": _answer(case),
        "expected_sources": _cell(ids),
        "type": _type(case, has_sources=bool(ids)),
        "difficulty": case.difficulty or "",
        "notes": case.notes or "",
    }


def _answer(case: Case) -> str:
    if case.accept:
        return case.accept[0].answer
    claims = " ".join(claim.required for claim in case.claims if isinstance(claim, RequiredClaim))
    return claims if claims.strip() else _UNSAID.get(case.behaviour, _REFUSED)


def _cell(ids: list[str]) -> str:
    plain = all(_BETWEEN not in one and one == one.strip() for one in ids) and not (ids and ids[0].startswith("["))
    return _BETWEEN.join(ids) if plain else json.dumps(ids, ensure_ascii=False)


def _type(case: Case, *, has_sources: bool) -> str:
    """Return the type that says most of a case, an attack before anything else."""
    if "provocation" in case.challenges:
        return "adversarial"
    if case.answerability == "ambiguous" or case.behaviour == "clarify":
        return "ambiguous"
    if not has_sources or case.answerability == "unsupported":
        return "no_answer"
    found = next((one for one in ("typo", "cross_lingual", "long") if one in case.challenges), None)
    return found or ("multi_hop" if case.reasoning in ("multi_hop", "multi_passage") else "simple")


def holds(case: Case) -> Case:
    """Return the part of a case that a row has a place for: what is read of the row that is written."""
    record = _record(Account(case.id, _row(case)), case.id)
    return record.case or Case(id=case.id, question=case.question)


def _write(outgoing: Outgoing) -> Written:
    lines = [LossLine(record="", fate="dropped", field="response", told=_NO_RESPONSES)] if outgoing.responses else []
    held = io.StringIO()
    written = csv.DictWriter(held, fieldnames=_COLUMNS, lineterminator="\n")
    written.writeheader()
    for case in outgoing.cases:
        written.writerow(_row(case))
        if not case.accept:
            lines.append(LossLine(record=case.id, fate="mapped", field="accept", told=NO_ANSWER_CELL))
        if any(len(need.any_of) > 1 for need in case.evidence):
            lines.append(LossLine(record=case.id, fate="mapped", field="evidence", told=ONE_LIST))
    return Written(files=(WrittenFile(name="golden.csv", text=held.getvalue()),), lines=tuple(lines))


FORMAT = Format(
    name="eight-types",
    title="Golden data set of eight types, CSV",
    recognises=_recognises,
    read=_read,
    write=_write,
    holds=holds,
    checked="its own documentation",
)
