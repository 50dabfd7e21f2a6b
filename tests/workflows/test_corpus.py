"""Looking at frozen corpora."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldsmith.errors import InputError
from goldsmith.workflows.corpus import corpora, find, verify
from goldsmith.workflows.freeze import FreezeOptions, FreezeReport, freeze


def frozen(root: Path, *, keep_text: bool = True, label: str | None = None) -> FreezeReport:
    docs = root / "docs"
    docs.mkdir(exist_ok=True)
    (docs / "a.md").write_text("# Fees\n\nThe fee is 5 EUR.\n\n# Late\n\nThe late fee is 9 EUR.\n", encoding="utf-8")
    return freeze(docs, root=root, options=FreezeOptions(keep_text=keep_text, label=label))


def test_every_revision_is_listed(tmp_path: Path) -> None:
    assert corpora(tmp_path) == ()
    one, two = frozen(tmp_path, label="b"), frozen(tmp_path, label="a")

    assert corpora(tmp_path) == (two.revision, one.revision)


def test_a_text_is_found_with_its_chunks(tmp_path: Path) -> None:
    frozen(tmp_path)
    found = find(tmp_path, "the FEE is")

    assert [chunk.section for chunk in found.chunks] == ["Fees"]
    assert (found.more, found.exit_status) == (False, 0)
    assert find(tmp_path, "eur", limit=1).more
    assert find(tmp_path, "dollar").exit_status == 1
    with pytest.raises(InputError, match="nothing to look for"):
        find(tmp_path, " ")


def test_without_text_nothing_can_be_looked_for(tmp_path: Path) -> None:
    report = frozen(tmp_path, keep_text=False)

    assert find(tmp_path, "fee").not_applicable == f"the revision {report.revision.label} holds no full text (absent)"


def test_an_intact_revision_verifies(tmp_path: Path) -> None:
    report = frozen(tmp_path)
    verified = verify(tmp_path)

    assert (verified.revision, verified.differs, verified.exit_status) == (report.revision, (), 0)


@pytest.mark.parametrize("name", ["documents.parquet", "chunks.parquet", "index/keys.npy"])
def test_any_flipped_byte_is_named(tmp_path: Path, name: str) -> None:
    path = Path(frozen(tmp_path).folder) / name
    data = bytearray(path.read_bytes())
    data[-12 if name.endswith(".npy") else len(data) // 2] ^= 4
    path.write_bytes(bytes(data))
    report = verify(tmp_path)

    assert report.exit_status == 4
    assert ("index" if "index" in name else name) in " ".join(report.differs)


def test_a_description_that_was_edited_is_named(tmp_path: Path) -> None:
    path = Path(frozen(tmp_path).folder) / "revision.json"
    plain = json.loads(path.read_bytes())
    plain["revision"]["access_digest"] = "0" * 64
    path.write_text(json.dumps(plain), encoding="utf-8")

    assert [line.split(":")[0] for line in verify(tmp_path).differs] == ["access digest"]
