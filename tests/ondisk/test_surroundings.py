"""A passage is shown where it stands in its document."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.ondisk.revisions import StoredRevision, chunks_of, load_revision
from goldsmith.ondisk.surroundings import Surrounded, surroundings
from goldsmith.records.corpus import Chunk
from goldsmith.workflows.freeze import FreezeOptions, freeze

TEXT = "# Returns\n\nGoods come back.\n\n## Term\n\nWithin 30 days.\n\n## Cost\n\nIt is free.\n"


def chunk(name: str, ordinal: int, start: int, text: str) -> Chunk:
    return Chunk(id=name, document="d", ordinal=ordinal, start=start, end=start + len(text), text=text)


@pytest.fixture
def revision(tmp_path: Path) -> StoredRevision:
    """Return a revision of two documents."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "returns.md").write_text(TEXT, encoding="utf-8")
    (tmp_path / "docs" / "staff.md").write_text("# Staff\n\nThe safe is locked.\n", encoding="utf-8")
    freeze(tmp_path / "docs", root=tmp_path, options=FreezeOptions(label="march"))
    return load_revision(tmp_path, "march")


def test_a_chunk_has_its_neighbours_of_the_same_document_alone(revision: StoredRevision) -> None:
    names = [one.id for one in chunks_of(revision, ["returns.md", "staff.md"])]
    found = surroundings(revision, [*names, "gone#1"])

    joined = [
        (name, near.id)
        for name in names
        for near in (found[name].before, found[name].after)
        if near is not None
    ]  # fmt: skip

    assert sorted(found) == sorted(names)
    assert {(one[:5], other[:5]) for one, other in joined} <= {("retur", "retur"), ("staff", "staff")}
    assert joined == [
        (names[place], names[near])
        for place in range(len(names))
        for near in (place - 1, place + 1)
        if 0 <= near < len(names) and names[near][:5] == names[place][:5]
    ]


def test_a_chunk_that_is_asked_for_alone_has_none(revision: StoredRevision) -> None:
    names = [one.id for one in chunks_of(revision, ["returns.md"])]
    found = surroundings(revision, [], alone=names)

    assert [(one.before, one.after) for one in found.values()] == [(None, None)] * len(names)


def test_what_stands_around_a_chunk_is_the_text_of_the_document() -> None:
    text = "abcdefghij"
    first, own, last = chunk("1", 0, 0, text[:4]), chunk("2", 1, 4, text[4:7]), chunk("3", 2, 7, text[7:])
    held = Surrounded(chunk=own, before=first, after=last)

    assert (held.text_before(2), held.text_after(99), held.text_before(0)) == ("cd", "hij", "")


def test_chunks_that_overlap_are_not_told_twice() -> None:
    text = "abcdefghij"
    held = Surrounded(
        chunk=chunk("2", 1, 3, text[3:7]), before=chunk("1", 0, 0, text[:5]), after=chunk("3", 2, 5, text[5:])
    )

    assert (held.text_before(99), held.text_after(99)) == ("abc", "hij")


def test_a_gap_between_chunks_is_a_blank_line() -> None:
    held = Surrounded(chunk=chunk("2", 1, 6, "efg"), before=chunk("1", 0, 0, "abcd"), after=chunk("3", 2, 20, "xyz"))

    assert (held.text_before(99), held.text_after(99)) == ("abcd\n\n", "\n\nxyz")


def test_a_neighbour_without_text_says_nothing() -> None:
    silent = Chunk(id="1", document="d", ordinal=0)

    assert Surrounded(chunk=chunk("2", 1, 6, "efg"), before=silent, after=silent).text_before(9) == ""
