"""A set moves to another corpus revision: whole, once, and from wherever an earlier attempt was cut short."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from goldsmith.errors import ConflictError, InputError
from goldsmith.ondisk.revisions import chunks_of, load_revision
from goldsmith.workflows.approve import Judged, approve
from goldsmith.workflows.check import fix_set
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.left_open import left_open
from goldsmith.workflows.move_pin import Confirming, move_pin
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.refresh import path_of, plan_refresh
from tests.workflows.moving import (
    BOTH,
    CHANGED,
    FEES,
    LATER,
    NOW,
    RENAMED,
    RETURNS,
    SHIPPING,
    answered,
    as_yaml,
    case,
    decided,
    frozen,
    label,
    moved,
    shop,
    states,
    texts,
    written,
)


def test_yaml_and_json_lines_move_together_and_every_other_byte_stays(tmp_path: Path) -> None:
    shop(tmp_path, BOTH)
    before = texts(tmp_path)
    fact = moved(tmp_path, frozen(tmp_path, RENAMED))
    after = texts(tmp_path)

    assert (fact.previous.label, fact.current.label, fact.by) == ("march", "june", "Cyd")
    assert fact.renamed == ("fee",)
    assert "# Read aloud.\n" in after["golden/cases/a.yaml"]
    assert "question: What about the fee?   # as asked\n" in after["golden/cases/a.yaml"]
    assert "within 30 days after the purchase." in after["golden/cases/a.yaml"]
    assert "document: costs.md" in after["golden/cases/a.yaml"]
    assert after["golden/cases/b.jsonl"].splitlines()[1] == before["golden/cases/b.jsonl"].splitlines()[1]
    assert after["golden/set.yaml"].startswith("name: desk   # ours\ncorpus: {label: june, digest: ")
    assert json.loads(after["corpus.lock"])["label"] == "june"


def test_each_decision_is_written_once_by_who_gave_it(tmp_path: Path) -> None:
    shop(tmp_path, BOTH)
    moved(tmp_path, frozen(tmp_path, RENAMED))

    assert sorted(decided(tmp_path)[4:]) == [
        ("exchange", "Ben", "approved"),
        ("fee", "Cyd", "approved"),
        ("window", "Ben", "approved"),
    ]
    assert set(states(tmp_path).values()) == {"approved"}


def test_after_a_move_nothing_is_asked_and_the_open_plan_is_gone(tmp_path: Path) -> None:
    shop(tmp_path, BOTH)
    june = frozen(tmp_path, RENAMED)
    moved(tmp_path, june)
    project = open_project(tmp_path)
    kept = path_of(project).exists()
    plan = plan_refresh(project, june)

    assert not kept
    assert (plan.requests, {item.impact for item in plan.impacts}) == ((), {"untouched"})


def test_a_set_may_call_its_fields_otherwise(tmp_path: Path) -> None:
    fields = '[[sets]]\npath = "golden"\nfields = {question = "ask", evidence = "sources", accept = "reply"}\n'
    rows = [case(name) for name in ("window", "fee")]
    lines = [
        {"id": one["id"], "ask": one["question"], "reply": one["accept"], "sources": one["evidence"]} for one in rows
    ]
    shop(tmp_path, {"a.jsonl": "".join(json.dumps(line) + "\n" for line in lines)}, settings=fields)
    june = frozen(tmp_path, {"fees.md": "# Fees\n\nWrite to us.\n", "returns.md": CHANGED})
    project = open_project(tmp_path)
    plan = answered(project, plan_refresh(project, june), window="stands", fee="unanswerable")
    move_pin(project, plan, june, Confirming(reviewer="Cyd"), now=NOW)
    window, fee = (json.loads(line) for line in texts(tmp_path)["golden/cases/a.jsonl"].splitlines())

    assert list(window) == ["id", "ask", "reply", "sources"]
    assert window["sources"][0]["quote"] == "A customer may ask for a refund within 30 days after the purchase."
    assert (fee["reply"], fee["sources"]) == ([], [])
    assert (fee["answerability"], fee["behaviour"]) == ("unsupported", "refuse")
    assert states(tmp_path) == {"window": "approved", "fee": "approved"}


SIXTY = "id,question,expected_answer,expected_sources\nfee,What does it cost?,4 EUR.,fees.md\n"


def test_a_csv_set_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    shop(tmp_path, {"a.yaml": as_yaml("window"), "z.csv": SIXTY}, approved=False)
    june = frozen(tmp_path, RENAMED)
    before = texts(tmp_path)
    with pytest.raises(InputError) as caught:
        moved(tmp_path, june)

    assert "z.csv is a CSV file" in caught.value.message
    assert texts(tmp_path) == before


@pytest.mark.parametrize("level", ["document", "chunk"])
def test_a_csv_set_in_which_nothing_moved_moves_its_pin(tmp_path: Path, level: str) -> None:
    project = shop(tmp_path, {"z.csv": SIXTY}, approved=False)
    assert project.stored is not None
    if level == "chunk":
        (chunk,) = chunks_of(project.stored, ["fees.md"])
        written(tmp_path, {"golden/cases/z.csv": SIXTY.replace("fees.md", chunk.id)})
    before = texts(tmp_path)
    moved(tmp_path, frozen(tmp_path, {"shipping.md": "# Shipping\n\nNothing is free.\n"}))

    assert label(tmp_path) == "june"
    assert texts(tmp_path)["golden/cases/z.csv"] == before["golden/cases/z.csv"]
    assert states(tmp_path) == {"fee": "candidate"}


def test_what_one_person_left_open_is_asked_again_from_where_it_was_judged(tmp_path: Path) -> None:
    shop(tmp_path, BOTH)
    fact = moved(tmp_path, frozen(tmp_path, RENAMED), leave_open=True)
    project = open_project(tmp_path)
    again = plan_refresh(project, load_revision(tmp_path, "june"))

    assert fact.left_open == {"window": "march", "exchange": "march"}
    assert sorted(fact.superseded) == sorted(request.id for request in again.requests)
    assert [(one.case, one.previous.label) for one in again.requests] == [("window", "march"), ("exchange", "march")]
    assert left_open(project) == {"window": "march", "exchange": "march"}


def test_what_was_left_open_twice_is_held_against_the_first_corpus(tmp_path: Path) -> None:
    shop(tmp_path, BOTH)
    moved(tmp_path, frozen(tmp_path, RENAMED), leave_open=True)
    fact = moved(tmp_path, frozen(tmp_path, {"shipping.md": SHIPPING + "\n"}, label="july"), leave_open=True, now=LATER)

    assert fact.left_open == {"window": "march", "exchange": "march"}


def test_of_two_people_who_move_at_once_the_second_is_told(tmp_path: Path) -> None:
    shop(tmp_path, BOTH)
    june = frozen(tmp_path, RENAMED)
    project = open_project(tmp_path)
    plan = answered(project, plan_refresh(project, june), window="stands", exchange="stands")
    other = open_project(tmp_path)
    move_pin(project, plan, june, Confirming(reviewer="Cyd"), now=NOW)
    before = texts(tmp_path)
    with pytest.raises(ConflictError) as caught:
        move_pin(other, plan, june, Confirming(reviewer="Dan"), now=LATER)

    assert "changed by somebody else" in caught.value.message
    assert texts(tmp_path) == before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("golden/cases/a.yaml", "What about the fee?", "What is the fee?"),
        ("golden/cases/b.jsonl", "What about the free?", "What is free?"),
        ("golden/set.yaml", "name: desk", "name: counter"),
    ],
)
def test_a_file_that_was_edited_between_plan_and_move_stops_it(tmp_path: Path, name: str, old: str, new: str) -> None:
    shop(tmp_path, BOTH)
    june = frozen(tmp_path, RENAMED)
    project = open_project(tmp_path)
    plan = answered(project, plan_refresh(project, june), window="stands", exchange="stands")
    written(tmp_path, {name: (tmp_path / name).read_text(encoding="utf-8").replace(old, new)})
    before = texts(tmp_path)
    with pytest.raises(ConflictError) as caught:
        move_pin(project, plan, june, Confirming(reviewer="Cyd"), now=NOW)

    assert "run the same command again" in caught.value.next_step
    assert texts(tmp_path) == before


def test_a_decision_that_was_taken_meanwhile_stops_it(tmp_path: Path) -> None:
    shop(tmp_path, BOTH)
    june = frozen(tmp_path, RENAMED)
    project = open_project(tmp_path)
    plan = answered(project, plan_refresh(project, june), window="stands", exchange="stands")
    judged = Judged(cases=("free",), reviewer="Eve", decision="rejected", reason="no", confirmations=None)
    approve(open_project(tmp_path), judged, now=NOW)
    before = texts(tmp_path)
    with pytest.raises(ConflictError):
        move_pin(project, plan, june, Confirming(reviewer="Cyd"), now=NOW)

    assert texts(tmp_path) == before


def test_an_answer_that_was_given_meanwhile_stops_it(tmp_path: Path) -> None:
    shop(tmp_path, BOTH)
    june = frozen(tmp_path, RENAMED)
    project = open_project(tmp_path)
    plan = answered(project, plan_refresh(project, june), window="stands", exchange="stands")
    answered(open_project(tmp_path), plan, window="retire")
    before = texts(tmp_path)
    with pytest.raises(ConflictError):
        move_pin(project, plan, june, Confirming(reviewer="Cyd"), now=NOW)

    assert texts(tmp_path) == before


def test_a_plan_of_another_corpus_is_refused(tmp_path: Path) -> None:
    project = shop(tmp_path, BOTH)
    plan = plan_refresh(project, frozen(tmp_path, RENAMED))
    july = frozen(tmp_path, {"shipping.md": "# Shipping\n\nNothing is free.\n"}, label="july")
    before = texts(tmp_path)
    with pytest.raises(ConflictError) as caught:
        move_pin(project, plan, july, Confirming(reviewer="Cyd"), now=NOW)

    assert caught.value.message == "the plan speaks of another corpus revision"
    assert texts(tmp_path) == before


@pytest.mark.parametrize(
    ("confirming", "told"),
    [
        (Confirming(reviewer=" "), "moving the corpus needs the name of who confirms it"),
        (Confirming(reviewer="Cyd"), "2 request(s) are not answered: window, exchange"),
    ],
)
def test_nothing_is_written_without_a_name_or_with_open_requests(
    tmp_path: Path, confirming: Confirming, told: str
) -> None:
    project = shop(tmp_path, BOTH)
    june = frozen(tmp_path, RENAMED)
    plan = plan_refresh(project, june)
    before = texts(tmp_path)
    with pytest.raises(InputError) as caught:
        move_pin(project, plan, june, confirming, now=NOW)

    assert caught.value.message == told
    assert texts(tmp_path) == before


def test_an_answer_that_cannot_stand_as_proposed_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    shop(tmp_path, BOTH)
    june = frozen(tmp_path, {"returns.md": RETURNS.replace("30 days", "14 days")})
    project = open_project(tmp_path)
    plan = answered(project, plan_refresh(project, june), window="revise")
    forced = replace(plan, answers=tuple(replace(one, answer="stands") for one in plan.answers))
    before = texts(tmp_path)
    with pytest.raises(InputError) as caught:
        move_pin(project, forced, june, Confirming(reviewer="Cyd"), now=NOW)

    assert "its answer says 30 days, which its evidence no longer does" in caught.value.message
    assert texts(tmp_path) == before


def test_a_candidate_that_still_stands_is_moved_and_stays_a_candidate(tmp_path: Path) -> None:
    shop(tmp_path, BOTH, approved=False)
    moved(tmp_path, frozen(tmp_path, RENAMED))

    assert decided(tmp_path) == []
    assert set(states(tmp_path).values()) == {"candidate"}
    assert "within 30 days after the purchase." in texts(tmp_path)["golden/cases/a.yaml"]


def test_rejected_and_retired_cases_are_neither_asked_about_nor_touched(tmp_path: Path) -> None:
    project = shop(tmp_path, BOTH)
    for name, word in (("window", "rejected"), ("fee", "retired")):
        judged = Judged(cases=(name,), reviewer="Ada", decision=word, reason="no", confirmations=None)  # type: ignore[arg-type]
        approve(open_project(tmp_path), judged, now=NOW)
    before = texts(tmp_path)["golden/cases/a.yaml"]
    june = frozen(tmp_path, RENAMED)
    plan = plan_refresh(open_project(tmp_path), june)
    moved(tmp_path, june)

    assert project.golden.header.name == "desk"
    assert [item.case for item in plan.impacts] == ["exchange", "free"]
    assert texts(tmp_path)["golden/cases/a.yaml"] == before
    assert (states(tmp_path)["window"], states(tmp_path)["fee"]) == ("rejected", "retired")


def test_a_lone_file_moves_with_its_lock(tmp_path: Path) -> None:
    written(tmp_path, {"docs/fees.md": FEES, "quick.yaml": as_yaml("fee")})
    freeze(tmp_path / "docs", root=tmp_path, options=FreezeOptions(label="march"))
    fix_set(lambda: open_project(tmp_path, file=Path("quick.yaml")))
    june = frozen(tmp_path, {"fees.md": "", "costs.md": FEES})
    project = open_project(tmp_path, file=Path("quick.yaml"), corpus="march")
    fact = move_pin(project, plan_refresh(project, june), june, Confirming(reviewer="Cyd"), now=NOW)

    assert fact.renamed == ("fee",)
    assert "document: costs.md" in (tmp_path / "quick.yaml").read_text(encoding="utf-8")
    assert (tmp_path / "quick.refreshes.jsonl").exists()
    assert json.loads((tmp_path / "corpus.lock").read_text(encoding="utf-8"))["label"] == "june"
