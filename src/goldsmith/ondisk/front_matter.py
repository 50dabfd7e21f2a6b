"""The YAML block at the head of a document: what its owner declares of it."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from difflib import get_close_matches
from typing import Literal, NamedTuple, cast, get_args

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.ondisk.located import RawRecord
from goldsmith.ondisk.yaml_events import read_yaml_mapping
from goldsmith.records.corpus import Document, Ingestion
from goldsmith.text.dates import InstantProblem, parse_instant

KEYS = (
    "id",
    "version",
    "title",
    "language",
    "effective",
    "effective_from",
    "effective_to",
    "supersedes",
    "tenant",
    "allowed_principals",
    "planted",
    "status",
    "reason",
)
ANY = "*"
"""As a key to ignore: every unknown one."""

_BLOCK = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_FIRST_KEY = re.compile(
    r"---[ \t]*\n(?:[ \t]*(?:#[^\n]*)?\n)*(?:(?:---|\.\.\.)[ \t]*$|[\"']?[\w-]+[\"']?[ \t]*:(?:[ \t]|$))",
    re.MULTILINE,
)
_DATES = ("effective_from", "effective_to")
_LISTS = ("supersedes", "allowed_principals")
_ACCESS = ("tenant", "allowed_principals")
Status = Literal["parsed", "partial", "failed"]


class Split(NamedTuple):
    """A document's front matter (without its fences; None where there is none) and what follows it."""

    block: str | None
    body: str
    unclosed: bool = False


def split_front_matter(text: str) -> Split:
    """Cut the front matter off a normalised text. A rule (``---``) at the head with prose under it is text."""
    if not _FIRST_KEY.match(text):
        return Split(None, text)
    found = _BLOCK.match(text)
    if found is None:
        return Split(None, text, unclosed=True)
    return Split(found[1], text[found.end() :])


def declared(block: str, document: Document, *, ignore: Collection[str] = ()) -> tuple[Document, tuple[Problem, ...]]:
    """Return `document` with what its front matter declares, and every problem of that block.

    Dates and numbers are taken as written, quoted or not. Access rules that say nothing (``tenant:`` without a value)
    are a problem: nobody may have to guess who sees a document.
    """
    try:
        record = read_yaml_mapping(block.encode(), name=document.source)
    except InvalidFileError as error:
        return document, tuple(_shifted(problem) for problem in error.problems)
    reader = _Reader(record, ignore)
    changed = reader.document(document)
    return changed, tuple(_shifted(problem) for problem in reader.problems)


def _shifted(problem: Problem) -> Problem:
    # The block begins on the second line of the file.
    return replace(problem, line=problem.line + 1) if problem.line else problem


class _Reader:
    """Reads the values of one block, collecting problems."""

    def __init__(self, record: RawRecord, ignore: Collection[str]) -> None:
        self._record = record
        self._ignore = ignore
        self.problems: list[Problem] = []

    def document(self, document: Document) -> Document:
        values = cast("dict[str, object]", self._record.value)
        self._refuse_unknown(values)
        texts = {key: self._text(key) for key in KEYS if key in values and key not in _LISTS}
        lists = {key: self._list(key) for key in _LISTS if key in values}
        if texts.get("effective") and texts.get("effective_from"):
            self._note("effective_from", "`effective` and `effective_from` say the same thing", "keep one of them")
        fields: dict[str, object] = {
            key: texts[key] for key in ("id", "version", "title", "language", "tenant", "planted") if texts.get(key)
        }
        for key in _DATES:
            name = "effective" if key == "effective_from" and texts.get("effective") else key
            if texts.get(name):
                fields[key] = self._date(name, texts[name] or "")
        fields |= {key: value for key, value in lists.items() if value is not None}
        fields["ingestion"] = self._ingestion(texts.get("status"), texts.get("reason"))
        return replace(document, **fields)  # type: ignore[arg-type] # the keys above are fields of a document

    def _refuse_unknown(self, values: dict[str, object]) -> None:
        if ANY in self._ignore:
            return
        for key in values:
            if key in KEYS or key in self._ignore:
                continue
            near = get_close_matches(key, KEYS, n=1)
            mend = f"did you mean {near[0]!r}?" if near else f"known keys: {', '.join(KEYS)}"
            mend += f"; `--ignore-front-matter {key}` passes over it"
            problem = self._record.problem(f"the front matter has an unknown key {key!r}", (key,), of_key=True)
            self.problems.append(replace(problem, field=key, mend=mend, case_id=""))

    def _text(self, key: str) -> str | None:
        value = self._record.at((key,))
        if value is None:
            if key in _ACCESS:
                self._note(key, "the access rule has no value", "give it one, or remove the line")
            return None
        return self._scalar((key,), value)

    def _scalar(self, loc: tuple[str | int, ...], value: object) -> str | None:
        text = value if isinstance(value, str) else self._record.as_written(loc)
        if text is None or not text.strip():
            self._note(str(loc[0]), "a text was expected", "write one value")
            return None
        return text

    def _list(self, key: str) -> tuple[str, ...] | None:
        value = self._record.at((key,))
        if value is None:
            self._note(key, "the list has no value", "write [] for an empty list, or remove the line")
            return None
        if not isinstance(value, list):
            one = self._scalar((key,), value)
            return None if one is None else (one,)
        items = [self._scalar((key, index), item) for index, item in enumerate(value)]
        return tuple(item for item in items if item is not None)

    def _date(self, key: str, written: str) -> str:
        instant = parse_instant(written)
        if isinstance(instant, InstantProblem):
            self._note(key, instant.message, "write it as YYYY-MM-DD")
        return written.strip()

    def _ingestion(self, status: str | None, reason: str | None) -> Ingestion:
        word = status or "parsed"
        if word not in get_args(Status):
            self._note("status", f"the status {word!r} is unknown", f"write one of: {', '.join(get_args(Status))}")
            word = "parsed"
        if word != "parsed" and not reason:
            self._note("status", f"a document that is {word} must say why", "add `reason: …`")
        return Ingestion(status=cast("Status", word), reason=reason)

    def _note(self, key: str, message: str, mend: str) -> None:
        problem = self._record.problem(message, (key,), mend=mend)
        self.problems.append(replace(problem, case_id=""))
