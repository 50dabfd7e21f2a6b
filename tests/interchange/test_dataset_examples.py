"""LangSmith, Langfuse and Phoenix: a case as an example of inputs, outputs and metadata, and back."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from goldsmith.errors import InvalidFileError
from goldsmith.interchange import langfuse, langsmith, phoenix
from goldsmith.interchange.account import passage_id
from goldsmith.interchange.format import Format, Outgoing
from goldsmith.records.case import AcceptedAnswer, Case, Message
from goldsmith.records.claims import ProhibitedClaim
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, passages_of, read_all, source_of

ALL = pytest.mark.parametrize(
    "known", [langsmith.FORMAT, langfuse.FORMAT, phoenix.FORMAT], ids=lambda known: known.name
)
CASE = Case(
    id="refund",
    question="When?",
    messages=(Message(role="user", content="I want my money."),),
    answerability="supported",
    behaviour="answer",
    risk="high",
    accept=(AcceptedAnswer(answer="30 days.", needs=("window",)), AcceptedAnswer(answer="A month.")),
    evidence=(Need(need="window", any_of=(Alternative(chunk="a#1"), Alternative(chunk="b#1"))),),
    claims=(ProhibitedClaim(prohibited="A voucher."),),
    tags=("fees",),
    split="dev",
)
INPUTS = {"question": "When?", "messages": [{"role": "user", "content": "I want my money."}]}
OUTPUTS = {
    "answer": "30 days.",
    "answers": ["30 days.", "A month."],
    "contexts": ["The passage of a#1.", "The passage of b#1."],
}


@given(cases_of_any_kind())
def test_a_case_comes_back_whole_from_langsmith(cases: list[Case]) -> None:
    come_back(langsmith.FORMAT, cases)


@given(cases_of_any_kind())
def test_a_case_comes_back_whole_from_langfuse(cases: list[Case]) -> None:
    come_back(langfuse.FORMAT, cases)


@given(cases_of_any_kind())
def test_a_case_comes_back_whole_from_phoenix(cases: list[Case]) -> None:
    come_back(phoenix.FORMAT, cases)


def test_an_example_of_langsmith_shows_its_split_where_langsmith_looks_for_it() -> None:
    row = json.loads(_written(langsmith.FORMAT))

    assert {name: held for name, held in row.items() if name != "metadata"} == {"inputs": INPUTS, "outputs": OUTPUTS}
    assert (row["metadata"]["dataset_split"], row["metadata"]["tags"], row["metadata"]["risk"]) == (
        ["dev"],
        ["fees"],
        "high",
    )


def test_an_item_of_langfuse_has_an_id_that_no_other_data_set_has() -> None:
    row = json.loads(_written(langfuse.FORMAT))

    assert {name: held for name, held in row.items() if name != "metadata"} == {
        "datasetName": "help-desk",
        "id": "help-desk/refund",
        "input": INPUTS,
        "expectedOutput": OUTPUTS,
        "status": "ACTIVE",
    }


def test_an_id_is_as_short_as_langfuse_takes_it() -> None:
    assert langfuse.FORMAT.write is not None
    cases = tuple(Case(id=f"{'x' * 300}{end}", question="?") for end in "ab")

    written = langfuse.FORMAT.write(Outgoing(header=HEADER, cases=cases))

    ids = {json.loads(line)["id"] for line in written.files[0].text.splitlines()}
    assert {len(one) for one in ids} == {255}
    assert len(ids) == 2


def test_an_upload_of_phoenix_is_lists_side_by_side() -> None:
    upload = json.loads(_written(phoenix.FORMAT))

    assert {name: held for name, held in upload.items() if name != "metadata"} == {
        "action": "create",
        "name": "help-desk",
        "description": "Questions to a help desk",
        "inputs": [INPUTS],
        "outputs": [OUTPUTS],
        "splits": [["dev"]],
        "example_ids": ["refund"],
    }


def test_what_phoenix_exports_as_a_table_is_read_again(tmp_path: Path) -> None:
    """Each key is a column; lists stand as JSON, and a list of splits too."""
    upload = json.loads(_written(phoenix.FORMAT))
    groups = {"input": upload["inputs"][0], "output": upload["outputs"][0], "metadata": upload["metadata"][0]}
    flat = {f"{group}.{key}": held for group, keys in groups.items() for key, held in keys.items()}
    row = {"id": "x", "node_id": "y", "splits": ["dev"], **flat}
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(row)
    writer.writerow(one if isinstance(one, str) else json.dumps(one) for one in row.values())

    (record,) = read_all(phoenix.FORMAT, source_of(tmp_path, {"export.csv": table.getvalue()}))

    assert record.case == CASE
    assert lines_of([record], "dropped", "wrong", "inferred") == []


def test_what_phoenix_exports_as_lines_and_what_its_client_writes_are_read_again(tmp_path: Path) -> None:
    example = {"id": "1", "node_id": "n", "input": {"q": "When?"}, "output": {"a": "Soon."}, "splits": ["test"]}
    answer = {"data": {"dataset_id": "d", "version_id": "v", "examples": [{**example, "metadata": {"risk": "low"}}]}}

    (line,) = read_all(phoenix.FORMAT, source_of(tmp_path, {"lines.jsonl": json.dumps({**example, "metadata": {}})}))
    (one,) = read_all(phoenix.FORMAT, source_of(tmp_path, {"answer.json": answer}))

    expected = Case(id="1", question="When?", accept=(AcceptedAnswer(answer="Soon."),), tags=("split:test",))
    assert line.case == expected
    assert one.case is not None
    assert (one.case.risk, one.case.accept) == ("low", expected.accept)


@ALL
def test_what_was_changed_in_the_tool_holds(tmp_path: Path, known: Format) -> None:
    text = _written(known)
    for before, after in (
        ('"When?"', '"By when?"'),
        ('"A month."', '"Soon."'),
        ('"The passage of a#1."', '"New."'),
    ):
        text = text.replace(before, after, 1)

    (record,) = read_all(known, source_of(tmp_path, {f"set.{'json' if known is phoenix.FORMAT else 'jsonl'}": text}))

    assert record.case is not None
    assert (record.case.question, record.case.claims, record.case.split) == ("By when?", CASE.claims, "dev")
    assert record.case.accept == (AcceptedAnswer(answer="30 days.", needs=("window",)), AcceptedAnswer(answer="Soon."))
    assert [[one.chunk for one in need.any_of] for need in record.case.evidence] == [["b#1"], [passage_id("New.")]]
    assert {line.field for line in lines_of([record], "mapped")} == {
        "metadata.question",
        "metadata.accept",
        "metadata.evidence",
    }


def test_a_foreign_example_of_langsmith_is_read_by_the_usual_names(tmp_path: Path) -> None:
    example = {
        "id": "0d6c",
        "dataset_id": "d",
        "created_at": "2025-01-01",
        "inputs": {"question": "When?", "contexts": ["It is soon.", "It is May."]},
        "outputs": {"answer": "Soon."},
        "metadata": {"dataset_split": ["base", "release"], "difficulty": "hard", "team": "support"},
        "attachments": {"a.pdf": "…"},
    }

    (record,) = read_all(langsmith.FORMAT, source_of(tmp_path, {"set.json": [example]}))

    assert record.case == Case(
        id="0d6c",
        question="When?",
        answerability="supported",
        behaviour="answer",
        difficulty="hard",
        split="release",
        accept=(AcceptedAnswer(answer="Soon."),),
        evidence=tuple(Need(any_of=(Alternative(chunk=one.id),)) for one in record.passages),
        tags=("team:support", "split:base"),
    )
    assert record.passages == (
        ForeignPassage(id=passage_id("It is soon."), text="It is soon."),
        ForeignPassage(id=passage_id("It is May."), text="It is May."),
    )
    assert [line.field for line in lines_of([record], "dropped")] == ["dataset_id", "created_at", "attachments"]


def test_a_conversation_is_asked_with_its_last_word(tmp_path: Path) -> None:
    turns = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yes?"}]
    example = {
        "inputs": {"messages": [*turns, {"role": "user", "content": "When?"}]},
        "outputs": {"message": {"role": "assistant", "content": "Soon."}},
    }

    (record,) = read_all(langsmith.FORMAT, source_of(tmp_path, {"chat.jsonl": json.dumps(example)}))

    assert record.case is not None
    assert (record.case.question, len(record.case.messages)) == ("When?", 2)
    assert record.case.accept == (AcceptedAnswer(answer="Soon."),)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [("When?", "Soon."), ({"query": "When?"}, {"text": "Soon."}), ([{"role": "user", "content": "When?"}], "Soon.")],
)
def test_an_item_of_langfuse_holds_texts_objects_or_messages(tmp_path: Path, asked: Any, expected: Any) -> None:
    item = {"id": "i", "datasetId": "d", "status": "ACTIVE", "input": asked, "expectedOutput": expected}

    (record,) = read_all(langfuse.FORMAT, source_of(tmp_path, {"page.json": {"data": [item], "meta": {}}}))

    assert record.case == Case(id="i", question="When?", accept=(AcceptedAnswer(answer="Soon."),))


def test_an_archived_item_is_kept_and_somebody_is_asked(tmp_path: Path) -> None:
    item = {
        "dataset_name": "d",
        "input": "When?",
        "expected_output": None,
        "status": "ARCHIVED",
        "source_trace_id": "t",
    }

    (record,) = read_all(langfuse.FORMAT, source_of(tmp_path, {"items.jsonl": json.dumps(item)}))

    assert record.case == Case(id="items-0001", question="When?", tags=("archived",))
    assert [(line.fate, line.field) for line in lines_of([record])] == [
        ("inferred", ""),
        ("inferred", "status"),
        ("dropped", "sourceTraceId"),
    ]


def test_a_table_of_langfuse_holds_json_in_its_cells(tmp_path: Path) -> None:
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(["id", "input", "expectedOutput", "metadata", "sourceTraceId"])
    writer.writerow(["i", '{"question": "When?"}', '"Soon."', '{"risk": "low"}', ""])

    (record,) = read_all(langfuse.FORMAT, source_of(tmp_path, {"items.csv": table.getvalue()}))

    assert record.case == Case(id="i", question="When?", risk="low", accept=(AcceptedAnswer(answer="Soon."),))


def test_items_without_their_data_set_are_read_where_the_user_names_the_format(tmp_path: Path) -> None:
    source = source_of(tmp_path, {"items.json": [{"input": "When?", "expectedOutput": "Soon."}]})
    assert langfuse.FORMAT.read is not None

    assert not langfuse.FORMAT.recognises(source)
    assert [_question(one) for one in langfuse.FORMAT.read(source)] == ["When?"]


def test_lists_of_phoenix_that_differ_in_length_are_told(tmp_path: Path) -> None:
    upload = {"name": "s", "action": "create", "inputs": [{"q": "A?"}, {"q": "B?"}], "outputs": [{"a": "a"}]}

    records = read_all(phoenix.FORMAT, source_of(tmp_path, {"upload.json": upload}))

    assert [_question(one) for one in records] == ["A?", "B?"]
    assert [line.record for line in lines_of(records, "wrong")] == ["example 2"]


@ALL
def test_what_is_no_example_is_told_and_the_rest_is_read(tmp_path: Path, known: Format) -> None:
    firsts: dict[str, dict[str, Any]] = {
        "langsmith": {"inputs": {"question": "A?"}, "outputs": None},
        "langfuse": {"datasetName": "d", "input": "A?", "expectedOutput": None},
        "phoenix": {"input": {"question": "A?"}, "output": {}, "splits": []},
    }
    first = firsts[known.name]
    empty: dict[str, Any] = {name: {} if isinstance(held, dict) else None for name, held in first.items()}
    text = "".join(json.dumps(row) + "\n" for row in (first, 7, empty))

    records = read_all(known, source_of(tmp_path, {"set.jsonl": text}))

    assert [_question(one) for one in records] == ["A?", None, None]
    assert all(lines_of([one], "dropped") for one in records[1:])


@ALL
def test_other_files_are_not_taken_for_it(tmp_path: Path, known: Format) -> None:
    others: dict[str, Any] = {
        "deepeval.json": [{"input": "A?", "expected_output": "a", "expectedOutput": "a"}],
        "mlflow.jsonl": '{"inputs": {"q": "A?"}, "outputs": {}, "expectations": {}}',
        "inspect.jsonl": '{"input": "A?", "target": "a"}',
        "tests.json": [{"vars": {"query": "A?"}}],
        "runs.jsonl": '{"id": "r", "inputs": {}, "outputs": {}, "run_type": "chain"}',
        "plain.csv": "input,output\nA?,a\n",
    }

    assert not known.recognises(source_of(tmp_path, others))


@ALL
def test_a_file_without_examples_is_refused(tmp_path: Path, known: Format) -> None:
    assert known.read is not None

    with pytest.raises(InvalidFileError, match="cannot be read as"):
        list(known.read(source_of(tmp_path, {"plain.csv": "a,b\n1,2\n"})))


def test_none_of_the_three_takes_a_file_of_another(tmp_path: Path) -> None:
    formats = {one.name: one for one in (langsmith.FORMAT, langfuse.FORMAT, phoenix.FORMAT)}
    files = {"langsmith": "s.jsonl", "langfuse": "f.jsonl", "phoenix": "p.json"}

    taken = {
        (name, other)
        for name, file in files.items()
        for other, known in formats.items()
        if known.recognises(source_of(tmp_path / name, {file: _written(formats[name])}))
    }

    assert taken == {(name, name) for name in formats}


def _written(known: Format) -> str:
    assert known.write is not None
    return known.write(Outgoing(header=HEADER, cases=(CASE,), passages=passages_of([CASE]))).files[0].text


def _question(record: ForeignRecord) -> str | None:
    return record.case.question if record.case else None
