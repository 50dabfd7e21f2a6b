"""Keys of ids, and what is left of many keys when few are looked for."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from goldsmith.tables.id_keys import build_keys, keys_of, sieved

KEYS = st.lists(st.integers(0, 2**64 - 1), max_size=30).map(lambda keys: np.array(keys, dtype=np.uint64))


def test_a_key_is_the_blake2b_of_the_id_in_the_order_given() -> None:
    ids = ["b", "a", "", "b", "退款", *map(str, range(3_000))]

    assert keys_of(ids).astype("<u8").tobytes() == b"".join(
        blake2b(one.encode(), digest_size=8).digest() for one in ids
    )


def test_an_id_that_cannot_be_stored_has_a_key_and_is_found_nowhere() -> None:
    ids = ["a", "\ud800", *map(str, range(3_000)), "\udfff"]

    assert len(set(keys_of(ids).tolist())) == len(ids)
    assert build_keys(["a", "b"]).find(ids) == {"a": 0}


@given(keys=KEYS, among=KEYS, both=KEYS)
def test_no_key_that_is_looked_for_falls_through_the_sieve(
    keys: NDArray[np.uint64], among: NDArray[np.uint64], both: NDArray[np.uint64]
) -> None:
    keys, among = np.concatenate((keys, both)), np.concatenate((both, among))
    kept = sieved(keys, among)

    assert set(np.flatnonzero(np.isin(keys, among)).tolist()) <= set(kept.tolist())
    assert (np.diff(kept) > 0).all()


def test_of_the_others_few_are_left() -> None:
    keys, among = keys_of(map(str, range(9_000))), keys_of(map(str, range(9_000, 18_000)))

    assert len(sieved(keys, among)) < len(keys) / 8
