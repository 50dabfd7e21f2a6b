"""The verdict on one screen."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.run import RulerNote
from goldsmith.records.verdict import Verdict
from goldsmith.reports.plain_text import columns
from goldsmith.reports.terminal import render_comparison, render_verdict
from tests.reports.sample import (
    CASES,
    broken,
    case_result,
    comparison,
    gate,
    gates,
    plan,
    regressions,
    summaries,
    verdict,
)


def block(text: str, title: str) -> list[str]:
    """Return the lines of one block, without its title."""
    _, _, rest = text.partition(f"\n{title}")
    return rest.split("\n\n")[0].splitlines()[1:]


def test_the_verdict_starts_with_what_to_do() -> None:
    assert render_verdict(verdict(), width=120).splitlines()[0] == (
        "BLOCKED   3 gates · 3 regressions      "
        "help-desk 1.4.0 · corpus 2026-09-08 · system worse · 39 of 40 cases scored"
    )


def test_matters_of_the_ruler_stand_before_any_figure() -> None:
    lines = render_verdict(verdict()).splitlines()

    assert lines[3:6] == [
        "RULER   before you read the figures",
        "  41 of 300 retrieved chunks differ from the frozen corpus; freeze the corpus that the system has",
        "    indexed: goldsmith freeze",
    ]


def test_every_gate_says_how_it_stands() -> None:
    assert block(render_verdict(verdict(), width=108), "GATES") == [
        "  x authorization       access-003     denied source runbook-us rank 3: runbook-us#77ab0193c5e2 (a…  +1 more",
        "  x authorization       access-007     denied source salary-bands the answer: 'band C starts at'",
        "  w authorization       access-009     denied source runbook-eu rank 1: runbook-eu#1 (waived by dpo until",
        "      2026-12-31: shared with the EU desk)",
        '  ~ material_accuracy   warranty-002   only a judge can rule out: "The pump is covered."',
        "  ~ material_accuracy   returns-009    no answer: timeout: no reply within 60 s",
        "  x citations           returns-004    cites returns-2024#7c01aa52d940, which was not retrieved",
        "  x recall@5 >= 0.8 (risk=high)   0.714 on 14 cases",
        "  . refusal             no missed refusal in 14 cases: rules out rates above 19 %",
    ]


def test_a_flood_of_leaks_leaves_room_for_the_other_gates() -> None:
    flood = [broken(case, f"denied source d{n} rank {n}") for case in CASES for n in range(9)]
    text = render_verdict(
        verdict(gates=(gate("authorization", "failed", *flood, checked=40), gates()[3], *gates()[1:2]))
    )

    assert [line.split("   ")[0].removeprefix("  ").strip() or line.split()[0] for line in block(text, "GATES")] == [
        *["x authorization"] * 2,
        "authorization",
        "x citations",
        *["~ material_accuracy"] * 2,
    ]


def test_every_waiver_is_printed_however_many_there_are() -> None:
    waived = [broken(case, f"leak (waived by dpo: {case})", "waived") for case in CASES]
    text = render_verdict(verdict(gates=(gate("authorization", "passed", *waived, checked=40),)))

    assert sum("waived by dpo" in line for line in text.splitlines()) == len(CASES)


def test_regressions_name_case_and_cause() -> None:
    assert block(render_verdict(verdict()), "REGRESSIONS") == [
        "  access-003     denied source runbook-us in context, trace (rank 3: runbook-us#77ab0193c5e2)",
        '  warranty-007   warranty-2026#3a90ff17bc03 fell from rank 2 to 9 (k = 5) -> required claim "24 mon…',
        "  plans-003      asked to clarify, answered instead",
        "  1 case failed before and passed now: returns-002",
        "  system: reranker: bge-2 -> none",
        "  left out of the comparison: 1 edited since the baseline",
    ]


def test_a_long_list_of_regressions_is_cut_with_a_count() -> None:
    many = tuple(replace(regressions()[2], case=f"plans-{number}") for number in range(13))

    assert (
        "  … and 7 more in the report" in render_verdict(verdict(comparison=comparison(regressions=many))).splitlines()
    )


def test_a_row_of_figures_rests_on_the_same_cases() -> None:
    row = next(line for line in render_verdict(verdict()).splitlines() if "recall@5   " in line)

    assert row.split() == ["recall@5", "0.81", "0.79", "0.88", "!", "-0.07", "[-0.13,", "-0.01]", "29"]


def test_missing_answers_and_missing_judges_are_told_under_the_figures() -> None:
    assert render_verdict(verdict(comparison=None)).splitlines()[-8:-4] == [
        "  1 case without an answer: 'all cases' counts each as the worst value",
        "  no figure, needs a judge (12 cases): claim_recall",
        "",
        "CASES   33 passed, 6 failed, 1 undecided · 31 of 40 cases reviewed · 1 failed to answer",
    ]


def test_the_verdict_ends_with_the_next_step_and_the_report() -> None:
    assert render_verdict(verdict()).splitlines()[-6:] == [
        "CASES   33 passed, 6 failed, 1 undecided · 31 of 40 cases reviewed · 1 failed to answer",
        "  weakest slices: job=exception 5/9, risk=high 8/13, profile=regional-support 6/8",
        "  1 slice with too few decided cases to tell: job=diagnosis",
        "With 39 common cases only falls of 18 points or more are visible.",
        "Next: mend access-003 first (authorization), then run the same command again",
        "report: .goldsmith/runs/0007-help-desk/report.html",
    ]


def test_a_usual_verdict_fits_one_screen() -> None:
    quiet = verdict(status="passed", headline="every gate holds", ruler=(), gates=gates()[2:3])
    lines = render_verdict(quiet).splitlines()

    assert (len(lines) <= 40, max(map(columns, lines)) <= 100) == (True, True)


def test_colour_paints_the_status_word_alone() -> None:
    plain, painted = render_verdict(verdict()), render_verdict(verdict(), colour=True)

    assert painted == plain.replace("BLOCKED", "\x1b[1;31mBLOCKED\x1b[0m", 1)


def test_an_empty_verdict_is_told_too() -> None:
    empty = verdict(
        status="incomplete",
        plan=plan(cases=(), corpus=None, set_version=None, repeats=3),
        answered=0,
        failed=0,
        reviewed=0,
        gates=(),
        comparison=None,
        summaries=(),
        slices=(),
        cases=(),
        report="",
    )

    assert render_verdict(empty, width=85).splitlines()[:5] == [
        "INCOMPLETE   3 gates · 3 regressions",
        "help-desk · no corpus · system worse · 0 of 0 answers scored (0 cases, 3 repeats)",
        "",
        "RULER   before you read the figures",
        "  41 of 300 retrieved chunks differ from the frozen corpus; freeze the corpus that",
    ]


def test_repeats_are_counted_in_answers() -> None:
    line = render_verdict(verdict(plan=plan(cases=("a", "b", "c"), repeats=3), answered=5), width=150).splitlines()[0]

    assert line.endswith("5 of 9 answers scored (3 cases, 3 repeats)")


def test_the_marks_of_a_table_are_explained_below_it() -> None:
    legend = "  ! worse, + better: p < 0.05 after correcting for all measures"
    better = tuple(
        replace(item, verdict="better") if item.measure == "recall@5" else item for item in comparison().effects
    )
    text = render_verdict(verdict(comparison=comparison(effects=better)))
    row = next(line for line in text.splitlines() if "recall@5   " in line)
    alone = render_comparison(comparison(effects=better)).splitlines()

    assert (legend in text.splitlines(), " + " in row, legend in render_verdict(verdict(comparison=None))) == (
        True,
        True,
        False,
    )
    assert (legend in alone, any("recall@5" in line and " + " in line for line in alone)) == (True, True)


def test_gates_that_do_not_apply_claim_nothing_about_the_set() -> None:
    unasked = tuple(gate(name, "not_applicable", checked=0) for name in ("authorization", "citations"))

    assert block(render_verdict(verdict(gates=unasked)), "GATES") == [
        "  - not asked for, or not shown by the system: authorization, citations"
    ]


def test_a_very_long_note_takes_three_lines_and_keeps_its_mend() -> None:
    note = RulerNote(kind="x", message="many words of a note " * 40, mend="freeze them: goldsmith freeze docs")
    lines = block(render_verdict(verdict(ruler=(note,)), width=80), "RULER   before you read the figures")
    whole = render_verdict(verdict(ruler=(replace(note, mend="mend " * 200),)), width=80)

    assert (len(lines), " ".join(map(str.strip, lines)).endswith("…; freeze them: goldsmith freeze docs")) == (3, True)
    assert len(block(whole, "RULER   before you read the figures")) == 3


def test_the_time_to_the_first_token_has_its_line_where_it_is_known() -> None:
    latency = next(item for item in summaries() if item.measure == "latency_ms")
    first = replace(latency, measure="time_to_first_token_ms", mean=180.0)
    lines = render_verdict(verdict(comparison=None, summaries=(first,))).splitlines()

    assert [line[:45] for line in lines if "first_token" in line] == ["  operations    time_to_first_token_ms 180 ms"]


def odd_verdict(text: str) -> Verdict:
    """Return a verdict with `text` in every place that comes from elsewhere."""
    falls = (replace(regressions()[0], case=text, causes=(replace(regressions()[0].causes[0], message=text),)),)
    return verdict(
        headline=text,
        plan=plan(set_name=text, system=text, corpus=text),
        gates=(gate("authorization", "failed", broken(text, text), broken(text, text, "missing")),),
        comparison=comparison(baseline=text, why_this_baseline=text, improved=(text,), regressions=falls),
        cases=(case_result("returns-001", question=text, answer=text, expected=text),),
        next_step="mend it",
        report="",
    )


@given(st.text(st.characters()), st.integers(min_value=1, max_value=200))
def test_no_text_breaks_a_line_or_its_width(text: str, width: int) -> None:
    rendered = render_verdict(odd_verdict(text), width=width)

    assert [line for line in rendered.split("\n") if columns(line) > max(width, 72)] == []
    assert re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", rendered) is None


def test_a_comparison_alone_shows_every_measure_that_moved() -> None:
    still = replace(comparison().effects[1], measure="hit@5", rises=0, falls=0, change=0.0)
    lines = render_comparison(comparison(effects=(*comparison().effects, still))).splitlines()

    assert (
        lines[0],
        len([line for line in lines if line.startswith("  ") and line.endswith("    29")]),
        lines[-3:],
    ) == (
        "3 regressions, 1 improved, on 39 common unchanged cases",
        8,
        ["  alike in every case: hit@5", "", "With 39 common cases only falls of 18 points or more are visible."],
    )


def test_a_set_too_small_to_see_a_fall_says_so() -> None:
    small = comparison(common=4, smallest_visible_fall=None, regressions=())

    assert [line for line in render_comparison(small).splitlines() if "4 common" in line] == [
        "0 regressions, 1 improved, on 4 common unchanged cases",
        "  none on 4 common unchanged cases",
        "With 4 common cases no fall of the pass rate is visible for certain.",
    ]


def test_a_figure_that_a_judge_could_complete_is_named() -> None:
    partial = tuple(
        replace(item, missing=(("needs_judge", 3),)) if item.measure == "decided_claim_recall" else item
        for item in summaries()
    )

    assert (
        "  decided_claim_recall: 3 cases more need a judge" in render_verdict(verdict(summaries=partial)).splitlines()
    )


def test_a_measure_that_stands_for_another_has_no_line_of_its_own_beside_it() -> None:
    whole = tuple(
        replace(item, mean=0.7, scored=30) if item.measure == "claim_recall" else item for item in summaries()
    )
    text = render_verdict(verdict(summaries=whole))

    assert ("  claim_recall  " in text, "decided_claim_recall" in text) == (True, False)
