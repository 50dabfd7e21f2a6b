"""Practice cases: worked examples of the handbook, as they were settled and with a fault put in; how one was answered.

Nothing here is a case that anybody still has to judge, so a person may be told at once what is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from goldsmith.records.decision import DecisionWord
from goldsmith.records.handbook import WorkedExample
from goldsmith.records.workbench import Labelled, Mark

Twist = Literal["as_settled", "other_answer"]
"""`as_settled`: the example as it stands, to be approved · `other_answer`: with the drafted answer of another example,
which its sources do not say: to be rejected."""

Lesson = Literal["missed", "extra", "one_need", "two_needs", "decision", "behaviour"]
"""What to learn from an answer. `missed`: a need that nothing was marked for · `extra`: a passage that the answer does
not rest on · `one_need`: passages that are all needed were marked as alternatives · `two_needs`: passages each of which
is enough were marked as if all were needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """One practice case."""

    example: WorkedExample
    twist: Twist
    draft: tuple[str, ...]
    """The drafted answers that are shown."""

    @property
    def name(self) -> str:
        """What a `Practised` fact calls it."""
        return self.example.case if self.twist == "as_settled" else f"{self.example.case}+{self.twist}"

    @property
    def decision(self) -> DecisionWord:
        """The right word."""
        return "approved" if self.twist == "as_settled" else "rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where one passage of an example stands."""

    need: int
    document: str
    start: int
    end: int
    """Code points of the document as it is shown, half open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a practice case was answered."""

    right: bool
    lessons: tuple[Lesson, ...]
    """What was not right, the gravest first."""


def exercises(examples: Iterable[WorkedExample]) -> tuple[Exercise, ...]:
    """Return the practice cases of a handbook: each example, and after every one with an answer its faulty twin."""
    held = tuple(examples)
    answered = [item for item in held if item.accept and item.needs]
    found: list[Exercise] = []
    for item in held:
        found.append(Exercise(example=item, twist="as_settled", draft=item.accept))
        other = _other(item, answered)
        if other is not None:
            found.append(Exercise(example=item, twist="other_answer", draft=other.accept[:1]))
    return tuple(found)


def _other(item: WorkedExample, answered: Sequence[WorkedExample]) -> WorkedExample | None:
    if item not in answered:
        return None
    later = (*answered[answered.index(item) + 1 :], *answered)
    return next((one for one in later if not set(one.accept) & set(item.accept)), None)


def assess(exercise: Exercise, label: Labelled, places: Sequence[Place]) -> Outcome:
    """Say how `label` answers `exercise`, whose evidence stands at `places`.

    Evidence is right where each need is met by a mark that overlaps one of its passages, no mark lies outside all of
    them, and marks for one need of the person meet one need of the example. A faulty draft is right to reject whatever
    behaviour is named.
    """
    lessons: list[Lesson] = [] if label.decision == exercise.decision else ["decision"]
    lessons += _evidence(label.marks, places)
    if exercise.decision == "approved" and label.decision == "approved":
        lessons += [] if label.behaviour == exercise.example.behaviour else ["behaviour"]
    return Outcome(right=not lessons, lessons=tuple(lessons))


def _evidence(marks: Sequence[Mark], places: Sequence[Place]) -> list[Lesson]:
    met = [{place.need for place in places if _overlap(mark, place)} for mark in marks]
    wanted = {place.need for place in places}
    found: list[Lesson] = ["missed"] if wanted - set().union(*met) else []
    found += ["extra"] if not all(met) else []
    groups: dict[int, list[set[int]]] = {}
    for mark, needs in zip(marks, met, strict=True):
        if needs:
            groups.setdefault(mark.need, []).append(needs)
    if any(not set.intersection(*held) for held in groups.values()):
        found.append("one_need")
    if _is_spread(groups):
        found.append("two_needs")
    return found


def _is_spread(groups: Mapping[int, list[set[int]]]) -> bool:
    """Say whether two needs of the person can only be one and the same need of the example."""
    narrow = [set.intersection(*held) for held in groups.values()]
    single = [next(iter(needs)) for needs in narrow if len(needs) == 1]
    return len(single) != len(set(single))


def _overlap(mark: Mark, place: Place) -> bool:
    return mark.document == place.document and mark.start < place.end and place.start < mark.end
