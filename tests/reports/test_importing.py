"""An import on one screen, however much was lost."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.interchange import FATES, Exported, Imported, PublishedScore
from goldsmith.reports.importing import render_exported, render_formats, render_imported

DONE = Imported(
    format="ragas",
    detected=True,
    others=("deepeval",),
    files=("a.jsonl", "b.jsonl"),
    records=1_200,
    cases=1_000,
    updated=0,
    already=150,
    responses=3,
    passages=0,
    located=7,
    unlocated=2,
    decisions=1,
    uncounted_decisions=4,
    written=(("golden/cases/a.yaml", "1,000 cases"),),
    lines=(
        ("wrong", "evidence", "the words are not in the corpus", 2, ("line 1", "line 9")),
        ("dropped", "rubrics", "no place for it in a case", 1_200, ("line 1", "line 2", "line 3", "line 4")),
        ("kept", "question", "", 1_200, ("line 1",)),
        ("kept", "answer", "", 1_200, ("line 1",)),
    ),
    report=".goldsmith/imports/a.jsonl",
    published=(PublishedScore(measure="recall", value=0.8125, system="gpt"),),
    drift=("none of the ids is one that is expected",),
    next_step="goldsmith check",
)


def test_the_screen_tells_figures_losses_files_and_the_next_step() -> None:
    assert render_imported(DONE).splitlines() == [
        "IMPORTED   1,200 records of ragas (recognised) from a.jsonl, b.jsonl",
        "           it would be read as deepeval too: say so with --format",
        "   1,000   new cases, candidates until somebody approves them",
        "     150   cases that the set has already, as they are",
        "       3   recorded answers",
        "       7   passages of evidence found in the corpus",
        "       2   passages of evidence not found in the corpus",
        "       1   decisions written",
        "       4   decisions of the source that do not count",
        "",
        "WRONG      the source contradicts itself, or what it names is not there",
        "       2   evidence: the words are not in the corpus (line 1, line 9)",
        "",
        "DROPPED    there is no place for it",
        "   1,200   rubrics: no place for it in a case (line 1, line 2, line 3, …)",
        "",
        "KEPT       question, answer",
        "",
        "NAMES DIFFER",
        "  none of the ids is one that is expected",
        "",
        "PUBLISHED BY THE SOURCE",
        "  recall                                       0.8125  (gpt)",
        "",
        "wrote  golden/cases/a.yaml  1,000 cases",
        "what became of each record: .goldsmith/imports/a.jsonl",
        "",
        "Next: goldsmith check",
    ]


def test_where_nothing_was_written_it_says_so() -> None:
    told = render_imported(replace(DONE, written=(), cases=0))

    assert "nothing was written: what the source holds is here already, or has no place" in told.splitlines()


@given(
    st.lists(
        st.tuples(
            st.sampled_from(FATES),
            st.text(max_size=300),
            st.text(max_size=300),
            st.integers(1, 10**7),
            st.lists(st.text(max_size=200), max_size=5).map(tuple),
        ),
        max_size=80,
    ),
    st.integers(20, 160),
)
def test_no_source_breaks_the_screen(lines: list[tuple[str, str, str, int, tuple[str, ...]]], width: int) -> None:
    told = render_imported(replace(DONE, lines=tuple(lines)), width=width)  # type: ignore[arg-type]

    assert all(char.isprintable() or char == "\n" for char in told)
    assert len(told.splitlines()) < 150


def test_an_export_tells_what_left_and_what_did_not() -> None:
    done = Exported(
        format="squad",
        cases=2,
        responses=1,
        written=(("exports/squad/squad.json", "text"),),
        lines=(("dropped", "claims", "no place for it there", 1, ("window",)),),
        report="exports/squad/loss.jsonl",
        next_step="open it",
    )

    assert render_exported(done).splitlines() == [
        "EXPORTED   2 cases as squad with 1 answer",
        "",
        "DROPPED    there is no place for it",
        "       1   claims: no place for it there (window)",
        "",
        "wrote  exports/squad/squad.json  text",
        "what became of each record: exports/squad/loss.jsonl",
        "",
        "Next: open it",
    ]


def test_the_formats_are_a_table() -> None:
    rows = [("ares", "ARES", True, False, "its own documentation"), ("ragas", "Ragas", True, True, "its own loader")]

    assert render_formats(rows).splitlines() == [
        "NAME   FORMAT  READS  WRITES  CHECKED AGAINST",
        "ares   ARES    yes    -       its own documentation",
        "ragas  Ragas   yes    yes     its own loader",
    ]
