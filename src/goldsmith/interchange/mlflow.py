"""MLflow: evaluation data sets of inputs and expectations, and the earlier columns of its agents. Read only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from goldsmith.interchange.account import Account, passage_id
from goldsmith.interchange.contexts import ALL_NEEDED, axes_in, left_tags, say_unstated, taken_texts, text_in, texts_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.listed_cells import ONE_TEXT, listed
from goldsmith.interchange.named_inputs import Asked, asked_of, text_or_json, words_of
from goldsmith.interchange.source_rows import counted_rows
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import AcceptedAnswer, Case, Origin
from goldsmith.records.claims import RequiredClaim
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse
from goldsmith.records.response import Reply, RetrievedItem

_EXPECTED = ("expected_response", "expected_facts", "expected_retrieved_context", "guidelines")
_ORIGINS = {"HUMAN": "expert", "TRACE": "log", "DOCUMENT": "document", "CODE": "synthetic"}
_OBJECTS = ("inputs", "expectations", "outputs", "tags", "request", "response", "source", *_EXPECTED)
_OBJECTS_TOO = ("retrieved_context",)


def _recognises(source: ForeignSource) -> bool:
    return any(_is_mlflow(part) for part in source.parts)


def _is_mlflow(part: Part) -> bool:
    tables = part.container in ("jsonl", "csv", "parquet") or (part.container == "json" and part.is_list)
    if not tables:
        return False
    if part.has("inputs"):
        return part.has("expectations") or part.has("dataset_record_id")
    return part.has("request") and any(part.has(name) for name in (*_EXPECTED, "request_id", "retrieved_context"))


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_mlflow(part)]
    for record, value, usual in counted_rows(source, parts):
        yield _record(record, value, usual)


def _record(record: str, value: object, usual: str) -> ForeignRecord:
    account = Account(record, _decoded(value) if isinstance(value, Mapping) else {})
    name = "inputs" if "inputs" in account else "request"
    mapping = isinstance(account.look(name), Mapping)
    asked = asked_of(account.inner(name)) if mapping else Asked(question=text_or_json(account, name) or "")
    if asked is None or not asked.question:
        account.say("dropped", "", "no record: it asks nothing")
        return account.close()
    told = account.inner("expectations") if "expectations" in account else account
    contexts = tuple(_contexts(told, "expected_retrieved_context"))
    case = Case(
        id=text_in(account, "dataset_record_id") or text_in(account, "request_id") or usual,
        question=asked.question,
        messages=asked.messages,
        origin=_origin(account),
        evidence=tuple(
            dict.fromkeys(Need(any_of=(Alternative(document=one.document, chunk=one.chunk),)) for one in contexts)
        ),
    )
    tags = account.inner("tags")
    case = replace(_expected(told, case), **axes_in(tags), tags=left_tags(tags))
    if len(case.evidence) > 1:
        told.say("inferred", "expected_retrieved_context", ALL_NEEDED)
    retrieved = tuple(_contexts(account, "retrieved_context"))
    answer = _answer(account)
    say_unstated(account, case)
    if told is not account:
        case = replace(case, tags=(*case.tags, *left_tags(told)))
    return account.close(
        case=case,
        responses=(ForeignResponse(case=case.id, outcome=_reply(answer, retrieved)),) if answer or retrieved else (),
        passages=tuple({one.id: one.passage for one in (*contexts, *retrieved) if one.text}.values()),
    )


class _Context:
    """A document, or a text of one, as MLflow's records name it."""

    def __init__(self, document: str | None, text: str | None) -> None:
        self.text = text
        self.chunk = passage_id(text) if text else None
        self.document = document if not text else None
        self.id = self.chunk or document or ""
        self._uri = document

    @property
    def passage(self) -> ForeignPassage:
        return ForeignPassage(id=self.id, text=self.text or "", source=self._uri)

    @property
    def item(self) -> RetrievedItem:
        return RetrievedItem(id=self.id, document=self._uri, text=self.text)


def _contexts(account: Account, name: str) -> Iterator[_Context]:
    held = account.look(name)
    if isinstance(held, str | list | Mapping):
        account.kept(name)
    for one in held if isinstance(held, list) else [held]:
        uri = one.get("doc_uri") if isinstance(one, Mapping) else None
        text = one.get("content") if isinstance(one, Mapping) else one
        texts = texts_in(account, name, text if text is held else [text])
        if texts or isinstance(uri, str):
            yield _Context(str(uri) if uri else None, texts[0] if texts else None)
        elif isinstance(one, Mapping):
            account.say("wrong", name, "a context has neither a document nor a text: left out", one)


def _expected(told: Account, case: Case) -> Case:
    """Return a case with what a right response is."""
    answer = text_or_json(told, "expected_response")
    facts = taken_texts(told, "expected_facts", told="each fact is a required claim")
    rules = told.look("guidelines")
    if isinstance(rules, Mapping):
        rules = [item for held in rules.values() for item in (held if isinstance(held, list) else [held])]
    guidelines = texts_in(told, "guidelines", rules)
    if guidelines:
        told.mapped("guidelines", "kept in the notes: only a judge can hold a response against them")
    return replace(
        case,
        accept=(AcceptedAnswer(answer=answer),) if answer is not None else (),
        claims=tuple(RequiredClaim(required=one) for one in facts),
        notes="\n".join(f"Guideline: {one}" for one in guidelines) or None,
    )


def _answer(account: Account) -> str | None:
    """Return the recorded response, which may be a text, a chat completion or any object."""
    name = "outputs" if "outputs" in account else "response"
    held = account.look(name)
    if isinstance(held, Mapping):
        choices = held.get("choices")
        last = held.get("messages") or [one.get("message") for one in choices or () if isinstance(one, Mapping)]
        words = words_of(last[-1].get("content")) if last and isinstance(last[-1], Mapping) else None
        words = words or next((held[key] for key in ("response", "answer", "content") if _is_text(held.get(key))), None)
        if words is not None:
            account.mapped(name, "the last message of it is the answer")
            return words
    return text_or_json(account, name)


def _reply(answer: str | None, retrieved: tuple[_Context, ...]) -> Reply:
    return Reply(answer=answer, retrieved=tuple(one.item for one in retrieved) or None)


def _origin(account: Account) -> Origin | None:
    """Return where a record comes from: MLflow says who or what made it."""
    source = account.look("source")
    kind = source.get("source_type") if isinstance(source, Mapping) else account.look("source_type")
    word = _ORIGINS.get(str(kind).upper())
    if word is None:
        return None
    if isinstance(source, Mapping):
        account.mapped("source", "kept as the origin")
        data = source.get("source_data")
        ids = [str(held) for held in data.values() if held] if isinstance(data, Mapping) else []
        return Origin(kind=word, ref=ids[0] if ids else None)
    account.mapped("source_type", "kept as the origin")
    return Origin(kind=word, ref=text_in(account, "source_id", told="kept as the origin"))


def _decoded(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record with its objects as objects, where a table holds them as text."""
    held = dict(value)
    for name in (*_OBJECTS, *_OBJECTS_TOO):
        cell = held.get(name)
        if isinstance(cell, str) and cell.lstrip()[:1] in ("{", "["):
            found, how = listed(cell)
            held[name] = cell if how == ONE_TEXT else found
    return held


def _is_text(held: object) -> bool:
    return isinstance(held, str) and bool(held)


FORMAT = Format(
    name="mlflow",
    title="MLflow evaluation data sets",
    recognises=_recognises,
    read=_read,
)
