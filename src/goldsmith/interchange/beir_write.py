"""Golden sets as a folder of BEIR.

Its loader passes over the first line of the judgements whatever it is, so a header stands there; and it forgets each
query without a judgement, so those stand in a file beside it. Each query carries its whole case in its metadata.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

from goldsmith.interchange.account import completed
from goldsmith.interchange.contexts import evidence_id
from goldsmith.interchange.embedded import KEY, embedded_text
from goldsmith.interchange.format import Outgoing, Written
from goldsmith.interchange.judged_passages import FLAT, NO_ID, NO_WORDS, grades_of, whole_corpus
from goldsmith.interchange.side_file import NAME, side_file
from goldsmith.ports.foreign import WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.interchange import ForeignPassage, LossLine

_HEADER = ("query-id", "corpus-id", "score")
_NO_EVIDENCE = f"BEIR forgets a query without a relevant passage: it stands in {NAME}"
_ANSWERS = "BEIR measures retrieval alone: answers and claims stand in the metadata, where it does not look"
_UNSPLIT = "test"


def holds(case: Case) -> Case:
    """Return the whole case: it stands in the metadata of the query, or in the file of the others."""
    return completed(case)


def split_file(case: Case) -> str:
    """Return the name of the file of judgements that a case stands in."""
    return case.split or _UNSPLIT


def write(outgoing: Outgoing) -> Written:
    """Return corpus, queries, judgements for each split and, where there are any, the cases without evidence."""
    judged = [case for case in outgoing.cases if grades_of(case)]
    others = [case for case in outgoing.cases if not grades_of(case)]
    splits: dict[str, list[tuple[str, str, int]]] = {}
    for case in judged:
        rows = splits.setdefault(split_file(case), [])
        rows += [(case.id, name, grade) for name, grade in grades_of(case).items()]
    known, corpus = set(), []
    for passage in whole_corpus(outgoing, judged):
        known.add(passage.id)
        corpus.append(_passage(passage))
    files = [
        WrittenFile(name="corpus.jsonl", text="".join(corpus)),
        WrittenFile(name="queries.jsonl", text="".join(map(_query, judged))),
        *(WrittenFile(name=f"qrels/{split}.tsv", text=_table(rows)) for split, rows in sorted(splits.items())),
    ]
    if not splits:
        files.append(WrittenFile(name=f"qrels/{_UNSPLIT}.tsv", text=_table([])))
    if others:
        files.append(side_file(others))
    lines = [line for case in outgoing.cases for line in _unlike(case, known)]
    return Written(files=tuple(files), lines=tuple(lines))


def _query(case: Case) -> str:
    return _json({"_id": case.id, "text": case.question, "metadata": {KEY: embedded_text(case)}})


def _passage(passage: ForeignPassage) -> str:
    meta = {"document": passage.document, "source": passage.source}
    said = {name: held for name, held in meta.items() if held}
    return _json({"_id": passage.id, "title": passage.title or "", "text": passage.text, "metadata": said})


def _json(held: dict[str, Any]) -> str:
    return json.dumps(held, ensure_ascii=False) + "\n"


def _table(rows: Iterable[tuple[str, str, int]]) -> str:
    """Return judgements as its reader takes them: tabs between cells, quotes around a cell that needs them."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(_HEADER)
    writer.writerows(rows)
    return text.getvalue()


def _unlike(case: Case, known: set[str]) -> Iterator[LossLine]:
    grades = grades_of(case)
    items = [item for need in case.evidence for item in need.any_of]
    if not grades:
        yield _line(case, _NO_EVIDENCE)
    if any(not evidence_id(item) for item in items):
        yield _line(case, NO_ID)
    if any(len(need.any_of) > 1 for need in case.evidence):
        yield _line(case, FLAT)
    if set(grades) - known:
        yield _line(case, NO_WORDS)
    if grades and (case.accept or case.claims):
        yield LossLine(record=case.id, fate="mapped", field="accept", told=_ANSWERS)


def _line(case: Case, told: str) -> LossLine:
    return LossLine(record=case.id, fate="mapped", field="evidence", told=told)
