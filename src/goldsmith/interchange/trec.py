"""TREC: judgements (qrels) and runs, with the questions where a file beside them has any.

Judgements become evidence, runs become recorded responses, in the order in which trec_eval takes them: by score as a
32-bit number, ties by id, both highest first, whatever rank is stated.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Literal

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import say_unstated
from goldsmith.interchange.format import Format
from goldsmith.interchange.judged_passages import EACH_NEEDED, NOT_JUDGED, NOT_RELEVANT, needs_from
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.interchange.trec_topics import Topic, holds_topics, topics
from goldsmith.interchange.trec_write import IDS, flat, holds, write
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import Case
from goldsmith.records.interchange import ForeignRecord, ForeignResponse
from goldsmith.records.response import Reply, RetrievedItem

_INTEGER = re.compile(r"[+-]?\d{1,18}")
_LOOK_AT = 20
_NO_JUDGEMENT = "no judgement of question, iteration, document and whole-numbered grade: passed over"
_NO_RESULT = "no result of question, Q0, document, rank, score and tag: passed over"
_TWICE = "judged twice: the first holds; trec_eval refuses such a file"
_RETURNED_TWICE = "returned twice: the first holds; trec_eval refuses such a file"
_RANKS = "the stated ranks say another order: the scores hold, as they do for trec_eval"
_NO_QUESTION = "no file of questions says what was asked: the id stands for it, somebody has to write the question"
_EMPTY_QUESTION = "the topic has no words: the id stands for it, somebody has to write the question"
_TAG = "kept as the name of the system"


@dataclass(slots=True)
class _Judged:
    """The judgements of one question."""

    grades: dict[str, int] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    twice: list[str] = field(default_factory=list)


def _recognises(source: ForeignSource) -> bool:
    return any(_kind(part) is not None for part in source.parts)


def _kind(part: Part) -> Literal["qrels", "run"] | None:
    """Return what a part of text lines is, from its first lines; comments say nothing."""
    if part.container != "lines" or holds_topics(part):
        return None
    if part.first is None:
        return "qrels" if "qrels" in part.name else None
    fields = [found for row in islice(part.rows(), _LOOK_AT) if (found := _fields(row.value))]
    if fields and all(map(_is_judgement, fields)):
        return "qrels"
    return "run" if fields and all(map(_is_result, fields)) else None


def _fields(line: str) -> list[str]:
    fields = line.split()
    return [] if not fields or fields[0].startswith("#") else fields


def _is_judgement(fields: list[str]) -> bool:
    return len(fields) == 4 and _INTEGER.fullmatch(fields[3]) is not None


def _is_result(fields: list[str]) -> bool:
    return len(fields) >= 6 and _INTEGER.fullmatch(fields[3]) is not None and _score(fields[4]) is not None


def _score(written: str) -> float | None:
    try:
        value = float(written)
    except ValueError:
        return None
    return None if math.isnan(value) or "_" in written else value


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    kinds = {part.name: _kind(part) for part in source.parts}
    if not any(kinds.values()):
        message = (
            "the first lines are neither `question iteration document grade` nor `question Q0 document rank score tag`"
        )
        step = "name a qrels file or a run; preferences (five columns) are not read"
        problem = Problem(message=message)
        raise InvalidFileError(f"{source.name} holds nothing of TREC", problems=(problem,), next_step=step)
    names, asked = _ids(source)
    judged: dict[str, _Judged] = {}
    for part in source.parts:
        if kinds[part.name] == "qrels":
            yield from _judgements(part, judged)
    done = set()
    for topic in _topics(source):
        done.add(topic.id)
        yield _question(topic, judged.get(topic.id), names, asked)
    for name, one in judged.items():
        if name not in done:
            yield _question(Topic(id=name, place="", question="", parts={}), one, names, asked)
    for part in source.parts:
        if kinds[part.name] == "run":
            yield from _run(part, names)


def _topics(source: ForeignSource) -> Iterator[Topic]:
    for part in source.parts:
        if holds_topics(part):
            yield from topics(part)


def _ids(source: ForeignSource) -> tuple[dict[str, str], dict[str, str]]:
    """Return the ids and questions that stand otherwise in the files than they are: by what is written there."""
    names, asked = {}, {}
    part = source.part(IDS)
    for row in part.rows() if part else ():
        held = row.value if isinstance(row.value, Mapping) else {}
        written, name, question = held.get("written"), held.get("id"), held.get("question")
        if isinstance(written, str) and isinstance(name, str):
            names[written] = name
            if isinstance(question, str):
                asked[written] = question
    return names, asked


def _judgements(part: Part, judged: dict[str, _Judged]) -> Iterator[ForeignRecord]:
    for row in part.rows():
        fields = _fields(row.value)
        if not fields:
            continue
        if not _is_judgement(fields):
            yield not_a_record(f"{part.name} {row.place}", _NO_JUDGEMENT, row.value)
            continue
        question, group, document, grade = fields
        one = judged.setdefault(question, _Judged())
        if one.groups.setdefault(document, group) != group:
            _refuse_groups(part, row.place, one.groups[document], group)
        elif document in one.grades:
            one.twice.append(document)
        else:
            one.grades[document] = int(grade)


def _refuse_groups(part: Part, place: str, before: str, now: str) -> None:
    line = int(place.rsplit(" ", 1)[-1])
    message = (
        f"the document is judged by {before!r} before and by {now!r} here: the second column names groups of judges"
    )
    problem = Problem(
        message=message, file=part.name, line=line, mend="keep the lines of one group in a file of its own"
    )
    step = "split the file by its second column, or merge the judgements by a rule of yours, and import that"
    raise InvalidFileError(f"{part.name} is a file of qrels_jg", problems=(problem,), next_step=step)


def _question(topic: Topic, one: _Judged | None, names: Mapping[str, str], asked: Mapping[str, str]) -> ForeignRecord:
    account = Account(f"question {topic.id}", topic.parts)
    one = one or _Judged()
    name = names.get(topic.id, topic.id)
    question = asked.get(topic.id, "")
    if flat(question) != topic.question:
        question = topic.question
    if not question:
        account.say("inferred", "", _EMPTY_QUESTION if topic.place else _NO_QUESTION)
    description = account.mapped("desc", "kept as the description") if "desc" in account else None
    notes = account.mapped("narr", "kept as notes") if "narr" in account else None
    grades = {names.get(document, document): grade for document, grade in one.grades.items()}
    _say(account, one, grades)
    evidence = needs_from(grades)
    if len(evidence) > 1:
        account.say("inferred", "qrels", EACH_NEEDED)
    case = Case(id=name, question=question or name, description=description, notes=notes, evidence=evidence)
    say_unstated(account, case)
    return account.close(case=case)


def _say(account: Account, one: _Judged, grades: Mapping[str, int]) -> None:
    for document in one.twice:
        account.say("wrong", "qrels", _TWICE, document)
    irrelevant = [document for document, grade in grades.items() if grade == 0]
    unjudged = [document for document, grade in grades.items() if grade < 0]
    for told, documents in ((NOT_RELEVANT, irrelevant), (NOT_JUDGED, unjudged)):
        if documents:
            account.say("dropped", "qrels", told, f"{len(documents)}: {' '.join(documents)}")


@dataclass(slots=True)
class _Returned:
    """What one system returned to one question: score, id, and the stated rank, in the order of the file."""

    items: dict[str, tuple[float, int]] = field(default_factory=dict)
    twice: list[str] = field(default_factory=list)


def _run(part: Part, names: Mapping[str, str]) -> Iterator[ForeignRecord]:
    returned: dict[tuple[str, str], _Returned] = {}
    for row in part.rows():
        fields = _fields(row.value)
        if not fields:
            continue
        if not _is_result(fields):
            yield not_a_record(f"{part.name} {row.place}", _NO_RESULT, row.value)
            continue
        question, _, document, rank, score = fields[:5]
        one = returned.setdefault((" ".join(fields[5:6]), question), _Returned())
        if document in one.items:
            one.twice.append(document)
        else:
            one.items[document] = (_score(score) or 0.0, int(rank))
    for (tag, question), one in returned.items():
        yield _response(part, (tag, question), one, names)


def _response(part: Part, key: tuple[str, str], one: _Returned, names: Mapping[str, str]) -> ForeignRecord:
    tag, question = key
    account = Account(f"{part.name} question {question}", {"tag": tag})
    account.mapped("tag", _TAG)
    for document in one.twice:
        account.say("wrong", "document", _RETURNED_TWICE, document)
    order = sorted(one.items, key=lambda name: (_single(one.items[name][0]), name.encode()), reverse=True)
    ranks = [one.items[document][1] for document in order]
    if any(after < before for before, after in pairwise(ranks)):
        account.say("mapped", "rank", _RANKS, " ".join(map(str, ranks)))
    items = tuple(
        RetrievedItem(id=names.get(document, document), score=_finite(one.items[document][0])) for document in order
    )
    reply = Reply(retrieved=items)
    response = ForeignResponse(case=names.get(question, question), outcome=reply, system=tag, repeat=_repeat(part.name))
    return account.close(responses=(response,))


def _repeat(name: str) -> int:
    """Return the number of the run, which our own files have in their names; any other file is the first."""
    found = re.search(r"(?:^|/)run-(\d{1,6})\.txt$", name)
    return max(int(found.group(1)), 1) if found else 1


def _single(score: float) -> float:
    """Return a score as trec_eval holds it, in 32 bits: two that differ less are a tie."""
    try:
        (held,) = struct.unpack("f", struct.pack("f", score))
    except OverflowError:
        return math.copysign(math.inf, score)
    return float(held)


def _finite(score: float) -> float | None:
    return score if math.isfinite(score) else None


FORMAT = Format(
    name="trec",
    title="TREC",
    recognises=_recognises,
    read=_read,
    write=write,
    holds=holds,
    checked="a real file",
)
