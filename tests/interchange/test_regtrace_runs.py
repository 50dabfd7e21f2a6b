"""Run records of Regtrace: answers and published scores, bound to the golden set beside them."""

from __future__ import annotations

from pathlib import Path

from goldsmith.interchange.regtrace import FORMAT
from goldsmith.records.interchange import ForeignResponse, PublishedScore
from goldsmith.records.response import Reply
from tests.interchange.foreign import lines_of, read_all, source_of
from tests.interchange.regtrace_files import RUN, a_case, a_run, golden_set, result


def test_a_run_beside_its_golden_set_gives_answers_and_figures_and_no_case(tmp_path: Path) -> None:
    files = {"desk.yaml": golden_set(a_case(actual_output=None)), f"{RUN}.json": a_run(result())}
    *_, run, answer = read_all(FORMAT, source_of(tmp_path, files))

    assert run.published == (
        PublishedScore(measure="suite_score", value=0.4, system=RUN),
        PublishedScore(measure="factuality", value=0.4, system=RUN),
        PublishedScore(measure="factuality pass_rate", value=0, system=RUN),
    )
    assert answer.case is None
    assert answer.responses == (ForeignResponse(case="d-1", system=RUN, outcome=Reply(answer="Nine euro.")),)
    assert answer.published == (
        PublishedScore(measure="overall_passed", value=0, case="d-1", system=RUN),
        PublishedScore(measure="factuality", value=0.4, case="d-1", system=RUN),
    )


def test_a_run_alone_gives_questions_and_says_that_nothing_is_expected(tmp_path: Path) -> None:
    _, answer = read_all(FORMAT, source_of(tmp_path, {f"{RUN}.json": a_run(result())}))

    assert answer.case is not None
    assert (answer.case.question, answer.case.accept) == ("What is the fee?", ())
    assert "read the golden set with it" in lines_of([answer], "inferred")[0].told


def test_an_empty_output_is_what_regtrace_writes_for_none(tmp_path: Path) -> None:
    _, answer = read_all(FORMAT, source_of(tmp_path, {f"{RUN}.json": a_run(result(answer=""))}))

    assert answer.responses == ()
    assert [line.field for line in lines_of([answer], "inferred") if line.field] == ["actual_output"]


def test_answers_follow_a_case_that_had_to_be_called_otherwise(tmp_path: Path) -> None:
    files = {
        "a.yaml": golden_set(a_case()),
        "b.yaml": golden_set(a_case(), name="shop"),
        "run.json": a_run(result(), golden="shop"),
    }
    answer = read_all(FORMAT, source_of(tmp_path, files))[-1]

    assert [one.case for one in answer.responses] == ["shop-d-1"]


def test_what_is_no_result_is_told(tmp_path: Path) -> None:
    run = a_run(result()) | {"test_case_results": ["none"]}
    _, record = read_all(FORMAT, source_of(tmp_path, {"run.json": run}))

    assert [line.told for line in record.lines] == ["no result: an object was expected"]
