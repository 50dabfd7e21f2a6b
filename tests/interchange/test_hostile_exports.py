"""Files that are no exports, or exports of somebody else: a clear error at its place, and never a guess."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import InvalidFileError
from goldsmith.interchange import argilla, json_list, label_studio
from goldsmith.interchange.argilla import record_data
from goldsmith.interchange.label_studio import task_data
from goldsmith.records.review_exchange import WordsRead
from tests.interchange.tasks import EVIDENCE, FEES, LABEL, annotation, as_file, exported, mark, word

READERS = [label_studio.read_export, argilla.read_records]
Read = Callable[[bytes, str], WordsRead]


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "export.json:1:1: not JSON: Expecting value"),
        (b"id,question\n1,x", "export.json:1:1: not JSON: Expecting value"),
        (b"\xff\xfe[]", "export.json: byte 0 is no UTF-8"),
        (b"[" * 100_000, "export.json: lists and objects stand too deep in each other"),
        (b'{"data": {}}', "export.json: a list of records was expected, found an object"),
        (b"[]", "export.json: the list is empty"),
        (b"[NaN]", "export.json: not JSON: NaN is no number"),
        (b"[" + b"9" * 5_000 + b"]", "export.json: not JSON: Exceeds the limit"),
    ],
)
def test_what_is_no_export_is_refused_at_its_place(read: Read, data: bytes, told: str) -> None:
    with pytest.raises(InvalidFileError) as caught:
        read(data, "export.json")

    assert str(caught.value.problems[0]).startswith(told)
    assert caught.value.next_step


@pytest.mark.parametrize("read", READERS)
def test_an_export_of_another_project_is_refused_task_by_task(read: Read) -> None:
    foreign = [{"id": 4, "data": {"text": "x"}, "annotations": [], "fields": {}, "metadata": {}}, "x", None]
    with pytest.raises(InvalidFileError, match="was handed out by Goldsmith") as caught:
        read(as_file(foreign), "export.json")

    first, *rest = [one.message for one in caught.value.problems]
    assert first.endswith("it carries nothing of Goldsmith's: it is a task of another project")
    assert rest == [
        "item 2: an object was expected, found a text",
        "item 3: an object was expected, found nothing",
    ]


def test_a_task_of_another_project_among_ours_is_told_and_ours_are_read() -> None:
    ours = exported(EVIDENCE, annotation(EVIDENCE, word(EVIDENCE)))
    found = label_studio.read_export(as_file([{"id": 9, "data": {}, "annotations": []}, ours]), "x")

    assert [(line.record, line.what, line.field) for line in found.lines] == [("task 9", "refused", "data.goldsmith")]
    assert found.words == (word(EVIDENCE),)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"scheme": 2}, "it carries the scheme 2, and this version reads 1"),
        ({"round": "1"}, "what Goldsmith wrote into it was changed"),
        ({"round": True}, "what Goldsmith wrote into it was changed"),
        ({"claims": -1}, "what Goldsmith wrote into it was changed"),
        ({"step": "both"}, "what Goldsmith wrote into it was changed"),
        ({"places": [{"source": "d1"}]}, "its passages are not those that Goldsmith wrote into it"),
        ({"places": [{"source": "d1", "start": 0, "end": 10**6, "at": 0}]},
         "its passages are not those that Goldsmith wrote into it"),
        ({"places": "all"}, "its passages are not those that Goldsmith wrote into it"),
    ],
)  # fmt: skip
def test_a_task_that_was_tampered_with_is_refused(changed: dict[str, object], told: str) -> None:
    item = exported(EVIDENCE, annotation(EVIDENCE, word(EVIDENCE)))
    item["data"]["goldsmith"] |= changed
    with pytest.raises(InvalidFileError) as caught:
        label_studio.read_export(as_file([item]), "x")

    assert caught.value.problems[0].message == f"task 7: {told}"


def test_a_smaller_form_of_the_export_is_named() -> None:
    item = {"id": 7, **task_data(EVIDENCE), "need": [], "annotator": 1}
    found = label_studio.read_export(as_file([item]), "x")

    assert [(line.what, line.field) for line in found.lines] == [("refused", "annotations")]
    assert "not JSON-MIN" in found.lines[0].told


def test_a_file_too_large_to_be_read_at_once_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_list, "MOST_BYTES", 10)
    with pytest.raises(InvalidFileError) as caught:
        label_studio.read_export(b"[1, 2, 3, 4, 5]", "x")

    assert caught.value.problems[0].message == "15 bytes are more than 10 that are read at once"


def test_a_number_of_claims_beyond_all_bounds_costs_nothing() -> None:
    item = exported(LABEL, annotation(LABEL, word(LABEL, decision="rejected", reason="no")))
    item["data"]["goldsmith"]["claims"] = 10**18

    assert len(label_studio.read_export(as_file([item]), "x").words) == 1


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.data())
def test_whatever_stands_in_place_of_a_part_is_told_and_never_a_crash(data: st.DataObject) -> None:
    item = exported(EVIDENCE, annotation(EVIDENCE, word(EVIDENCE, mark(FEES, "9 euro")), lead_time=1))
    record = json.loads(json.dumps(record_data(EVIDENCE)))
    record["responses"] = [{"user_id": "u", "status": "submitted", "values": {"outcome": {"value": "none"}}}]
    for read, held in ((label_studio.read_export, item), (argilla.read_records, record)):
        _put(held, data)
        with suppress(InvalidFileError):
            found = read(as_file([held]), "x")

            assert found.words or found.lines or not held.get("annotations", True)


def _put(held: object, data: st.DataObject) -> None:
    """Put anything in place of one part of some plain data."""
    places: list[tuple[dict[str, object] | list[object], str | int]] = []

    def walk(value: object) -> None:
        pairs: list[tuple[str | int, object]] = []
        if isinstance(value, dict):
            pairs = list(value.items())
        elif isinstance(value, list):
            pairs = list(enumerate(value))
        for key, inner in pairs:
            places.append((value, key))  # type: ignore[arg-type]
            walk(inner)

    walk(held)
    owner, key = data.draw(st.sampled_from(places))
    owner[key] = data.draw(_JSON)  # type: ignore[index]
