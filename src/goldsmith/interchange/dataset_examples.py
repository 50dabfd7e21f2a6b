"""Examples of inputs, outputs and metadata, which several tools keep data sets of: a case as one, and back.

The whole case travels in the metadata; question, earlier messages, answers, passages, tags and split stand where the
users of such a tool look for them, and hold as they are changed there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from goldsmith.interchange.account import Account, is_nothing
from goldsmith.interchange.contexts import (
    ALL_NEEDED,
    MARKS,
    accepted_back,
    axes_in,
    evidence_back,
    marks_of,
    needs_of,
    passages_of,
    say_unstated,
    shown_evidence,
    text_in,
    texts_in,
)
from goldsmith.interchange.embedded import KEY, embedded, restored, taken_back
from goldsmith.interchange.example_words import (
    ANSWERS,
    CHUNKS,
    CONTEXTS,
    NO_QUESTION,
    SPLITS,
    ids_in,
    named,
    splits_in,
    tags_in,
)
from goldsmith.interchange.format import Outgoing
from goldsmith.interchange.named_inputs import Asked, asked_in_messages, asked_of, messages_in
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.interchange import ForeignPassage

LISTS = ("messages", "answers", "contexts", "tags", MARKS)
"""Fields of an example that hold lists, which a table keeps as JSON."""
SHOWN_AXES = ("answerability", "behaviour", "job", "reasoning", "difficulty", "risk", "language")
_ONLY_OUTPUT = "the only text of the outputs is taken as an accepted answer"
_ANSWER = "kept as an accepted answer"
_IDS_HOLD = "ids and texts differ in number, so no text has an id: the ids are kept, the texts left out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A case as another tool shows it."""

    inputs: dict[str, Any]
    outputs: dict[str, Any]
    metadata: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleParts:
    """The accounts of one foreign example."""

    outer: Account
    inputs: Account
    outputs: Account
    metadata: Account
    splits: tuple[Account, str] | None = None
    """Where the tool keeps the splits of an example."""


def example_of(outgoing: Outgoing, case: Case) -> Example:
    """Return a case as an example."""
    shown = shown_evidence(outgoing, case)
    texts = [text for _, text in shown if text is not None]
    inputs: dict[str, Any] = {"question": case.question}
    turns = [{"role": one.role, "content": one.content} for one in case.messages]
    inputs |= {"messages": turns} if turns else {}
    answers = [one.answer for one in case.accept]
    outputs: dict[str, Any] = {"answer": answers[0]} if answers else {}
    outputs |= {"answers": answers} if len(answers) > 1 else {}
    outputs |= {"contexts": texts} if texts else {}
    metadata: dict[str, Any] = {"case": case.id}
    metadata |= {name: held for name in SHOWN_AXES if (held := getattr(case, name)) is not None}
    metadata |= {"tags": list(case.tags)} if case.tags else {}
    metadata |= {MARKS: marks_of(shown)} if texts else {}
    return Example(inputs=inputs, outputs=outputs, metadata=metadata | {KEY: embedded(case)})


def case_of(
    parts: ExampleParts, name: str, options: Mapping[str, str]
) -> tuple[Case | None, tuple[ForeignPassage, ...]]:
    """Return the case of an example and the passages that came along; None: it asks nothing, which is told.

    `name` is the id of a case that none of ours travels in.
    """
    back = _taken_back(parts)
    return back if back is not None else _read(parts, name, options)


def _taken_back(parts: ExampleParts) -> tuple[Case, tuple[ForeignPassage, ...]] | None:
    case = restored(parts.metadata.look(KEY))
    if case is None:
        return None
    question, tags = parts.inputs.passed("question"), parts.metadata.passed("tags")
    texts = texts_in(parts.outputs, "contexts", parts.outputs.passed("contexts"))
    evidence, passages = evidence_back(texts, parts.metadata.passed(MARKS), case)
    visible: dict[str, Any] = {
        "messages": messages_in(parts.inputs, "messages", parts.inputs.passed("messages")),
        "accept": _accepted(parts.outputs, case),
        "evidence": evidence,
        "tags": tuple(tags) if isinstance(tags, list) else (),
    }
    if isinstance(question, str) and question.strip():
        visible["question"] = question
    for one in ("case", *SHOWN_AXES):
        parts.metadata.passed(one)
    if parts.splits is not None:
        visible |= _split_back(*parts.splits, case)
    now = taken_back(parts.metadata, KEY, visible, lambda one: {field: getattr(one, field) for field in visible})
    return now or case, passages


def _split_back(account: Account, name: str, case: Case) -> dict[str, Any]:
    """Return the split as the tool shows it now; splits of its own, such as ``base``, do not touch ours."""
    held = account.passed(name)
    words = [held] if isinstance(held, str) else held if isinstance(held, list) else []
    splits = [SPLITS[one] for one in words if one in SPLITS]
    return {"split": splits[0] if splits else None if not words else case.split}


def _accepted(outputs: Account, case: Case) -> tuple[AcceptedAnswer, ...]:
    first, held = outputs.passed("answer"), outputs.passed("answers")
    answers = [one for one in held if isinstance(one, str)] if isinstance(held, list) else []
    if answers and answers != [one.answer for one in case.accept]:
        known = {one.answer: one for one in case.accept}
        case = replace(case, accept=tuple(known.get(one, AcceptedAnswer(answer=one)) for one in answers))
    return accepted_back(case, first if isinstance(first, str) and first else None)


def _read(parts: ExampleParts, name: str, options: Mapping[str, str]) -> tuple[Case | None, tuple[ForeignPassage, ...]]:
    asked = _asked(parts.inputs, options)
    if asked is None or not asked.question.strip():
        parts.outer.say("dropped", "", NO_QUESTION, ", ".join(map(str, parts.inputs.value)))
        return None, ()
    answers = _answers(parts.outputs, options)
    axes = axes_in(parts.metadata)
    ids, texts = _evidence(parts, options)
    split, others = splits_in(*parts.splits) if parts.splits is not None else (None, ())
    known = (*axes, *CHUNKS, *CONTEXTS, *options.values(), *((parts.splits[1],) if parts.splits else ()))
    case = Case(
        id=name, question=asked.question, messages=asked.messages, split=split, evidence=needs_of(ids),
        accept=tuple(AcceptedAnswer(answer=one) for one in dict.fromkeys(answers)),
        tags=tuple(dict.fromkeys((*tags_in(parts.metadata, besides=known), *others))), **axes,
    )  # fmt: skip
    say_unstated(parts.outer, case)
    return case, passages_of(texts, ids=ids) if texts else ()


def _asked(inputs: Account, options: Mapping[str, str]) -> Asked | None:
    if "question" not in options:
        return asked_of(inputs)
    held = inputs.look(options["question"])
    if isinstance(held, list):
        return asked_in_messages(inputs, options["question"], held)
    return Asked(question=text_in(inputs, options["question"]) or "")


def _answers(outputs: Account, options: Mapping[str, str]) -> tuple[str, ...]:
    several = texts_in(outputs, "answers", outputs.mapped("answers", "kept as accepted answers"))
    name = named(outputs, ANSWERS, options, "answer")
    if name is not None:
        return (*texts_in(outputs, name, outputs.mapped(name, _ANSWER)), *several)
    message = outputs.look("message")
    if isinstance(message, Mapping) and isinstance(message.get("content"), str):
        outputs.mapped("message", _ANSWER)
        return (str(message["content"]), *several)
    texts = [one for one in outputs.value if isinstance(outputs.look(one), str) and one in outputs]
    if len(texts) == 1 and not several:
        return (str(outputs.inferred(texts[0], _ONLY_OUTPUT)),)
    return several


def _evidence(parts: ExampleParts, options: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids of the evidence, and its texts in the same order where there are any."""
    ids: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    for account in (parts.outputs, parts.metadata, parts.inputs):
        chunks, contexts = named(account, CHUNKS, options, "chunk"), named(account, CONTEXTS, options, "context")
        if chunks is not None and not ids:
            ids = ids_in(account, chunks)
        if contexts is not None and not texts:
            texts = _context_texts(account, contexts)
    if ids and texts and len(ids) != len(texts):
        parts.outer.say("wrong", "", _IDS_HOLD, f"{len(ids)} and {len(texts)}")
        texts = ()
    names = ids or tuple(one.id for one in passages_of(texts))
    if len(names) > 1:
        parts.outer.say("inferred", "", ALL_NEEDED)
    return names, texts


def _context_texts(account: Account, name: str) -> tuple[str, ...]:
    """Return the texts of contexts, which may be objects with a text."""
    held = account.mapped(name, "kept as evidence")
    if isinstance(held, list):
        inner = (one.get("page_content", one.get("text")) if isinstance(one, Mapping) else one for one in held)
        held = [one for one in inner if not is_nothing(one)]
    return tuple(dict.fromkeys(texts_in(account, name, held)))
