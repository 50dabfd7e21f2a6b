"""What may not be read is in no form of the report, whatever it says."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.records.comparison import Cause
from goldsmith.records.run import RulerNote
from goldsmith.records.verdict import CaseResult, Verdict
from goldsmith.reports.forms import FORMS, render
from goldsmith.reports.redacting import WITHHELD, erased, redacted
from tests.reports.detail import WAIVERS, saying, whole_verdict
from tests.reports.sample import broken, comparison, gate, regressions

WORDS = st.lists(
    st.text(st.characters(categories=("Ll", "Lu", "Nd")), min_size=1, max_size=8), min_size=5, max_size=12
).map(" ".join)


def runs(text: str) -> Iterator[str]:
    words = text.split()
    for start in range(len(words) - 3):
        yield " ".join(words[start : start + 4])


def told_in_full(item: CaseResult, text: str) -> Verdict:
    """Return a verdict whose every message quotes the case, as the messages of the gates and causes do."""
    name = item.result.case
    messages = (
        f'states what it must not: "{text}"',
        f"no answer: system error: {text}",
        text,
        f"cites {text}, which was not retrieved",
        f"asked as '{text}', answered for nobody",
    )
    causes = tuple(Cause(kind="other", message=message, passage=text) for message in messages)
    return whole_verdict(
        headline=f"1 gate · {text}",
        next_step=f"mend the system: {text}",
        ruler=(RulerNote(kind="no_answer", message=f"no answer to {name}: timeout: {text}", mend="look"),),
        gates=(
            gate("refusal", "failed", *(broken(name, message) for message in messages)),
            gate("citations", "passed", broken(name, f"{text} (waived by x)", "waived")),
        ),
        comparison=comparison(
            regressions=(replace(regressions()[0], case=name, causes=causes),), why_this_baseline=f"because {text}"
        ),
        cases=(replace(item, result=replace(item.result, why=messages)),),
        waivers=(replace(WAIVERS[0], why=text),),
    )


@settings(max_examples=25)
@given(WORDS)
def test_no_four_words_in_a_row_of_any_text_are_in_a_report_of_ids(text: str) -> None:
    shown = redacted(told_in_full(saying(text), text))
    pages = {form: html.unescape(render(shown, form)) for form in FORMS}

    assert [(form, run) for form, page in pages.items() for run in runs(text) if run in page] == []


def test_texts_in_languages_without_blanks_are_kept_back_too() -> None:
    text = "三十天内可以退货并且全额退款"
    shown = redacted(told_in_full(saying(text), f"回答 {text} 完"))

    assert [form for form in FORMS if text[:6] in html.unescape(render(shown, form))] == []


def test_what_a_gate_found_keeps_kinds_ids_and_ranks() -> None:
    shown = redacted(whole_verdict())
    messages = {finding.message for one in shown.gates for finding in one.findings}

    assert messages == {
        "denied source runbook-us rank 3",
        "denied source salary-bands rank 5",
        "denied source salary-bands the answer",
        "denied source runbook-eu rank 1 (waived by dpo until 2026-03-31)",
        "only a judge can rule out",
        "no answer: timeout",
        "cites returns-2024#7c01aa52d940, which was not retrieved",
    }


def test_a_cause_keeps_its_kind_its_passage_and_its_ranks() -> None:
    shown = redacted(whole_verdict()).comparison

    assert shown is not None
    assert [cause.message for item in shown.regressions for cause in item.causes] == [
        "denied source runbook-us in context, trace",
        "warranty-2026#3a90ff17bc03 fell from rank 2 to 9",
        "a required claim is missing",
        "asked to clarify, answered instead",
    ]


def test_waivers_keep_who_why_and_until_when() -> None:
    assert redacted(whole_verdict()).waivers == WAIVERS


def test_who_asks_is_a_number() -> None:
    words = {item.word for item in redacted(whole_verdict()).slices if item.axis == "profile"}

    assert words == {"profile 1"}


def test_a_redacted_verdict_is_redacted_once() -> None:
    shown = redacted(whole_verdict())

    assert redacted(shown) is shown


def test_gates_figures_and_states_are_the_same_for_both_audiences() -> None:
    full, ids = whole_verdict(), redacted(whole_verdict())

    assert (ids.summaries, ids.status, [one.status for one in ids.gates]) == (
        full.summaries, full.status, [one.status for one in full.gates],
    )  # fmt: skip
    assert [(one.result.case, one.result.state) for one in ids.cases] == [
        (one.result.case, one.result.state) for one in full.cases
    ]


def test_an_erased_case_leaves_its_state_and_who_erased_it() -> None:
    words = "erased on 2026-11-30 by Ana: asked for it"
    shown = erased(whole_verdict(), {"access-007": words})
    item = next(one for one in shown.cases if one.result.case == "access-007")

    assert (item.state, item.result.why, item.question, item.evidence) == ("erased", (words,), "", ())
    assert {one.message for gate in shown.gates for one in gate.findings if one.case == "access-007"} == {"erased"}
    assert erased(shown, {"access-007": words}) is shown


@settings(max_examples=15)
@given(WORDS)
def test_nothing_of_an_erased_case_is_left_in_the_verdict(text: str) -> None:
    shown = erased(told_in_full(saying(text), text), {"access-007": "erased on a day by Ana: why"})
    page = html.unescape(render(shown, "json"))

    assert [run for run in runs(text) if run in page] == []
    assert WITHHELD in page or len(text.split()) < 4
    assert re.search(r'"audience": "full"', page)
