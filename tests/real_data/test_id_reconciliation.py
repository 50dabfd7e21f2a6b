"""Recorded answers over a benefits handbook: the truth and the runs name the pages of its PDF files otherwise.

The truth cites ``Details-3.pdf``, a file for each page counted from 0; the runs cite ``Details.pdf#page=4``, pages of
one file counted from 1. Two of the runs were made with the same settings.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from goldsmith.gates.passing import case_pass
from goldsmith.records.case import Case
from goldsmith.records.comparison import Side
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.observation import Observation
from goldsmith.records.response import Citation, Reply, Response, RetrievedItem
from goldsmith.records.task import TaskKey
from goldsmith.scoring.drift import identity_drift, naming_drift, pairs_of
from goldsmith.scoring.measures import parse, score
from goldsmith.scoring.observe import observe
from goldsmith.scoring.reconciliation import propose
from goldsmith.text.renaming import Rename, as_toml, rename
from tests.comparison.sides import compared, side

pytestmark = pytest.mark.real_data

RESULTS = "data/azure-rag-eval/example_results"
PAGES = Rename(pattern=r"(.+)\.pdf#page=(\d+)", replace="{1}-{2-1}.pdf")
MEASURES = tuple(
    parse(name)
    for name in (
        "document_recall@5", "document_reciprocal_rank", "duplicates",
        "citation_precision", "citation_recall", "cited_not_retrieved",
    )
)  # fmt: skip
CLOCK = parse("latency_ms")

_CITED = re.compile(r"\[([^\[\]]+\.pdf[^\[\]]*)\]")
_PASSAGE = re.compile(r"(?:^|\n\n)(?P<id>[^\n:]+\.pdf#page=\d+): ")


class Recorded:
    """One recorded run: its cases with what the truth cites, and what was answered."""

    def __init__(self, shared: Path, name: str, rule: Rename | None = None) -> None:
        self.name = name
        lines = (shared / RESULTS / name / "eval_results.jsonl").read_text(encoding="utf-8").splitlines()
        held: dict[str, tuple[Case, Response]] = {}
        for row in map(json.loads, lines):
            case = Case(
                id=row["question"],
                question=row["question"],
                answerability="supported",
                behaviour="answer",
                evidence=tuple(Need(any_of=(Alternative(chunk=page),)) for page in _CITED.findall(row["truth"])),
            )
            # Two questions were asked twice: the first answer is taken.
            held.setdefault(case.id, (case, _response(case, row, rule)))
        self.cases = [case for case, _ in held.values()]
        self.responses = [response for _, response in held.values()]

    def side(self) -> Side:
        seen: list[Observation] = [
            observe(case, response, None, "open") for case, response in zip(self.cases, self.responses, strict=True)
        ]
        passes = [case_pass(case, [one], ()) for case, one in zip(self.cases, seen, strict=True)]
        return side(self.name, self.cases, observations=seen, scored=score(seen, (*MEASURES, CLOCK)), passes=passes)


def _response(case: Case, row: dict[str, str], rule: Rename | None) -> Response:
    def name(identifier: str) -> str:
        return identifier if rule is None else rename(identifier, rule)

    retrieved = tuple(RetrievedItem(id=name(one)) for one in _PASSAGE.findall(row["context"]))
    cited = tuple(Citation(id=name(one)) for one in dict.fromkeys(_CITED.findall(row["answer"])))
    reply = Reply(answer=row["answer"], retrieved=retrieved, citations=cited)
    key = TaskKey(task=case.id, step=0, repeat=1)
    return Response(
        key=key, case=case.id, case_digest="", outcome=reply, latency_ms=round(float(row["latency"]) * 1000, 3)
    )


@pytest.mark.parametrize(
    ("name", "resolved", "agreeing"),
    [("baseline", "38 of 174", 159), ("baseline2", "38 of 173", 159), ("prompt_nomarkdownmention", "38 of 174", 161)],
)
def test_the_mapping_of_the_pages_is_proposed_and_reaches_every_expected_page(
    shared: Path, name: str, resolved: str, agreeing: int
) -> None:
    run = Recorded(shared, name)
    pairs = pairs_of(run.cases, run.responses, None)
    found = propose(pairs, {page for pair in pairs for page in pair.expected})

    assert found is not None
    assert (found.rule, f"{found.resolved} of {found.ids}", found.agreeing) == (PAGES, resolved, agreeing)
    assert (found.reached, found.expected) == (38, 38)
    assert found.line == r"ids = {pattern = '(.+)\.pdf#page=(\d+)', replace = '{1}-{2-1}.pdf'}"


def test_the_drift_of_the_first_replies_names_the_mapping_with_three_examples(shared: Path) -> None:
    run = Recorded(shared, "baseline")
    drift = identity_drift(run.cases, run.responses[:20], None)

    assert drift is not None
    assert drift.mappings[0].kind == "rename"
    next_step = drift.error().next_step
    assert as_toml(PAGES) in next_step
    assert next_step.startswith(
        "if these name the same passages ('Northwind_Health_Plus_Benefits_Details.pdf#page=4' is "
        "'Northwind_Health_Plus_Benefits_Details-3.pdf'; "
    )
    assert next_step.count(" is '") == 3


def test_a_whole_run_says_that_names_differ_and_under_the_mapping_no_longer(shared: Path) -> None:
    plain, mapped = Recorded(shared, "baseline"), Recorded(shared, "baseline", PAGES)
    note = naming_drift(plain.cases, plain.responses, None)

    assert note is not None
    assert note.kind == "names_differ"
    assert note.message.startswith("0 of 198 cases retrieve what they expect")
    assert as_toml(PAGES) in note.mend
    assert naming_drift(mapped.cases, mapped.responses, None) is None
    assert identity_drift(mapped.cases, mapped.responses, None) is None


def test_two_runs_with_the_same_settings_differ_by_nothing_beyond_noise(shared: Path) -> None:
    before, now = (Recorded(shared, name, PAGES) for name in ("baseline", "baseline2"))

    result = compared(now.side(), before.side(), before.cases, measures=MEASURES)

    assert (result.common, result.left_out) == (198, ())
    told = {one.measure: (one.n, one.verdict) for one in result.effects}
    assert {verdict for _, verdict in told.values()} == {"no_visible_change"}
    assert set(told) == {str(measure) for measure in MEASURES}
    assert min(n for n, _ in told.values()) >= 197
    assert all(one.p_adjusted is not None and one.p_adjusted >= 0.05 for one in result.effects)
    assert any(one.falls and one.rises for one in result.effects)  # single answers do differ


def test_what_the_settings_do_not_fix_may_differ_the_second_sitting_was_quicker(shared: Path) -> None:
    before, now = (Recorded(shared, name, PAGES) for name in ("baseline", "baseline2"))

    (clock,) = compared(now.side(), before.side(), before.cases, measures=(CLOCK,)).effects

    assert (round(clock.before or 0), round(clock.now or 0), clock.verdict) == (2346, 2221, "better")
