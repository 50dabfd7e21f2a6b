"""LegalBench-RAG: questions on contracts and policies, each with places in files. Read only.

Where the files stand beside the questions, the words at each place become a quote.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from goldsmith.interchange.account import Account, numbered
from goldsmith.interchange.contexts import ALL_NEEDED, say_unstated, text_in, texts_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.source_rows import not_a_record, record_of, refuse
from goldsmith.interchange.texts_beside import TextsBeside
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import Case, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignRecord

_ENDS = ("start", "end")
_OUTSIDE = "the place lies outside of the file: the file as a whole is kept as evidence"
_OTHER_WORDS = "other words stand at the place: the words that are said are kept without a place"
_LENGTH = "the place and the words differ in length: the words are kept without a place"
_NO_FILE = "the file does not stand beside the questions: nothing proves the place"
_NO_WORDS = "neither the file nor the words stand there: the file as a whole is kept as evidence"
_NO_PLACE = "no start and end: the file as a whole is kept as evidence"
_NO_PATH = "a snippet without a file: left out"


def _recognises(source: ForeignSource) -> bool:
    return any(_is_tests(part) for part in source.parts)


def _is_tests(part: Part) -> bool:
    if part.container != "json" or part.is_list or not part.has("tests"):
        return False
    tests = part.first["tests"]
    first = tests[0] if isinstance(tests, list) and tests else None
    return isinstance(first, Mapping) and {"query", "snippets"} <= set(first)


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_tests(part)]
    if not parts:
        message = "no tests with a query and snippets"
        refuse(
            source, "LegalBench-RAG", message, "name a file of its benchmarks, or the folder that holds the corpus too"
        )
    files = TextsBeside(source)
    for part in parts:
        stem = part.name.rsplit("/", 1)[-1].removesuffix(".json")
        for place, test in enumerate(part.first["tests"], start=1):
            yield _record(record_of(part, f"test {place}", parts), test, numbered(stem, place), files)
    yield from files.passages()


def _record(record: str, value: object, usual: str, files: TextsBeside) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, "no question: an object was expected", value)
    account = Account(record, value)
    question = text_in(account, "query")
    if question is None:
        account.say("dropped", "", "no question stands here: passed over")
        return account.close()
    found = dict.fromkeys(_snippets(account, files))
    if len(found) > 1:
        account.say("inferred", "snippets", ALL_NEEDED)
    case = Case(
        id=usual,
        question=question,
        origin=Origin(kind="public", ref="legalbench-rag"),
        evidence=tuple(Need(any_of=(one,)) for one in found),
        tags=texts_in(account, "tags", account.kept("tags")),
    )
    say_unstated(account, case)
    return account.close(case=case)


def _snippets(account: Account, files: TextsBeside) -> Iterator[Alternative]:
    for snippet in account.items("snippets"):
        path = text_in(snippet, "file_path")
        words = text_in(snippet, "answer", told="the words of the file, kept as a quote")
        held = snippet.look("span")
        if path is None:
            snippet.say("wrong", "file_path", _NO_PATH)
            continue
        if not isinstance(held, list) or len(held) != len(_ENDS) or not all(type(one) is int for one in held):
            snippet.say("wrong", "span", _NO_PLACE, held)
            yield Alternative(document=path, quote=words)
            continue
        snippet.kept("span")
        yield _placed(snippet, path, words, (held[0], held[1]), files.text(path))


def _placed(snippet: Account, path: str, words: str | None, span: tuple[int, int], text: str | None) -> Alternative:
    """Return a snippet as evidence; its place is believed only where words prove it."""
    start, end = span
    if text is None:
        return _without_file(snippet, path, words, span)
    if end == len(text) + 1:  # the end of the last line, which lines do not tell
        end = len(text)
    if not 0 <= start < end <= len(text):
        snippet.say("wrong", "span", _OUTSIDE, f"{start}-{end} of {len(text)}")
        return Alternative(document=path, quote=words if words and words in text else None)
    if words is not None and text[start:end].removesuffix("\n") != words.removesuffix("\n"):
        snippet.say("wrong", "span", _OTHER_WORDS, text[start:end])
        return Alternative(document=path, quote=words if words in text else None)
    return Alternative(document=path, quote=text[start:end], span=(start, end))


def _without_file(snippet: Account, path: str, words: str | None, span: tuple[int, int]) -> Alternative:
    if words is None:
        snippet.say("wrong", "span", _NO_WORDS, f"{path} {span[0]}-{span[1]}")
        return Alternative(document=path)
    if len(words) != span[1] - span[0]:
        snippet.say("wrong", "span", _LENGTH, f"{span[0]}-{span[1]}")
        return Alternative(document=path, quote=words)
    snippet.say("inferred", "span", _NO_FILE, path)
    return Alternative(document=path, quote=words, span=span)


FORMAT = Format(
    name="legalbench-rag",
    title="LegalBench-RAG",
    recognises=_recognises,
    read=_read,
)
