"""Golden sets as AutoRAG reads them: the questions, and the whole corpus.

Without an inner list AutoRAG breaks on a question that needs no passage, so an empty one stands there. The date that it
asks of each passage is left for it to fill in where nobody knows it. Each row carries its whole case, in a column that
AutoRAG passes over.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from goldsmith.interchange.account import completed
from goldsmith.interchange.contexts import evidence_id
from goldsmith.interchange.embedded import KEY, embedded_text
from goldsmith.interchange.format import Outgoing, Written
from goldsmith.interchange.judged_passages import NO_ID, whole_corpus
from goldsmith.ports.foreign import WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.interchange import ForeignPassage, LossLine

_MADE = "last_modified_datetime"
_META = f"STRUCT({_MADE} TIMESTAMP, prev_id VARCHAR, next_id VARCHAR)"
_NO_WORDS = (
    "nobody has the words of a passage: AutoRAG refuses a set whose corpus lacks it, so its id is left out there"
)
_NO_EVIDENCE = "no passage is needed: AutoRAG leaves the question out of its figures for retrieval"
_NO_ANSWER = "no accepted answer: AutoRAG has nothing to hold an answer against"
_CONTRACT = "claims and behaviour stand in a column of their own, where AutoRAG does not look"


def holds(case: Case) -> Case:
    """Return the whole case: it stands in a column of its own."""
    return completed(case)


def groups_of(case: Case, known: Container[str] | None = None) -> tuple[tuple[str, ...], ...]:
    """Return the ids that a case needs, of those that a corpus holds: all groups, of each any one; equal groups once.

    `known`: the ids of the corpus; None: any.
    """
    groups = (dict.fromkeys(filter(None, map(evidence_id, need.any_of))) for need in case.evidence)
    held = (tuple(one for one in group if known is None or one in known) for group in groups)
    return tuple(dict.fromkeys(group for group in held if group))


def write(outgoing: Outgoing) -> Written:
    """Return the table of questions and the table of passages."""
    corpus = [_passage(one) for one in whole_corpus(outgoing, outgoing.cases) if one.text.strip()]
    known = {row["doc_id"] for row in corpus}
    questions = [
        {
            "qid": case.id,
            "query": case.question,
            # A list without an inner one breaks AutoRAG's reader.
            "retrieval_gt": [list(group) for group in groups_of(case, known)] or [[]],
            "generation_gt": list(dict.fromkeys(one.answer for one in case.accept if one.answer.strip())),
            KEY: embedded_text(case),
        }
        for case in outgoing.cases
    ]
    files = (
        WrittenFile(
            name="qa.parquet",
            container="parquet",
            columns=("qid", "query", "retrieval_gt", "generation_gt", KEY),
            kinds=("VARCHAR", "VARCHAR", "VARCHAR[][]", "VARCHAR[]", "VARCHAR"),
            rows=questions,
        ),
        WrittenFile(
            name="corpus.parquet",
            container="parquet",
            columns=("doc_id", "contents", "path", "metadata"),
            kinds=("VARCHAR", "VARCHAR", "VARCHAR", _META),
            rows=corpus,
        ),
    )
    return Written(files=files, lines=tuple(line for case in outgoing.cases for line in _unlike(case, known)))


def _passage(passage: ForeignPassage) -> dict[str, Any]:
    made = passage.metadata.get(_MADE)
    metadata = {name: passage.metadata.get(name) for name in ("prev_id", "next_id")}
    return {
        "doc_id": passage.id,
        "contents": passage.text,
        "path": passage.document,
        "metadata": {_MADE: made if isinstance(made, str) else None} | metadata,
    }


def _unlike(case: Case, known: set[str]) -> Iterator[LossLine]:
    groups = groups_of(case)
    if any(not evidence_id(item) for need in case.evidence for item in need.any_of):
        yield _line(case, "evidence", NO_ID)
    if any(one not in known for group in groups for one in group):
        yield _line(case, "evidence", _NO_WORDS)
    if not groups:
        yield _line(case, "evidence", _NO_EVIDENCE)
    if not case.accept:
        yield _line(case, "accept", _NO_ANSWER)
    if case.claims:
        yield _line(case, "claims", _CONTRACT)


def _line(case: Case, field: str, told: str) -> LossLine:
    return LossLine(record=case.id, fate="mapped", field=field, told=told)
