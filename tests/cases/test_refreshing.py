"""Cases 021, 023, 025 and 040: what a corpus that changed asks of people, and what it never touches."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cases.telling import Goldsmith, case, project

Folder = Callable[[str], Path]
HEADER = "name: help-desk\ncorpus: {label: a}\n"


def approved(goldsmith: Goldsmith, *names: str) -> None:
    goldsmith("check", "--fix")
    told = goldsmith("approve", *names, "--reviewer", "r1", "--reason", "stated", "--confirm-all")

    assert told.status == 0, told.err


def asked(goldsmith: Goldsmith, *words: str | Path) -> list[dict[str, Any]]:
    """Return the requests of a refresh."""
    requests: list[dict[str, Any]] = goldsmith("refresh", *words, "--json").json["requests"]
    return requests


def state(goldsmith: Goldsmith, name: str) -> str:
    status = goldsmith("show", name, "--json").json["status"]
    return " ".join([status["state"], *status["flags"]])


def chunks(folder: Path) -> list[str]:
    """Return the chunks of every need of the first case, as its file says."""
    first = (folder / "golden" / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()[0]
    return [item["chunk"] for item in json.loads(first)["evidence"]]


def decisions(folder: Path) -> list[str]:
    return (folder / "golden" / "reviews.jsonl").read_text(encoding="utf-8").splitlines()


def test_021_line_ends_alone_ask_nobody_and_leave_the_approval(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith
) -> None:
    source = shared_case("021-crlf-checkout-shifts-offsets")
    quote = json.loads((source / "manifest-rev-a.jsonl").read_text(encoding="utf-8"))["quote"]
    project(tmp_path, header=HEADER, cases=[case("g001", evidence=[{"document": "policy.md", "quote": quote}])])
    goldsmith("freeze", source / "corpus-rev-a", "--label", "a")
    goldsmith("freeze", source / "corpus-rev-b", "--label", "b")
    approved(goldsmith, "g001")
    before = (tmp_path / "golden" / "cases" / "cases.jsonl").read_bytes()
    compared = goldsmith("corpus", "diff", "a", "b")
    told = goldsmith("refresh", source / "corpus-rev-b")

    assert compared.out == "a -> b: nothing changed, 1 document, 2 chunks hold the same content\n"
    assert told.status == 0
    assert "no case of 1 needs a person" in told.out
    assert "UNTOUCHED   1 case: approvals stand, no file is written" in told.out
    assert (tmp_path / "golden" / "cases" / "cases.jsonl").read_bytes() == before
    assert state(goldsmith, "g001") == "approved"


def test_021_the_move_is_recorded_and_no_decision_is_made(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith
) -> None:
    source = shared_case("021-crlf-checkout-shifts-offsets")
    words = {"document": "policy.md", "quote": "Free above 50 EUR."}
    project(tmp_path, header=HEADER, cases=[case("g001", evidence=[words])])
    goldsmith("freeze", source / "corpus-rev-a", "--label", "a")
    goldsmith("freeze", source / "corpus-rev-b", "--label", "b")
    approved(goldsmith, "g001")
    moved = goldsmith("refresh", "b", "--apply", "--reviewer", "r2", "--json").json
    (row,) = (json.loads(line) for line in (tmp_path / "golden/cases/cases.jsonl").read_text("utf-8").splitlines())

    assert (moved["counts"], moved["by"]) == ({"untouched": 1}, "r2")
    assert len(decisions(tmp_path)) == 1
    assert row["evidence"][0]["span"] == [40, 58]
    assert state(goldsmith, "g001") == "approved"


@pytest.fixture
def rechunked(shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith) -> Path:
    """Return a project whose one case is approved on the old chunks; the new ones are frozen as `new`."""
    source = shared_case("023-rechunk-one-to-many")
    (given,) = (json.loads(line) for line in (source / "golden.jsonl").read_text(encoding="utf-8").splitlines())
    ours = {"accept": [given["expected_answer"]], "evidence": given["expected_sources"]}
    project(tmp_path, header=HEADER, cases=[{"id": given["id"], "question": given["question"], **ours}])
    goldsmith("freeze", source / "manifest-old.jsonl", "--label", "a")
    approved(goldsmith, "g001")
    goldsmith("freeze", source / "manifest-new.jsonl", "--label", "new")
    return tmp_path


def test_023_a_chunk_that_was_cut_in_three_is_asked_about_with_all_three(rechunked: Path, goldsmith: Goldsmith) -> None:
    (request,) = asked(goldsmith, "new")
    (reason,) = request["reasons"]

    assert (request["case"], request["impact"], request["trigger"]) == ("g001", "quote_split", "corpus_revision")
    assert reason["message"] == "refund.md: the quoted words stand in 3 pieces now"
    assert reason["before"]["chunks"] == ["refund:12"]
    assert [piece["chunk"] for piece in reason["pinned"]] == ["refund:12", "refund:13", "refund:14"]
    assert chunks(rechunked) == ["refund:12"]


def test_023_it_is_not_approved_because_its_id_is_still_there(rechunked: Path, goldsmith: Goldsmith) -> None:
    refused = goldsmith("refresh", "new", "--apply", "--reviewer", "r2")
    left = goldsmith("refresh", "new", "--apply", "--leave-open", "--reviewer", "r2")

    assert refused.status == 2
    assert "1 request(s) are not answered: g001" in refused.err
    assert left.status == 0
    assert state(goldsmith, "g001") == "approved stale"
    assert [request["case"] for request in asked(goldsmith)] == ["g001"]
    assert goldsmith("check", "--json").status == 1
    assert chunks(rechunked) == ["refund:12"]


def test_023_a_person_who_lets_it_stand_takes_all_pieces_and_the_old_judgement_is_history(
    rechunked: Path, goldsmith: Goldsmith
) -> None:
    before = decisions(rechunked)
    goldsmith("refresh", "new", "--stands", "g001", "--reviewer", "r2")
    goldsmith("refresh", "new", "--apply", "--reviewer", "r3")
    old, new = map(json.loads, decisions(rechunked))

    assert chunks(rechunked) == ["refund:12", "refund:13", "refund:14"]
    assert decisions(rechunked)[:1] == before
    assert (old["evidence"], new["evidence"]) == (["refund:12"], ["refund:12", "refund:13", "refund:14"])
    assert (new["reviewer"], new["trigger"]) == ("r2", "refresh")
    assert state(goldsmith, "g001") == "approved"


SUPPORT = {"user": "ann", "roles": ["support"]}
BOTH = {"user": "eve", "roles": ["finance", "support"]}
FINANCE = {"user": "bob", "roles": ["finance"]}


def documents(folder: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    folder.mkdir()
    for row in rows:
        head = f'effective_from: "{row["effective_date"]}"\nallowed_principals: [{", ".join(row["acl"])}]'
        path = folder / row["doc_id"]
        path.write_text(f"---\n{head}\n---\n{row['content']}\n", encoding="utf-8")
        stamp = int(row["mtime"][5:7])
        os.utime(path, (stamp, stamp))


@pytest.fixture
def declared(shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith) -> Path:
    """Return a project with cases on each document, approved on the first snapshot; the second is frozen as `b`."""
    source = shared_case("025-metadata-only-change")
    before, after = (json.loads((source / f"snapshot-{name}.json").read_text(encoding="utf-8")) for name in "ab")
    documents(tmp_path / "first", before)
    documents(tmp_path / "second", after)
    rows: list[tuple[str, int, str, dict[str, Any]]] = [
        ("p-plain", 5, "p.md", {}),
        ("p-support", 5, "p.md", {"identity": SUPPORT}),
        ("q-both", 6, "q.md", {"identity": BOTH}),
        ("q-nobody", 6, "q.md", {}),
        ("q-support", 6, "q.md", {"identity": SUPPORT}),
        ("q-tempted", 6, "q.md", {"identity": BOTH, "challenges": ["permission"]}),
        ("r-plain", 7, "r.md", {}),
    ]
    cases = [
        case(name, accept=[f"{limit}."], evidence=[{"document": held, "quote": f"Limit is {limit}."}], **fields)
        for name, limit, held, fields in rows
    ]
    project(tmp_path, header=HEADER, cases=cases)
    goldsmith("freeze", tmp_path / "first", "--label", "a")
    approved(goldsmith, *(name for name, *_ in rows))
    goldsmith("freeze", tmp_path / "second", "--label", "b")
    return tmp_path


@pytest.mark.usefixtures("declared")
def test_025_who_is_asked_is_who_the_changed_field_concerns_permission_first(goldsmith: Goldsmith) -> None:
    told = [(request["case"], request["impact"]) for request in asked(goldsmith, "b")]

    assert told == [
        ("q-tempted", "access_changed"),
        ("q-both", "access_changed"),
        ("q-nobody", "access_changed"),
        ("q-support", "sight_lost"),
        ("r-plain", "dates_changed"),
    ]


@pytest.mark.usefixtures("declared")
def test_025_each_reason_names_the_field(goldsmith: Goldsmith) -> None:
    said = {request["case"]: request["reasons"][0]["message"] for request in asked(goldsmith, "b")}
    compared = goldsmith("corpus", "diff", "a", "b")

    assert "its access rule lets finance see it now, not support" in said["q-both"]
    assert "by its access rule ann may no longer see it" in said["q-support"]
    assert said["r-plain"] == "r.md: its effective date is 2026-06-01 now, not 2026-01-01"
    assert "allowed_principals: support -> finance" in compared.out
    assert "effective_from: 2026-01-01 -> 2026-06-01" in compared.out
    assert "p.md" not in compared.out


@pytest.mark.usefixtures("declared")
def test_025_a_file_time_is_no_change(goldsmith: Goldsmith) -> None:
    impacts = {item["case"]: item["asking"] for item in goldsmith("refresh", "b", "--json").json["impacts"]}

    assert {name for name, asking in impacts.items() if asking == "none"} == {"p-plain", "p-support"}


@pytest.fixture
def reviewed(shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith) -> Path:
    """Return the cases of the first import with their decisions; both of their sources are edited in `b`."""
    source = shared_case("040-refresh-keeps-decisions")
    rows = [json.loads(line) for line in (source / "before.jsonl").read_text(encoding="utf-8").splitlines()]
    project(
        tmp_path,
        header=HEADER,
        cases=[
            {"id": row["id"], "question": row["question"], "accept": ["A"], "evidence": row["expected_sources"]}
            for row in rows
        ],
    )
    for label, said in (("a", ("The first rule.", "The second rule.")), ("b", ("The first rule.", "Another rule."))):
        held = [{"chunk_id": f"{name}#1", "doc_id": name, "text": text} for name, text in zip("ab", said, strict=True)]
        text = "".join(json.dumps(one) + "\n" for one in held)
        (tmp_path / f"{label}.jsonl").write_text(text, encoding="utf-8")
        goldsmith("freeze", f"{label}.jsonl", "--label", label)
    goldsmith("check", "--fix")
    for row in rows:
        review = row["review"]
        word = ("--confirm-all",) if review["status"] == "approved" else ("--decision", review["status"])
        who = ("--reviewer", review["reviewed_by"], "--reason", review["reason"])
        told = goldsmith("approve", row["id"], *who, *word)

        assert told.status == 0, told.err
    return tmp_path


@pytest.mark.usefixtures("reviewed")
def test_040_what_nothing_happened_to_keeps_its_approval_and_what_is_rejected_is_not_asked(
    goldsmith: Goldsmith,
) -> None:
    plan = goldsmith("refresh", "b", "--json").json

    assert [(item["case"], item["asking"]) for item in plan["impacts"]] == [("g001", "none"), ("g002", "single")]
    assert [request["case"] for request in plan["requests"]] == ["g002"]


@pytest.mark.parametrize("answer", ["--revise", "--retire", "--unanswerable"])
def test_040_no_answer_changes_or_blanks_a_decision_that_was_made(
    reviewed: Path, goldsmith: Goldsmith, answer: str
) -> None:
    before = decisions(reviewed)
    goldsmith("refresh", "b", answer, "g002", "--reviewer", "r3", "--reason", "another rule")
    unsettled = decisions(reviewed)
    applied = goldsmith("refresh", "b", "--apply", "--reviewer", "r3")
    after = decisions(reviewed)

    assert applied.status == 0
    assert unsettled == before
    assert after[: len(before)] == before
    assert [json.loads(line)["case"] for line in after[len(before) :]] == ["g002"]
    assert (state(goldsmith, "g001"), state(goldsmith, "g003")) == ("approved", "rejected")


def test_040_a_rejected_case_stays_rejected_when_its_own_source_changes(reviewed: Path, goldsmith: Goldsmith) -> None:
    rows = [{"chunk_id": f"{name}#1", "doc_id": name, "text": "All is new."} for name in "ab"]
    (reviewed / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    told = [request["case"] for request in asked(goldsmith, "c.jsonl")]
    goldsmith("refresh", "c.jsonl", "--apply", "--leave-open", "--reviewer", "r3")

    assert told == ["g001", "g002"]
    assert state(goldsmith, "g003") == "rejected stale"
    assert len(decisions(reviewed)) == 3
