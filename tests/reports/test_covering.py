"""The coverage of a set on one screen."""

from __future__ import annotations

from dataclasses import replace

from goldsmith.records.coverage import (
    AxisMix,
    Cell,
    Coverage,
    Crossing,
    Detected,
    Detection,
    DocumentsCited,
    FlipShare,
    FolderCited,
    Gap,
    MinimumStanding,
    Repeated,
    RuleTried,
    TargetStanding,
    WordCount,
)
from goldsmith.reports.covering import render_coverage

WHOLE = Detected(slice={}, cases=60, families=52, effective=45.0, smallest_fall=0.184, more=581)
DETECTION = Detection(
    points=5.0,
    flips=FlipShare(value=0.2, basis="assumed"),
    whole=WHOLE,
    slices=(
        Detected(slice={"risk": "high"}, cases=8, families=8, effective=8.0, smallest_fall=0.72, more=618),
        Detected(slice={"risk": "low"}, cases=52, families=44, effective=37.0, smallest_fall=None, more=0),
        Detected(slice={"job": "lookup"}, cases=60, families=52, effective=45.0, smallest_fall=0.184, more=581),
    ),
    repeats=(
        Repeated(repeats=1, flip_share=0.2, needed=626),
        Repeated(repeats=3, flip_share=0.1, needed=312),
        Repeated(repeats=5, flip_share=0.08, needed=249),
    ),
)
RISK = AxisMix(
    axis="risk",
    words=(WordCount(word="high", cases=3, share=0.05, asked=8), WordCount(word="low", cases=55, share=0.917)),
    unlabelled=2,
)
RULE = RuleTried(
    tenant="eu",
    principals=("support",),
    documents=2,
    permitted=1,
    denied=0,
    never_permitted=("old",),
    never_denied=("old", "path"),
)
GAPS = (
    Gap(
        kind="minimum",
        slice={"answerability": "unsupported", "behaviour": "refuse"},
        cases=3,
        why=("set.yaml asks for 5 behaviour=refuse, there are 2", "eighty asks for 10 unanswerable, there are 2"),
    ),
    Gap(kind="documents", slice={}, cases=1, why=("evidence cites 0 of 1 documents in a/",), documents=("x",)),
)
SET = Coverage(
    set_name="desk",
    corpus="r1",
    cases=60,
    left_out={"rejected": 1},
    axes=(RISK,),
    crossings=(),
    minima=(MinimumStanding(slice={"risk": "high"}, cases=3, asked=8), MinimumStanding(slice={}, cases=60, asked=50)),
    targets=(),
    unlabelled=("job",),
    access=(RULE,),
    documents=DocumentsCited(
        documents=3,
        cited=1,
        passed_over=1,
        folders=(
            FolderCited(folder="a", documents=2, cited=0, uncited=("x", "y")),
            FolderCited(folder=".", documents=1, cited=1, uncited=()),
        ),
    ),
    detection=DETECTION,
    gaps=GAPS,
    next_step="write 3 cases with behaviour=refuse, then goldsmith check",
)


def flips(**fields: object) -> str:
    told = replace(DETECTION.flips, **fields)  # type: ignore[arg-type]  # a test names the fields that it changes
    lines = render_coverage(replace(SET, detection=replace(DETECTION, flips=told)), width=140).splitlines()
    return lines[lines.index("CAN SEE") + 2].strip()


def test_what_to_draft_stands_first_then_the_figures_and_the_next_step_last() -> None:
    assert render_coverage(SET).splitlines() == [
        "SHORT   1 of 2 minima of set.yaml not met, 2 gaps",
        "desk · 60 live cases (1 rejected left out) · corpus r1",
        "",
        "TO DRAFT   (one case may fill several)",
        "  +3 behaviour=refuse   set.yaml asks for 5 behaviour=refuse, there are 2 (and 1 other reason)",
        "  +1 any question, about x   evidence cites 0 of 1 documents in a/",
        "",
        "MINIMA   of set.yaml",
        "  x risk=high: 3 of 8",
        "  . all cases 60 (asked 50)",
        "",
        "MIX   cases a word; ! fewer than 5, where a figure is noise",
        "  risk           high 3!   low 55   (no word 2)",
        "  labelled on no case: job",
        "",
        "CORPUS",
        "  evidence cites 1 of 3 documents (1 superseded, planted or not parsed left out); least: a/ 0 of 2",
        "  x tenant eu, only support   tried as permitted 1 of 2, as denied 0 of 2 (not: old, path)",
        "",
        "CAN SEE",
        "  60 cases: falls of 18 points or more; in 52 families they count as 45",
        "  assumed: 20 % of verdicts flip between two runs; a run with repeats would tell (goldsmith evaluate",
        "    --repeats 3)",
        "",
        "Next: write 3 cases with behaviour=refuse, then goldsmith check",
    ]


def test_what_was_asked_for_has_the_room_of_the_mix_and_of_the_corpus() -> None:
    lines = render_coverage(SET, detect=True).splitlines()

    assert [line for line in lines if line.startswith(("MIX", "CORPUS"))] == []
    assert lines[lines.index("CAN SEE") + 4 : -2] == [
        "  to see a fall of 5 points: 626 cases without kin run once, 312 run 3 times each, 249 run 5 times",
        "    each; 581 more needed",
        "  risk=low                      52 cases   no fall for certain; enough",
        "  risk=high                      8 cases   falls of 72 points or more; 618 more needed",
    ]


def test_the_kinds_of_a_preset_are_marked() -> None:
    usual = TargetStanding(
        preset="p", kind="multi_hop", cases=2, share=0.03, least=5, shares=None, state="short", missing=3
    )
    targets = (
        usual,
        replace(usual, kind="typo", cases=7, state="met", missing=0),
        replace(usual, kind="cross_lingual", state="not_asked", missing=0),
        replace(usual, kind="adversarial", cases=20, share=1 / 3, shares=(0.1, 0.2), state="over", missing=0),
    )
    lines = render_coverage(replace(SET, targets=targets)).splitlines()
    place = lines.index("PRESET   p")

    assert lines[place + 1 : place + 3] == [
        "  x multi hop 2 of 5   . typo 7 (asked 5)   - cross lingual (one language only)",
        "  ! adversarial 20, 33 % (asked 10 % to 20 %)",
    ]


def test_one_axis_is_shown_whole_and_two_are_crossed() -> None:
    one = render_coverage(SET, by=["risk"]).splitlines()
    crossed = Crossing(
        axes=("risk", "job"),
        cells=(Cell(words=("high", "lookup"), cases=3), Cell(words=("low", "lookup"), cases=0)),
        unlabelled=1,
    )
    two = render_coverage(replace(SET, crossings=(crossed,)), by=["risk", "job"]).splitlines()
    place = two.index("RISK by job   ! fewer than 5 cases")

    assert one[one.index("  risk") + 1 :][:3] == [
        "    high                              3!    5 %   set.yaml asks for 8",
        "    low                              55    92 %",
        "    (no word)                         2",
    ]
    assert two[place + 1 : place + 5] == [
        "                             lookup",
        "  high                           3!",
        "  low                             -",
        "  1 case without a word on one of the two",
    ]


def test_where_the_flips_come_from_is_told() -> None:
    assert flips(value=0.25, basis="repeats", observed=0.25, cases=40, runs=("0002-good",)) == (
        "25 % of verdicts flip between repeats of one case (run 0002-good, 40 cases)"
    )
    assert flips(value=0.15, basis="two_runs", observed=0.0, cases=40, runs=("0001-good", "0002-good")) == (
        "0 % of 40 cases flipped (between runs 0001-good and 0002-good); 15 % taken, since few cases cannot show fewer"
    )


def test_without_a_corpus_or_a_gap_that_is_said() -> None:
    bare = replace(SET, corpus="", documents=None, access=(), gaps=(), minima=(), left_out={}, unlabelled=())
    lines = render_coverage(bare).splitlines()

    assert lines[:4] == ["No gap", "desk · 60 live cases · no corpus", "", "TO DRAFT   nothing"]
    assert "  none is frozen: nothing is known of documents that no case cites and rules that no case tries" in lines


def test_names_that_came_from_elsewhere_move_nothing_and_stay_on_their_line() -> None:
    hostile = "a\x1b[2J\n" + "long" * 100
    gap = Gap(kind="documents", slice={"tag": hostile}, cases=1, why=(hostile,), asker=hostile, documents=(hostile,))
    word = WordCount(word=hostile, cases=1, share=0.1)
    wild = replace(
        SET,
        set_name=hostile,
        gaps=(gap,) * 20,
        axes=(replace(RISK, words=(word,) * 30),),
        access=(replace(RULE, tenant=hostile, never_denied=(hostile,)),) * 9,
    )
    lines = render_coverage(wild, width=80).splitlines()

    assert [line for line in lines if "\x1b" in line or len(line) > 80] == []
    assert len(lines) <= 45


def test_a_document_that_cases_alone_deny_is_told_as_that() -> None:
    rule = replace(RULE, tenant=None, principals=None)

    assert "x denied by cases alone   tried as permitted 1 of 2" in render_coverage(replace(SET, access=(rule,)))
