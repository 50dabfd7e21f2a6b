"""Golden sets as SQuAD 2.0 reads them: passages, the questions asked of each, and answers that stand in it.

A case that rests on no passage or on several has no form there; it stands whole in a file beside it. Each question
carries its whole case as one text, which readers of SQuAD pass over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from goldsmith.interchange.account import completed
from goldsmith.interchange.contexts import evidence_id
from goldsmith.interchange.embedded import KEY, embedded_text
from goldsmith.interchange.format import Outgoing, Written
from goldsmith.interchange.side_file import NAME, side_file
from goldsmith.ports.foreign import WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative
from goldsmith.records.interchange import LossLine

_VERSION = "v2.0"
_NO_PASSAGE = f"SQuAD asks of a passage, and the case names none: it stands in {NAME}"
_SEVERAL = f"SQuAD asks of one passage, and the case rests on several: it stands in {NAME}"
_NO_WORDS = f"nobody has the words of the passage: the case stands in {NAME}"
_NO_ANSWER = "no answer stands word for word in the passage: the question has none there"
_TALK = "SQuAD has no earlier turns: the question stands there without them"


def holds(case: Case) -> Case:
    """Return the whole case: it stands beside the question, or in the file of the others."""
    return completed(case)


def is_impossible(case: Case) -> bool:
    """Say whether the right thing is to give no answer, which is what SQuAD 2.0 calls an impossible question."""
    return case.answerability == "unsupported" or case.behaviour not in ("answer", "unstated")


def answers_shown(case: Case, text: str) -> list[tuple[str, int]]:
    """Return the answers that stand in a passage, with the offset of each in code points.

    Accepted answers that stand there word for word; without any, the quotes of the evidence that do.
    """
    if is_impossible(case):
        return []
    accepted = [one.answer for one in case.accept if one.answer.strip() and one.answer in text]
    if accepted:
        return [(words, _start(case, words, text)) for words in dict.fromkeys(accepted)]
    quotes = [item.quote for item in _items(case) if item.quote and item.quote.strip() and item.quote in text]
    return [(words, _start(case, words, text)) for words in dict.fromkeys(quotes)]


def write(outgoing: Outgoing) -> Written:
    """Return the file of SQuAD 2.0 and, where a case has no form there, the file of the others."""
    articles: dict[str, dict[str, Any]] = {}
    paragraphs: dict[str, dict[str, Any]] = {}
    others, lines = [], []
    for case in outgoing.cases:
        passage = _passage(outgoing, case)
        if len(passage) == len(("id", "document", "title", "text")):
            name, document, title, text = passage
            if name not in paragraphs:
                article = articles.setdefault(document, _article(document, title))
                paragraphs[name] = {"id": name, "context": text, "qas": []}
                article["paragraphs"].append(paragraphs[name])
            paragraphs[name]["qas"].append(_question(case, text))
            lines += [_line(case, told) for told in _unlike(case, text)]
        else:
            others.append(case)
            lines.append(_line(case, *passage))
    held = {"version": _VERSION, "data": list(articles.values())}
    file = WrittenFile(name="squad.json", text=json.dumps(held, ensure_ascii=False, indent=1) + "\n")
    return Written(files=(file, side_file(others)) if others else (file,), lines=tuple(lines))


def _passage(outgoing: Outgoing, case: Case) -> tuple[str, ...]:
    """Return id, document, title and text of the passage of a case; or the one reason why there is none."""
    items = {evidence_id(item): item for item in _items(case)}
    if len(items) != 1:
        return (_SEVERAL if items else _NO_PASSAGE,)
    ((name, item),) = items.items()
    known = outgoing.passages.get(name)
    text = known.text if known else outgoing.words_of(item)
    if not name or not text or not text.strip():
        return (_NO_WORDS,)
    document = item.document or (known.document if known else None) or ""
    return name, document, (known.title if known else None) or document, text


def _items(case: Case) -> Iterator[Alternative]:
    for need in case.evidence:
        yield from need.any_of


def _article(document: str, title: str) -> dict[str, Any]:
    return {"title": title, "paragraphs": []} | ({"id": document} if document else {})


def _question(case: Case, text: str) -> dict[str, Any]:
    return {
        "id": case.id,
        "question": case.question,
        "is_impossible": is_impossible(case),
        "answers": [{"text": words, "answer_start": start} for words, start in answers_shown(case, text)],
        KEY: embedded_text(case),
    }


def _start(case: Case, words: str, text: str) -> int:
    """Return where words stand: inside a quote of the evidence if they do, else where they stand first."""
    quotes = (item.quote for item in _items(case) if item.quote and words in item.quote and item.quote in text)
    return next((text.index(quote) + quote.index(words) for quote in quotes), text.index(words))


def _unlike(case: Case, text: str) -> Iterable[str]:
    if not is_impossible(case) and not answers_shown(case, text):
        yield _NO_ANSWER
    if case.messages:
        yield _TALK


def _line(case: Case, told: str) -> LossLine:
    return LossLine(record=case.id, fate="mapped", field="", told=told)
