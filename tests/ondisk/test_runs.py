"""A run folder stands alone, loses nothing that was acknowledged, and never leads out of its place."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.errors import ConflictError, IncompleteError, IntegrityError, InvalidFileError, UnknownNameError
from goldsmith.ondisk.runs import CaseSnapshot, RunFolder, find_resumable, run_ids, snapshot
from goldsmith.records.case import Case, Identity, Message
from goldsmith.records.claims import AnyOfMatch, NumberMatch, ProhibitedClaim, RequiredClaim
from goldsmith.records.corpus import CorpusRevision
from goldsmith.records.decision import Status
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.response import (
    Citation,
    Failure,
    Reply,
    Response,
    RetrievedItem,
    StreamEvent,
    ToolCall,
    Usage,
)
from goldsmith.records.run import Plan, RulerNote
from goldsmith.records.task import TaskKey

PLAN = Plan(
    run="",
    created_at="2026-01-02T03:04:05Z",
    system="Help Desk",
    system_digest="s",
    system_revision=None,
    fingerprints={"model": "m1"},
    shows=("context", "answer"),
    set_name="help-desk",
    set_version=None,
    set_digest="d",
    corpus=None,
    corpus_digest=None,
    cases=("b", "a"),
    subset=None,
    repeats=2,
    concurrency=8,
    timeout_s=60.0,
    goldsmith="0.1.0",
)
REVISION = CorpusRevision(
    label="r1", digest="d", sources_digest="s", chunking_digest="c", access_digest="a", retrieval_digest="r",
    documents=1, chunks=2, failed=0, text="full", normalisation="lf-1", splitter="x",
)  # fmt: skip
CASES = (
    snapshot(
        Case(
            id="b",
            question="¿Qué?",
            messages=(Message(role="user", content="hi"),),
            identity=Identity(user="ann", denied=("x",)),
            evidence=(Need(any_of=(Alternative(document="d", quote="q"),)),),
            claims=(
                RequiredClaim(required="ten", match=NumberMatch(number=10, unit="day")),
                ProhibitedClaim(prohibited="no", match=AnyOfMatch(any_of=("never", NumberMatch(number=3)))),
            ),
            expected_state={"plan": {"x": [1, None]}},
        ),
        Status(state="approved", why="approved by ann"),
    ),
    snapshot(Case(id="a", question="Why?"), Status(state="candidate", why="no decision yet")),
)


def response(task: str, *, step: int = 0, repeat: int = 1, outcome: Reply | Failure | None = None) -> Response:
    return Response(
        key=TaskKey(task=task, step=step, repeat=repeat),
        case=task,
        case_digest="c1:x",
        outcome=outcome or Reply(answer="yes"),
        latency_ms=1.5,
    )


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    return tmp_path / "runs"


@pytest.fixture
def folder(runs: Path) -> RunFolder:
    return RunFolder.create(runs, PLAN, CASES, REVISION)


def write(folder: RunFolder, *responses: Response) -> None:
    with folder.journal() as journal:
        journal.append(responses)


def journal_file(folder: RunFolder) -> Path:
    return folder.path / "responses.jsonl"


def test_a_run_is_read_back_as_it_was_made(runs: Path, folder: RunFolder) -> None:
    again = RunFolder.open(runs, "0001-help-desk")

    assert (again.plan, again.cases(), again.revision()) == (replace(PLAN, run="0001-help-desk"), CASES, REVISION)


def test_ids_count_up_and_sort_as_they_were_given(runs: Path) -> None:
    for system in ("Help Desk", "help desk", "Справка", "../../etc", "x" * 300, ""):
        RunFolder.create(runs, replace(PLAN, system=system), ())

    assert [run.partition("-")[0] for run in run_ids(runs)] == ["0001", "0002", "0003", "0004", "0005", "0006"]
    assert [path.parent for path in runs.glob("*")] == [runs] * 6
    assert run_ids(runs)[:2] == ("0001-help-desk", "0002-help-desk")
    assert max(map(len, run_ids(runs))) < 60


@settings(max_examples=25)  # each is a folder on disk
@given(st.text(max_size=80))
def test_no_name_of_a_system_leads_anywhere(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    runs = tmp_path_factory.mktemp("any") / "runs"
    folder = RunFolder.create(runs, replace(PLAN, system="x" if not name.isprintable() else name), ())

    assert (folder.path.parent, [path.name for path in runs.parent.iterdir()]) == (runs, ["runs"])


def test_a_name_that_is_no_run_is_never_taken_for_a_path(runs: Path, folder: RunFolder) -> None:
    for name in ("../runs/0001-help-desk", str(folder.path), "-rf", "0001"):
        with pytest.raises(UnknownNameError):
            RunFolder.open(runs, name)


def test_hostile_case_ids_stay_inside_the_run(runs: Path, shared_case: Callable[[str], Path]) -> None:
    lines = (shared_case("043-hostile-ids-as-paths") / "golden.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [Case(id=json.loads(line)["id"], question="Q?") for line in lines]
    folder = RunFolder.create(runs, PLAN, [snapshot(case, Status(state="candidate", why="")) for case in cases])
    write(folder, *(response(case.id) for case in cases))

    assert sorted(path.name for path in runs.parent.rglob("*") if path.is_file()) == [
        "calls.log", "cases.jsonl", "plan.json", "responses.jsonl", "responses.lock",
    ]  # fmt: skip
    assert {item.case for item in folder.read_journal().responses} == {case.id for case in cases}


FULL = Reply(
    answer="Zoë 🦊",
    retrieved=(RetrievedItem(id="a#1", text="t", score=0.5, span=(1, 2), metadata={"deep": [1, {"x": None}]}),),
    candidates=(),
    citations=(Citation(id="a#1", quote="q", at=(0, 3)),),
    events=(StreamEvent(kind="text", text="Zo", at_ms=3.5),),
    tool_calls=(ToolCall(name="find", arguments="{}"),),
    behaviour="answer",
    trace={"spans": [{"id": "x"}]},
    cache="",
    state={"plan": "pro"},
    usage=Usage(input_tokens=3),
    time_to_first_token_ms=2.5,
    fingerprints={"model": "m"},
)


def test_results_come_back_whole_and_in_the_order_of_the_plan(folder: RunFolder) -> None:
    failed = response("b", repeat=2, outcome=Failure(kind="timeout", message="no reply within 1 s"))
    write(folder, response("a", step=1), failed)
    write(folder, response("b", outcome=FULL), response("a"))

    contents = folder.read_journal()

    assert contents.responses == (response("b", outcome=FULL), failed, response("a"), response("a", step=1))
    assert (contents.repeated, contents.half_written) == ((), False)


def test_an_empty_run_has_no_results(folder: RunFolder) -> None:
    assert folder.read_journal().by_key == {}


@pytest.mark.parametrize("cut", [*range(1, 60, 7), 59])
def test_a_last_line_that_a_kill_cut_short_is_asked_again(folder: RunFolder, cut: int) -> None:
    write(folder, response("a"), response("b"))
    whole = journal_file(folder).read_bytes()
    journal_file(folder).write_bytes(whole[: -1 - cut])

    before = folder.read_journal()
    write(folder, response("b"))

    assert (set(before.by_key), before.half_written) == ({response("a").key}, True)
    assert journal_file(folder).read_bytes() == whole


def test_a_last_line_that_lacks_only_its_end_counts(folder: RunFolder) -> None:
    write(folder, response("a"))
    whole = journal_file(folder).read_bytes()
    journal_file(folder).write_bytes(whole[:-1])

    before = folder.read_journal()
    write(folder, response("b"))

    assert (before.responses, before.half_written) == ((response("a"),), False)
    assert folder.read_journal().responses == (response("b"), response("a"))


@pytest.mark.parametrize("line", [b"{", b'{"key": 1}', b"\x00\x00", b'{"a": NaN}'])
def test_damage_in_the_middle_is_an_error_that_names_the_line(folder: RunFolder, line: bytes) -> None:
    write(folder, response("a"), response("b"))
    first, second, _ = journal_file(folder).read_bytes().split(b"\n")
    journal_file(folder).write_bytes(b"\n".join([first, line, second, b""]))

    with pytest.raises(IntegrityError) as caught:
        folder.read_journal()

    assert {(problem.file, problem.line) for problem in caught.value.problems} == {(str(journal_file(folder)), 2)}


def test_of_two_results_with_one_key_the_first_counts_and_both_are_told(folder: RunFolder) -> None:
    second = response("a", outcome=Reply(answer="no"))
    write(folder, response("a"), second)

    contents = folder.read_journal()

    assert (contents.responses, contents.repeated) == ((response("a"),), (response("a").key,))


@pytest.mark.parametrize(
    ("reply", "word"),
    [
        (Reply(retrieved=(RetrievedItem(id="a", score=float("nan")),)), "JSON"),
        (Reply(answer="\ud800"), "surrogate"),
        (Reply(answer="a\x00b"), "NUL"),
        (Reply(trace={"x": object()}), "object"),
        (Reply(retrieved=(RetrievedItem(id=3),)), "string"),  # type: ignore[arg-type]
    ],
)
def test_a_reply_that_could_not_be_read_back_is_kept_as_a_bad_one(folder: RunFolder, reply: Reply, word: str) -> None:
    write(folder, response("a", outcome=reply), response("b"))

    kept, (other,) = folder.read_journal().responses[1], folder.read_journal().responses[:1]

    assert other == response("b")
    assert isinstance(kept.outcome, Failure)
    assert kept.outcome.kind == "bad_reply"
    assert word in kept.outcome.message


def test_a_literal_escape_in_an_answer_is_no_fault(folder: RunFolder) -> None:
    reply = Reply(answer=r"write \u0000 here")
    write(folder, response("a", outcome=reply))

    assert folder.read_journal().responses == (response("a", outcome=reply),)


@pytest.mark.skipif(sys.platform == "win32", reason="the size of files cannot be limited there")
def test_a_group_that_the_disk_does_not_take_does_not_count_and_spoils_nothing(folder: RunFolder) -> None:
    import resource

    write(folder, response("a"))
    before = journal_file(folder).read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with folder.journal() as journal:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 50, limits[1]))
        try:
            with pytest.raises(IncompleteError, match="could not be written: File too large"):
                journal.append([response("b")])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        kept = journal_file(folder).read_bytes()
        journal.append([response("b")])

    assert kept == before
    assert folder.read_journal().responses == (response("b"), response("a"))


def test_only_one_process_writes_a_journal(folder: RunFolder) -> None:
    with folder.journal(), pytest.raises(ConflictError, match="another process"):
        folder.journal()

    write(folder, response("a"))

    assert folder.read_journal().responses == (response("a"),)


def test_the_same_work_finds_its_unfinished_run(runs: Path, folder: RunFolder) -> None:
    same = replace(PLAN, created_at="2027-01-01T00:00:00Z")

    found = find_resumable(runs, same, CASES)

    assert found is not None
    assert found.path == folder.path


@pytest.mark.parametrize(
    "pace", [{"concurrency": 1}, {"attempts": 5}, {"per_minute": 10.0}, {"options": {"url": "https://example.com"}}]
)
def test_another_pace_goes_on_with_the_same_run(runs: Path, folder: RunFolder, pace: dict[str, Any]) -> None:
    found = find_resumable(runs, replace(PLAN, **pace), CASES)

    assert found is not None
    assert found.path == folder.path


def test_a_finished_run_keeps_no_log_of_its_calls(folder: RunFolder) -> None:
    write(folder, response("a"))
    assert (folder.path / "calls.log").exists()
    folder.finish()

    assert not (folder.path / "calls.log").exists()


def changed_case() -> tuple[CaseSnapshot, ...]:
    return (CASES[0], snapshot(Case(id="a", question="Why?", tags=("new",)), Status(state="candidate", why="")))


@pytest.mark.parametrize(
    ("plan", "cases"),
    [
        (replace(PLAN, repeats=3), CASES),
        (replace(PLAN, timeout_s=5.0), CASES),
        (replace(PLAN, retrieval_only=True), CASES),
        (replace(PLAN, probes=("same_text",)), CASES),
        (replace(PLAN, system="other"), CASES),
        (replace(PLAN, system_digest="other"), CASES),
        (replace(PLAN, corpus_digest="other"), CASES),
        (replace(PLAN, cases=("a",)), CASES),
        (PLAN, changed_case()),
    ],
)
def test_other_work_starts_a_new_run(
    runs: Path, folder: RunFolder, plan: Plan, cases: tuple[CaseSnapshot, ...]
) -> None:
    assert find_resumable(runs, plan, cases) is None


def test_a_finished_run_is_not_resumed(runs: Path, folder: RunFolder) -> None:
    folder.finish()

    assert (folder.finished, find_resumable(runs, PLAN, CASES)) == (True, None)


def test_a_run_that_cannot_be_read_keeps_nobody_from_another(runs: Path, folder: RunFolder) -> None:
    damaged = RunFolder.create(runs, PLAN, CASES)
    (damaged.path / "plan.json").write_text("{", encoding="utf-8")

    found = find_resumable(runs, PLAN, CASES)

    assert found is not None
    assert found.path == folder.path


def test_a_folder_whose_plan_was_not_written_is_no_run_and_its_number_stays_taken(runs: Path) -> None:
    (runs / "0004-killed").mkdir(parents=True)

    folder = RunFolder.create(runs, PLAN, ())

    assert (run_ids(runs), folder.plan.run) == (("0005-help-desk",), "0005-help-desk")


def rewrite(path: Path, **changes: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **changes}), encoding="utf-8")


def test_a_format_of_another_version_is_named_with_the_version_that_wrote_it(runs: Path, folder: RunFolder) -> None:
    rewrite(folder.path / "plan.json", format=2, goldsmith="9.1.0", novelty=True)

    with pytest.raises(InvalidFileError, match=r"format 2, written by goldsmith 9\.1\.0"):
        RunFolder.open(runs, "0001-help-desk")


def test_a_damaged_plan_is_our_fault_and_says_where(runs: Path, folder: RunFolder) -> None:
    rewrite(folder.path / "plan.json", repeats="two")

    with pytest.raises(IntegrityError, match="repeats"):
        RunFolder.open(runs, "0001-help-desk")


def test_a_case_that_was_changed_after_it_was_asked_is_found(folder: RunFolder) -> None:
    path = folder.path / "cases.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace("Why?", "When?"), encoding="utf-8")

    with pytest.raises(IntegrityError, match="'a' is not the one that was asked"):
        folder.cases()


def test_what_was_made_of_a_run_is_kept_beside_it(folder: RunFolder) -> None:
    notes = (RulerNote(kind="a", message="m"), RulerNote(kind="b", message="n", mend="x"))
    folder.write_records("notes", notes)
    folder.write_record("note", notes[0])

    assert (folder.read_records("notes", RulerNote), folder.read_record("note", RulerNote)) == (notes, notes[0])
    with pytest.raises(IncompleteError, match="has no scores yet"):
        folder.read_records("scores", RulerNote)
    with pytest.raises(ValueError, match="no name"):
        folder.write_records("../x", notes)
