"""Chunks and their ids: an edit stays in its section, and unchanged text keeps its id."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.corpus.chunking import ChunkedCorpus, chunk_documents
from goldsmith.records.corpus import Chunk, ContentHash, Document, Ingestion
from goldsmith.tables.frozen_corpus import RepeatedText, SourceText
from goldsmith.tables.headings import Heading


def source(name: str, text: str | None, media_type: str = "text/markdown") -> SourceText:
    document = Document(
        id=name,
        source=name,
        content_hash=ContentHash(algorithm="sha256", value=""),
        media_type=media_type,
        ingestion=Ingestion(status="parsed"),
    )
    return SourceText(document=document, text=text)


def chunks(corpus: ChunkedCorpus) -> list[Chunk]:
    return [corpus.chunks.chunk(row) for row in range(len(corpus.chunks))]


def cut(text: str, capacity: int = 60) -> list[Chunk]:
    return chunks(chunk_documents([source("d.md", text)], capacity=capacity))


def test_a_short_section_is_one_chunk_with_its_span_and_path() -> None:
    text = "# Fees\n\nA fee is due.\n\n## Late\n\nTwo.\n"
    found = cut(text)

    assert [(one.text, one.section, one.ordinal, text[one.start : one.end]) for one in found] == [
        ("# Fees\n\nA fee is due.", "Fees", 0, "# Fees\n\nA fee is due."),
        ("## Late\n\nTwo.", "Fees > Late", 1, "## Late\n\nTwo."),
    ]


def test_an_id_never_changes_between_machines_and_versions() -> None:
    assert [one.id for one in cut("# Fees\n\nA fee is due.\n")] == ["d.md#6c296740f4bd"]


def test_a_document_without_text_has_no_chunks_and_keeps_its_place() -> None:
    corpus = chunk_documents([source("b.md", "B."), source("a.pdf", None)])

    assert corpus.chunks.documents == ("a.pdf", "b.md")
    assert [(one.document, one.text) for one in chunks(corpus)] == [("b.md", "B.")]


def test_a_chunk_stands_on_one_page_and_under_the_headings_above_it() -> None:
    text = "Fees\n\nOne fee.\n\nTwo fees.\n\nLate\n\nNone."
    paged = replace(
        source("a.pdf", text, "application/pdf"),
        pages=(0, 0, 16, 33),
        headings=(Heading(0, 1, "Fees"), Heading(27, 2, "Late")),
    )

    assert [(one.text, one.section, one.page) for one in chunks(chunk_documents([paged]))] == [
        ("Fees\n\nOne fee.", "Fees", 2),
        ("Two fees.", "Fees", 3),
        ("Late", "Fees > Late", 3),
        ("None.", "Fees > Late", 4),
    ]


def test_the_text_of_another_format_may_be_markdown() -> None:
    typed = replace(source("a.pdf", "# Fees\n\nA fee.", "application/pdf"), text_type="text/markdown")

    assert [one.section for one in chunks(chunk_documents([typed]))] == ["Fees"]


def test_no_document_at_all_gives_no_chunks() -> None:
    assert len(chunk_documents([]).chunks) == 0


def test_equal_texts_in_one_section_are_numbered_and_reported() -> None:
    corpus = chunk_documents([source("d.md", "# A\n\nSame.\n\n# A\n\nSame.\n\n# B\n\nSame.\n")])
    ids = list(corpus.chunks.ids)

    assert corpus.repeated == (RepeatedText(document="d.md", section="A", ids=(ids[0], ids[0] + "-2")),)
    assert len(set(ids)) == 3


def test_another_copy_of_a_repeated_text_takes_the_next_ordinal_wherever_it_is_put() -> None:
    twice = [one.id for one in cut("# A\n\nSame.\n\n# B\n\nOther.\n\n# A\n\nSame.\n")]
    thrice = [one.id for one in cut("# A\n\nSame.\n\n# A\n\nSame.\n\n# B\n\nOther.\n\n# A\n\nSame.\n")]

    assert set(thrice) - set(twice) == {twice[0] + "-3"}
    assert set(twice) <= set(thrice)


def test_a_section_inserted_before_another_of_the_same_name_renames_none_of_its_texts() -> None:
    before = cut("# Notes\n\nOld words.\n")
    after = cut("# Notes\n\nNew words.\n\n# Notes\n\nOld words.\n")

    assert before[0].id == after[1].id


WORDS = st.lists(st.sampled_from(["fee", "due", "Überweisung", "退款", "🙂", "a.", "\n", "- x"]), max_size=40)
BODIES = st.one_of(st.sampled_from(["Same words.", "See above.", ""]), WORDS.map(" ".join))
HEADINGS = st.sampled_from(["# A", "## B", "## C", "### D", "# E"])


@dataclass(frozen=True)
class _Part:
    heading: str
    body: str

    def __str__(self) -> str:
        return f"{self.heading}\n\n{self.body}\n\n"


PARTS = st.lists(st.builds(_Part, HEADINGS, BODIES), min_size=1, max_size=8)


def _text(parts: Sequence[_Part]) -> str:
    return "".join(map(str, parts))


Standing = tuple[str, str | None, str | None]
"""Document, section and text of a chunk."""


def _ids(found: Sequence[Chunk]) -> dict[Standing, set[str]]:
    grouped: dict[Standing, set[str]] = {}
    for one in found:
        grouped.setdefault((one.document, one.section, one.text), set()).add(one.id)
    return grouped


@given(PARTS, st.integers(10, 80))
def test_every_chunk_is_the_text_at_its_span_and_none_is_blank(parts: list[_Part], capacity: int) -> None:
    text = _text(parts)
    found = cut(text, capacity)

    assert all(one.start is not None and text[one.start : one.end] == one.text for one in found)
    assert all(one.text and one.text.strip() and len(one.text) <= capacity for one in found)
    assert len({one.id for one in found}) == len(found)
    covered = "".join(one.text or "" for one in found)
    assert re.sub(r"\s", "", covered) == re.sub(r"\s", "", text)


@given(PARTS, BODIES, st.data())
def test_an_edit_changes_ids_in_the_edited_section_only(parts: list[_Part], body: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(parts) - 1))
    edited = [*parts[:at], _Part(parts[at].heading, body), *parts[at + 1 :]]
    before, after = cut(_text(parts)), cut(_text(edited))
    path = next(one.section for one in after if one.start is not None and one.start >= len(_text(parts[:at])))

    others_before = [(one.id, one.text) for one in before if one.section != path]
    others_after = [(one.id, one.text) for one in after if one.section != path]
    assert others_before == others_after


@given(PARTS, st.builds(_Part, HEADINGS, BODIES), st.data())
def test_unchanged_text_keeps_its_id_whatever_is_inserted(parts: list[_Part], new: _Part, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(parts)))
    before, after = cut(_text(parts)), cut(_text([*parts[:at], new, *parts[at:]]))
    old_ids, new_ids = _ids(before), _ids(after)

    # Repeated texts included: a text that stands n times under a heading has n ids, and n + 1 with one more copy.
    for key in set(old_ids) & set(new_ids):
        smaller, larger = sorted((old_ids[key], new_ids[key]), key=len)
        assert smaller <= larger
    copies = Counter((one.document, one.section, one.text) for one in after)
    assert all(len(ids) == copies[key] for key, ids in new_ids.items())


@pytest.mark.real_data
@pytest.mark.parametrize(("old", "new"), [("2021-01-01", "2023-01-01"), ("2023-01-01", "2024-01-01")])
def test_the_handbook_keeps_the_id_of_every_unchanged_text(
    shared: Path, old: str, new: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = (_handbook(shared / "data" / "tts-handbook" / name) for name in (old, new))
    old_ids, new_ids = _ids(before), _ids(after)
    unchanged = old_ids.keys() & new_ids.keys()
    same_id = [key for key in unchanged if old_ids[key] & new_ids[key]]
    anywhere = {(one.document, one.text) for one in before} & {(one.document, one.text) for one in after}
    ids = {one.id for one in before} & {one.id for one in after}
    with capsys.disabled():
        print(  # noqa: T201
            f"\nhandbook {old} to {new}: {len(before)} to {len(after)} chunks; "
            f"{len(same_id)} of {len(unchanged)} texts unchanged under their headings keep their id; "
            f"{len(ids)} ids for {len(anywhere)} texts unchanged anywhere in their document"
        )

    assert len(unchanged) > 100
    assert len(same_id) == len(unchanged)


def _handbook(folder: Path) -> list[Chunk]:
    names: Counter[str] = Counter()
    sources = []
    for path in sorted(folder.rglob("*.md")):
        # The pages moved between folders; their file names stayed.
        names[path.name] += 1
        body = re.sub(r"\A---\n.*?\n---\n", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        sources.append(source(f"{path.name}~{names[path.name]}", body))
    return chunks(chunk_documents(sources))
