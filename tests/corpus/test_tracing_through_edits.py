"""Whatever is done to a document: an intact quote is found in its place, and a changed one is never called intact."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith._base.canonical import text_sha256
from goldsmith.corpus.chunking import chunk_documents
from goldsmith.corpus.locate import Lookup
from goldsmith.corpus.tracing import trace
from goldsmith.records.case import Case
from goldsmith.records.corpus import Chunk, ContentHash, Document, Ingestion
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.refresh import TracedAlternative
from goldsmith.tables.frozen_corpus import SourceText
from goldsmith.text.normal import normalise_document

_WORDS = {
    "en": "the refund desk customer within receipt order fee account letter must never pay month days price item form "
    "shop closes opens returns goods quickly carefully person law tax euro manager signs report train ticket",
    "ru": "возврат касса покупатель после чек заказ плата счёт письмо должен никогда платит месяц "
    "дней цена товар форма магазин закрыт открыт груз быстро внимательно человек закон "
    "налог евро директор подписывает отчёт поезд билет",
    "zh": "退 款 柜 台 顾 客 之 内 收 据 订 单 费 用 账 户 信 件 必 须 从 不 支 付 月 天 价 格 物 品 表 "
    "商 店 关 门 开 送 回 快 人 法 税 经 理 签 报 告 车 票",
}
_BETWEEN = {"en": " ", "ru": " ", "zh": ""}
_STOP = {"en": ".", "ru": ".", "zh": "。"}
_OTHER = {"en": "otherwise", "ru": "иначе", "zh": "另外改写"}
_CAPACITIES = (80, 200, 1000)


@dataclass
class _Page:
    """A document as its writer sees it: sections of paragraphs of sentences, each known by a number."""

    language: str
    draw: Random
    sections: list[tuple[str, list[list[int]]]] = field(default_factory=list)
    sentences: dict[int, str] = field(default_factory=dict)
    breaks: int = 0
    newline: str = "\n"

    def new_sentence(self) -> int:
        words = _WORDS[self.language].split()
        size = self.draw.randint(6, 14) if self.language != "zh" else self.draw.randint(14, 30)
        text = _BETWEEN[self.language].join(self.draw.choice(words) for _ in range(size))
        number = len(self.sentences)
        # The number makes each sentence its own; nothing else in it need differ from another.
        self.sentences[number] = f"{text}{_BETWEEN[self.language]}{100 + number}{_STOP[self.language]}"
        return number

    def new_section(self) -> tuple[str, list[list[int]]]:
        paragraphs = [
            [self.new_sentence() for _ in range(self.draw.randint(1, 4))] for _ in range(self.draw.randint(1, 3))
        ]
        return f"Part {len(self.sentences)}", paragraphs

    def text(self) -> tuple[str, dict[int, tuple[int, int]]]:
        """Return the text and where each sentence stands in it; every `breaks`-th blank is a line end."""
        parts: list[str] = []
        places: dict[int, tuple[int, int]] = {}
        size = blanks = 0

        def put(text: str) -> None:
            nonlocal size, blanks
            if self.breaks and not text.startswith("#"):
                kept = []
                for character in text:
                    blanks += character == " "
                    kept.append("\n" if character == " " and blanks % self.breaks == 0 else character)
                text = "".join(kept)
            parts.append(text)
            size += len(text)

        for heading, paragraphs in self.sections:
            put(f"## {heading}\n\n")
            for paragraph in paragraphs:
                for at, number in enumerate(paragraph):
                    put(_BETWEEN[self.language] if at else "")
                    places[number] = (size, size + len(self.sentences[number]))
                    put(self.sentences[number])
                put("\n\n")
        return normalise_document("".join(parts).replace("\n", self.newline)), places


def _page(language: str, draw: Random) -> _Page:
    page = _Page(language, draw)
    page.sections = [page.new_section() for _ in range(draw.randint(2, 4))]
    return page


def _paragraphs(page: _Page) -> list[list[int]]:
    return [paragraph for _, held in page.sections for paragraph in held if paragraph]


def _edit(page: _Page, kind: str) -> None:
    draw = page.draw
    paragraph = draw.choice(_paragraphs(page) or [[]])
    heading, held = draw.choice(page.sections)
    if kind == "insert":
        paragraph.insert(draw.randint(0, len(paragraph)), page.new_sentence())
    elif kind == "delete" and paragraph:
        paragraph.pop(draw.randrange(len(paragraph)))
    elif kind == "move section":
        page.sections.append(page.sections.pop(draw.randrange(len(page.sections))))
    elif kind == "add section":
        page.sections.insert(draw.randint(0, len(page.sections)), page.new_section())
    elif kind == "rename section":
        at = page.sections.index((heading, held))
        page.sections[at] = (f"Renamed {heading}", held)
    elif kind == "split paragraph" and held:
        at = draw.randrange(len(held))
        cut = draw.randint(0, len(held[at]))
        held[at : at + 1] = [held[at][:cut], held[at][cut:]]
    elif kind == "merge paragraphs" and len(held) > 1:
        held[0:2] = [held[0] + held[1]]
    elif kind == "wrap":
        page.breaks = draw.randint(2, 7)
    elif kind == "newline style":
        page.newline = draw.choice(["\r\n", "\r"])


def _revision(text: str, capacity: int) -> Lookup:
    held = Document(
        id="page",
        source="page.md",
        content_hash=ContentHash(algorithm="sha256", value=text_sha256(text)),
        media_type="text/markdown",
        ingestion=Ingestion(status="parsed"),
    )
    columns = chunk_documents([SourceText(document=held, text=text)], capacity=capacity).chunks
    chunks: tuple[Chunk, ...] = tuple(columns.chunk(row) for row in range(len(columns)))
    return Lookup(documents={"page": held}, chunks={"page": chunks}, text="full")


def _traced(quote: str, place: tuple[int, int], before: Lookup, after: Lookup) -> TracedAlternative:
    written = Alternative(document="page", quote=quote, span=place)
    (found,) = trace([Case(id="c", question="Q?", evidence=(Need(any_of=(written,)),))], before, after, heirs={})
    return found


_EDITS = [
    "insert",
    "delete",
    "move section",
    "add section",
    "rename section",
    "split paragraph",
    "merge paragraphs",
    "wrap",
    "newline style",
]
_RANDOM = st.integers(0, 2**32 - 1).map(Random)


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
@given(
    draw=_RANDOM,
    kinds=st.lists(st.sampled_from(_EDITS), max_size=8),
    capacities=st.tuples(*[st.sampled_from(_CAPACITIES)] * 2),
)
def test_every_sentence_that_stands_is_found_in_its_place_and_no_deleted_one_is(
    language: str, draw: Random, kinds: list[str], capacities: tuple[int, int]
) -> None:
    page = _page(language, draw)
    old, places = page.text()
    known = dict(page.sentences)
    for kind in kinds:
        _edit(page, kind)
    new, now = page.text()
    before, after = _revision(old, capacities[0]), _revision(new, capacities[1])

    for number, place in places.items():
        found = _traced(known[number], place, before, after)
        if number not in now:
            assert found.quote in {"gone", "edited"}
            continue
        assert found.quote == "intact" or (found.quote == "split" and len(found.pinned) > 1)
        spans = [one.span for one in found.pinned if one.span is not None]
        assert (min(spans)[0], max(one[1] for one in spans)) == now[number]
        assert found.confidence == 1.0


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
@given(
    draw=_RANDOM,
    kinds=st.lists(st.sampled_from(_EDITS), max_size=4),
    change=st.sampled_from(["put in", "cut", "number"]),
)
def test_a_sentence_whose_words_were_changed_is_never_intact(
    language: str, draw: Random, kinds: list[str], change: str
) -> None:
    page = _page(language, draw)
    old, places = page.text()
    known = dict(page.sentences)
    number = draw.choice(sorted(places))
    words = known[number]
    middle = words.find(_BETWEEN[language], len(words) // 2) if _BETWEEN[language] else len(words) // 2
    page.sentences[number] = {
        "put in": f"{words[:middle]}{_BETWEEN[language]}{_OTHER[language]}{words[middle:]}",
        "cut": words[: middle - 3] + words[middle:],
        "number": words.replace(str(100 + number), str(900 + number)),
    }[change]
    for kind in kinds:
        _edit(page, kind)
    found = _traced(words, places[number], _revision(old, 1000), _revision(page.text()[0], 1000))

    assert found.quote != "intact"
    assert found.section != "same"


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
@given(draw=_RANDOM, kinds=st.lists(st.sampled_from(["wrap", "newline style"]), min_size=1, max_size=3))
def test_other_line_breaks_alone_change_nothing(language: str, draw: Random, kinds: list[str]) -> None:
    page = _page(language, draw)
    old, places = page.text()
    for kind in kinds:
        _edit(page, kind)
    before, after = _revision(old, 1000), _revision(page.text()[0], 1000)

    for number, place in places.items():
        found = _traced(page.sentences[number], place, before, after)
        assert (found.quote, found.section, found.document) == ("intact", "same", "same")
        assert [one.quote for one in found.pinned] == [page.sentences[number]]


@given(draw=_RANDOM, kinds=st.lists(st.sampled_from(_EDITS), max_size=5))
def test_words_that_stand_twice_are_found_in_their_own_place_or_the_doubt_is_told(
    draw: Random, kinds: list[str]
) -> None:
    page = _page("en", draw)
    one, other = draw.sample(sorted(page.sentences), 2) if len(page.sentences) > 1 else (0, 0)
    page.sentences[other] = page.sentences[one]
    old, places = page.text()
    for kind in kinds:
        _edit(page, kind)
    new, now = page.text()
    before, after = _revision(old, 1000), _revision(new, 1000)

    for number in (one, other):
        found = _traced(page.sentences[number], places[number], before, after)
        if found.quote == "intact" and found.confidence == 1.0:
            assert number in now
            assert found.pinned[0].span == now[number]
