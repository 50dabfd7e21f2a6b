"""What people said of a task of Label Studio, in the results of its annotations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from goldsmith.interchange.account import Account, is_nothing
from goldsmith.interchange.annotated_case import Mark, Said

_CANCELLED = "skipped by who had it before him: no word on it"
_DRAFTS = "drafts, which nobody submitted"
_PREDICTED = "predictions of a model: a person has to say so"
_OTHERS = "several people annotated it, differently: the last one is taken, somebody has to look"
_UNKNOWN = "a kind of result that a case has no place for"
_NO_RESULT = "no result with a name, a kind and a value: left out"
_BOOKED = (
    "created_at", "updated_at", "project", "meta", "inner_id", "total_annotations", "cancelled_annotations",
    "total_predictions", "comment_count", "unresolved_comment_count", "last_comment_updated_at", "updated_by",
    "comment_authors", "file_upload", "allow_skip",
)  # fmt: skip
_KINDS = {"choices": "choices", "rating": "rating", "number": "number", "taxonomy": "taxonomy"}


def said_of(account: Account) -> Said:
    """Return what holds of the annotations of a task: the one set as the truth, else the last that was not skipped."""
    for name in _BOOKED:
        if name in account:
            account.dropped(name, "how the task was kept there")
    account.dropped("drafts", _DRAFTS)
    account.dropped("predictions", _PREDICTED)
    held = account.look("annotations")
    account.passed("annotations")
    found = []
    for place, item in enumerate(held if isinstance(held, list) else ()):
        if not isinstance(item, Mapping):
            account.say("wrong", "annotations", _NO_RESULT, item)
        elif item.get("was_cancelled") is True:
            account.say("dropped", "annotations", _CANCELLED)
        else:
            key = (item.get("ground_truth") is True, str(item.get("updated_at") or ""), place)
            found.append((key, item))
    if not found:
        return Said()
    items = [item for _, item in sorted(found, key=lambda pair: pair[0])]
    if len({_person(item) for item in items}) > 1 and any(_bare(item) != _bare(items[-1]) for item in items):
        account.say("inferred", "annotations", _OTHERS, ", ".join(sorted({_person(item) for item in items})))
    return _said(account, items[-1])


def _bare(item: Mapping[str, Any]) -> list[Any]:
    results = item.get("result")
    return [
        (one.get("from_name"), one.get("type"), one.get("value"))
        for one in (results if isinstance(results, list) else [])
        if isinstance(one, Mapping)
    ]


def _person(item: Mapping[str, Any]) -> str:
    held = item.get("completed_by")
    if isinstance(held, Mapping):
        held = held.get("email") or held.get("id")
    return "" if isinstance(held, bool) or not isinstance(held, int | str) else str(held)


def _said(account: Account, item: Mapping[str, Any]) -> Said:
    texts: dict[str, tuple[str, ...]] = {}
    chosen: dict[str, tuple[str, ...]] = {}
    marks: list[Mark] = []
    for name, kind, value in _results(account, item):
        if kind == "textarea":
            held = value.get("text")
            words = [held] if isinstance(held, str) else held if isinstance(held, list) else []
            texts[name] = (*texts.get(name, ()), *(one for one in words if isinstance(one, str) and one))
        elif kind in ("labels", "hypertextlabels"):
            mark = _mark(value)
            if mark is None:
                account.say("wrong", name, _NO_RESULT, value)
            else:
                marks.append(mark)
        elif kind in _KINDS:
            chosen[name] = (*chosen.get(name, ()), *_words(value.get(_KINDS[kind])))
        else:
            account.say("dropped", name, _UNKNOWN, kind)
    return Said(
        texts={name: words for name, words in texts.items() if words},
        chosen={name: words for name, words in chosen.items() if words},
        marks=tuple(marks),
        person=_person(item),
        at=str(item.get("updated_at") or item.get("created_at") or ""),
        is_truth=item.get("ground_truth") is True,
    )


def _results(account: Account, item: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    held = item.get("result")
    for one in held if isinstance(held, list) else ():
        name = one.get("from_name") if isinstance(one, Mapping) else None
        kind = one.get("type") if isinstance(one, Mapping) else None
        value = one.get("value") if isinstance(one, Mapping) else None
        if isinstance(name, str) and isinstance(kind, str) and isinstance(value, Mapping):
            yield name, kind, value
        else:
            account.say("wrong", "annotations", _NO_RESULT, one)


def _mark(value: Mapping[str, Any]) -> Mark | None:
    start, end, words = value.get("start"), value.get("end"), value.get("text")
    offsets = value.get("globalOffsets")
    if isinstance(offsets, Mapping):
        start, end = offsets.get("start"), offsets.get("end")
    if isinstance(start, bool) or isinstance(end, bool) or not isinstance(start, int) or not isinstance(end, int):
        return None
    labels = _words(value.get("labels") or value.get("hypertextlabels"))
    return Mark(start=start, end=end, words=words if isinstance(words, str) else None, label=" ".join(labels))


def _words(held: object) -> Iterator[str]:
    for one in held if isinstance(held, list) else [held]:
        if isinstance(one, list):
            yield "/".join(map(str, one))
        elif not is_nothing(one) and not isinstance(one, bool | Mapping):
            yield str(one)
