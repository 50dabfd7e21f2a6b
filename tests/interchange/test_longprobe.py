"""longprobe: questions with required chunks."""

from __future__ import annotations

from pathlib import Path

from goldsmith.interchange.formats import recognised
from goldsmith.interchange.longprobe import FORMAT
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from tests.interchange.foreign import lines_of, read_all, source_of

FILE = """\
name: money
questions:
  - id: q1
    question: When?
    match_mode: id
    required_chunks: [c-1, 2]
    top_k: 5
    tags: [money]
  - question: Who?
    match_mode: semantic
    required_chunks: ["The bank pays."]
    semantic_threshold: 0.8
  - question: Why?
    match_mode: near
    required_chunks: c-3
  - 7
"""


def test_required_chunks_are_needs_by_id_or_by_their_words(tmp_path: Path) -> None:
    source = source_of(tmp_path, {"golden.yaml": FILE})

    whole, first, second, third, fourth = read_all(FORMAT, source)

    assert recognised(source) == ("longprobe",)
    assert first.case == Case(
        id="q1",
        question="When?",
        answerability="supported",
        behaviour="answer",
        evidence=(Need(any_of=(Alternative(chunk="c-1"),)), Need(any_of=(Alternative(chunk="2"),))),
        tags=("money", "top_k:5"),
    )
    assert second.case is not None
    assert second.case.id == "golden-0002"
    assert second.case.evidence == (Need(any_of=(Alternative(quote="The bank pays."),)),)
    assert [line.field for line in lines_of([second], "inferred")] == ["match_mode"]
    assert third.case is not None
    assert [line.found for line in lines_of([third], "wrong")] == ["near"]
    assert fourth.case is None
    assert [line.field for line in lines_of([whole], "dropped")] == ["name"]
