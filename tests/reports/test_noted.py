"""What stands beside a verdict: flaky cases, probes and sign-offs, each where there is one."""

from __future__ import annotations

from dataclasses import replace

from goldsmith.records.sign_off import SignOff, SignOffChecked
from goldsmith.records.verdict import FlakyCase, Verdict
from goldsmith.reports.forms import render
from goldsmith.reports.html import render_html
from goldsmith.reports.markdown import render_markdown
from goldsmith.reports.noted import leaks_anyway, noted, plain_leaks
from goldsmith.reports.redacting import redacted
from tests.reports.detail import PROBES, leak, probe, whole_verdict
from tests.reports.sample import verdict

FLAKY = tuple(FlakyCase(case=f"c{n}", passed=n, repeats=5, blocks=n < 3) for n in range(1, 5))


def leaking_anyway() -> Verdict:
    """Return the sample in which the denied asker of the probes gets the source without a probe too."""
    whole = whole_verdict()
    cases = tuple(
        replace(item, leaks=(leak("context", "rank 1", "denied"),)) if item.result.case == "access-003" else item
        for item in whole.cases
    )
    return replace(whole, cases=cases)


def signed(run: str, state: str = "holds") -> SignOffChecked:
    """Return the word of a security owner for a run."""
    item = SignOff(
        id="s-1", run=run, run_digest="n1:0", person="Ada", role="security owner", statement="fit",
        at="2026-10-02T09:00:00Z", system="app", set_name="help-desk", corpus=None, verdict="passed", gates=(),
        guarded=1, not_observed=(),
    )  # fmt: skip
    return SignOffChecked(sign_off=item, state=state)


def test_a_verdict_without_any_of_them_notes_nothing() -> None:
    assert noted(verdict()) == ()
    assert 'class="noted"' not in render_html(verdict())
    assert "**Note**" not in render_markdown(verdict())


def test_flaky_cases_probes_and_sign_offs_of_this_run_are_noted() -> None:
    whole = replace(whole_verdict(), flaky=FLAKY)

    assert noted(whole, (signed("another"), signed(whole.plan.run), signed(whole.plan.run, "changed"))) == (
        "4 flaky cases, by repeats that passed: c1 1/5, c2 2/5, c3 3/5 and 1 more",
        "4 probes of access: 1 with a leak, 1 clean, 2 that show nothing",
        "signed off by Ada, security owner, on 2026-10-02",
        "signed off by Ada, security owner, on 2026-10-02, AND THE RUN IS NO LONGER WHAT WAS SIGNED",
    )


def test_they_stand_before_the_gates() -> None:
    whole = replace(whole_verdict(), flaky=FLAKY)
    page, comment = (render(whole, form, (signed(whole.plan.run),)) for form in ("html", "markdown"))

    assert page.index("4 flaky cases") < page.index("signed off by Ada") < page.index('id="gates"')
    assert comment.splitlines()[1].startswith("- **Note** 4 flaky cases")
    assert "signed off by Ada, security owner" in comment.splitlines()[1]


def test_a_source_that_leaks_without_a_probe_too_is_said_in_its_row() -> None:
    whole = leaking_anyway()
    plain = plain_leaks(whole)

    assert leaks_anyway(probe(), plain) == ("salary-bands",)
    assert leaks_anyway(probe(denied="access-001"), plain) == ()
    assert render_html(whole).count("leaks without a probe too") == len(PROBES)
    assert noted(whole) == ("4 probes of access: 1 with a leak (1 without a probe too), 1 clean, 2 that show nothing",)


def test_a_report_of_ids_notes_the_same() -> None:
    assert noted(redacted(leaking_anyway())) == noted(leaking_anyway())
