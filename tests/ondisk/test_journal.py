"""A result and its line in the journal are the same thing."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.ondisk.journal import line_of, read_lines
from goldsmith.records.response import Failure, Reply, Response, RetrievedItem, Usage
from goldsmith.records.task import TaskKey

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20)
numbers = st.floats(allow_nan=False, allow_infinity=False)
plain_data = st.recursive(
    st.none() | st.booleans() | texts | numbers | st.integers(-(2**60), 2**60),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
items = st.builds(
    RetrievedItem,
    id=texts,
    document=st.none() | texts,
    text=st.none() | texts,
    score=st.none() | numbers,
    span=st.none() | st.tuples(st.integers(0, 9), st.integers(0, 9)),
    metadata=st.dictionaries(texts, plain_data, max_size=2),
)
replies = st.builds(
    Reply,
    answer=st.none() | texts,
    retrieved=st.none() | st.lists(items, max_size=3).map(tuple),
    trace=st.none() | st.dictionaries(texts, plain_data, max_size=2),
    cache=st.none() | texts,
    usage=st.builds(Usage, cost_usd=st.none() | numbers),
)
failures = st.builds(Failure, kind=st.sampled_from(["timeout", "bad_reply"]), message=texts)


@given(replies | failures)
def test_every_result_survives_its_line(outcome: Reply | Failure) -> None:
    before = Response(key=TaskKey(task="a", step=0, repeat=1), case="a", case_digest="c1:x", outcome=outcome)

    assert read_lines(Path("journal"), Response, data=line_of(before)) == (before,)
