"""Many responses observed at once are the same responses observed one by one."""

from __future__ import annotations

import gc

from goldsmith.scoring.observe import Observer
from tests.scoring.building import case, chunk, chunk_need, items, reply, view

CORPUS = view(chunk("refunds#a", "Within ten days."), chunk("refunds#b"))
PAIRS = [
    (case(chunk_need("refunds#a")), reply(answer="Within ten days.", retrieved=items("refunds#b", "refunds#a"))),
    (case(chunk_need("refunds#b", "refunds#a")), reply(answer=None, retrieved=None)),
]


def test_many_are_observed_as_each_is() -> None:
    observer = Observer(CORPUS, access="open")

    assert observer.observe_all(PAIRS) == tuple(observer.observe(one, answer) for one, answer in PAIRS)


def test_nothing_is_observed_of_nothing_and_the_collector_goes_on() -> None:
    seen = Observer(None, access="open").observe_all(())

    assert (seen, gc.isenabled()) == ((), True)
