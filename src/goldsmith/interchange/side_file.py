"""A file of whole cases beside a foreign set: for those that the other format cannot show, so that none vanishes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from goldsmith.interchange.account import Account
from goldsmith.interchange.embedded import KEY, embedded, taken_back
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.ports.foreign import Part, WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.interchange import ForeignRecord

NAME = "goldsmith-cases.jsonl"
"""Name of the file in the folder of an export."""
_NO_CASE = "the line holds no case of ours: it is passed over"


def side_file(cases: Iterable[Case]) -> WrittenFile:
    """Return the file: a case a line, its id and question for people, and the whole of it for the way back."""
    rows = ({"id": case.id, "question": case.question, KEY: embedded(case)} for case in cases)
    return WrittenFile(name=NAME, text="".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def is_side_file(part: Part) -> bool:
    """Say whether a part is such a file."""
    return part.name.rsplit("/", 1)[-1] == NAME and part.has(KEY)


def side_cases(part: Part) -> Iterator[ForeignRecord]:
    """Yield the cases of such a file; a changed question wins."""
    for row in part.rows():
        record = f"{part.name} {row.place}"
        if not isinstance(row.value, Mapping):
            yield not_a_record(record, _NO_CASE, row.value)
            continue
        account = Account(record, row.value)
        account.passed("id")
        question = account.kept("question")
        visible = {"question": question} if isinstance(question, str) else {}
        case = taken_back(account, KEY, visible, lambda held: {"question": held.question})
        yield account.close(case=case) if case else not_a_record(record, _NO_CASE, row.value)
