"""A batch is drawn over what is settled, checked by who said nothing of it, and closed once and whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.errors import ConflictError, InputError, UnknownNameError
from goldsmith.ports.review_store import NewFact, StoredFact
from goldsmith.records.workbench import BatchClosed, SampleChecked, Withdrawn
from goldsmith.review.batchwork import by_lot
from goldsmith.workflows.review_batch import (
    batch_standing,
    batches,
    check_sample,
    close_if_decided,
    draw_batch,
    give_sample_evidence,
    next_sample,
    sample_offer,
)
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import Sent, take_back
from goldsmith.workflows.review_mine import own_words
from goldsmith.workflows.review_seat import case_behind, handle_for, subject_of
from tests.workflows.batching import NAMES, QUALITY, began, checked, offered, settled_desk, word_of
from tests.workflows.reviewers import Clock, facts, frame, marks, says


class Dying(MemoryReviewStore):
    """A store whose program dies right before it keeps a batch's end."""

    dies = False

    def append(
        self, facts: Sequence[NewFact], /, *, expects: Mapping[str, int] | None = None
    ) -> tuple[StoredFact, ...]:
        """Keep facts, as long as the program lives."""
        if self.dies and any('"batch_closed"' in fact.body for fact in facts):
            raise KeyboardInterrupt
        return super().append(facts, expects=expects)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return a desk with ten settled cases."""
    return settled_desk(tmp_path)


def drawn(desk: Desk, name: str = "first") -> None:
    draw_batch(desk, desk.person("owner"), name=name, quality=QUALITY)


def test_the_lot_can_be_drawn_again_by_anybody(desk: Desk) -> None:
    drawn(desk)
    held = desk.bench().batches["first"].drawn

    assert held.cases == tuple((name, 1) for name in NAMES)
    assert held.sample == by_lot(NAMES, 6, held.seed)


def test_another_label_gives_another_lot(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = settled_desk(tmp_path_factory.mktemp("other"))
    handle = handle_for(other, "c03")
    person = other.person("r1")
    base = other.bench().work["c03"].said["r1"]
    take_back(other, person, handle, sent=Sent(round=1, base=base, key="back"), what="label")
    says(other, person, handle, reason="on second thoughts the same")
    for one in (desk, other):
        drawn(one)

    assert desk.bench().batches["first"].drawn.seed != other.bench().batches["first"].drawn.seed


def test_what_is_in_a_batch_is_not_drawn_again(desk: Desk) -> None:
    draw_batch(desk, desk.person("owner"), name="few", quality=QUALITY, cases=("c01", "c02"))
    drawn(desk, "rest")

    assert [case for case, _ in desk.bench().batches["few"].drawn.cases] == ["c01", "c02"]
    assert [case for case, _ in desk.bench().batches["rest"].drawn.cases] == [*NAMES[:1], *NAMES[3:]]
    assert [one.name for one in batches(desk)] == ["rest", "few"]
    with pytest.raises(InputError, match="nothing to put into a batch"):
        drawn(desk, "none")


@pytest.mark.parametrize("name", ["", "a b", "../x", "-x", "x" * 65])
def test_what_is_no_name_is_refused(desk: Desk, name: str) -> None:
    with pytest.raises(InputError, match="is no name for a batch"):
        drawn(desk, name)


def test_a_name_is_given_once_and_only_settled_cases_are_drawn(desk: Desk) -> None:
    drawn(desk)
    with pytest.raises(InputError, match="there is a batch 'first' already"):
        drawn(desk)
    with pytest.raises(UnknownNameError):
        draw_batch(desk, desk.person("owner"), name="next", cases=("c01",))
    with pytest.raises(UnknownNameError):
        batch_standing(desk, "frist")


def test_a_case_that_was_edited_since_is_left_out(desk: Desk) -> None:
    path = desk.project.root / "golden/cases/a.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("it, c04?", "that, c04?"), encoding="utf-8")
    desk.look_again()
    drawn(desk)

    assert [case for case, _ in desk.bench().batches["first"].drawn.cases] == [*NAMES[:4], *NAMES[5:]]


def test_who_labelled_the_cases_and_who_may_not_settle_has_nothing_to_check(desk: Desk) -> None:
    drawn(desk)
    offer = offered(desk, desk.person("arbiter"), "first")

    assert next_sample(desk, desk.person("r1"), "first") is None
    assert next_sample(desk, desk.person("reader"), "first") is None
    assert batch_standing(desk, "first").hands == 4  # owner, r2, arbiter, other
    for name in ("r1", "reader"):
        with pytest.raises(InputError, match="nothing for you to do"):
            sample_offer(desk, desk.person(name), "first", offer.handle)


def test_a_case_that_is_not_in_the_sample_is_as_one_that_is_not_there(desk: Desk) -> None:
    drawn(desk)
    batch = desk.bench().batches["first"]
    outside = next(name for name in NAMES if name not in batch.drawn.sample)

    for handle in (handle_for(desk, outside), "0" * 16):
        with pytest.raises(InputError, match="nothing for you to do under this address"):
            sample_offer(desk, desk.person("arbiter"), "first", handle)


def test_two_experts_go_through_the_sample_in_orders_of_their_own_and_begun_cases_come_first(desk: Desk) -> None:
    drawn(desk)
    arbiter, other = desk.person("arbiter"), desk.person("other")
    first = offered(desk, arbiter, "first")
    began(desk, arbiter, "first", first)
    order = {}
    for person in (desk.person("owner"), desk.person("r2"), other):
        order[person.name] = offered(desk, person, "first").handle

    assert offered(desk, arbiter, "first").handle == first.handle
    assert len({first.handle, *order.values()}) > 1


def test_of_two_experts_who_check_the_same_case_the_second_is_told(desk: Desk) -> None:
    drawn(desk)
    arbiter, other = desk.person("arbiter"), desk.person("other")
    handle = offered(desk, arbiter, "first").handle
    mine = began(desk, arbiter, "first", sample_offer(desk, arbiter, "first", handle))
    theirs = began(desk, other, "first", sample_offer(desk, other, "first", handle))
    check_sample(desk, arbiter, "first", handle, sent=frame(mine), label=word_of("approved"))

    with pytest.raises(ConflictError, match="somebody else checked this case"):
        check_sample(desk, other, "first", handle, sent=frame(theirs), label=word_of("rejected"))
    assert [said.author for said in desk.bench().batches["first"].checked.values()] == ["arbiter"]
    assert offered(desk, other, "first").handle != handle


def test_many_experts_at_once_check_every_case_once(desk: Desk) -> None:
    drawn(desk)
    experts = [desk.person(name) for name in ("arbiter", "other", "owner", "r2")]

    def works(number: int) -> None:
        expert = experts[number % 4]
        while (offer := next_sample(desk, expert, "first")) is not None:
            try:
                shown = offer if offer.step == "label" else began(desk, expert, "first", offer)
                check_sample(desk, expert, "first", shown.handle, sent=frame(shown), label=word_of("approved"))
            except (ConflictError, InputError):
                continue

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(works, range(4)))
    said = [fact for _, fact in facts(desk) if isinstance(fact, SampleChecked)]

    assert sorted(fact.case for fact in said) == sorted(desk.bench().batches["first"].drawn.sample)
    assert [fact for _, fact in facts(desk) if isinstance(fact, BatchClosed)] == [BatchClosed(accepted=True, wrong=())]


def test_a_program_that_dies_before_the_end_is_kept_closes_the_batch_the_next_time(tmp_path: Path) -> None:
    store = Dying()
    desk = settled_desk(tmp_path, store=store)
    arbiter = desk.person("arbiter")
    drawn(desk)
    checked(desk, arbiter, "first", "rejected")
    offer = began(desk, arbiter, "first", offered(desk, arbiter, "first"))
    store.dies = True
    sent = frame(offer)
    with pytest.raises(KeyboardInterrupt):
        check_sample(desk, arbiter, "first", offer.handle, sent=sent, label=word_of("rejected"))
    store.dies = False
    left = batch_standing(desk, "first").state
    resent = check_sample(desk, arbiter, "first", offer.handle, sent=sent, label=word_of("rejected"))

    assert (left, resent.state, resent.checked) == ("checking", "returned", 2)
    assert len(desk.bench().states["waiting"]) == 10
    assert not close_if_decided(desk, arbiter, "first")


def test_the_next_expert_who_comes_closes_what_was_decided_too(tmp_path: Path) -> None:
    store = Dying()
    desk = settled_desk(tmp_path, store=store)
    drawn(desk)
    for _ in range(5):
        checked(desk, desk.person("arbiter"), "first")
    store.dies = True
    with pytest.raises(KeyboardInterrupt):
        checked(desk, desk.person("arbiter"), "first")
    store.dies = False

    assert next_sample(desk, desk.person("other"), "first") is None
    assert batch_standing(desk, "first").state == "accepted"


def test_evidence_is_given_once_and_a_form_that_is_sent_twice_is_taken_once(desk: Desk) -> None:
    drawn(desk)
    arbiter = desk.person("arbiter")
    offer = offered(desk, arbiter, "first")
    sent = frame(offer)
    first = give_sample_evidence(desk, arbiter, "first", offer.handle, sent=sent, marks=())
    again = give_sample_evidence(desk, arbiter, "first", offer.handle, sent=sent, marks=())

    assert first.stored == again.stored
    with pytest.raises(ConflictError, match="your evidence is in already"):
        give_sample_evidence(desk, arbiter, "first", offer.handle, sent=frame(offer), marks=())


def test_what_an_expert_checks_or_accepted_is_not_taken_back(desk: Desk) -> None:
    drawn(desk)
    reviewer, handle = desk.person("r1"), handle_for(desk, "c03")
    before = {one.may_take_back for one in own_words(desk, reviewer)}
    sent = Sent(round=1, base=desk.bench().work["c03"].said["r1"], key="back")
    with pytest.raises(ConflictError, match="an expert checks the batch that it is in"):
        take_back(desk, reviewer, handle, sent=sent, what="label")
    for _ in range(6):
        checked(desk, desk.person("arbiter"), "first")
    with pytest.raises(ConflictError, match="an expert accepted the batch that it is in"):
        take_back(desk, reviewer, handle, sent=sent, what="evidence")

    assert before == {False}
    assert "c03" in desk.bench().states["settled"]


def test_a_word_that_was_changed_after_the_lot_was_drawn_did_not_hold(desk: Desk) -> None:
    drawn(desk)
    arbiter, reviewer = desk.person("arbiter"), desk.person("r1")
    offer = offered(desk, arbiter, "first")
    case = case_behind(desk, offer.handle)
    assert case is not None
    assert isinstance(desk.now, Clock)
    desk.now.pass_minutes(5)
    desk.say("r1", subject_of(case), Withdrawn(round=1, what="label"))
    says(desk, reviewer, offer.handle)
    shown = began(desk, arbiter, "first", offer)
    check_sample(desk, arbiter, "first", offer.handle, sent=frame(shown), label=word_of("approved"))
    last = [checked(desk, arbiter, "first") for _ in range(5)][-1]

    assert (last.state, last.wrong) == ("accepted", (case,))


def test_a_case_that_was_taken_back_is_labelled_again_with_its_batch(desk: Desk) -> None:
    drawn(desk)
    arbiter = desk.person("arbiter")
    outside = next(name for name in NAMES if name not in desk.bench().batches["first"].drawn.sample)
    desk.say("r1", subject_of(outside), Withdrawn(round=1, what="label"))
    for _ in range(2):
        checked(desk, arbiter, "first", "rejected")

    assert {desk.bench().work[name].rounds[-1].number for name in NAMES} == {2}
    marks(desk, desk.person("r2"), handle_for(desk, outside), "within 30 days")
    says(desk, desk.person("r2"), handle_for(desk, outside))
    assert outside in desk.bench().states["settled"]
