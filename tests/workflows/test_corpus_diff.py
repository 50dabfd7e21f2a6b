"""Comparing frozen corpora: which two, what changed, and which text is fresh."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from goldsmith.errors import InputError, UnknownNameError
from goldsmith.ondisk.revisions import StoredRevision, load_revision
from goldsmith.records.corpus_diff import ChunkCounts, FieldChange
from goldsmith.records.refresh import FreshText
from goldsmith.workflows.corpus_diff import corpus_diff, diff_stored, fresh_chunks
from goldsmith.workflows.freeze import FreezeOptions, freeze

FEES = "# Fees\n\nThe fee is 5 EUR.\n\n# Late\n\nThe late fee is 9 EUR.\n"
RULES = "# Rules\n\n" + "".join(f"Rule {number} is that {'it holds ' * 8}always.\n\n" for number in range(4))


def frozen(root: Path, label: str, texts: dict[str, str], *, at: int = 0, **options: object) -> StoredRevision:
    """Freeze texts by file name; `at` tells revisions apart that were frozen within one tick of the clock."""
    folder = root / label
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    freeze(folder, root=root, options=FreezeOptions(label=label, **options))  # type: ignore[arg-type]
    stored = load_revision(root, label)
    os.utime(stored.folder / "revision.json", (at, at))
    return stored


def test_the_latest_is_compared_with_the_one_before_it(tmp_path: Path) -> None:
    frozen(tmp_path, "z-first", {"a.md": FEES}, at=1)
    frozen(tmp_path, "m-second", {"a.md": FEES, "b.md": "New."}, at=2)
    frozen(tmp_path, "a-third", {"a.md": FEES, "b.md": "New.", "c.md": "Newer."}, at=3)
    diff = corpus_diff(tmp_path)

    assert (diff.before.label, diff.after.label) == ("m-second", "a-third")
    assert corpus_diff(tmp_path, after="m-second").before.label == "z-first"
    assert corpus_diff(tmp_path, "z", "a").chunks == ChunkCounts(same=2, added=2)


def test_the_pinned_one_is_what_the_latest_is_compared_with(tmp_path: Path) -> None:
    for at, label in enumerate(("one", "two", "three"), start=1):
        frozen(tmp_path, label, {"a.md": f"{FEES}\n{label}"}, at=at)
    (tmp_path / "golden" / "cases").mkdir(parents=True)
    (tmp_path / "golden" / "set.yaml").write_text("name: fees\ncorpus: {label: one}\n", encoding="utf-8")
    case = "- id: fee\n  question: What is the fee?\n  evidence: [{document: a.md, quote: The fee is 5 EUR.}]\n"
    (tmp_path / "golden" / "cases" / "all.yaml").write_text(case, encoding="utf-8")

    assert corpus_diff(tmp_path).before.label == "one"
    assert corpus_diff(tmp_path, after="two").before.label == "one"


def test_with_one_revision_there_is_nothing_to_compare(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no corpus is frozen"):
        corpus_diff(tmp_path)
    frozen(tmp_path, "one", {"a.md": FEES})

    with pytest.raises(InputError, match="no corpus revision before one"):
        corpus_diff(tmp_path)
    with pytest.raises(UnknownNameError):
        corpus_diff(tmp_path, "none", "one")


def test_what_changed_is_told_from_files(tmp_path: Path) -> None:
    one = frozen(tmp_path, "one", {"a.md": FEES, "old/b.md": RULES, "c.md": "Gone."}, retrieval={"embedding": "e5"})
    two = frozen(
        tmp_path,
        "two",
        {"a.md": FEES.replace("9", "12"), "new/b.md": RULES, "d.md": "Came."},
        retrieval={"embedding": "bge"},
    )
    diff = diff_stored(one, two)

    assert [(change.kinds, change.before, change.after) for change in diff.documents] == [
        (("edited",), ("a.md",), ("a.md",)),
        (("removed",), ("c.md",), ()),
        ((("added",)), (), ("d.md",)),
        (("renamed",), ("old/b.md",), ("new/b.md",)),
    ]
    assert diff.chunks == ChunkCounts(same=1, changed=1, moved=1, removed=1, added=1)
    assert diff.retrieval == (FieldChange(field="embedding", before="e5", after="bge"),)
    assert diff_stored(two, two).documents == ()


def test_access_and_dates_are_read_from_front_matter(tmp_path: Path) -> None:
    one = frozen(tmp_path, "one", {"a.md": f"---\nallowed_principals: [desk]\n---\n{FEES}"})
    two = frozen(tmp_path, "two", {"a.md": f"---\ntenant: eu\n---\n{FEES}"})
    diff = diff_stored(one, two)

    assert [change.kinds for change in diff.documents] == [("access",)]
    assert [(change.gained, change.lost) for change in diff.access] == [(("tenant eu",), ("desk",))]
    assert (diff.access[0].tenant_before, diff.access[0].tenant_after) == (None, "eu")


def test_a_corpus_without_texts_is_compared_by_its_hashes(tmp_path: Path) -> None:
    one = frozen(tmp_path, "one", {"a.md": FEES, "old.md": RULES}, keep_text=False)
    two = frozen(tmp_path, "two", {"a.md": FEES.replace("9", "12"), "new.md": RULES + "More."}, keep_text=False)
    diff = diff_stored(one, two)

    assert [change.kinds for change in diff.documents] == [("edited",), ("renamed", "edited")]
    assert tuple(fresh_chunks(one, two)) == ()


def test_text_that_stood_nowhere_is_fresh(tmp_path: Path) -> None:
    one = frozen(tmp_path, "one", {"a.md": FEES})
    two = frozen(tmp_path, "two", {"a.md": FEES.replace("9", "12"), "b.md": "# Late\n\nThe late fee is 9 EUR.\n"})
    fresh = list(fresh_chunks(one, two))

    assert [(text.document, text.section, text.text) for text in fresh] == [
        ("a.md", "Late", "# Late\n\nThe late fee is 12 EUR.")
    ]
    assert fresh == [FreshText(document="a.md", chunk=fresh[0].chunk, section="Late", text=fresh[0].text)]


def test_what_was_only_cut_or_wrapped_otherwise_is_not_fresh(tmp_path: Path) -> None:
    one = frozen(tmp_path, "one", {"a.md": RULES, "b.md": RULES, "c.md": "Gone."})
    wrapped = RULES.replace("holds it", "holds\nit")
    later = {"a.md": RULES, "b.md": f"{wrapped}Rule 5 is new.\n", "d.md": "Another."}
    two = frozen(tmp_path, "two", later, capacity=200)
    diff = diff_stored(one, two)

    assert [change.kinds for change in diff.documents][:2] == [("rechunked",), ("edited",)]
    assert [(text.document, text.text) for text in fresh_chunks(one, two, diff=diff)] == [
        ("b.md", "Rule 5 is new."),
        ("d.md", "Another."),
    ]


def test_windows_that_overlap_are_read_as_one_text(tmp_path: Path) -> None:
    words = "Goods come back within 30 days, and no later. A receipt is asked for."
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(words, encoding="utf-8")
    rows = "".join(
        f'{{"chunk_id": "a:{start}", "document": "a.md", "start": {start}, "end": {start + 30}}}\n'
        for start in (0, 20, 39)
    )
    (tmp_path / "windows.jsonl").write_text(rows, encoding="utf-8")
    options = FreezeOptions(label="one", documents=tmp_path / "docs")
    freeze(tmp_path / "windows.jsonl", root=tmp_path, options=options)
    two = frozen(tmp_path, "two", {"a.md": f"{words} Always."})

    assert tuple(fresh_chunks(load_revision(tmp_path, "one"), two)) != ()
    three = frozen(tmp_path, "three", {"a.md": words.replace(", ", ",\n")})
    assert tuple(fresh_chunks(load_revision(tmp_path, "one"), three)) == ()
