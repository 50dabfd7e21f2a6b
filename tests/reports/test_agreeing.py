"""The agreement of reviewers on one screen."""

from __future__ import annotations

from dataclasses import replace

from goldsmith.records.agreement import (
    Difference,
    EvidenceAgreement,
    Figure,
    GroupAgreement,
    LeftOut,
    ReviewAgreement,
    WordAgreement,
)
from goldsmith.reports.agreeing import render_agreement

KAPPA = Figure(name="kappa", value=0.29, interval=(-0.07, 0.65), why="", standing="below")
SELECTED = Figure(name="alpha_masi", value=0.85, interval=(0.71, 0.92), why="", standing="holds")
EVIDENCE = EvidenceAgreement(
    contents=100, repeating=12, same=0.8, jaccard=0.9, masi=0.87, alpha_jaccard=0.89, figure=SELECTED
)
WHOLE = GroupAgreement(
    slice={},
    reviewers=("ada", "ben"),
    contents=100,
    pairs=100,
    raw=0.92,
    raw_interval=(0.85, 0.96),
    ac1=0.91,
    words=(
        WordAgreement(word="approved", share=0.94, agreement=0.957),
        WordAgreement(word="rejected", share=0.06, agreement=1 / 3),
    ),
    figure=KAPPA,
    low_by_prevalence=True,
    evidence=EVIDENCE,
)
DIFFERENCE = Difference(
    case="refund-window",
    content="c1:a",
    current=True,
    settled=False,
    first="ada",
    second="ben",
    first_word="approved",
    second_word="rejected",
    only_first=("refunds#1", "refunds#2", "refunds#3"),
    only_second=(),
    first_reason="",
    second_reason="",
)
FOUND = ReviewAgreement(
    set_name="desk",
    floor=0.75,
    least=20,
    whole=WHOLE,
    pairs=(replace(WHOLE, reviewers=("ada", "ben")),),
    slices=(replace(WHOLE, slice={"risk": "high"}, contents=12),),
    differences=(DIFFERENCE, replace(DIFFERENCE, case="old", current=False)),
    one_decision=3,
    no_decision=1,
    left_out=LeftOut(no_side=2, replaced=0, after_another=1, after_adjudication=0),
    standing="below",
    next_step="rewrite refund-window",
)


def told(found: ReviewAgreement) -> str:
    return " ".join(render_agreement(found, width=100).split())


def test_the_verdict_comes_first_and_the_next_step_last() -> None:
    lines = render_agreement(FOUND, width=100).splitlines()

    assert lines[0] == "BELOW THE FLOOR   kappa of words 0.29, alpha of evidence 0.85; floor 0.75"
    assert (
        lines[1] == "desk · 100 cases decided on by two or more of 2 reviewers · 3 cases with one decision, 1 with none"
    )
    assert lines[-1] == "Next: rewrite refund-window"


def test_raw_agreement_stands_beside_every_figure_with_its_interval_and_number() -> None:
    text = render_agreement(FOUND, width=100)

    assert (
        "  all                       92 % [85, 96]      x 0.29 [-0.07, 0.65]      0.85 [0.71, 0.92]       100" in text
    )
    assert "risk=high" in text
    assert "ada, ben  " not in text


def test_a_low_kappa_under_a_dominating_word_is_explained_on_both_sides() -> None:
    text = told(FOUND)

    assert "WORDS approved 94 % (agreed 96 %), rejected 6 % (agreed 33 %); AC1 0.91" in text
    assert "! low because 94 % of all words are approved, so that chance alone agrees often" in text
    assert "they share approved in 96 % of its uses, rejected in 33 %" in text
    assert "low because 94 %" not in told(replace(FOUND, whole=replace(WHOLE, low_by_prevalence=False)))


def test_a_difference_names_words_and_evidence_of_each_side() -> None:
    text = told(FOUND)

    assert "TO REWRITE 1 case: the question, or the rule that lets both readings stand" in text
    assert "refund-window ada: approved, ben: rejected; only ada selected refunds#1, refunds#2 and 1 more" in text
    assert "1 more difference on what cases said earlier, or on drafts" in text


def test_a_floor_inside_the_interval_is_said_to_be_undecided() -> None:
    assert "! the floor lies inside the interval of evidence: more cases" in told(FOUND)


def test_what_was_left_out_is_counted() -> None:
    text = told(FOUND)

    assert "DECISIONS LEFT OUT 2 that take no side, 1 changed after another reviewer had decided" in text
    assert (
        "! on 12 of 100 cases all name exactly the evidence of the case: perhaps confirmed rather than selected" in text
    )


def test_what_cannot_be_told_says_why() -> None:
    silent = Figure(name="kappa", value=None, interval=None, why="only one word was ever given", standing="cannot_tell")
    asked = Figure(name="alpha_masi", value=1.0, interval=None, why="confirmed", standing="not_asked")
    whole = replace(WHOLE, figure=silent, ac1=None, evidence=replace(EVIDENCE, figure=asked, alpha_jaccard=None))
    text = told(replace(FOUND, whole=replace(whole, low_by_prevalence=False), standing="cannot_tell"))

    assert text.startswith("CANNOT TELL kappa of words undefined; floor 0.75")
    assert "? kappa of words: only one word was ever given" in text
    assert "confirmed only 100" in text


def test_cases_that_share_their_passages_explain_a_low_alpha_of_evidence() -> None:
    low = replace(EVIDENCE, figure=replace(SELECTED, value=0.1, interval=(0.0, 0.2), standing="below"))

    assert "! low because the cases rest on the same passages" in told(
        replace(FOUND, whole=replace(WHOLE, evidence=low))
    )


def test_without_a_double_decision_there_is_no_table() -> None:
    nobody = replace(WHOLE, contents=0, reviewers=(), raw=None)
    lines = render_agreement(
        replace(FOUND, whole=nobody, pairs=(), slices=(), differences=(), standing="cannot_tell"), width=100
    ).splitlines()

    assert lines[0] == "CANNOT TELL   no two reviewers decided on the same content; floor 0.75"
    assert "AGREEMENT" not in "".join(lines)


def test_many_reviewers_and_differences_stay_on_one_screen_of_any_width() -> None:
    many = replace(
        FOUND,
        pairs=tuple(replace(WHOLE, reviewers=(f"reviewer {n}", "ben")) for n in range(30)),
        slices=tuple(replace(WHOLE, slice={"risk": f"{n}"}) for n in range(30)),
        differences=tuple(replace(DIFFERENCE, case=f"case-{n}") for n in range(300)),
    )
    for width in (40, 72, 100, 140):
        lines = render_agreement(many, width=width).splitlines()

        assert len(lines) <= 60
        assert max(map(len, lines)) <= max(width, 72)
        assert "  … and 24 more pairs of reviewers: goldsmith review agreement --json" in lines


def test_names_cannot_move_what_stands_beside_them() -> None:
    hostile = replace(DIFFERENCE, case="a\x1b[2Jb", first="ada\u202e")

    assert "\x1b" not in told(replace(FOUND, differences=(hostile,)))
    assert "\u202e" not in told(replace(FOUND, differences=(hostile,)))


def test_versions_of_the_handbook_stand_below_the_slices() -> None:
    versions = tuple(
        replace(WHOLE, slice={"handbook": name}, contents=40) for name in ("h1:0a1b2c3d4e5f", "h1:99887766aabb", "none")
    )
    lines = render_agreement(replace(FOUND, handbooks=versions, across_handbooks=3), width=100).splitlines()

    assert [line.split()[:2] for line in lines if line.startswith("  handbook")] == [
        ["handbook", "h1:0a1b2c"],
        ["handbook", "h1:998877"],
        ["handbook", "none"],
    ]
    assert "  on 3 cases no two decided by the same version of the handbook" in lines
