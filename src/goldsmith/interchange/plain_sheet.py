"""Tables of questions that people made themselves: columns known by usual names, whatever their case and blanks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from goldsmith.interchange.account import Account, passage_id
from goldsmith.interchange.contexts import ALL_NEEDED, left_tags, needs_of, passages_of, say_unstated
from goldsmith.interchange.listed_cells import listed
from goldsmith.interchange.sheet_cells import text_of
from goldsmith.interchange.sheet_columns import COLUMNS, axis_word
from goldsmith.ports.foreign import Part
from goldsmith.records.case import AcceptedAnswer, Case, Origin
from goldsmith.records.column_words import ALIASES, TYPES
from goldsmith.records.evidence import Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse
from goldsmith.records.response import Reply
from goldsmith.records.vocabulary import AXES

_CONTEXTS = (
    "context", "contexts", "reference_contexts", "reference_context", "expected_context", "passage", "passages",
    "quote", "supporting_text",
)  # fmt: skip
_EITHER = ("answer", "answers")
"""The accepted answer where nothing else is one, what a system said beside one."""
_NAMES: Mapping[str, tuple[str, ...]] = {
    "id": ("id", *ALIASES["id"]),
    "question": ("question", *ALIASES["question"], "user_question", "questions"),
    "expected_answer": (
        "expected_answer",
        *(name for name in ALIASES["expected_answer"] if name not in _EITHER),
        "expected_response",
        "correct_answer",
        "reference_output",
    ),
    "answer": _EITHER,
    "response": ("response", "actual_output", "actual_answer", "generated_answer", "model_answer", "prediction"),
    "context": _CONTEXTS,
    "expected_sources": (
        "expected_sources", *(name for name in ALIASES["expected_sources"] if name not in _CONTEXTS),
    ),
    "type": ("type", *ALIASES["type"]),
    "notes": ("notes", *ALIASES["notes"]),
}  # fmt: skip
_OURS = {column.header: column for column in COLUMNS}
_FEWEST_WORDS = 5
"""What has so many words is a passage and no name of one."""
_NO_QUESTION = "the row asks nothing: it is passed over"
_NO_NAME = "a column without a name"
_TEXT = "kept as the text of a passage"
_IDS = "kept as the ids of the evidence"
_REFUSAL = "a type that asks for a refusal where no source is named: somebody has to look"
_AXIS = "kept as an axis of the case"


def is_plain_sheet(part: Part, options: Mapping[str, str]) -> bool:
    """Say whether a table has a column that means a question, by a usual name or as the user mapped it."""
    # Columns with two underscores are instructions of promptfoo.
    if part.container not in ("csv", "tsv", "xlsx") or any(name.startswith("__") for name in part.columns):
        return False
    return "question" in _fields(part.columns, options)


def plain_case(account: Account, usual: str, options: Mapping[str, str]) -> ForeignRecord:
    """Return what a row of such a table says; `usual` is the id of a case that has none."""
    fields = _fields(account.value, options)
    question = _cell(account, fields.get("question"))
    if not question.strip():
        account.say("dropped", "", _NO_QUESTION)
        return account.close()
    _kept(account, fields.get("question"))
    answer, response = _answers(account, fields)
    needs, passages = _evidence(account, fields)
    case = Case(
        id=_kept(account, fields.get("id")) or usual,
        question=question,
        accept=answer,
        evidence=needs,
        notes=_kept(account, fields.get("notes")) or None,
    )
    case = _with_our_columns(account, _with_axes(account, _with_type(account, fields.get("type"), case)))
    account.passed("")
    if account.look(""):
        account.say("dropped", "", _NO_NAME, account.look(""))
    case = replace(case, tags=(*case.tags, *left_tags(account)))
    say_unstated(account, case)
    responses = (ForeignResponse(case=case.id, outcome=Reply(answer=response)),) if response else ()
    return account.close(case=case, passages=passages, responses=responses)


def _fields(columns: Any, options: Mapping[str, str]) -> dict[str, str]:
    """Return each known field with the column that holds it."""
    by_name: dict[str, str] = {}
    for column in columns:
        by_name.setdefault(_fold(column), column)
    found = {field: next((by_name[name] for name in names if name in by_name), "") for field, names in _NAMES.items()}
    mapped = {_field_of(ours): theirs for ours, theirs in options.items() if theirs in set(columns)}
    return {field: column for field, column in found.items() if column and column not in mapped.values()} | mapped


def _field_of(ours: str) -> str:
    return {"accept": "expected_answer", "evidence": "expected_sources", "contexts": "context"}.get(ours, ours)


def _fold(header: str) -> str:
    return "_".join(header.lower().replace("-", " ").replace("_", " ").rstrip("?: ").split())


def _cell(account: Account, column: str | None) -> str:
    held = account.look(column) if column else None
    return text_of(str(held)) if held is not None else ""


def _kept(account: Account, column: str | None) -> str:
    text = _cell(account, column)
    if column:
        account.kept(column)
    return text if text.strip() else ""


def _answers(account: Account, fields: Mapping[str, str]) -> tuple[tuple[AcceptedAnswer, ...], str]:
    """Return the accepted answers, and what a system answered."""
    given, reply = fields.get("expected_answer"), fields.get("response")
    if given is None:
        given = fields.get("answer")
    elif reply is None:
        reply = fields.get("answer")
    accepted = dict.fromkeys(_listed(account, given, "each text is kept as an accepted answer"))
    return tuple(AcceptedAnswer(answer=text) for text in accepted), _kept(account, reply)


def _evidence(account: Account, fields: Mapping[str, str]) -> tuple[tuple[Need, ...], tuple[ForeignPassage, ...]]:
    texts = list(_listed(account, fields.get("context"), _TEXT))
    column = fields.get("expected_sources")
    ids = []
    cell = _cell(account, column)
    if len(cell.split()) >= _FEWEST_WORDS and ";" not in cell and not cell.lstrip().startswith("["):
        texts += _listed(account, column, _TEXT)
    elif column:
        ids = list(_ids(account, column, cell))
    names = [*ids, *(passage_id(text) for text in texts)]
    if len(set(names)) > 1:
        account.say("inferred", column if ids and column else fields.get("context") or column or "", ALL_NEEDED)
    return needs_of(names), passages_of(texts)


def _ids(account: Account, column: str, cell: str) -> Iterator[str]:
    account.mapped(column, _IDS)
    held, _ = listed(cell)
    items = held if isinstance(held, list) else cell.replace("\n", ";").split(";")
    yield from (str(item).strip() for item in items if str(item).strip())


def _listed(account: Account, column: str | None, told: str) -> tuple[str, ...]:
    """Return the texts of a cell: a list as Python or JSON writes it, else the whole cell as one."""
    cell = _cell(account, column)
    if not column or not cell.strip():
        return ()
    held, how = listed(cell)
    texts = tuple(item for item in held if isinstance(item, str) and item.strip()) if isinstance(held, list) else ()
    if not texts:
        account.mapped(column, told) if told == _TEXT else account.kept(column)
        return (cell,)
    account.mapped(column, how)
    return texts


def _with_type(account: Account, column: str | None, case: Case) -> Case:
    """Return the case with what a known type says; any other type is left to become a tag."""
    word = _fold(_cell(account, column))
    if column is None or not word:
        return case
    if word in TYPES:
        if word in ("no_answer", "adversarial"):
            account.inferred(column, _REFUSAL)
        else:
            account.mapped(column, "a known type: kept as axes of the case")
        return _of_type(case, word)
    job = axis_word("job", word)
    if job is None:
        return case
    account.mapped(column, _AXIS)
    return replace(case, job=job)


def _of_type(case: Case, word: str) -> Case:
    axes: dict[str, Any] = {name: tuple(held) if isinstance(held, list) else held for name, held in TYPES[word].items()}
    if word == "no_answer":
        axes["refusal_reason"] = "not_found"
    if word == "adversarial":
        axes["answerability"] = "supported" if case.evidence else "unsupported"
        axes["behaviour"] = "answer" if case.evidence else "refuse"
    return replace(case, **axes)


def _with_axes(account: Account, case: Case) -> Case:
    for column in account.left():
        axis = {"expected_behaviour": "behaviour", "expected_behavior": "behaviour"}.get(_fold(column), _fold(column))
        if axis not in AXES:
            continue
        cell = _cell(account, column)
        word = axis_word(axis, cell) if AXES[axis] else cell.strip()
        if word is None:
            continue
        account.mapped(column, _AXIS)
        held: Any = {"challenges": (word,), "origin": Origin(kind=word)}.get(axis, word)
        changed: dict[str, Any] = {axis: held}
        case = replace(case, **changed)
    return case


def _with_our_columns(account: Account, case: Case) -> Case:
    """Return the case with the columns that bear the names of an exported sheet."""
    for header in account.left():
        column = _OURS.get(header)
        applied = column.apply(case, _cell(account, header)) if column else None
        if isinstance(applied, str):
            account.say("wrong", header, applied, account.look(header))
        elif applied is not None:
            account.kept(header)
            case = applied
    return case
