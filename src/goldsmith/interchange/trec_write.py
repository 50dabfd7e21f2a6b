"""Golden sets as trec_eval reads them: judgements, the questions beside them, and a run where one was named.

Blanks end an id there, so an id that holds any is written with its blanks as percent signs and numbers; a file beside
tells which, and which questions hold a line end or a tab.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from goldsmith.interchange.account import completed, passage_id
from goldsmith.interchange.contexts import evidence_id, responses_by_case
from goldsmith.interchange.format import Outgoing, Written
from goldsmith.interchange.judged_passages import FLAT, NO_ID, grades_of, needs_from
from goldsmith.ports.foreign import WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.interchange import LossLine
from goldsmith.records.response import Reply, Response

IDS = "goldsmith-ids.jsonl"
"""Name of the file that tells which ids and questions stand otherwise in the other files."""
_SYSTEM = "goldsmith"
_NO_EVIDENCE = "trec_eval passes over a question without a judgement: it stands among the questions alone"
_NO_BEHAVIOUR = "TREC knows only what is relevant: the question looks like one to answer, and is none"
_ESCAPED = f"the id holds what ends an id there: written otherwise, {IDS} tells it"
_NO_RUN = "nothing was retrieved: a run has no place for an empty answer"
_SCORES = "scores there are places counted from the end, so that trec_eval keeps the order"
_TWICE = "a passage that was retrieved twice stands there once: trec_eval refuses a run that repeats one"


def holds(case: Case) -> Case:
    """Return id, question and the passages, each a need of its own: TREC knows nothing else."""
    return completed(Case(id=case.id, question=case.question, evidence=needs_from(grades_of(case))))


def flat(question: str) -> str:
    """Return a question on one line without tabs, as the file of questions holds it."""
    return question.translate({9: " ", 10: " ", 13: " "})


def written_id(name: str) -> str:
    """Return an id without blanks and what cannot be seen, and without a sign of a comment in front.

    The bytes of such a character stand as ``%20``; a percent sign itself too, so that two ids never become one.
    """
    return "".join(
        "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))
        if character == "%" or not character.isprintable() or character.isspace() or (not place and character in "#<")
        else character
        for place, character in enumerate(name)
    )


def write(outgoing: Outgoing) -> Written:
    """Return questions, judgements, a run for each repeat, and, where needed, the file of what stands otherwise."""
    judgements, questions, ids = [], [], _changed(outgoing.cases)
    for case in outgoing.cases:
        questions.append(f"{written_id(case.id)}\t{flat(case.question)}\n")
        for name, grade in grades_of(case).items():
            judgements.append(f"{written_id(case.id)} 0 {written_id(name)} {grade}\n")
    files = [
        WrittenFile(name="qrels.txt", text="".join(judgements)),
        WrittenFile(name="queries.txt", text="".join(questions)),
    ]
    lines = [line for case in outgoing.cases for line in _unlike(case)]
    runs, told = _runs(outgoing, ids)
    files += [WrittenFile(name=f"run-{repeat}.txt", text="".join(rows)) for repeat, rows in sorted(runs.items())]
    if ids:
        rows = (json.dumps(row, ensure_ascii=False) + "\n" for row in ids.values())
        files.append(WrittenFile(name=IDS, text="".join(rows)))
    return Written(files=tuple(files), lines=(*lines, *told))


def _changed(cases: Sequence[Case]) -> dict[str, Mapping[str, str]]:
    """Return what stands otherwise, by what is written."""
    ids: dict[str, Mapping[str, str]] = {}
    for case in cases:
        for name in grades_of(case):
            _note(ids, name)
    for case in cases:
        _note(ids, case.id)
        if flat(case.question) != case.question:
            written = written_id(case.id)
            ids[written] = {"written": written, "id": case.id, "question": case.question}
    return ids


def _note(ids: dict[str, Mapping[str, str]], name: str) -> None:
    written = written_id(name)
    if written != name:
        ids[written] = {"written": written, "id": name}


def _runs(outgoing: Outgoing, ids: dict[str, Mapping[str, str]]) -> tuple[dict[int, list[str]], list[LossLine]]:
    responses = responses_by_case(outgoing)
    runs: dict[int, list[str]] = {}
    lines: list[LossLine] = []
    for case in outgoing.cases:
        for response in filter(None, responses(case.id)):
            rows = list(_results(case, response, ids))
            runs.setdefault(response.key.repeat, []).extend(rows)
            lines += _unlike_run(case, response, len(rows))
    return runs, lines


def _results(case: Case, response: Response, ids: dict[str, Mapping[str, str]]) -> Iterator[str]:
    names = list(dict.fromkeys(_names(response)))
    for rank, name in enumerate(names, start=1):
        _note(ids, name)
        yield f"{written_id(case.id)} Q0 {written_id(name)} {rank} {len(names) + 1 - rank} {_SYSTEM}\n"


def _names(response: Response) -> list[str]:
    reply = response.outcome
    retrieved = (reply.retrieved or ()) if isinstance(reply, Reply) else ()
    return [item.id or passage_id(item.text or "") for item in retrieved]


def _unlike(case: Case) -> Iterator[LossLine]:
    items = [item for need in case.evidence for item in need.any_of]
    if not grades_of(case):
        yield LossLine(record=case.id, fate="dropped", field="evidence", told=_NO_EVIDENCE)
    elif case.behaviour not in ("answer", "unstated"):
        yield LossLine(record=case.id, fate="dropped", field="behaviour", told=_NO_BEHAVIOUR)
    if any(not evidence_id(item) for item in items):
        yield LossLine(record=case.id, fate="dropped", field="evidence", told=NO_ID)
    if any(len(need.any_of) > 1 for need in case.evidence):
        yield LossLine(record=case.id, fate="mapped", field="evidence", told=FLAT)
    for field, names in (("id", (case.id,)), ("evidence", tuple(grades_of(case)))):
        for name in names:
            if written_id(name) != name:
                yield LossLine(record=case.id, fate="mapped", field=field, told=_ESCAPED, found=written_id(name))


def _unlike_run(case: Case, response: Response, rows: int) -> Iterator[LossLine]:
    if rows < len(_names(response)):
        yield LossLine(record=case.id, fate="dropped", field="response", told=_TWICE)
    if rows:
        yield LossLine(record=case.id, fate="mapped", field="response", told=_SCORES)
    else:
        yield LossLine(record=case.id, fate="dropped", field="response", told=_NO_RUN)
