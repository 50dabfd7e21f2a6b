"""What a sample says of its batch, and which lot is drawn."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.acceptance import SampleReading
from goldsmith.records.workbench import BatchClosed, BatchDrawn, Labelled
from goldsmith.review.acceptance import LEVEL
from goldsmith.review.batchwork import Batch, by_lot, reading_of
from goldsmith.review.casework import LabelSaid
from goldsmith.stats.acceptance import chance_of_at_least, chance_of_at_most

WORD = Labelled(round=1, decision="approved", reason="")


def batch(size: int, sample: int, accept: int, checked: int, wrong: int) -> Batch:
    """Return a batch of which so many were checked, and so many of them are wrong."""
    names = tuple(f"c{n:03}" for n in range(size))
    drawn = BatchDrawn(
        cases=tuple((name, 1) for name in names), sample=names[:sample], accept=accept, good=0.02, bad=0.1, risk=0.05,
        seed=7,
    )  # fmt: skip
    said = {name: LabelSaid(author="zoe", at="", digest="", label=WORD) for name in names[:checked]}
    closed = BatchClosed(accepted=wrong <= accept, wrong=names[:wrong])
    return Batch(name="b", drawn=drawn, drawn_by="o", drawn_at="", checked=said, closed=closed)


def test_a_batch_that_is_not_closed_says_nothing_yet() -> None:
    assert reading_of(replace(batch(80, 37, 1, 37, 0), closed=None)) is None


def test_a_whole_sample_reads_as_the_plan_foretold() -> None:
    assert reading_of(batch(80, 37, 1, 37, 1)) == SampleReading(found=1, accepted=True, low=1, high=9)
    assert reading_of(batch(80, 37, 1, 37, 2)) == SampleReading(found=2, accepted=False, low=2, high=11)


def test_the_first_two_being_wrong_leave_nearly_everything_possible() -> None:
    assert reading_of(batch(80, 37, 1, 2, 2)) == SampleReading(found=2, accepted=False, low=14, high=80)


@given(st.integers(5, 40), st.data())
def test_a_check_that_stopped_excludes_only_what_its_stop_makes_unlikely(size: int, data: st.DataObject) -> None:
    sample = data.draw(st.integers(3, size))
    accept = data.draw(st.integers(0, sample - 2))
    checked = data.draw(st.integers(accept + 1, sample - 1))
    reading = reading_of(batch(size, sample, accept, checked, accept + 1))
    assert reading is not None

    tail = (1 - LEVEL) / 2
    for wrong in range(accept + 1, size + 1):
        # It stops this early or earlier, and this late or later.
        early = chance_of_at_least(accept + 1, batch=size, wrong=wrong, sample=checked)
        late = chance_of_at_most(accept, batch=size, wrong=wrong, sample=checked - 1)
        if early > tail + 1e-9 and late > tail + 1e-9 and wrong <= size - (checked - accept - 1):
            assert reading.low <= wrong <= reading.high


@given(st.sets(st.text(min_size=1), min_size=1, max_size=30), st.integers(0, 1 << 48), st.data())
def test_a_lot_depends_on_names_and_seed_alone(names: set[str], seed: int, data: st.DataObject) -> None:
    size = data.draw(st.integers(0, len(names)))
    shuffled = data.draw(st.permutations(sorted(names)))
    lot = by_lot(shuffled, size, seed)

    assert lot == by_lot(names, size, seed)
    assert len(lot) == size
    assert set(lot) <= names
