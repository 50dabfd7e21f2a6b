"""Sentinels on a screen, held line by line."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.sentinels import RulerReading, SentinelChoice, Sentinels, SentinelStanding
from goldsmith.reports.plain_text import columns
from goldsmith.reports.sentinels import render_sentinels

DUE = SentinelStanding(
    case="refund-window", state="approved", calibrated=True, why="ada and ben agree",
    labelled_at="2026-05-01T08:00:00Z", due_at="2026-07-30T08:00:00Z", due=True, open=False,
)  # fmt: skip
BARE = SentinelStanding(
    case="payroll", state="candidate", calibrated=False, why="two independent decisions are missing", labelled_at=None,
    due_at=None, due=False, open=False,
)  # fmt: skip
READING = RulerReading(
    who="ada", kind="reviewer", labels=40, same_word=22, interval=(0.398, 0.693), selections=30, same_evidence=29,
    evidence_interval=(0.83, 0.99), apart=("payroll", "refund-window"), standing="drifted",
    why="says something else of sentinels too often",
)  # fmt: skip
CHOICE = SentinelChoice(
    case="salary",
    value=6,
    reasons=("it guards access to sources (+3)",),
    calibrated=True,
    place="golden/cases/a.yaml:4",
)
FOUND = Sentinels(
    set_name="desk", relabel_after_days=90, floor=0.75, sentinels=(DUE, BARE), readings=(READING,), choices=(CHOICE,),
    next_step="goldsmith review sentinels --open",
)  # fmt: skip


def test_what_is_due_stands_first_then_who_drifted_then_what_to_choose() -> None:
    assert render_sentinels(FOUND).splitlines() == [
        "TO DO   2 sentinels, 1 calibrated, 1 due, 1 drifted",
        "",
        "SENTINELS                      labelled    due         calibrated",
        "  refund-window                2026-05-01  now         yes: ada and ben agree",
        "  payroll                      never       candidate   no: two independent decisions are missing",
        "",
        "RULER                      same word [95 %]        same evidence [95 %]       labels   floor 75 %",
        "x ada                      55 % [40, 69]           97 % [83, 99]                  40",
        "    says something else of sentinels too often",
        "    another word or evidence on payroll, refund-window",
        "  x drifted   ? cannot tell",
        "",
        "TO CHOOSE   what a sentinel decides is worth more than how easy it is to label",
        "  salary                   6: it guards access to sources (+3); calibrated already",
        "    (golden/cases/a.yaml:4)",
        "  a person decides: write `sentinel: true` into the case, or goldsmith review sentinels --mark ID",
        "",
        "Next: goldsmith review sentinels --open",
    ]
    assert FOUND.exit_status == 1


def test_a_set_without_sentinels_says_so() -> None:
    bare = replace(FOUND, sentinels=(), readings=(), choices=())

    assert render_sentinels(bare).splitlines()[0] == (
        "NO SENTINEL   desk has none: nothing measures those who label it"
    )
    assert bare.exit_status == 0


@given(st.integers(30, 160))
def test_every_screen_fits(width: int) -> None:
    told = render_sentinels(replace(FOUND, sentinels=(DUE,) * 20), width=width)

    assert max(map(columns, told.splitlines())) <= max(width, 72)
    assert "  … and 8 more (--json lists all)" in told
