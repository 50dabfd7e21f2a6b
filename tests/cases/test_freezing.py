"""Cases 020, 021, 023, 024, 025 and 027: what freezing and checking say of a corpus and of evidence in it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import goldsmith as api
from goldsmith.records.evidence import Alternative
from tests.cases.telling import Goldsmith, case, project, reply, score

Folder = Callable[[str], Path]
HEADER = "name: help-desk\n"


WEIGHING = {"GS219", "GS220", "GS221", "GS222"}
"""Rules that hold what evidence says against an answer; the answers of these cases are made up."""


def findings(goldsmith: Goldsmith, *words: str | Path) -> dict[str, list[tuple[str, str]]]:
    """Return severity and case of each finding on the place of evidence, by code."""
    found: dict[str, list[tuple[str, str]]] = {}
    for item in goldsmith("check", "--json", *words).json["findings"]:
        if (
            item["code"].startswith("GS2")
            and item["code"] not in WEIGHING
            and item["severity"] != "advice"
            and item["case"]
        ):
            found.setdefault(item["code"], []).append((item["severity"], item["case"]))
    return found


def scored(verdict: Mapping[str, Any], name: str, measure: str) -> bool:
    found = score(verdict, name, measure)
    return found is not None and found[0] is not None


def evidence(folder: Path) -> list[Alternative]:
    return [one.evidence[0].any_of[0] for one in api.open_golden_set(folder / "golden").cases]


def test_020_spans_count_code_points_and_other_numbers_are_not_taken(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith
) -> None:
    source = shared_case("020-emoji-offsets-from-browser")
    rows = [json.loads(line) for line in (source / "annotations.jsonl").read_text(encoding="utf-8").splitlines()]
    given = [{"document": row["doc_id"], "quote": row["quote"], "span": [row["start"], row["end"]]} for row in rows[1:]]
    words = {"document": "notice.md", "quote": "30 days"}
    cases = [case(f"g{n}", evidence=[one]) for n, one in enumerate([words, *given], start=1)]
    project(tmp_path, header=HEADER, cases=cases)
    goldsmith("freeze", source / "corpus")
    seen = findings(goldsmith, "--fix")
    text = (source / "corpus" / "notice.md").read_text(encoding="utf-8")

    assert seen == {"GS216": [("warning", "g3")]}
    assert [(one.span, one.sha256 is not None) for one in evidence(tmp_path)] == [
        ((45, 52), True),
        ((45, 52), True),
        ((49, 56), False),
    ]
    assert text[45:52] == "30 days"


def test_021_line_endings_alone_change_neither_the_revision_nor_an_approval(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith
) -> None:
    source = shared_case("021-crlf-checkout-shifts-offsets")
    words = {"document": "policy.md", "quote": "Free above 50 EUR."}
    project(tmp_path, header=HEADER, cases=[case("g001", evidence=[words])])
    before = goldsmith("freeze", source / "corpus-rev-a", "--label", "a", "--json").json["revision"]
    after = goldsmith("freeze", source / "corpus-rev-b", "--label", "b", "--json").json["revision"]
    goldsmith("check", "--fix", "--corpus", "a")
    goldsmith("approve", "g001", "--corpus", "a", "--reviewer", "r1", "--reason", "stated", "--confirm-all")
    checked = goldsmith("check", "--corpus", "b", "--json")
    (pinned,) = evidence(tmp_path)

    assert before["digest"] == after["digest"]
    assert (checked.status, findings(goldsmith, "--corpus", "b")) == (0, {})
    assert "1 approved" in goldsmith("check", "--corpus", "b").out
    assert (pinned.quote, pinned.span) == ("Free above 50 EUR.", (40, 58))


def test_023_an_id_that_still_resolves_to_another_text_is_an_error(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith
) -> None:
    source = shared_case("023-rechunk-one-to-many")
    project(tmp_path, header=HEADER, cases=[case("g001", evidence=["refund:12"])])
    goldsmith("freeze", source / "manifest-old.jsonl", "--label", "old")
    goldsmith("check", "--fix")
    goldsmith("approve", "g001", "--reviewer", "r1", "--reason", "stated", "--confirm-all")
    goldsmith("freeze", source / "manifest-new.jsonl", "--label", "new")
    (tmp_path / "run.jsonl").write_text(json.dumps(reply("g001", retrieved=["refund:13"])) + "\n", encoding="utf-8")
    stopped = goldsmith("evaluate", "--corpus", "new", "--system", "run.jsonl")
    waived = goldsmith("evaluate", "--corpus", "new", "--system", "run.jsonl", "--waive", "GS207", "--json")
    (pinned,) = evidence(tmp_path)

    assert findings(goldsmith, "--corpus", "old") == {}
    assert findings(goldsmith, "--corpus", "new") == {"GS207": [("error", "g001")]}
    assert stopped.status == 2
    assert "GS207 [g001]" in stopped.err
    assert waived.json["reviewed"] == 0
    assert pinned.chunk == "refund:12"
    assert len((tmp_path / "golden" / "reviews.jsonl").read_text(encoding="utf-8").splitlines()) == 1


def test_024_each_bad_row_has_its_own_line_and_nothing_is_repaired(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith
) -> None:
    source = shared_case("024-bad-manifest")
    told = goldsmith("freeze", source / "manifest.jsonl", "--documents", source / "corpus")

    assert told.status == 2
    assert told.problems == [
        "manifest.jsonl:1: start_char: row 1: the span starts at -1: places count from 0",
        "manifest.jsonl:2: end_char: row 2: the span ends at 3, before it starts at 6",
        "manifest.jsonl:3: end_char: row 3: the span ends at 400, the document 'a.md' at 18",
        "manifest.jsonl:4: end_char: row 4: the span 6-6 is empty",
        "manifest.jsonl:6: chunk_id: row 6: the chunk id 'c5' stands already in row 5",
        "manifest.jsonl:7: doc_id: row 7: the document 'missing.md' is not in the folder of documents",
        "manifest.jsonl:8: text: row 8: the text is 'gamma', the span 6-10 holds 'beta'",
    ]
    assert not (tmp_path / ".goldsmith").exists()


def snapshot(folder: Path, documents: list[Mapping[str, Any]]) -> None:
    folder.mkdir()
    for one in documents:
        head = f'effective_from: "{one["effective_date"]}"\nallowed_principals: [{", ".join(one["acl"])}]'
        (folder / one["doc_id"]).write_text(f"---\n{head}\n---\n{one['content']}\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "digests"),
    [
        ("p.md", []),
        ("q.md", ["access_digest", "digest"]),
        ("r.md", ["digest", "sources_digest"]),
    ],
)
def test_025_only_what_is_content_changes_the_revision_and_the_lock_names_it(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith, name: str, digests: list[str]
) -> None:
    source = shared_case("025-metadata-only-change")
    before = json.loads((source / "snapshot-a.json").read_text(encoding="utf-8"))
    after = json.loads((source / "snapshot-b.json").read_text(encoding="utf-8"))
    snapshot(tmp_path / "a", before)
    snapshot(tmp_path / "b", [new if new["doc_id"] == name else old for old, new in zip(before, after, strict=True)])
    os.utime(tmp_path / "b" / name, (0, 0))
    goldsmith("freeze", "a", "--label", "help")
    shutil.rmtree(tmp_path / ".goldsmith")  # a fresh checkout has the lock and no revision
    told = goldsmith("freeze", "b", "--label", "help", "--json")

    assert told.status == (1 if digests else 0)
    assert [line.partition(":")[0] for line in told.json["lock_differs"]] == digests


@pytest.fixture
def dangling(shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith) -> Path:
    """Return the set of case 027, its snapshot frozen: one document that can be read and one that cannot."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "ok.md").write_text("A", encoding="utf-8")
    (tmp_path / "docs" / "scan.pdf").write_bytes(b"%PDF")
    goldsmith("freeze", "docs")
    return shared_case("027-dangling-and-unparsed-sources") / "golden.jsonl"


def test_027_three_kinds_of_missing_evidence_are_three_findings(dangling: Path, goldsmith: Goldsmith) -> None:
    assert findings(goldsmith, dangling) == {
        "GS204": [("error", "g001")],
        "GS205": [("error", "g002")],
        "GS206": [("error", "g003")],
    }


def test_027_no_run_starts_until_each_is_waived_by_name(
    dangling: Path, goldsmith: Goldsmith, lines: Callable[..., Path], tmp_path: Path
) -> None:
    lines("run.jsonl", *(reply(name, retrieved=["ok.md"]) for name in ("g001", "g002", "g003")))
    command = ("evaluate", dangling, "--system", "run.jsonl")
    stopped = [goldsmith(*command), goldsmith("run", *command[1:]), goldsmith(*command, "--waive", "GS204,GS206")]
    started = (tmp_path / ".goldsmith" / "runs").exists()
    told = goldsmith(*command, "--waive", "GS204,GS205,GS206", "--json")
    notes = [item["message"] for item in told.json["ruler"] if item["kind"] == "evidence_gone"]

    assert [item.status for item in stopped] == [2, 2, 2]
    assert started is False
    assert "GS205 [g002]" in stopped[2].err
    assert notes == ["2 passages of evidence not in the frozen corpus (gone.md#1, scan.pdf#1)"]


def test_027_what_no_system_can_retrieve_is_no_failure_to_retrieve(
    dangling: Path, goldsmith: Goldsmith, lines: Callable[..., Path]
) -> None:
    lines("run.jsonl", *(reply(name, retrieved=["ok.md"]) for name in ("g001", "g002", "g003")))
    told = goldsmith("evaluate", dangling, "--system", "run.jsonl", "--waive", "GS204,GS205,GS206", "--json")

    assert [scored(told.json, name, "recall") for name in ("g001", "g002")] == [False, False]
