"""Facts are appended, chained by case, and read for ever; a changed or missing line shows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from goldsmith.errors import IntegrityError, InvalidFileError
from goldsmith.ondisk.fact_lines import append_facts
from goldsmith.ondisk.reviews import load_facts
from goldsmith.records.decision import Adjudication, Confirmations, Decision, ReviewFact
from goldsmith.records.digests import fact_digest

FIRST = Decision(
    id="d-1",
    case="a",
    reviewer="ann",
    at="2026-03-01T10:00:00Z",
    decision="approved",
    reason="the source states the 30 days",
    evidence=("returns#1",),
    confirmations=Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True),
    case_digest="c1:00",
)
SECOND = Decision(
    id="d-2",
    case="a",
    reviewer="bo",
    at="2026-03-02T10:00:00Z",
    decision="rejected",
    reason="Нет: 30 дней — это старый срок\u2028",
    case_digest="c1:00",
    handbook_digest="h",
    trigger="audit",
    previous=fact_digest(FIRST),
)
THIRD = Adjudication(
    id="j-1",
    case="a",
    reviewer="cy",
    at="2026-03-03T10:00:00Z",
    decision="approved",
    reason="read both",
    resolves=("d-1", "d-2"),
    case_digest="c1:00",
    previous=fact_digest(SECOND),
)
OTHER = replace(FIRST, id="d-9", case="b")


def file_with(folder: Path, *facts: ReviewFact) -> Path:
    path = folder / "reviews.jsonl"
    append_facts(path, facts)
    return path


def test_a_missing_or_empty_file_holds_no_facts(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_bytes(b" \n\n")

    assert (load_facts(tmp_path / "reviews.jsonl"), load_facts(tmp_path / "empty.jsonl")) == ((), ())


def test_facts_come_back_in_the_order_in_which_they_were_settled(tmp_path: Path) -> None:
    path = file_with(tmp_path, FIRST, OTHER)
    append_facts(path, [SECOND, THIRD])

    assert load_facts(path) == (FIRST, OTHER, SECOND, THIRD)


def test_appending_leaves_every_earlier_byte(tmp_path: Path) -> None:
    path = file_with(tmp_path, FIRST)
    before = path.read_bytes()
    append_facts(path, [SECOND])

    assert path.read_bytes().startswith(before)
    assert path.read_bytes().count(b"\n") == 2


@pytest.mark.parametrize("missing", [0, 1])
def test_a_line_that_was_taken_out_is_missed(tmp_path: Path, missing: int) -> None:
    path = file_with(tmp_path, FIRST, SECOND, THIRD)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for number, line in enumerate(lines) if number != missing))
    with pytest.raises(IntegrityError) as caught:
        load_facts(path)

    assert "does not follow any earlier fact" in caught.value.message
    assert caught.value.next_step == "restore the file from git: a line before it was changed or taken out"


def test_a_line_that_was_changed_no_longer_carries_the_next_one(tmp_path: Path) -> None:
    path = file_with(tmp_path, FIRST, SECOND)
    path.write_bytes(path.read_bytes().replace(b"the 30 days", b"the 31 days"))
    with pytest.raises(IntegrityError) as caught:
        load_facts(path)

    assert "fact d-2 on case 'a'" in caught.value.message


def test_lines_in_another_order_are_refused(tmp_path: Path) -> None:
    with pytest.raises(IntegrityError):
        load_facts(file_with(tmp_path, SECOND, FIRST))


def test_two_branches_that_each_added_a_fact_are_merged_by_keeping_both_lines(tmp_path: Path) -> None:
    ours = replace(SECOND, id="d-2", reviewer="bo")
    theirs = replace(SECOND, id="d-3", reviewer="di")
    after = replace(THIRD, resolves=("d-2",), previous=fact_digest(theirs))

    assert load_facts(file_with(tmp_path, FIRST, ours, theirs, after)) == (FIRST, ours, theirs, after)


def test_two_branches_that_each_judged_a_new_case_are_merged(tmp_path: Path) -> None:
    theirs = replace(FIRST, id="d-5", reviewer="di")

    assert load_facts(file_with(tmp_path, FIRST, theirs)) == (FIRST, theirs)


def test_a_half_line_at_the_end_is_told_with_what_to_delete(tmp_path: Path) -> None:
    path = file_with(tmp_path, FIRST, SECOND)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(InvalidFileError) as caught:
        load_facts(path)

    assert caught.value.next_step == ("delete line 2, which was cut short while it was written, and record it again")
    assert [problem.line for problem in caught.value.problems] == [2]


def test_a_last_line_that_only_lacks_its_end_is_read(tmp_path: Path) -> None:
    path = file_with(tmp_path, FIRST, SECOND)
    path.write_bytes(path.read_bytes().removesuffix(b"\n"))

    assert load_facts(path) == (FIRST, SECOND)


def test_a_fact_that_is_appended_after_a_half_line_stands_on_its_own(tmp_path: Path) -> None:
    path = file_with(tmp_path, FIRST)
    path.write_bytes(path.read_bytes() + b'{"id": "d-')
    append_facts(path, [SECOND])
    with pytest.raises(InvalidFileError) as caught:
        load_facts(path)

    assert caught.value.next_step == "restore the file from git: facts are never edited by hand"
    assert [problem.line for problem in caught.value.problems] == [2]


def test_every_line_that_is_no_fact_is_told(tmp_path: Path) -> None:
    path = tmp_path / "reviews.jsonl"
    path.write_text('{"id": "d-1"}\n{"fact": "adjudication", "id": "j-1", "resolvs": []}\n', encoding="utf-8")
    with pytest.raises(InvalidFileError) as caught:
        load_facts(path)

    assert caught.value.message == f"{path} holds 2 line(s) that are not review facts"
    assert (2, "resolvs") in {(problem.line, problem.field) for problem in caught.value.problems}


words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)


@st.composite
def chains(draw: st.DrawFn) -> list[ReviewFact]:
    """Facts on two cases, each after some earlier fact of its case."""
    facts: list[ReviewFact] = []
    for number in range(draw(st.integers(2, 6))):
        case = draw(st.sampled_from("ab"))
        links = [None, *(fact_digest(fact) for fact in facts if fact.case == case)]
        previous = draw(st.sampled_from(links))
        facts.append(replace(FIRST, id=f"d-{number}", case=case, reason=draw(words), previous=previous))
    return facts


@settings(max_examples=30)
@given(chains())
def test_whatever_follows_earlier_facts_is_read_as_it_was_appended(
    tmp_path_factory: pytest.TempPathFactory, facts: list[ReviewFact]
) -> None:
    assert load_facts(file_with(tmp_path_factory.mktemp("facts"), *facts)) == tuple(facts)


@settings(max_examples=30)
@given(chains(), st.data())
def test_a_fact_that_others_follow_cannot_be_changed(
    tmp_path_factory: pytest.TempPathFactory, facts: list[ReviewFact], data: st.DataObject
) -> None:
    followed = [index for index, fact in enumerate(facts) if fact_digest(fact) in {item.previous for item in facts}]
    assume(bool(followed))
    index = data.draw(st.sampled_from(followed))
    changed = [*facts[:index], replace(facts[index], reviewer="mallory"), *facts[index + 1 :]]
    with pytest.raises(IntegrityError):
        load_facts(file_with(tmp_path_factory.mktemp("facts"), *changed))
