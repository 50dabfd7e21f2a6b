"""Practice cases follow from the examples of the handbook, and an answer is held against what was settled."""

from __future__ import annotations

import pytest

from goldsmith.records.decision import DecisionWord
from goldsmith.records.handbook import ExampleNeed, ExamplePassage, WorkedExample
from goldsmith.records.vocabulary import Behaviour
from goldsmith.records.workbench import Labelled, Mark
from goldsmith.review.practice import Exercise, Lesson, Place, assess, exercises


def example(case: str, *accept: str, needs: int = 1, behaviour: Behaviour = "answer") -> WorkedExample:
    passage = ExamplePassage(document="d", quote="words", supports=None)
    return WorkedExample(
        case=case, case_digest=f"c1:{case}", behaviour=behaviour, answerability="supported", turns=(),
        question=f"{case}?", accept=accept, must_say=(), must_not_say=(), withholds=False, must_ask=(),
        must_point_to=(), needs=(ExampleNeed(need=None, any_of=(passage,)),) * needs,
    )  # fmt: skip


PLACES = (
    Place(need=0, document="d", start=10, end=20),
    Place(need=0, document="d", start=50, end=60),
    Place(need=1, document="d", start=30, end=40),
)
SETTLED = Exercise(example=example("a", "Yes."), twist="as_settled", draft=("Yes.",))


def mark(start: int, need: int = 0, *, document: str = "d") -> Mark:
    return Mark(need=need, document=document, start=start, end=start + 5, quote="words", chunks=())


def label(*marks: Mark, decision: DecisionWord = "approved", behaviour: Behaviour = "answer") -> Labelled:
    return Labelled(round=1, decision=decision, reason="", marks=marks, behaviour=behaviour)


def test_each_example_with_an_answer_has_a_twin_with_the_answer_of_another() -> None:
    held = exercises([example("a", "Yes."), example("b", "No."), example("c", needs=0, behaviour="refuse")])

    assert [(one.name, one.draft, one.decision) for one in held] == [
        ("a", ("Yes.",), "approved"),
        ("a+other_answer", ("No.",), "rejected"),
        ("b", ("No.",), "approved"),
        ("b+other_answer", ("Yes.",), "rejected"),
        ("c", (), "approved"),
    ]


def test_an_example_alone_has_no_twin() -> None:
    assert [one.name for one in exercises([example("a", "Yes."), example("b", "Yes.")])] == ["a", "b"]


@pytest.mark.parametrize(
    ("said", "lessons"),
    [
        (label(mark(12), mark(32, 1)), ()),
        (label(mark(52), mark(32, 1)), ()),
        (label(mark(12), mark(52), mark(32, 1)), ()),
        (label(mark(12)), ("missed",)),
        (label(), ("missed",)),
        (label(mark(12), mark(32, 1), mark(99, 2)), ("extra",)),
        (label(mark(12), mark(32, 1), mark(12, 2, document="e")), ("extra",)),
        (label(mark(12), mark(32)), ("one_need",)),
        (label(mark(12), mark(52, 1), mark(32, 2)), ("two_needs",)),
        (label(mark(12), mark(32, 1), decision="rejected"), ("decision",)),
        (label(mark(12), mark(32, 1), behaviour="refuse"), ("behaviour",)),
    ],
)
def test_an_answer_teaches_what_was_not_right(said: Labelled, lessons: tuple[Lesson, ...]) -> None:
    outcome = assess(SETTLED, said, PLACES)

    assert (outcome.right, outcome.lessons) == (not lessons, lessons)


def test_a_faulty_draft_is_right_to_reject_whatever_behaviour_is_named() -> None:
    twin = Exercise(example=example("a", "Yes."), twist="other_answer", draft=("No.",))
    both = label(mark(12), mark(32, 1), decision="rejected", behaviour="refuse")

    assert assess(twin, both, PLACES).right
    assert assess(twin, label(mark(12), mark(32, 1)), PLACES).lessons == ("decision",)


def test_an_example_without_evidence_wants_none() -> None:
    exercise = Exercise(example=example("c", needs=0, behaviour="refuse"), twist="as_settled", draft=())

    assert assess(exercise, label(behaviour="refuse"), ()).right
    assert assess(exercise, label(mark(12), behaviour="refuse"), ()).lessons == ("extra",)
