"""`goldsmith audit`: who saw what they may not, under the rules of that date."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cases.telling import Goldsmith

RULES = "---\nid: {name}\nallowed_principals: [{who}]\n---\n# {name}\n\nThe code of {name} is {code}.\n"


def documents(folder: Path, **principals: str) -> None:
    """Write one document a name, each for some users and roles alone."""
    (folder / "docs").mkdir(exist_ok=True)
    for place, (name, who) in enumerate(principals.items()):
        text = RULES.format(name=name, who=who, code=1000 + place)
        (folder / "docs" / f"{name}.md").write_text(text, encoding="utf-8")


def trace(name: str, *, user: str = "ann", role: str = "customer", found: list[str], at: str = "") -> dict[str, Any]:
    """Return a Langfuse trace of one question."""
    when = at or "2026-03-01T10:00:00Z"
    held: dict[str, Any] = {"id": name, "timestamp": when, "sessionId": None, "userId": user or None, "name": "desk"}
    held |= {"input": "What is the code?", "output": "I do not know.", "metadata": {"roles": [role]}}
    held["observations"] = [
        {"id": f"{name}-1", "traceId": name, "type": "RETRIEVER", "name": "find", "startTime": when,
         "output": [{"id": one, "text": "…"} for one in found]}
    ]  # fmt: skip
    return held


@pytest.fixture
def desk(tmp_path: Path, goldsmith: Goldsmith) -> Path:
    """Return a folder with a frozen corpus: `open` is for customers and staff, `pay` for staff."""
    documents(tmp_path, open="customer, staff", pay="staff")
    goldsmith("freeze", "docs", "--label", "old")
    return tmp_path


def held(folder: Path, *traces: dict[str, Any]) -> str:
    (folder / "traces.json").write_text(json.dumps(list(traces)), encoding="utf-8")
    return "traces.json"


def test_a_denied_document_in_the_context_is_a_leak_whoever_else_was_served_well(
    desk: Path, goldsmith: Goldsmith
) -> None:
    file = held(
        desk, trace("t1", found=["open"]), trace("t2", found=["open", "pay"]), trace("t3", role="staff", found=["pay"])
    )

    told = goldsmith("audit", file, "--json")

    assert told.status == 1
    found = told.json
    assert [(one["trace"], one["user"], one["rules"]) for one in found["leaking"]] == [("t2", "ann", "old")]
    assert [(leak["channel"], leak["document"]) for leak in found["leaking"][0]["leaks"]] == [("context", "pay")]
    assert (found["traces"], found["tried"], found["free"], found["rules_out"]) == (3, 2, 1, None)


def test_clean_traces_say_which_rate_they_rule_out(desk: Path, goldsmith: Goldsmith) -> None:
    file = held(desk, *(trace(f"t{place}", found=["open"]) for place in range(6)))

    told = goldsmith("audit", file)

    assert told.out.startswith(
        "CLEAN     6 traces · 6 could show a leak and tell enough · none did: only rates above 39"
    )


@pytest.mark.parametrize(
    ("odd", "why"),
    [
        (trace("t1", user="", found=["open"]), "it names nobody who asked"),
        (trace("t1", found=["elsewhere"]), "it retrieved what the corpus does not hold, so no rule covers it"),
        ({**trace("t1", found=[]), "observations": []}, "it does not show what was retrieved"),
    ],
)
def test_what_cannot_be_told_is_never_clean(desk: Path, goldsmith: Goldsmith, odd: dict[str, Any], why: str) -> None:
    told = goldsmith("audit", held(desk, odd, trace("t2", found=["open"])))

    assert told.status == 3
    assert why in " ".join(told.out.split())


def test_each_trace_is_held_against_the_rules_of_its_date(desk: Path, goldsmith: Goldsmith) -> None:
    documents(desk, open="customer, staff", pay="staff, customer")
    goldsmith("freeze", "docs", "--label", "new", "--update-lock")
    file = held(
        desk,
        trace("before", found=["pay"], at="2026-03-01T10:00:00Z"),
        trace("after", found=["pay"], at="2026-07-01T10:00:00Z"),
    )

    told = goldsmith("audit", file, "--corpus", "old", "--corpus", "new=2026-06-01", "--json")

    assert told.status == 1
    found = told.json
    assert [one["trace"] for one in found["leaking"]] == ["before"]
    assert found["free"] == 1


def test_several_revisions_without_dates_are_not_guessed(desk: Path, goldsmith: Goldsmith) -> None:
    documents(desk, open="customer", pay="staff")
    goldsmith("freeze", "docs", "--label", "new", "--update-lock")

    told = goldsmith("audit", held(desk, trace("t1", found=["pay"])))

    assert told.status == 2
    assert "nothing says from when on the rules of each held" in told.err
    assert "--corpus new --corpus old=2026-09-08" in told.err


def test_traces_older_than_the_first_rules_cannot_be_told(desk: Path, goldsmith: Goldsmith) -> None:
    file = held(desk, trace("t1", found=["pay"], at="2020-01-01T00:00:00Z"))

    told = goldsmith("audit", file, "--corpus", "old=2026-01-01")

    assert told.status == 3
    assert "it is older than the first access rules" in told.out


def test_words_of_a_denied_document_in_the_answer_are_a_leak_too(desk: Path, goldsmith: Goldsmith) -> None:
    text = (
        "# Pay\n\nSenior staff are paid one thousand four hundred guineas on the second Friday of the month of May.\n"
    )
    (desk / "docs" / "pay.md").write_text(f"---\nid: pay\nallowed_principals: [staff]\n---\n{text}", encoding="utf-8")
    goldsmith("freeze", "docs", "--label", "words", "--update-lock")
    said = trace("t1", found=["open"]) | {"output": text}

    told = goldsmith("audit", held(desk, said), "--corpus", "words", "--json")

    assert told.status == 1
    leaks = told.json["leaking"][0]["leaks"]
    assert ("answer", "pay") in {(leak["channel"], leak["document"]) for leak in leaks}


def test_a_file_that_holds_no_traces_says_what_it_looks_like(desk: Path, goldsmith: Goldsmith) -> None:
    (desk / "x.json").write_text('{"question": "Q"}', encoding="utf-8")

    told = goldsmith("audit", "x.json")

    assert told.status == 2
    assert "x.json is no export of traces that is known: it begins with the names question" in told.err


def test_recorded_traces_answer_cases_by_their_questions(desk: Path, goldsmith: Goldsmith) -> None:
    (desk / "cases.jsonl").write_text(
        '{"id": "code", "question": "What is the code?", "accept": ["1000"], "evidence": [{"document": "open"}]}\n',
        encoding="utf-8",
    )
    file = held(desk, trace("t1", found=["open"]))

    told = goldsmith("run", "cases.jsonl", "--system", file)

    (journal,) = desk.glob(".goldsmith/runs/*/responses.jsonl")
    kept = json.loads(journal.read_text(encoding="utf-8").splitlines()[0])
    assert (told.status, kept["outcome"]["answer"]) == (0, "I do not know.")
    assert kept["outcome"]["retrieved"] == [{"id": "open", "text": "…"}]


COUNTER_RULE = "Whoever asks at the counter on a Sunday gets the key of the cellar from the second drawer on the left."


@pytest.fixture
def cellar(tmp_path: Path, goldsmith: Goldsmith) -> Path:
    """Return a folder with a frozen corpus of `open` for all and `cellar-key` for staff."""
    documents(tmp_path, open="customer, staff")
    head = "---\nid: cellar-key\nallowed_principals: [staff]\n---\n"
    (tmp_path / "docs" / "cellar-key.md").write_text(f"{head}{COUNTER_RULE}\n", encoding="utf-8")
    goldsmith("freeze", "docs", "--label", "old")
    return tmp_path


@pytest.mark.parametrize(
    "step",
    [
        {"type": "TOOL", "name": "read", "input": "{}", "output": {"document": "cellar-key"}},
        {"type": "TOOL", "name": "read", "input": "{}", "output": COUNTER_RULE},
        {
            "type": "GENERATION",
            "input": [{"role": "system", "content": f"Context: {COUNTER_RULE}"}],
            "output": "No idea.",
        },
        {"type": "GENERATION", "input": f"Context: {COUNTER_RULE}\nQuestion: What is the code?", "output": "No idea."},
        {"type": "SPAN", "input": None, "output": None, "metadata": {"prompt": COUNTER_RULE}},
    ],
)
def test_what_passed_between_the_steps_of_a_trace_is_searched_too(
    cellar: Path, goldsmith: Goldsmith, step: dict[str, Any]
) -> None:
    one = trace("t1", found=["open"])
    one["observations"].append({"id": "t1-2", "traceId": "t1", "startTime": one["timestamp"], **step})

    told = goldsmith("audit", held(cellar, one), "--json").json

    assert {leak["document"] for found in told["leaking"] for leak in found["leaks"]} == {"cellar-key"}


@pytest.mark.parametrize("found", [["pay-2025#12"], [""], ["open", "pay2"]])
def test_a_passage_that_no_rule_covers_is_never_clean(desk: Path, goldsmith: Goldsmith, found: list[str]) -> None:
    told = goldsmith("audit", held(desk, trace("t1", found=found)), "--json")

    assert (told.status, told.json["tried"]) == (3, 0)


@pytest.mark.parametrize("name", ["tenant", "roles"])
def test_a_mapped_attribute_that_a_trace_lacks_leaves_it_undecided(desk: Path, goldsmith: Goldsmith, name: str) -> None:
    told = goldsmith("audit", held(desk, trace("t1", found=["open"])), "--map", f"{name}=nowhere", "--json")

    assert (told.status, [one["why"] for one in told.json["untold"]]) == (3, [f"it tells no {name} under nowhere"])


def test_each_file_of_a_folder_is_read_in_its_own_format_and_one_of_none_is_not_passed_over(
    desk: Path, goldsmith: Goldsmith
) -> None:
    (desk / "many").mkdir()
    held(desk / "many", trace("t1", found=["open"]))
    row = {"context": {"trace_id": "t2", "span_id": "a"}, "span_kind": "RETRIEVER", "start_time": 1_772_359_200_000}
    row |= {"attributes": {"user.id": "ann", "output.value": "No.", "retrieval.documents": [{"document.id": "pay"}]}}
    (desk / "many" / "spans.json").write_text(json.dumps([row]), encoding="utf-8")
    (desk / "many" / "other.json").write_text('{"resourceMetrics": []}', encoding="utf-8")

    told = goldsmith("audit", "many", "--json").json

    assert told["format"] == "phoenix, langfuse"
    assert [(one["trace"], one["at"]) for one in told["leaking"]] == [("t2", "2026-03-01T10:00:00Z")]
    assert [one["first"] for one in told["untold"]] == [["other.json"]]
