"""The short forms of a case file, and the sixty-question columns, to and from the fields of a case.

Two short forms stand in our own files: a text in `evidence` and a text in `accept`. `expand` and `shorten` are
inverses.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from goldsmith._base.plain_data import plain
from goldsmith.ondisk.json_strict import is_deep
from goldsmith.records.case import Case
from goldsmith.records.column_words import TYPES
from goldsmith.records.evidence import Need
from goldsmith.records.vocabulary import AXES

_JOBS = AXES["job"]
"""Words that stand in a `type` column too; they say nothing of what is expected."""

_FOREIGN = ("expected_answer", "expected_sources", "type")
IMPLIED: Mapping[str, str] = {"answerability": "supported", "behaviour": "answer"}
"""What evidence says of a case that does not say it itself."""

_NEVER_LEFT_OUT = ("id", "question")


def is_sixty(value: Mapping[str, Any]) -> bool:
    """Say whether a record speaks in the columns of the sixty-question file."""
    return any(name in value for name in _FOREIGN)


def rename(value: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return `value` with its own field names put for the ones in `names` (ours -> theirs)."""
    theirs = {their: our for our, their in names.items()}
    return {theirs.get(key, key): item for key, item in value.items()}


def from_sixty(value: Mapping[str, Any], known: Callable[[str], bool] | None = None) -> dict[str, Any]:
    """Return the case fields of one sixty-question record.

    `known` tells whether an id exists in the corpus: a cell that is one known id as a whole is never split at its
    semicolon. What the record says in our own words holds against what its type implies; a blank cell says nothing.
    """
    own = {key: item for key, item in value.items() if key not in _FOREIGN and (item != "" or key in _NEVER_LEFT_OUT)}
    kind = _type_word(value.get("type"))
    case = _of_type(kind)
    for key, item in own.items():
        held = case.get(key)
        case[key] = [*item, *held] if isinstance(item, list) and isinstance(held, list) else item
    for theirs, ours in (("expected_answer", "accept"), ("expected_sources", "evidence")):
        if theirs not in value:
            continue
        # Both names in one record: the foreign one stays, so that it is reported and neither is lost.
        name = theirs if ours in own else ours
        case[name] = source_list(value[theirs], known) if ours == "evidence" else answers(value[theirs])
    if kind == "adversarial":
        supported = bool(case.get("evidence"))
        case.setdefault("answerability", "supported" if supported else "unsupported")
        case.setdefault("behaviour", "answer" if supported else "refuse")
    return case


def type_problem(written: object) -> tuple[str, str]:
    """Return what is wrong with the type of a record, and the mend; two empty texts where nothing is."""
    kind = _type_word(written)
    if kind is None or kind == "" or (isinstance(kind, str) and (kind in TYPES or kind in _JOBS)):
        return "", ""
    near = get_close_matches(str(kind), [*TYPES, *_JOBS], n=1)
    hint = f"; did you mean `{near[0]}`?" if near else ""
    return f"`{written}` is no type{hint}", f"types: {', '.join(TYPES)}"


def _type_word(written: object) -> object:
    """Return a type as we spell it, whatever its case, blanks and hyphens."""
    if not isinstance(written, str):
        return written
    return "_".join(written.lower().replace("-", " ").replace("_", " ").split())


def _of_type(kind: object) -> dict[str, Any]:
    """Return what a type implies; a job stays as a tag, and what is no type is reported by `type_problem`."""
    if isinstance(kind, str) and kind in TYPES:
        return dict(TYPES[kind])
    return {"tags": [f"type:{kind}"]} if kind in _JOBS else {}


def answers(cell: object) -> object:
    """Return the accepted answers that a cell gives: one text, or none where it is blank."""
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return []
    return [cell] if isinstance(cell, str) else cell


def source_list(cell: Any, known: Callable[[str], bool] | None) -> Any:
    """Return the ids that a cell lists: a JSON list, one known id, or ids divided by semicolons."""
    if not isinstance(cell, str):
        return [] if cell is None else cell
    text = cell.strip()
    if text.startswith("["):
        if is_deep(text):
            return cell  # no list of ids: the door says what was expected
        try:
            parsed = json.loads(text)
        except ValueError:
            parsed = None
        if isinstance(parsed, list):
            return parsed  # items that are no text are for the door to report
    if text and known is not None and known(text):
        return [text]
    return [part.strip() for part in text.split(";") if part.strip()]


def expand(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return `value` with every short form written out and the two defaults that evidence implies."""
    case = dict(value)
    if isinstance(case.get("accept"), list):
        case["accept"] = [{"answer": item} if isinstance(item, str) else item for item in case["accept"]]
    if isinstance(case.get("evidence"), list):
        case["evidence"] = [_need(item) for item in case["evidence"]]
    return {**IMPLIED, **case} if case.get("evidence") else case


def _need(item: Any) -> Any:
    if isinstance(item, str):
        return {"any_of": [{"chunk": item}]}
    if isinstance(item, dict) and "any_of" not in item:
        alternative = {key: part for key, part in item.items() if key != "need"}
        return ({"need": item["need"]} if "need" in item else {}) | {"any_of": [alternative]}
    return item


def shorten(case: Case) -> dict[str, Any]:
    """Return the plain data of `case` in its shortest form: no default, no absent field, short forms where they fit."""
    short: dict[str, Any] = plain(case)
    if case.accept:
        short["accept"] = [item["answer"] if set(item) == {"answer"} else item for item in short["accept"]]
    if case.evidence:
        short["evidence"] = shorten_needs(case.evidence)
        for name, word in IMPLIED.items():
            if short.get(name) == word:
                del short[name]
            elif name not in short:
                short[name] = getattr(case, name)  # nothing written would be read as what evidence implies
    return short


def shorten_needs(needs: tuple[Need, ...]) -> list[Any]:
    """Return evidence in its shortest form."""
    return [_short_need(plain(need)) for need in needs]


def _short_need(item: dict[str, Any]) -> Any:
    alternatives = item["any_of"]
    if len(alternatives) != 1:
        return item
    only = alternatives[0]
    if "need" not in item and set(only) == {"chunk"}:
        return only["chunk"]
    return ({"need": item["need"]} if "need" in item else {}) | only
