"""RAGChecker: its inputs, and its outputs with claims, labels and figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.account import Account, numbered, passage_id
from goldsmith.interchange.contexts import number_in, say_unstated, text_in
from goldsmith.interchange.embedded import KEY, taken_back
from goldsmith.interchange.format import Format
from goldsmith.interchange.ragchecker_labels import claims_in, judgment_of, labels_of
from goldsmith.interchange.ragchecker_write import first_answer, holds, write
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.claims import RequiredClaim
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse, PublishedScore
from goldsmith.records.response import Reply, RetrievedItem

_CLAIMS = "claims of the right answer: each is required, the parts of a triple put together"
_FIGURE = "a figure that the source gives: kept for comparison"
_NO_QUESTION = "no result with a question: passed over"
_NO_TEXT = "a passage without words: left out, and with it the labels of every passage"


def _recognises(source: ForeignSource) -> bool:
    return any(map(_is_results, source.parts))


def _is_results(part: Part) -> bool:
    if part.container != "json" or part.is_list or not part.has("results") or not isinstance(part.first, Mapping):
        return False
    results = part.first["results"]
    if results == []:
        return set(part.columns) <= {"results", "metrics"}
    first = results[0] if isinstance(results, list) else None
    return isinstance(first, Mapping) and {"query_id", "query", "gt_answer", "response"} <= set(first)


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    known = [part for part in source.parts if _is_results(part)]
    if not known:
        problem = Problem(message="no `results` with query_id, query, gt_answer and response")
        step = "name the file that RAGChecker reads or writes"
        raise InvalidFileError(f"{source.name} holds no results of RAGChecker", problems=(problem,), next_step=step)
    for part in known:
        for row in part.rows():
            yield from _whole(row.value)
            seen: Counter[str] = Counter()
            for place, result in enumerate(row.value["results"], start=1):
                if isinstance(result, Mapping):
                    yield _result(f"result {place}", result, numbered(source.name, place), seen)
                else:
                    yield not_a_record(f"result {place}", _NO_QUESTION, result)


def _whole(document: Mapping[str, Any]) -> Iterator[ForeignRecord]:
    """Yield the figures of the whole, and whatever else the file says, where it says any."""
    account = Account("file", document)
    account.passed("results")
    metrics, published = account.inner("metrics"), []
    for group in metrics.value:
        inner = metrics.inner(str(group))
        for name in inner.value:
            value = number_in(inner.mapped(str(name), _FIGURE))
            if value is not None:
                published.append(PublishedScore(measure=f"{group}.{name}", value=value))
    record = account.close(published=tuple(published))
    if record.lines:
        yield record


def _result(record: str, value: Mapping[str, Any], name: str, seen: Counter[str]) -> ForeignRecord:
    account = Account(record, value)
    question = text_in(account, "query")
    if question is None:
        return not_a_record(record, _NO_QUESTION, value)
    name = text_in(account, "query_id") or name
    answer = text_in(account, "gt_answer")
    case = _case(account, name, question, answer)
    seen[case.id] += 1
    items = _retrieved(account)
    labels = labels_of(account, None if items is None else [item.id for item in items])
    response = text_in(account, "response")
    responses, judgments = [], []
    if response is not None or items:
        reply = Reply(answer=response, retrieved=items)
        responses.append(ForeignResponse(case=case.id, outcome=reply, repeat=seen[case.id]))
    if labels is not None:
        judgments.append(judgment_of(account, case.id, seen[case.id], labels))
    return account.close(
        case=case,
        responses=tuple(responses),
        passages=tuple(_passages(items)),
        judgments=tuple(judgments),
        published=tuple(_published(account, case.id)),
    )


def _case(account: Account, name: str, question: str, answer: str | None) -> Case:
    visible = {"question": question, "accept": answer}
    back = taken_back(account, KEY, {}, lambda _: {})
    if back is not None:
        shown = {"question": back.question, "accept": first_answer(back)}
        for field in sorted(field for field in visible if (visible[field] or "") != (shown[field] or "")):
            account.say("mapped", field, "changed since it was exported: the new value holds")
        accept = back.accept
        if (answer or "") != first_answer(back):
            accept = (*((AcceptedAnswer(answer=answer),) if answer else ()), *back.accept[1:])
        return replace(back, question=question, accept=accept)
    claims = _required(account)
    accept = (AcceptedAnswer(answer=answer),) if answer is not None else ()
    case = Case(id=name, question=question, accept=accept, claims=claims)
    say_unstated(account, case)
    return case


def _required(account: Account) -> tuple[RequiredClaim, ...]:
    # The field itself is read, and told where it is wrong, with the labels that stand for it.
    quiet = Account(account.record, {"gt_answer_claims": account.look("gt_answer_claims")})
    claims = claims_in(quiet, "gt_answer_claims") or ()
    if claims:
        account.mapped("gt_answer_claims", _CLAIMS)
    return tuple(RequiredClaim(required=claim) for claim in dict.fromkeys(claims))


def _retrieved(account: Account) -> tuple[RetrievedItem, ...] | None:
    """Return what was retrieved; None: not shown."""
    held = account.look("retrieved_context")
    account.kept("retrieved_context")
    if held is None:
        return None
    items = []
    for place, one in enumerate(held if isinstance(held, list) else [held]):
        text = one.get("text") if isinstance(one, Mapping) else one
        if not isinstance(text, str) or not text.strip():
            account.say("wrong", f"retrieved_context.{place}", _NO_TEXT, one)
            continue
        said = one.get("doc_id") if isinstance(one, Mapping) else None
        for other in sorted(set(map(str, one)) - {"doc_id", "text"}) if isinstance(one, Mapping) else ():
            account.say("dropped", f"retrieved_context.{place}.{other}", "no place for it in a passage", one[other])
        items.append(RetrievedItem(id=str(said) if said not in (None, "") else passage_id(text), text=text))
    return tuple(items)


def _passages(items: tuple[RetrievedItem, ...] | None) -> Iterator[ForeignPassage]:
    for item in dict.fromkeys((item.id, item.text or "") for item in items or ()):
        yield ForeignPassage(id=item[0], text=item[1])


def _published(account: Account, case: str) -> Iterator[PublishedScore]:
    metrics = account.inner("metrics")
    for name in metrics.value:
        value = number_in(metrics.mapped(str(name), _FIGURE))
        if value is not None:
            yield PublishedScore(measure=str(name), value=value, case=case)


FORMAT = Format(
    name="ragchecker",
    title="RAGChecker",
    recognises=_recognises,
    read=_read,
    write=write,
    holds=holds,
    checked="a real file",
)
