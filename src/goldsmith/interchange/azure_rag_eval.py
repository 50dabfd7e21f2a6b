"""The RAG chat evaluator of Azure-Samples: questions with a truth that cites pages, runs over them, and their grades.

A call that failed stands in a run as an answer: its latency is -1, and answer and context are the words of the error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from goldsmith._base.canonical import text_sha256
from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.account import Account, numbered, passage_id
from goldsmith.interchange.contexts import number_in, passages_of, retrieved_of, say_unstated, text_in, texts_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignRecord, ForeignResponse, PublishedScore
from goldsmith.records.response import Citation, Failure, Reply

_CITED = re.compile(r"\s*\[([^\[\]\n]+\.[A-Za-z0-9]{2,5}(?:#page=\d+)?)\]")
_NAMED = re.compile(r"(?:\A|\n\n)([^\s\[\]]+\.[A-Za-z0-9]{2,5}(?:#page=\d+)?): ")
_PAGE = re.compile(r"(.+\.[A-Za-z0-9]{2,5})#page=\d+")
_PROMPT = "Generated from this prompt:"
_NOT_COMPUTED = -1
_FIELDS = frozenset({"question", "truth", "answer", "context", "latency"})
_TRUTH = "kept as an accepted answer; the pages that it cites are its evidence"
_ALL_CITED = "each page that the truth cites is taken as needed: whether one would do, somebody has to say"
_NO_TRUTH = (
    "there is no truth, only the prompt that made a question without an answer: a refusal is expected, which somebody "
    "has to confirm"
)
_FAILED = "latency -1: the call failed, and what stands as its answer is the error"
_SPLIT = "split at the names that stand before its pieces, and kept as what was retrieved"
_ONE_PIECE = "no names stand before its pieces: kept as one piece that was retrieved"
_HOW_IT_RAN = "how the run was made, which is a matter of goldsmith.toml here: not read"
_SCORE = "a figure of the source, kept to be compared"
_NO_SCORE = "-1 stands for a figure that could not be computed: there is none"


def _recognises(source: ForeignSource) -> bool:
    return any(_is_rows(part) for part in source.parts)


def _is_rows(part: Part) -> bool:
    return part.container == "jsonl" and part.has("question", "truth")


def _is_summary(part: Part) -> bool:
    held = part.first
    return (
        part.name.rpartition("/")[2] == "summary.json"
        and isinstance(held, Mapping)
        and all(isinstance(one, Mapping) for one in held.values())
    )


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_rows(part)]
    if not parts:
        problem = Problem(message="no line of JSON Lines holds a question and a truth")
        raise InvalidFileError(
            f"{source.name} cannot be read as questions or runs of the RAG chat evaluator",
            problems=(problem,),
            next_step="name qa.jsonl, eval_results.jsonl or the folder of a run",
        )
    reading = _Reading(stem=source.name)
    for part in parts:
        run = _folder(part).rpartition("/")[2] or part.name
        system = run if len(parts) > 1 else ""
        for row in part.rows():
            record = row.place if len(source.parts) == 1 else f"{part.name} {row.place}"
            yield reading.record(record, row.value, system, part.name)
        beside = next((one for one in source.parts if _is_summary(one) and _folder(one) == _folder(part)), None)
        if beside is not None:
            yield _summary(beside, system)
        for other in source.parts:
            if _folder(other) == _folder(part) and other.container == "json" and other is not beside:
                yield not_a_record(other.name, _HOW_IT_RAN)


def _folder(part: Part) -> str:
    return part.name.rpartition("/")[0]


def _summary(part: Part, system: str) -> ForeignRecord:
    """Return the figures of a whole run: ``gpt_relevance.pass_rate`` is the `pass_rate` of `gpt_relevance`."""
    account = Account(part.name, part.first)
    scores = []
    for name in part.first:
        for kind, value in account.mapped(name, _SCORE).items():
            if (score := number_in(value)) is not None:
                scores.append(PublishedScore(measure=f"{name}.{kind}", value=score, system=system))
    return account.close(published=tuple(scores))


@dataclass(slots=True, kw_only=True)
class _Reading:
    """Ids of cases and repeats while the runs are read: the same question and truth are one case in all of them."""

    stem: str
    ids: dict[str, str] = field(default_factory=dict)
    """By a digest of question and truth."""
    repeats: dict[tuple[str, str], int] = field(default_factory=dict)

    def record(self, record: str, value: object, system: str, part: str) -> ForeignRecord:
        """Return one line: the case, and what a run answered. `part` is the file, in which an answer is counted."""
        if not isinstance(value, Mapping):
            account = Account(record, {})
            account.say("dropped", "", "no question: an object was expected", value)
            return account.close()
        account = Account(record, value)
        question, truth = text_in(account, "question"), account.look("truth")
        if not question or not question.strip():
            account.say("dropped", "", "it asks nothing")
            return account.close()
        truth = str(truth) if isinstance(truth, str | int | float) and not isinstance(truth, bool) else ""
        name = self.ids.setdefault(text_sha256(f"{question}\0{truth}"), numbered(self.stem, len(self.ids) + 1))
        case = _case(account, Case(id=name, question=question), truth)
        if "answer" not in account and "context" not in account and "latency" not in account:
            return account.close(case=case)
        repeat = self.repeats[name, part] = self.repeats.get((name, part), 0) + 1
        published = tuple(_published(account, name, system))
        outcome, texts = _outcome(account)
        seconds = number_in(account.look("latency"))
        response = ForeignResponse(
            case=name, outcome=outcome, repeat=repeat, system=system,
            latency_ms=round(seconds * 1000, 3) if seconds is not None and seconds >= 0 else None,
        )  # fmt: skip
        items = outcome.retrieved or () if isinstance(outcome, Reply) else ()
        passages = passages_of(texts, ids=[item.id for item in items]) if texts else ()
        return account.close(case=case, responses=(response,), published=published, passages=passages)


def _case(account: Account, case: Case, truth: str) -> Case:
    if truth.startswith(_PROMPT):
        account.inferred("truth", _NO_TRUTH)
        return replace(case, answerability="unsupported", behaviour="refuse", refusal_reason="not_found")
    cited = tuple(dict.fromkeys(_CITED.findall(truth)))
    if not isinstance(account.look("truth"), str):
        text_in(account, "truth")
    elif cited:
        account.mapped("truth", _TRUTH)
    else:
        account.kept("truth")
    if len(cited) > 1:
        account.say("inferred", "truth", _ALL_CITED)
    answer = _CITED.sub("", truth).strip()
    case = replace(
        case,
        accept=(AcceptedAnswer(answer=answer),) if answer else (),
        evidence=tuple(Need(any_of=(_alternative(one),)) for one in cited),
    )
    say_unstated(account, case)
    return case


def _alternative(cited: str) -> Alternative:
    page = _PAGE.fullmatch(cited)
    return Alternative(chunk=cited, document=page[1] if page else None)


def _outcome(account: Account) -> tuple[Reply | Failure, tuple[str, ...]]:
    """Return what a run answered and the texts of what was retrieved."""
    answer = account.look("answer")
    if number_in(account.look("latency")) == _NOT_COMPUTED:
        account.say("wrong", "latency", _FAILED)
        account.passed("answer")
        account.passed("context")
        told = answer if isinstance(answer, str) and answer.strip() else "no words of the error were recorded"
        return Failure(kind="recorded_failure", message=told.strip().partition("\n")[0]), ()
    account.mapped("latency", "kept in milliseconds")
    ids, texts = _pieces(account)
    text = text_in(account, "answer")
    cited = dict.fromkeys(_CITED.findall(text or ""))
    retrieved = retrieved_of(texts, ids) if texts else None
    return Reply(answer=text, retrieved=retrieved, citations=tuple(Citation(id=one) for one in cited)), texts


def _pieces(account: Account) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return ids and texts of what was retrieved: each piece begins with its name and a colon."""
    held = account.look("context")
    context = "\n\n".join(texts_in(account, "context", held))
    found = list(_NAMED.finditer(context))
    if not found or found[0].start() > 0:
        account.mapped("context", _ONE_PIECE)
        return ((passage_id(context),), (context,)) if context else ((), ())
    account.mapped("context", _SPLIT)
    ends = [one.start() for one in found[1:]] + [len(context)]
    texts = tuple(context[one.end() : end].strip() for one, end in zip(found, ends, strict=True))
    return tuple(one[1] for one in found), texts


def _published(account: Account, case: str, system: str) -> Iterator[PublishedScore]:
    for name, held in account.value.items():
        value = float(held) if isinstance(held, bool) else number_in(held)
        if name in _FIELDS or value is None:
            continue
        if value == _NOT_COMPUTED:
            account.dropped(name, _NO_SCORE)
            continue
        account.mapped(name, _SCORE)
        yield PublishedScore(measure=name, value=value, case=case, system=system)


FORMAT = Format(
    name="azure-rag-eval",
    title="ai-rag-chat-evaluator",
    recognises=_recognises,
    read=_read,
    checked="a real file",
)
