"""DeepEval: goldens of one turn and of conversations, as JSON, JSON Lines or CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import (
    ALL_NEEDED,
    MARKS,
    accepted_back,
    axes_in,
    evidence_back,
    needs_of,
    number_in,
    passages_of,
    say_unstated,
    tags_of,
)
from goldsmith.interchange.deepeval_cells import small
from goldsmith.interchange.deepeval_golden import Golden, Talk, passages_retrieved
from goldsmith.interchange.deepeval_write import holds, scenario_of, shown_messages, write
from goldsmith.interchange.embedded import KEY, restored, taken_back
from goldsmith.interchange.format import Format
from goldsmith.interchange.source_rows import counted_rows, not_a_record
from goldsmith.interchange.tool_claims import AS_ACTIONS, actions_of, arguments_of, calls_in
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import AcceptedAnswer, Case, Origin
from goldsmith.records.claims import Claim
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse, PublishedScore
from goldsmith.records.response import Reply

_QUALITIES = ("synthetic_input_quality", "context_quality")
_FIELDS = frozenset(
    {
        "actual_output", "expected_output", "retrieval_context", "source_file", "tools_called", "expected_tools",
        "additional_metadata", "custom_column_key_values", "context",
    }
)  # fmt: skip
_OF_OTHERS = frozenset({"metadata", "datasetId", "datasetName", "sourceTraceId", "node_id", "dataset_id"})
"""Langfuse and Phoenix have an `input` and an expected output too."""
_OF_TALKS = frozenset({"turns", "expected_outcome", "user_description", "persona", "additional_metadata"})


def _recognises(source: ForeignSource) -> bool:
    return any(_is_deepeval(part) for part in source.parts)


def _is_deepeval(part: Part) -> bool:
    """Say whether goldens stand there; many tools have an `input`, so a second name of its own is asked for."""
    if part.container not in ("jsonl", "csv") and not (part.container == "json" and part.is_list):
        return False
    names = {small(name) for name in part.columns}
    if not _OF_OTHERS.isdisjoint(part.columns):
        return False
    return ("input" in names and bool(names & _FIELDS)) or ("scenario" in names and bool(names & _OF_TALKS))


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_deepeval(part)]
    for record, value, usual in counted_rows(source, parts):
        yield _record(record, value, usual)


def _record(record: str, value: object, usual: str) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, "no golden: an object was expected", value)
    golden = Golden(record, value)
    talk = golden.talk() if "scenario" in golden else None
    question = talk.question if talk else golden.text("input")
    if not question:
        golden.account.say("dropped", "", "no golden: it asks nothing")
        return golden.account.close()
    contexts = golden.contexts()
    ours = restored(golden.meta.look(KEY))
    case, passages = (
        _ours(golden, ours, question, talk, contexts)
        if ours is not None
        else _theirs(golden, Case(id=_id(golden, usual), question=question), talk, contexts)
    )
    replies = [one for one in (_reply(golden), talk.reply if talk else None) if one is not None]
    more = (one for one in passages_retrieved(replies) if one.id not in {known.id for known in passages})
    say_unstated(golden.account, case)
    return golden.account.close(
        case=case,
        responses=tuple(ForeignResponse(case=case.id, outcome=one) for one in replies),
        passages=(*passages, *{one.id: one for one in more}.values()),
        published=tuple(_published(golden.meta, case.id)),
    )


def _id(golden: Golden, usual: str) -> str:
    return golden.text("id") or golden.text("name", told="the name is the id of the case") or usual


def _theirs(
    golden: Golden, case: Case, talk: Talk | None, contexts: Sequence[str]
) -> tuple[Case, tuple[ForeignPassage, ...]]:
    """Return the case of a golden that others wrote."""
    source = golden.text("source_file", told="kept as the source of the contexts, else as the origin")
    passages = passages_of(contexts, source=source)
    if len(passages) > 1:
        golden.account.say("inferred", golden.at("context"), ALL_NEEDED)
    answer = _answer(golden, talk)
    description = golden.text("scenario", told="kept as the description") if talk and talk.asked else None
    if golden.at("id") in golden.account and description is None:
        description = golden.text("name", told="kept as the description")
    return replace(
        case,
        description=description,
        messages=talk.messages if talk else (),
        accept=(AcceptedAnswer(answer=answer),) if answer is not None else (),
        claims=actions_of(_expected(golden, told=AS_ACTIONS)),
        evidence=needs_of((one.id for one in passages), source=source),
        origin=_origin(golden.meta, source, alone=not passages),
        notes=_notes(golden),
        **axes_in(golden.meta),
        tags=_tags(golden, golden.meta.left()),
    ), passages


def _ours(
    golden: Golden, case: Case, question: str, talk: Talk | None, contexts: Sequence[str]
) -> tuple[Case, tuple[ForeignPassage, ...]]:
    """Return the case that stands in the metadata, with what was changed in the fields that DeepEval shows."""
    evidence, passages = evidence_back(contexts, golden.meta.passed(MARKS), case)
    visible: dict[str, Any] = {
        "id": golden.text("name") or case.id,
        "question": question,
        "accept": accepted_back(case, _answer(golden, talk)),
        "claims": _claims_back(golden, case, talk),
        "evidence": evidence,
        "notes": _notes(golden),
        "tags": (*case.tags, *(one for one in _tags(golden, ()) if one not in case.tags)),
    }
    if talk is not None:
        scenario = golden.text("scenario")
        visible["messages"] = case.messages if talk.messages == shown_messages(case) else talk.messages
        visible["description"] = case.description if scenario == scenario_of(case) else scenario
    now = taken_back(golden.meta, KEY, visible, lambda one: {name: getattr(one, name) for name in visible})
    return now or case, passages


def _answer(golden: Golden, talk: Talk | None) -> str | None:
    if talk is None:
        return golden.text("expected_output")
    return golden.text("expected_outcome", told="the wanted outcome, kept as an accepted answer")


def _expected(golden: Golden, *, told: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    return ((one.name, arguments_of(one)) for one in golden.tools("expected_tools", told=told))


def _claims_back(golden: Golden, case: Case, talk: Talk | None) -> tuple[Claim, ...]:
    """Return the claims of an embedded case, its expected tool calls as they are shown now."""
    calls, before = tuple(_expected(golden)), calls_in(case.claims)
    if talk is not None or calls == before:
        return case.claims
    gone = {one.required for one in actions_of(before)}
    return (*(one for one in case.claims if one.text not in gone), *actions_of(calls))


def _notes(golden: Golden) -> str | None:
    persona = golden.account.inner(golden.at("persona"))
    who = golden.text("user_description", told="kept in the notes")
    if persona.look("characteristics") == who:
        persona.passed("characteristics")
    else:
        who = persona.mapped("characteristics", "kept in the notes") or who
    said = [one for one in (golden.text("comments"), who) if one is not None]
    return "\n".join(said) if said else None


def _tags(golden: Golden, more: Mapping[str, Any] | Sequence[str]) -> tuple[str, ...]:
    """Return the metadata that are asked for, own columns and labels as tags."""
    own = golden.account.inner(golden.at("custom_column_key_values"))
    labels = golden.account.inner(golden.at("expected_labels"))
    names = [name for name in more if name not in (*_QUALITIES, "evolutions")]
    return (*tags_of(golden.meta, names), *tags_of(own, own.value), *tags_of(labels, labels.value))


def _origin(meta: Account, source: str | None, *, alone: bool) -> Origin | None:
    """Return where a golden comes from; its generator leaves evolutions and qualities behind."""
    if "evolutions" in meta or _QUALITIES[0] in meta:
        meta.mapped("evolutions", "a generator wrote the question: its origin is synthetic")
        return Origin(kind="synthetic", ref=source)
    return Origin(kind="document", ref=source) if source is not None and alone else None


def _reply(golden: Golden) -> Reply | None:
    """Return the reply that stands in a golden of one turn."""
    answer, retrieved = golden.text("actual_output"), golden.retrieved()
    calls = golden.tools("tools_called")
    usage = golden.usage()
    if answer is None and not retrieved and not calls:
        return None
    return Reply(answer=answer, retrieved=retrieved or None, tool_calls=calls or None, usage=usage)


def _published(meta: Account, case: str) -> Iterator[PublishedScore]:
    for name in _QUALITIES:
        value = number_in(meta.look(name))
        if value is not None:
            meta.mapped(name, "a figure of the source, kept to be compared")
            yield PublishedScore(measure=name, value=value, case=case)


FORMAT = Format(
    name="deepeval",
    title="DeepEval",
    recognises=_recognises,
    read=_read,
    write=write,
    holds=holds,
    checked="its own loader",
)
