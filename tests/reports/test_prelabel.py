"""A pre-label on one screen, and as lines for another program."""

from __future__ import annotations

import json
from dataclasses import replace

from goldsmith.records.prelabel import CasePool, CountedShare, Prelabelled, RetrieverShare
from goldsmith.records.workbench import PooledPassage
from goldsmith.reports.plain_text import columns
from goldsmith.reports.prelabel import PREVIEW, export_line, render_prelabel, share_told


def passage(chunk: str, score: float, *, audited: bool = False) -> PooledPassage:
    return PooledPassage(
        chunk=chunk, document="d", score=score, source="auto" if score > 0.8 else "human_required", audited=audited,
        retrievers=("words",),
    )  # fmt: skip


POOL = CasePool(case="c1", round=None, question="When?", passages=(passage("a", 0.1), passage("b", 0.9, audited=True)))
NONE = CountedShare(part=0, of=0, share=None, interval=None, why="no approved case names a passage")
FOUND = Prelabelled(
    set_name="desk",
    corpus="r1",
    depth=50,
    scored_by="shared-units-1",
    auto_above=0.8,
    pools=(POOL,),
    unstated=(),
    recall=CountedShare(part=9, of=10, share=0.9, interval=(0.596, 0.982)),
    recall_by_question=CountedShare(part=8, of=10, share=0.8, interval=(0.49, 0.943)),
    retrievers=(
        RetrieverShare(retriever="ngrams", version="1", brought=9, alone=1),
        RetrieverShare(retriever="words", version="1", brought=8, alone=0),
    ),
    next_step="look at them",
)


def test_the_screen_says_what_is_left_to_look_at_and_what_is_missed() -> None:
    assert render_prelabel(FOUND).splitlines() == [
        "POOLED   2 passages for 1 case",
        "desk · corpus r1 · the first 50 of ngrams, words",
        "",
        "  auto                       1   scored above 0.8",
        "    of them drawn            1   shown to people all the same",
        "  human_required             1   not evidence until a person marks it",
        "",
        "EVIDENCE OF APPROVED CASES   90 % (9 of 10; 95 %: 60 % to 98 %) brought by a retriever",
        "  by the question alone      8",
        "  ngrams                     9   1 that no other brought",
        "  words                      8   none that no other brought",
        "  nobody                     1",
        "",
        "Next: look at them",
    ]


def test_what_cannot_be_said_says_why() -> None:
    text = render_prelabel(replace(FOUND, recall=NONE, recall_by_question=NONE, retrievers=()))

    assert "EVIDENCE OF APPROVED CASES   n/a (no approved case names a passage)" in text
    assert "by the question alone" not in text


def test_open_reviews_are_named_as_such_with_the_audit_of_auto() -> None:
    audit = CountedShare(part=1, of=20, share=0.05, interval=(0.0089, 0.2361))
    lines = render_prelabel(replace(FOUND, pools=(replace(POOL, round=1),), audit=audit, already=3)).splitlines()

    assert lines[:2] == [
        "POOLED   2 passages for 1 open review",
        "desk · corpus r1 · the first 50 of ngrams, words · 3 had a pool already",
    ]
    assert "AUDIT OF AUTO   5 % (1 of 20; 95 %: 0.89 % to 24 %) that nobody marked as evidence" in lines


def test_cases_of_which_nothing_can_be_auto_are_named() -> None:
    text = render_prelabel(replace(FOUND, unstated=("c1", "c2")), width=72)

    assert "2 cases without an accepted answer or required claim" in text
    assert max(map(columns, text.splitlines())) <= 72


def test_a_share_is_told_with_what_it_rests_on() -> None:
    assert share_told(FOUND.recall) == "90 % (9 of 10; 95 %: 60 % to 98 %)"


def test_an_export_line_has_the_best_first_and_cuts_its_texts() -> None:
    line = export_line(POOL, {"a": "A" * 500, "b": "B"})

    assert json.loads(line) == {
        "case": "c1",
        "question": "When?",
        "prelabels": [
            {"chunk_id": "b", "text_preview": "B", "confidence": "high", "source": "auto"},
            {"chunk_id": "a", "text_preview": "A" * PREVIEW, "confidence": "low", "source": "human_required"},
        ],
    }


def test_what_a_terminal_would_obey_is_escaped_and_a_line_stays_one() -> None:
    hidden = "\u202e\x1b[2J\u2028\x85\nx"
    line = export_line(POOL, {"a": hidden, "b": "退款"})

    assert len(line.splitlines()) == 1
    assert line.isprintable()
    assert "退款" in line
    assert json.loads(line)["prelabels"][1]["text_preview"] == hidden
