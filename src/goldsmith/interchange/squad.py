"""SQuAD 1.1 and 2.0, their relatives CMRC 2018, DRCD and XQuAD, and the flat form with a row for each question.

Each question is asked of one passage, and each answer is cut out of it: the passage is the evidence, the answer a quote
in it. Several answers are what several people marked, so any of them will do. That a question is impossible is said of
its own passage alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.account import Account, is_nothing, numbered, passage_id
from goldsmith.interchange.contexts import say_unstated, text_in
from goldsmith.interchange.embedded import KEY, restored
from goldsmith.interchange.format import Format
from goldsmith.interchange.listed_cells import listed
from goldsmith.interchange.side_file import is_side_file, side_cases
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.interchange.squad_offsets import placed
from goldsmith.interchange.squad_write import answers_shown, holds, is_impossible, write
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord

_IMPOSSIBLE = "said of its own passage alone: whether another passage answers it, somebody has to look"
_EMPTY_LIST = "no answer is the mark of an impossible question: of its own passage alone, so somebody has to look"
_PLAUSIBLE = "answers that look right and are not: a case has no place for them"
_NO_QUESTION = "no question stands here: passed over"
_NO_PASSAGE = "no passage stands beside the question"
_CHANGED = "changed since it was exported: the new value holds"
_UNPAIRED = "answers and offsets differ in number: the answers without a partner have no place"
_IN_A_CELL = "an object in a cell, as Python prints it"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Passage:
    """A paragraph with its article."""

    id: str
    text: str
    document: str | None
    title: str | None

    def told(self) -> tuple[ForeignPassage, ...]:
        if not self.text.strip():
            return ()
        return (ForeignPassage(id=self.id, text=self.text, document=self.document, title=self.title),)


def _recognises(source: ForeignSource) -> bool:
    return any(_is_nested(part) or _is_flat(part) for part in source.parts)


def _is_nested(part: Part) -> bool:
    if part.container != "json" or part.is_list or not part.has("data") or not isinstance(part.first, Mapping):
        return False
    articles = part.first["data"]
    if isinstance(articles, list) and articles:
        return isinstance(articles[0], Mapping) and isinstance(articles[0].get("paragraphs"), list)
    return articles == [] and set(part.columns) == {"version", "data"}


def _is_flat(part: Part) -> bool:
    if not part.has("context", "question", "answers"):
        return False
    answers = part.first["answers"]
    if isinstance(answers, str):
        return "answer_start" in answers and "text" in answers
    return isinstance(answers, Mapping) and {"text", "answer_start"} <= set(answers)


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    known = [part for part in source.parts if _is_nested(part) or _is_flat(part)]
    if not known:
        problem = Problem(message="neither `data` with `paragraphs` nor `context`, `question` and `answers`")
        step = "name a file in the form of SQuAD, or let the format be found"
        raise InvalidFileError(f"{source.name} holds no questions of SQuAD", problems=(problem,), next_step=step)
    for part in source.parts:
        if part in known:
            yield from _nested(part, source.name) if _is_nested(part) else _flat(part, source.name)
        elif is_side_file(part):
            yield from side_cases(part)


def _nested(part: Part, stem: str) -> Iterator[ForeignRecord]:
    count = 0
    for row in part.rows():
        yield from _rest("file", row.value, "data", "version")
        for place, article in enumerate(row.value["data"], start=1):
            record = f"article {place}"
            if not isinstance(article, Mapping) or not isinstance(article.get("paragraphs"), list):
                yield not_a_record(record, "no article with paragraphs: passed over", article)
                continue
            yield from _rest(record, article, "paragraphs", "title", "id")
            for number, paragraph in enumerate(article["paragraphs"], start=1):
                for found in _paragraph(f"{record} paragraph {number}", article, paragraph, stem, count):
                    count += 1
                    yield found


def _paragraph(
    record: str, article: Mapping[str, Any], paragraph: object, stem: str, before: int
) -> Iterator[ForeignRecord]:
    if not isinstance(paragraph, Mapping) or not isinstance(paragraph.get("context"), str):
        yield not_a_record(record, "no paragraph with a context: passed over", paragraph)
        return
    yield from _rest(record, paragraph, "context", "qas", "id")
    title, text = _word(article.get("title")), paragraph["context"]
    passage = _Passage(
        id=_word(paragraph.get("id")) or passage_id(text),
        text=text,
        document=_word(article.get("id")) or title,
        title=title,
    )
    asked = paragraph.get("qas")
    if not isinstance(asked, list) or not asked:
        yield replace(not_a_record(record, "nothing is asked of the passage"), passages=passage.told())
        return
    for place, qas in enumerate(asked, start=1):
        if isinstance(qas, Mapping):
            name = _word(qas.get("id")) or numbered(stem, before + place)
            yield _question(Account(f"qas {name}", qas), name, passage)
        else:
            yield not_a_record(f"{record} question {place}", _NO_QUESTION, qas)


def _flat(part: Part, stem: str) -> Iterator[ForeignRecord]:
    for place, row in enumerate(part.rows(), start=1):
        if not isinstance(row.value, Mapping):
            yield not_a_record(row.place, _NO_QUESTION, row.value)
            continue
        account = Account(row.place, row.value)
        name = text_in(account, "id") or numbered(stem, place)
        title = text_in(account, "title", told="kept as the document of the passage")
        text = text_in(account, "context", told="kept as a passage") or ""
        passage = _Passage(id=passage_id(text), text=text, document=title, title=title)
        yield _question(account, name, passage, flat=True)


def _question(account: Account, name: str, passage: _Passage, *, flat: bool = False) -> ForeignRecord:
    account.passed("id")
    question = text_in(account, "question")
    if question is None:
        account.say("dropped", "", _NO_QUESTION)
        return account.close(passages=passage.told())
    if not passage.text.strip():
        account.say("wrong", "context", _NO_PASSAGE)
    told = _answers(account, flat=flat)
    back = restored(account.look(KEY))
    if back is not None:
        account.passed(KEY)
        case = _taken_back(account, back, question, [words for words, _ in told], passage)
        return account.close(case=case, passages=passage.told())
    case = Case(id=name, question=question)
    impossible = account.look("is_impossible")
    account.passed("is_impossible")
    account.dropped("plausible_answers", _PLAUSIBLE)
    if impossible is True or (flat and not told and "answers" in account):
        account.say("inferred", *(("is_impossible", _IMPOSSIBLE) if impossible else ("answers", _EMPTY_LIST)))
        case = replace(case, answerability="unsupported", behaviour="refuse", refusal_reason="not_found")
        if told:
            account.say("wrong", "answers", "an impossible question has answers: they are left out")
    else:
        if impossible not in (None, False):
            account.say("wrong", "is_impossible", "neither true nor false: passed over", impossible)
        case = _answered(account, case, told, passage)
    say_unstated(account, case)
    return account.close(case=case, passages=passage.told())


def _answered(account: Account, case: Case, told: list[tuple[str, object]], passage: _Passage) -> Case:
    """Return a case with its answers, each a quote in the passage: any one of them will do."""
    found: dict[Alternative, None] = {}
    for place, (words, start) in enumerate(told):
        here = placed(passage.text, words, start)
        if here.fate != "kept":
            account.say(here.fate, f"answers.{place}.answer_start", here.told, here.found or words)
        quote = words if here.quoted else None
        found[Alternative(document=passage.document, chunk=passage.id, quote=quote, span=here.span)] = None
    accept = tuple(AcceptedAnswer(answer=words) for words in dict.fromkeys(words for words, _ in told))
    evidence = (Need(any_of=tuple(found)),) if found and passage.text.strip() else ()
    return replace(case, accept=accept, evidence=evidence)


def _taken_back(account: Account, back: Case, question: str, words: list[str], passage: _Passage) -> Case:
    """Return the case that we wrote here, with what was changed in the visible fields since."""
    case = back
    if question != back.question:
        account.say("mapped", "question", _CHANGED)
        case = replace(case, question=question)
    if words != [answer for answer, _ in answers_shown(back, passage.text)]:
        account.say("mapped", "answers", _CHANGED)
        case = replace(case, accept=tuple(AcceptedAnswer(answer=one) for one in dict.fromkeys(words)))
    impossible = account.look("is_impossible")
    account.passed("is_impossible")
    if isinstance(impossible, bool) and impossible != is_impossible(back):
        account.say("mapped", "is_impossible", _CHANGED)
        if impossible:
            return replace(case, answerability="unsupported", behaviour="refuse", refusal_reason="not_found")
        return replace(case, answerability="supported", behaviour="answer", refusal_reason=None)
    return case


def _answers(account: Account, *, flat: bool) -> list[tuple[str, object]]:
    """Return the words of each answer with its offset."""
    held = account.look("answers")
    if isinstance(held, str):
        held, told = listed(held)[0], _IN_A_CELL
        account.mapped("answers", told)
    else:
        account.kept("answers")
    if flat:
        held = _columns(account, held)
    if not isinstance(held, list):
        if not is_nothing(held):
            account.say("wrong", "answers", "a list of answers was expected", held)
        return []
    return [pair for place, one in enumerate(held) for pair in _answer(account, place, one)]


def _answer(account: Account, place: int, one: object) -> Iterator[tuple[str, object]]:
    if not isinstance(one, Mapping) or not isinstance(one.get("text"), str) or not one["text"].strip():
        account.say("wrong", f"answers.{place}", "no answer in words: left out", one)
        return
    for name in sorted(set(map(str, one)) - {"text", "answer_start", "answer_end", "id"}):
        account.say("dropped", f"answers.{place}.{name}", "no place for it in an answer", one.get(name))
    account.passed("answers")
    yield one["text"], one.get("answer_start")


def _columns(account: Account, held: object) -> object:
    """Return the answers of the flat form, which has a list of texts and a list of offsets, as a list of both."""
    if not isinstance(held, Mapping):
        return held
    texts, starts = held.get("text"), held.get("answer_start")
    texts, starts = ([one] if isinstance(one, str | int) else one for one in (texts, starts))
    if not isinstance(texts, list) or not isinstance(starts, list):
        return held
    if len(texts) != len(starts):
        account.say("wrong", "answers", _UNPAIRED, f"{len(texts)} and {len(starts)}")
        starts = [*starts[: len(texts)], *[None] * (len(texts) - len(starts))]
    return [{"text": words, "answer_start": start} for words, start in zip(texts, starts, strict=True)]


def _rest(record: str, value: Mapping[str, Any], *used: str) -> Iterator[ForeignRecord]:
    """Yield a record with a line for every other field of a file, an article or a paragraph; none: no record."""
    account = Account(record, value)
    for name in used:
        account.passed(name)
    held = account.close()
    if held.lines:
        yield held


def _word(held: object) -> str | None:
    if isinstance(held, bool) or not isinstance(held, str | int):
        return None
    return str(held) or None


FORMAT = Format(
    name="squad",
    title="SQuAD",
    recognises=_recognises,
    read=_read,
    write=write,
    holds=holds,
    checked="a real file",
)
