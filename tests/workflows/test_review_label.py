"""Labels are kept as they were given, once, by whoever has a place, and taken back only while they are one's own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.errors import ConflictError, InputError
from goldsmith.ports.review_store import StoredFact
from goldsmith.records.workbench import EvidenceGiven, Labelled, Mark, Withdrawn
from goldsmith.review.labelling import LabelGiven
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import (
    Sent,
    comment,
    drop_draft,
    give_evidence,
    give_label,
    save_draft,
    take_back,
)
from goldsmith.workflows.review_marks import MarkGiven
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_progress import outcome_of
from goldsmith.workflows.review_seat import handle_for
from goldsmith.workflows.review_sources import text_in
from goldsmith.workflows.review_take import take
from tests.workflows.reviewers import (
    ALL,
    PEOPLE,
    SINGLE,
    Clock,
    desk_in,
    facts,
    frame,
    marks,
    opened_in,
    quoted,
    says,
)

APPROVAL = LabelGiven(decision="approved", answer="right", behaviour="answer", confirmations=ALL)
KEEP = "Keep the receipt."
NONE = "No return is possible without a receipt."


def said(desk: Desk) -> list[tuple[str, str]]:
    return [(author, fact.fact) for author, fact in facts(desk) if fact.fact not in {"opened", "taken"}]


def test_evidence_then_label(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, handle = desk.person("r1"), handle_for(desk, "receipt")
    before = take(desk, r1, handle)
    marks(desk, r1, handle, KEEP, NONE)
    between = take(desk, r1, handle)
    says(desk, r1, handle)
    after = take(desk, r1, handle)
    label = next(fact for _, fact in facts(desk) if isinstance(fact, Labelled))

    assert (before.step, between.step, after.step) == ("evidence", "label", "done")
    assert before.case.drafted is None
    assert between.case.drafted is not None
    assert between.case.drafted.answers == ("Yes.",)
    assert [mark.quote for mark in between.marks or ()] == [NONE, KEEP]
    assert [(mark.quote, mark.need, mark.document) for mark in label.marks] == [
        (NONE, 0, "returns"),
        (KEEP, 0, "returns"),
    ]
    assert after.label == replace(label, marks=())


def test_the_same_request_sent_again_changes_nothing(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, handle = desk.person("r1"), handle_for(desk, "receipt")
    offer = take(desk, r1, handle)
    sent = frame(offer)
    first = give_evidence(desk, r1, handle, sent=sent, marks=quoted(offer, KEEP))
    second = give_evidence(desk, r1, handle, sent=sent, marks=quoted(offer, KEEP))
    sent = frame(take(desk, r1, handle))
    third = give_label(desk, r1, handle, sent=sent, label=APPROVAL)
    fourth = give_label(desk, r1, handle, sent=sent, label=APPROVAL)

    assert first.stored == second.stored
    assert third.stored == fourth.stored
    assert said(desk) == [("r1", "evidence"), ("r1", "label")]


def test_a_second_tab_overwrites_nothing(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, handle = desk.person("r1"), handle_for(desk, "receipt")
    offer = take(desk, r1, handle)
    give_evidence(desk, r1, handle, sent=frame(offer), marks=quoted(offer, KEEP))
    with pytest.raises(ConflictError, match="another tab or window"):
        give_evidence(desk, r1, handle, sent=frame(offer), marks=quoted(offer, NONE))
    with pytest.raises(ConflictError, match="your evidence is in already"):
        give_evidence(desk, r1, handle, sent=frame(take(desk, r1, handle)), marks=())

    assert said(desk) == [("r1", "evidence")]


def test_a_place_that_was_kept_for_longer_meanwhile_is_no_other_tab(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, handle = desk.person("r1"), handle_for(desk, "receipt")
    offer = take(desk, r1, handle)
    assert isinstance(desk.now, Clock)
    desk.now.pass_minutes(20)
    take(desk, r1, handle)
    give_evidence(desk, r1, handle, sent=frame(offer), marks=quoted(offer, KEEP))

    assert said(desk) == [("r1", "evidence")]


def test_who_was_away_for_too_long_is_told_that_the_place_is_gone(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, settings=PEOPLE + SINGLE)
    r1, r2, handle = desk.person("r1"), desk.person("r2"), handle_for(desk, "receipt")
    offer = take(desk, r1, handle)
    assert isinstance(desk.now, Clock)
    desk.now.pass_minutes(31)
    marks(desk, r2, handle, KEEP)
    with pytest.raises(ConflictError, match="went to somebody else"):
        give_evidence(desk, r1, handle, sent=frame(offer), marks=quoted(offer, KEEP))
    says(desk, r2, handle)
    with pytest.raises(ConflictError, match="went to somebody else"):
        give_evidence(desk, r1, handle, sent=frame(offer), marks=quoted(offer, KEEP))


def test_a_draft_that_is_saved_keeps_the_place(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, settings=PEOPLE + SINGLE)
    r1, r2, handle = desk.person("r1"), desk.person("r2"), handle_for(desk, "receipt")
    offer = take(desk, r1, handle)
    assert isinstance(desk.now, Clock)
    desk.now.pass_minutes(20)
    save_draft(desk, r1, handle, round_number=1, revision=0, entered="half a thought")
    desk.now.pass_minutes(20)
    with pytest.raises(InputError, match="nothing for you"):
        take(desk, r2, handle)
    give_evidence(desk, r1, handle, sent=frame(offer), marks=quoted(offer, KEEP))

    assert said(desk) == [("r1", "evidence")]


def test_a_draft_is_its_writers_alone_and_ends_with_what_it_was_for(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, handle = desk.person("r1"), handle_for(desk, "receipt")
    take(desk, r1, handle)
    first = save_draft(desk, r1, handle, round_number=1, revision=0, entered="one")
    again = save_draft(desk, r1, handle, round_number=1, revision=0, entered="one")
    second = save_draft(desk, r1, handle, round_number=1, revision=first, entered="two")
    with pytest.raises(ConflictError, match="another tab or window"):
        save_draft(desk, r1, handle, round_number=1, revision=first, entered="three")
    mine, theirs = take(desk, r1, handle), take(desk, desk.person("r2"), handle)
    marks(desk, r1, handle, KEEP)
    after = take(desk, r1, handle)

    assert (first, again, second) == (1, 1, 2)
    assert (mine.draft, mine.draft_revision, theirs.draft) == ("two", 2, None)
    assert (after.draft, after.draft_revision) == (None, 0)


def test_a_draft_can_be_dropped(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, handle = desk.person("r1"), handle_for(desk, "receipt")
    save_draft(desk, r1, handle, round_number=1, revision=0, entered="one")
    drop_draft(desk, r1, handle)

    assert take(desk, r1, handle).draft is None


def test_a_label_without_evidence_is_refused_unless_there_was_nothing_to_look_at(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, settings=PEOPLE + SINGLE)
    r1, r2, handle = desk.person("r1"), desk.person("r2"), handle_for(desk, "receipt")
    with pytest.raises(InputError, match="evidence comes first"):
        says(desk, r1, handle, "rejected", reason="no")
    says(desk, r1, handle, "outside_my_field", reason="tax law")

    assert take(desk, r1, handle).step == "done"
    assert take(desk, r2, handle).step == "evidence"


def test_a_label_is_taken_back_while_it_is_ones_own(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, r2, handle = desk.person("r1"), desk.person("r2"), handle_for(desk, "receipt")
    marks(desk, r1, handle, KEEP)
    says(desk, r1, handle)
    take_back(desk, r1, handle, sent=frame(take(desk, r1, handle)), what="label")
    again = take(desk, r1, handle)
    says(desk, r1, handle, "rejected", reason="on second thoughts")
    marks(desk, r2, handle, KEEP)
    says(desk, r2, handle)
    with pytest.raises(ConflictError, match="somebody else labelled the case too"):
        take_back(desk, r1, handle, sent=frame(take(desk, r1, handle)), what="label")
    with pytest.raises(ConflictError, match="somebody else labelled the case too"):
        take_back(desk, r1, handle, sent=frame(take(desk, r1, handle)), what="evidence")
    one = desk.bench().round_of("receipt")

    assert again.step == "label"
    assert one is not None
    assert [(label.author, label.label.decision) for label in one.labels] == [("r1", "rejected"), ("r2", "approved")]


def test_evidence_that_is_taken_back_takes_the_label_along(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, handle = desk.person("r1"), handle_for(desk, "receipt")
    marks(desk, r1, handle, KEEP)
    says(desk, r1, handle)
    take_back(desk, r1, handle, sent=frame(take(desk, r1, handle)), what="evidence")
    offer = take(desk, r1, handle)

    assert (offer.step, offer.marks, offer.label, offer.case.drafted) == ("evidence", None, None, None)
    assert Withdrawn(round=1, what="evidence") in [fact for _, fact in facts(desk)]


def test_a_mind_that_changes_at_the_moment_of_the_second_label_is_refused_or_first(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, r2, handle = desk.person("r1"), desk.person("r2"), handle_for(desk, "receipt")
    for person in (r1, r2):
        marks(desk, person, handle, KEEP)
    says(desk, r1, handle)
    back, label = frame(take(desk, r1, handle)), frame(take(desk, r2, handle))

    def undo() -> bool:
        try:
            take_back(desk, r1, handle, sent=back, what="label")
        except ConflictError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        undone = pool.submit(undo)
        pool.submit(give_label, desk, r2, handle, sent=label, label=APPROVAL).result()
    kinds = [fact.fact for author, fact in facts(desk) if fact.fact in {"label", "withdrawn"}]

    assert kinds == (["label", "withdrawn", "label"] if undone.result() else ["label", "label"])


def test_a_form_of_an_earlier_round_is_refused(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, handle = desk.person("r1"), handle_for(desk, "receipt")
    offer = take(desk, r1, handle)
    with pytest.raises(ConflictError, match="opened for review anew"):
        give_evidence(desk, r1, handle, sent=Sent(round=2, base=offer.base, key="k"), marks=())


def test_a_comment_is_for_those_who_have_labelled(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, r2, handle = desk.person("r1"), desk.person("r2"), handle_for(desk, "receipt")
    marks(desk, r1, handle, KEEP)
    says(desk, r1, handle)
    comment(desk, r1, handle, sent=frame(take(desk, r1, handle)), text=" a hint ")
    with pytest.raises(InputError, match="a comment has"):
        comment(desk, r1, handle, sent=frame(take(desk, r1, handle)), text=" ")
    seen = repr(take(desk, r2, handle))
    marks(desk, r2, handle, KEEP)
    says(desk, r2, handle)
    outcome = outcome_of(desk, r2, handle)

    assert "hint" not in seen
    assert outcome is not None
    assert [remark.text for remark in outcome.remarks] == ["a hint"]


def test_what_became_of_it_is_told_once_both_have_spoken(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, r2, handle = desk.person("r1"), desk.person("r2"), handle_for(desk, "receipt")
    before = outcome_of(desk, r1, handle)
    marks(desk, r1, handle, KEEP)
    says(desk, r1, handle)
    alone = outcome_of(desk, r1, handle)
    marks(desk, r2, handle, KEEP)
    says(desk, r2, handle)
    both = outcome_of(desk, r1, handle)

    assert before is None
    assert alone is not None
    assert (alone.progress, alone.case, alone.word) == ("open", None, None)
    assert both is not None
    assert (both.progress, both.case and both.case.case, both.differing) == ("settled", "receipt", ())


def test_labels_that_differ_tell_neither_of_the_other(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, r2, handle = desk.person("r1"), desk.person("r2"), handle_for(desk, "receipt")
    for person, decision in ((r1, "approved"), (r2, "rejected")):
        marks(desk, person, handle, KEEP)
        says(desk, person, handle, decision, reason="because")  # type: ignore[arg-type]
    outcome = outcome_of(desk, r1, handle)

    assert outcome is not None
    assert (outcome.progress, outcome.word, outcome.differing, outcome.remarks) == ("open", None, (), ())


def test_marks_that_are_none_are_told_together_and_nothing_is_kept(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, handle = desk.person("r1"), handle_for(desk, "receipt")
    offer = take(desk, r1, handle)
    good = quoted(offer, KEEP)[0]
    bad = [replace(good, quote="Lose the receipt."), replace(good, start=9_999, end=10_016), replace(good, quote=None)]
    with pytest.raises(InputError, match="3 of 4 marks") as refused:
        give_evidence(desk, r1, handle, sent=frame(offer), marks=[good, *bad])

    assert len(refused.value.problems) == 3
    assert said(desk) == []


def test_marks_are_kept_once_with_needs_without_gaps(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, handle = desk.person("r1"), handle_for(desk, "receipt")
    offer = take(desk, r1, handle)
    one, other = quoted(offer, KEEP, need=7)[0], quoted(offer, NONE, need=3)[0]
    give_evidence(desk, r1, handle, sent=frame(offer), marks=[one, other, one])
    evidence = next(fact for _, fact in facts(desk) if isinstance(fact, EvidenceGiven))

    assert [(mark.need, mark.quote) for mark in evidence.marks] == [(0, NONE), (1, KEEP)]


def test_a_passage_is_marked_as_a_whole_by_its_name(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, handle = desk.person("r1"), handle_for(desk, "receipt")
    offer = take(desk, r1, handle)
    item = next(item for item in offer.passages if KEEP in (item.text or ""))
    chunk = text_in(desk, "returns").chunks[1]
    give_evidence(
        desk, r1, handle, sent=frame(offer), marks=[MarkGiven(need=0, source=item.source.source, passage=item.passage)]
    )
    evidence = next(fact for _, fact in facts(desk) if isinstance(fact, EvidenceGiven))

    text = chunk.text or ""
    whole = Mark(
        need=0, document="returns", start=item.start, end=item.start + len(text), quote=text, chunks=(chunk.id,)
    )

    assert evidence.marks == (whole,)


def test_line_ends_as_forms_send_them_are_the_words_of_the_source(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    r1, handle = desk.person("r1"), handle_for(desk, "receipt")
    offer = take(desk, r1, handle)
    good = quoted(offer, "# Receipts\n\nNo return")[0]
    give_evidence(desk, r1, handle, sent=frame(offer), marks=[replace(good, quote="# Receipts\r\n\r\nNo return")])

    assert take(desk, r1, handle).marks is not None


def test_twenty_people_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    people = [f"p{number}" for number in range(20)]
    desk = opened_in(tmp_path, settings=PEOPLE + "".join(f"[people.{name}]\n" for name in people))
    handle = handle_for(desk, "receipt")
    one = desk.bench().round_of("receipt")
    assert one is not None

    def go(name: str) -> int:
        person = desk.person(name)
        try:
            marks(desk, person, handle, KEEP)
            says(desk, person, handle)
        except (InputError, ConflictError):
            return 0
        return 1

    with ThreadPoolExecutor(8) as pool:
        done = sum(pool.map(go, people))
    after = desk.bench().round_of("receipt")

    assert after is not None
    assert (done, len(after.labels), after.state) == (2, 2, "settled")


class Meanwhile(MemoryReviewStore):
    """A store that lets something happen once, between the look at a case and what is said of it."""

    act: Callable[[], object] | None = None

    def of(self, subject: str, /) -> tuple[StoredFact, ...]:
        found = super().of(subject)
        act, self.act = self.act, None
        if act is not None:
            act()
        return found


def test_one_form_that_comes_twice_at_once_is_taken_as_done_both_times(tmp_path: Path) -> None:
    store = Meanwhile()
    desk = desk_in(tmp_path, store=store)
    open_reviews(desk, person=desk.person("owner"))
    r1, handle = desk.person("r1"), handle_for(desk, "receipt")
    marks(desk, r1, handle, KEEP)
    sent = frame(take(desk, r1, handle))
    kept = []
    store.act = lambda: kept.append(give_label(desk, r1, handle, sent=sent, label=APPROVAL))

    assert [give_label(desk, r1, handle, sent=sent, label=APPROVAL)] == kept
    assert said(desk) == [("r1", "evidence"), ("r1", "label")]
