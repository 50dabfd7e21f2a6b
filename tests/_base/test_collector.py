"""The collector rests while data grow, and is as it was afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from goldsmith._base.collector import collector_at_rest


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    was_on = gc.isenabled()
    yield
    (gc.enable if was_on else gc.disable)()


def test_the_collector_rests_and_works_again() -> None:
    gc.enable()
    with collector_at_rest():
        inside = gc.isenabled()

    assert (inside, gc.isenabled()) == (False, True)


def test_it_works_again_after_an_error() -> None:
    gc.enable()
    with pytest.raises(LookupError), collector_at_rest():
        raise LookupError

    assert gc.isenabled()


def test_a_collector_that_somebody_switched_off_stays_off() -> None:
    gc.disable()
    with collector_at_rest():
        pass

    assert not gc.isenabled()
