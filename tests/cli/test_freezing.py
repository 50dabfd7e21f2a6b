"""A freeze that is not what the lock names changes nothing, says which documents are others, and can be mended."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.cases.telling import Goldsmith


def documents(root: Path, **texts: str) -> None:
    shutil.rmtree(root / "documents", ignore_errors=True)
    (root / "documents").mkdir()
    for name, text in texts.items():
        (root / "documents" / f"{name}.md").write_text(f"{text}\n", encoding="utf-8")


def fresh_checkout(root: Path, goldsmith: Goldsmith) -> None:
    """Freeze two documents, then take away what machines keep for themselves."""
    (root / "goldsmith.toml").write_text('documents = "documents"\n', encoding="utf-8")
    documents(root, a="Alpha.", b="Beta.")
    goldsmith("freeze", "--label", "march")
    shutil.rmtree(root / ".goldsmith")


def test_the_documents_that_differ_are_named_and_nothing_is_stored(tmp_path: Path, goldsmith: Goldsmith) -> None:
    fresh_checkout(tmp_path, goldsmith)
    documents(tmp_path, a="Other.", c="New.")
    told = goldsmith("freeze", "--label", "march")

    assert told.status == 1
    assert told.out.splitlines()[:4] == [
        "nothing was frozen: these are not the documents that corpus.lock names as march",
        "  changed: a.md",
        "  missing: b.md",
        "  new: c.md",
    ]
    assert "froze " not in told.out
    assert not (tmp_path / ".goldsmith").exists()


def test_mended_documents_freeze_under_the_label_that_was_refused(tmp_path: Path, goldsmith: Goldsmith) -> None:
    fresh_checkout(tmp_path, goldsmith)
    documents(tmp_path, a="Other.", b="Beta.")
    refused = goldsmith("freeze", "--label", "march")
    documents(tmp_path, a="Alpha.", b="Beta.")
    mended = goldsmith("freeze", "--label", "march")

    assert (refused.status, mended.status) == (1, 0)
    assert mended.out.startswith("froze march: 2 documents")


def test_an_older_lock_says_what_differs_and_where_to_look(tmp_path: Path, goldsmith: Goldsmith) -> None:
    fresh_checkout(tmp_path, goldsmith)
    lock = tmp_path / "corpus.lock"
    held = json.loads(lock.read_text(encoding="utf-8"))
    del held["contents"]
    lock.write_text(json.dumps(held), encoding="utf-8")
    documents(tmp_path, a="Other.", b="Beta.")
    told = goldsmith("freeze", "--label", "march")

    assert "  sources_digest: locked " in told.out
    assert "corpus.lock does not say which documents: git status does" in told.out


def test_an_older_lock_is_helped_by_the_revision_that_is_stored(tmp_path: Path, goldsmith: Goldsmith) -> None:
    fresh_checkout(tmp_path, goldsmith)
    goldsmith("freeze", "--label", "march")
    lock = tmp_path / "corpus.lock"
    held = json.loads(lock.read_text(encoding="utf-8"))
    del held["contents"]
    lock.write_text(json.dumps(held), encoding="utf-8")
    documents(tmp_path, a="Other.", b="Beta.")
    told = goldsmith("freeze", "--label", "march")

    assert "  changed: a.md\n" in told.out


def test_git_passes_over_what_machines_keep_and_a_removed_rule_stays_removed(
    tmp_path: Path, goldsmith: Goldsmith
) -> None:
    documents(tmp_path, a="Alpha.")
    goldsmith("freeze", "documents", "--label", "one")
    rule = tmp_path / ".goldsmith" / ".gitignore"
    written = rule.read_text(encoding="utf-8")
    rule.unlink()
    goldsmith("freeze", "documents", "--label", "two")

    assert written == "*\n"
    assert not rule.exists()


def test_a_run_without_a_corpus_keeps_git_away_too(tmp_path: Path, goldsmith: Goldsmith) -> None:
    (tmp_path / "q.csv").write_text("id,question,expected_answer,type\na,Q?,1,no_answer\n", encoding="utf-8")
    (tmp_path / "run.jsonl").write_text('{"case_id": "a", "answer": "1"}\n', encoding="utf-8")
    goldsmith("evaluate", "q.csv", "--system", "run.jsonl")

    assert (tmp_path / ".goldsmith" / ".gitignore").read_text(encoding="utf-8") == "*\n"


def test_a_field_that_a_manifest_does_not_mean_can_be_left_empty(tmp_path: Path, goldsmith: Goldsmith) -> None:
    row = {"id": "a#1", "document": "a", "text": "Alpha.", "source": "exported by hand"}
    (tmp_path / "chunks.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")

    told = goldsmith("freeze", "chunks.jsonl", "--label", "march", "--map", "source=")

    assert told.status == 0
    assert "exported by hand" not in (tmp_path / "corpus.lock").read_text(encoding="utf-8")


def test_a_fresh_checkout_freezes_under_the_label_of_the_lock(tmp_path: Path, goldsmith: Goldsmith) -> None:
    fresh_checkout(tmp_path, goldsmith)
    before = (tmp_path / "corpus.lock").read_bytes()

    told = goldsmith("freeze")

    assert told.out.splitlines()[0] == "froze march: 2 documents, 2 chunks, with text"
    assert (tmp_path / "corpus.lock").read_bytes() == before


def test_other_documents_without_a_label_get_one_of_their_own(tmp_path: Path, goldsmith: Goldsmith) -> None:
    fresh_checkout(tmp_path, goldsmith)
    documents(tmp_path, a="Other.", b="Beta.")

    told = goldsmith("freeze")

    assert told.out.startswith("froze r-")
    assert "corpus.lock names march" in told.out
