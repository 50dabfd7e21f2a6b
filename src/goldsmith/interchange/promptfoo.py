"""promptfoo: its tests, inline in a configuration, in YAML, JSON or JSON Lines, and in tables with its own columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.account import Account, is_nothing, numbered, passage_id
from goldsmith.interchange.contexts import (
    ALL_NEEDED,
    MARKS,
    NOTHING_SAID,
    axes_in,
    evidence_back,
    needs_of,
    passages_of,
    put_together,
    text_in,
    texts_in,
)
from goldsmith.interchange.embedded import KEY, restored, taken_back
from goldsmith.interchange.example_words import (
    ANSWERS,
    CHUNKS,
    CONTEXTS,
    IDS,
    NO_QUESTION,
    QUESTIONS,
    case_id,
    ids_in,
    named,
    tags_in,
)
from goldsmith.interchange.format import Format
from goldsmith.interchange.promptfoo_checks import REFUSAL, Checks, checks_of
from goldsmith.interchange.promptfoo_files import FoundTest, is_config, is_tests, tests_of
from goldsmith.interchange.promptfoo_text import is_loaded, rendered
from goldsmith.interchange.promptfoo_write import BETWEEN, METADATA, assertions_of, holds, write
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import AcceptedAnswer, Case, FormatRules, Message
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, LossLine

_ROW = re.compile(r"Row #\d+")
_GIVEN = "the context that the prompt is given is taken as the evidence: somebody has to look whether it is enough"
_ONLY_VARIABLE = "the only variable is taken as the question"
_MULTIPLIED = "a list of questions: promptfoo runs one test for each, and each is a case here"
_LISTED = "a list of contexts is one case here; promptfoo runs one test for each of them"
_FILE = "the variable is read from a file that does not come along"
_GONE = "a check that the export wrote is gone or changed: the case keeps it, and somebody has to say whether it holds"
_UNPAIRED = "ids and texts differ in number, so no text has an id: the ids are kept, the texts left out"


def _recognises(source: ForeignSource) -> bool:
    return any(is_config(part) or is_tests(part) for part in source.parts)


_OF_TESTS = frozenset({"tests", "scenarios", "defaultTest", "$schema"})
_HOW_IT_RUNS = "how promptfoo runs, which is a matter of goldsmith.toml here: see docs/systems.md"


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    place = 0
    for part in source.parts:
        if is_config(part) and (lines := tuple(_beside(part))):
            yield ForeignRecord(record=part.name, lines=lines)
    for found in tests_of(source):
        place += 1
        yield from records_of(found, numbered(source.name, place), source.options)
    if not place:
        problem = Problem(message="no tests stand there: neither a list of tests nor a configuration that names some")
        raise InvalidFileError(
            f"{source.name} cannot be read as tests of promptfoo",
            problems=(problem,),
            next_step="name the configuration, the file with its tests, or their folder",
        )


def _beside(part: Part) -> Iterator[LossLine]:
    """Yield a line for everything in a configuration that is no test."""
    for name, held in part.first.items():
        if name not in _OF_TESTS and not is_nothing(held):
            yield LossLine(record=part.name, fate="dropped", field=str(name), told=_HOW_IT_RUNS, found=str(held)[:80])


def records_of(found: FoundTest, usual: str, options: Mapping[str, str]) -> Iterator[ForeignRecord]:
    """Yield the cases of one test: one, or as many as it has questions. `usual` is the id where it has none."""
    if found.problem or not isinstance(found.value, Mapping):
        told = found.problem or "no test: an object was expected"
        line = LossLine(record=found.record, fate="dropped", field="", told=told, found=str(found.value)[:80])
        yield ForeignRecord(record=found.record, lines=(line,))
        return
    for record in _records(found.record, found.value, usual, options):
        yield replace(record, lines=tuple(map(_of_column, record.lines))) if found.table else record


def _of_column(line: LossLine) -> LossLine:
    """Return a line of a row with the name of the column in place of the path in the test."""
    name = line.field.removeprefix("vars.")
    if name.startswith("metadata."):
        name = f"__metadata:{name.removeprefix('metadata.')}"
    elif name.startswith("assert"):
        name = "__expected"
    elif name and name == line.field:
        name = f"__{name}"
    return replace(line, field=name)


def _records(record: str, test: Mapping[str, Any], usual: str, options: Mapping[str, str]) -> Iterator[ForeignRecord]:
    lines: list[LossLine] = []
    account = Account(record, test, lines=lines)
    if isinstance(test.get("vars"), str | list):
        account.say("dropped", "vars", _FILE, test["vars"])
    variables, metadata = account.inner("vars"), account.inner("metadata")
    back = _taken_back(account, variables, metadata)
    if back is not None:
        yield account.close(case=back[0], passages=back[1])
        return
    name = _question_name(variables, options)
    asked = _asked(variables, name)
    if not asked:
        account.say("dropped", "", NO_QUESTION, ", ".join(map(str, variables.value)))
        yield account.close()
        return
    checks = checks_of(record, account.passed("assert"), variables.value, lines)
    case, passages = _case(account, variables, metadata, checks, (usual, asked[0]), options)
    if not case.evidence and case.answerability == "unstated":
        account.say("inferred", "", NOTHING_SAID)
    first = account.close(case=case, passages=passages)
    yield first
    for place, question in enumerate(asked[1:], start=2):
        line = LossLine(record=f"{record} ({place})", fate="mapped", field=f"vars.{name}", told=_MULTIPLIED)
        more = replace(first.case or case, id=f"{case.id}-{place}", question=question)
        yield ForeignRecord(record=line.record, case=more, lines=(line,))


def _question_name(variables: Account, options: Mapping[str, str]) -> str | None:
    name = named(variables, QUESTIONS, options, "question")
    if name is not None or "question" in options or len(variables.value) != 1:
        return name
    only = str(next(iter(variables.value)))
    if isinstance(variables.look(only), str) and only in variables:
        variables.say("inferred", only, _ONLY_VARIABLE)
        return only
    return None


def _asked(variables: Account, name: str | None) -> tuple[str, ...]:
    """Return the questions of a test: one text, or each of a list."""
    if name is None:
        return ()
    held = variables.look(name)
    if is_loaded(held):
        variables.say("dropped", name, _FILE, held)
        return ()
    if isinstance(held, list):
        variables.mapped(name, _MULTIPLIED)
        return tuple(rendered(one, variables.value) for one in texts_in(variables, name, held))
    text = text_in(variables, name)
    return (rendered(text, variables.value),) if text and text.strip() else ()


def _case(
    account: Account, variables: Account, metadata: Account, checks: Checks, said: tuple[str, str],
    options: Mapping[str, str],
) -> tuple[Case, tuple[ForeignPassage, ...]]:  # fmt: skip
    """Return the case of a test: `said` are its usual id and its question."""
    answers = [*_answers(variables, options), *checks.answers]
    axes = axes_in(variables) | axes_in(metadata)
    case = Case(
        id=case_id(metadata, options, said[0]), question=said[1],
        accept=tuple(AcceptedAnswer(answer=one) for one in dict.fromkeys(answers)),
        claims=tuple(dict.fromkeys(checks.claims)), metrics=tuple(dict.fromkeys(checks.metrics)),
        notes="\n".join(checks.notes) or None, description=_description(account),
        format=FormatRules(json_schema=checks.json_schema) if checks.json_schema is not None else None,
        **axes,
    )  # fmt: skip
    evidence, passages = _evidence(variables, options)
    case = replace(case, **evidence)
    if checks.refusal:
        account.say("inferred", "assert", REFUSAL)
        case = replace(case, behaviour="refuse", answerability="unsupported", refusal_reason="not_found")
    elif checks.refusal is False:
        case = replace(case, behaviour="answer")
    known = {*QUESTIONS, *ANSWERS, *CONTEXTS, *CHUNKS, *options.values(), *axes}
    tags = (*tags_in(metadata, besides=(*IDS, *options.values(), *axes)), *tags_in(variables, besides=known))
    return replace(case, tags=tuple(dict.fromkeys(tags))), passages


def _answers(variables: Account, options: Mapping[str, str]) -> tuple[str, ...]:
    name = named(variables, ANSWERS, options, "answer")
    if name is None or is_loaded(variables.look(name)):
        return ()
    held = variables.mapped(name, "kept as an accepted answer")
    return tuple(rendered(one, variables.value) for one in texts_in(variables, name, held))


def _description(account: Account) -> str | None:
    text = account.look("description")
    if isinstance(text, str) and _ROW.fullmatch(text):
        account.passed("description")
        return None
    return text_in(account, "description")


def _evidence(variables: Account, options: Mapping[str, str]) -> tuple[dict[str, Any], tuple[ForeignPassage, ...]]:
    """Return the evidence as a field of a case, and the passages that came along."""
    chunks, contexts = named(variables, CHUNKS, options, "chunk"), named(variables, CONTEXTS, options, "context")
    ids = ids_in(variables, chunks) if chunks is not None else ()
    texts: Sequence[str] = ()
    if contexts is not None and not is_loaded(variables.look(contexts)):
        held = variables.inferred(contexts, _GIVEN)
        texts = tuple(rendered(one, variables.value) for one in texts_in(variables, contexts, held))
        if isinstance(held, list) and len(texts) > 1:
            variables.say("inferred", contexts, _LISTED)
    if ids and texts and len(ids) != len(texts):
        variables.say("wrong", str(contexts), _UNPAIRED, f"{len(ids)} and {len(texts)}")
        texts = ()
    names = ids or tuple(passage_id(one) for one in texts)
    if len(names) > 1:
        variables.say("inferred", str(chunks or contexts), ALL_NEEDED)
    passages = passages_of(texts, ids=names) if texts else ()
    return ({"evidence": needs_of(names)} if names else {}), passages


def _taken_back(
    account: Account, variables: Account, metadata: Account
) -> tuple[Case, tuple[ForeignPassage, ...]] | None:
    """Return the case that a test of ours carries, with what was changed there; None: it carries none."""
    held = restored(metadata.look(KEY))
    if held is None:
        return None
    question, context, tags = variables.passed("query"), variables.passed("context"), metadata.passed("tags")
    pieces = rendered(context, variables.value).split(BETWEEN) if isinstance(context, str) and context else []
    marks = metadata.passed(MARKS)
    evidence, passages = evidence_back(put_together(pieces, BETWEEN, marks), marks, held)
    visible: dict[str, Any] = {
        "evidence": evidence,
        "messages": _messages(variables.passed("history")),
        "tags": tuple(tags) if isinstance(tags, list | tuple) else (),
    }
    if isinstance(question, str) and question.strip():
        visible["question"] = rendered(question, variables.value)
    description = account.passed("description")
    if isinstance(description, str) and description != held.id and not _ROW.fullmatch(description):
        visible["description"] = description
    for name in ("id", *METADATA):
        metadata.passed(name)
    case = taken_back(metadata, KEY, visible, lambda one: {name: getattr(one, name) for name in visible})
    return (_checks_back(account, case or held, variables), passages)


def _messages(history: object) -> tuple[Message, ...]:
    held = history.get("messages") if isinstance(history, Mapping) else None
    return tuple(
        Message(role=one.get("role", "user"), content=str(one.get("content", "")))
        for one in (held if isinstance(held, list) else ())
        if isinstance(one, Mapping) and one.get("role") in ("user", "assistant", "system", "tool")
    )


def _checks_back(account: Account, case: Case, variables: Account) -> Case:
    """Return a case with the checks that were added to its test; what is gone there is told, and stays in the case."""
    held = account.passed("assert")
    checks = [one for one in held if isinstance(one, Mapping)] if isinstance(held, list) else []
    written = assertions_of(case, context="context" in variables)
    for _ in (one for one in written if one not in checks):
        account.say("inferred", "assert", _GONE)
    lines: list[LossLine] = []
    added = checks_of(account.record, [one for one in checks if one not in written], variables.value, lines)
    for line in lines:
        account.say(line.fate, line.field, line.told, line.found)
    accept = (*case.accept, *(AcceptedAnswer(answer=one) for one in added.answers))
    notes = [one for one in (case.notes, *added.notes) if one]
    return replace(
        case,
        accept=tuple({one.answer: one for one in reversed(accept)}.values())[::-1] if added.answers else case.accept,
        claims=(*case.claims, *added.claims),
        metrics=(*case.metrics, *added.metrics),
        notes="\n".join(notes) if added.notes else case.notes,
    )


FORMAT = Format(
    name="promptfoo",
    title="promptfoo",
    recognises=_recognises,
    read=_read,
    write=write,
    holds=holds,
    checked="its own loader",
)
