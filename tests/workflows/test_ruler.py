"""`compare` tells how much of a change is labels that no longer fit, and how much the system's."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from goldsmith.errors import IdentityDriftError
from goldsmith.ondisk.revisions import all_chunk_texts, load_revision
from goldsmith.records.comparison import Comparison, RulerShift
from goldsmith.records.run import RulerNote
from goldsmith.records.verdict import Verdict
from goldsmith.workflows.baseline import save
from goldsmith.workflows.check import pin_evidence
from goldsmith.workflows.compare import compare_runs
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import Project, open_project
from tests.workflows.shop import NOW, ask

Names = Callable[[str], Sequence[Any]]

FACTS = {
    "returns": "Goods in their first wrapping may be returned within thirty days of purchase.",
    "receipts": "Without a receipt the counter pays nothing back, whatever the customer remembers of the day.",
    "parcels": "A parcel that weighs more than twelve kilograms is fetched from the door of the customer.",
    "vouchers": "A voucher holds for three years from the last day of the year in which it was bought.",
}
FILLER = "The desk on the ground floor is open on every working day and answers letters in the order of arrival."
QUESTIONS = {f"What holds for {name}?": name for name in FACTS}


def page(*names: str) -> str:
    parts = [f"{FACTS[name]}\n\n{FILLER.replace('desk', f'desk for {name}')}" for name in names]
    return "\n\n".join(parts) + "\n"


def house(root: Path, *, cases: Mapping[str, str] = FACTS, before: int = 200) -> Project:
    """Write one page of rules, freeze it as ``old`` in chunks of at most `before` characters, and pin a case a rule."""
    (root / "documents").mkdir()
    (root / "documents" / "rules.md").write_text(page(*FACTS), encoding="utf-8")
    (root / "golden" / "cases").mkdir(parents=True)
    (root / "golden" / "set.yaml").write_text("name: house\ncorpus: {label: old}\n", encoding="utf-8")
    text = "".join(
        f"- id: {name}\n  question: What holds for {name}?\n  accept: [Yes.]\n"
        f"  evidence: [{{document: rules.md, quote: '{quote}'}}]\n"
        for name, quote in cases.items()
    )
    (root / "golden" / "cases" / "cases.yaml").write_text(text, encoding="utf-8")
    (root / "goldsmith.toml").write_text('documents = "documents"\n', encoding="utf-8")
    freeze_as(root, "old", before)
    pin_evidence(open_project(root))
    return open_project(root)


def freeze_as(root: Path, label: str, capacity: int) -> None:
    freeze(root / "documents", root=root, options=FreezeOptions(label=label, capacity=capacity))


def chunks(root: Path, label: str, words: str) -> list[str]:
    """Return the chunks of a revision that hold any sentence of `words`, those with the words themselves first."""
    held = [(name, " ".join(text.split())) for name, _, text in all_chunk_texts(load_revision(root, label))]
    return [name for name, text in held if words in text or (len(text) > 20 and text in words)]


def reads(root: Path, label: str, *, loses: str = "") -> Names:
    """Return a system that finds the passages of each rule in the index of a revision, but for one that it loses."""

    def names(question: str) -> Sequence[str]:
        name = QUESTIONS[question]
        return [] if name == loses else chunks(root, label, FACTS[name])

    return names


def run(root: Path, names: Names, name: str) -> Verdict:
    def reply(question: str) -> Any:
        return {"answer": "Yes.", "retrieved": list(names(question)), "behaviour": "answer"}

    return ask(open_project(root), reply, name=name)


def compared(root: Path, before: Names, after: Names) -> Comparison:
    """Keep the run of one system as a baseline, and compare that of another with it."""
    run(root, before, "before")
    save(open_project(root), "main", run=None, replace=False)
    run(root, after, "after")
    return compare_runs(open_project(root), "main", None, now=NOW)


def shift(comparison: Comparison, measure: str = "recall@5") -> RulerShift:
    return next(one for one in comparison.ruler if one.measure == measure)


def figures(one: RulerShift) -> tuple[float | None, ...]:
    return (one.before, one.after_as_labelled, one.after_reanchored, one.stale_labels, one.system, one.n)


def test_a_fall_that_only_other_chunks_make_is_all_stale_labels(tmp_path: Path) -> None:
    house(tmp_path)
    freeze_as(tmp_path, "new", 800)

    found = compared(tmp_path, reads(tmp_path, "old"), reads(tmp_path, "new"))

    assert figures(shift(found)) == (1.0, 0.0, 1.0, -1.0, 0.0, 4)
    assert shift(found).cases == tuple(sorted(FACTS))
    assert found.ruler_told == (
        "all of the fall of recall@5 (1.00) is stale labels: the passages of 4 cases stand under other ids in new; "
        "nothing of it is the system's"
    )


def test_the_revision_is_named_with_the_counts_of_ids(tmp_path: Path) -> None:
    house(tmp_path)
    freeze_as(tmp_path, "new", 800)

    found = compared(tmp_path, reads(tmp_path, "old"), reads(tmp_path, "new"))

    assert [(one.side, one.revision, one.ids, one.held, one.relabelled) for one in found.ruler_sides] == [
        ("main", "old", 4, {"old": 4}, False),
        ("0002-after", "new", 1, {"old": 0, "new": 1}, True),
    ]


def test_a_passage_that_the_system_lost_is_the_systems_share(tmp_path: Path) -> None:
    house(tmp_path)
    freeze_as(tmp_path, "new", 800)

    found = compared(tmp_path, reads(tmp_path, "old"), reads(tmp_path, "new", loses="parcels"))

    assert figures(shift(found)) == (1.0, 0.0, 0.75, -0.75, -0.25, 4)
    assert found.ruler_told == (
        "0.75 of the fall of recall@5 (1.00) is stale labels: the passages of 4 cases stand under other ids in new; "
        "0.25 is the system's"
    )


def test_the_same_index_leaves_nothing_to_tell(tmp_path: Path) -> None:
    house(tmp_path)
    freeze_as(tmp_path, "copy", 200)

    found = compared(tmp_path, reads(tmp_path, "old"), reads(tmp_path, "old", loses="parcels"))

    assert (found.ruler, found.ruler_told, found.ruler_left_out) == ((), "", ())
    assert [(one.revision, one.by_text) for one in found.ruler_sides] == [("old", False), ("old", False)]


def test_of_revisions_that_hold_as_many_ids_the_one_that_the_run_names_is_taken(tmp_path: Path) -> None:
    house(tmp_path)
    freeze_as(tmp_path, "copy", 200)

    def with_another(question: str) -> Sequence[str]:
        return [*chunks(tmp_path, "old", FACTS[QUESTIONS[question]]), "rules.md#elsewhere"]

    found = compared(tmp_path, reads(tmp_path, "old"), with_another)

    assert found.ruler == ()
    assert found.ruler_told == "1 of 5 retrieved ids of 0002-after are of no passage of old"
    assert (found.ruler_sides[1].held, found.ruler_sides[1].by_text) == ({"old": 4, "copy": 4}, False)


@pytest.mark.parametrize(("found_pieces", "recall"), [(9, 1.0), (1, 0.5)])
def test_of_a_passage_that_was_cut_every_piece_counts(tmp_path: Path, found_pieces: int, recall: float) -> None:
    house(tmp_path, before=800)
    freeze_as(tmp_path, "new", 50)
    whole = reads(tmp_path, "new")

    def after(question: str) -> Sequence[Any]:
        return whole(question)[:found_pieces]

    found = compared(tmp_path, reads(tmp_path, "old"), after)

    assert [len(whole(question)) for question in QUESTIONS] == [2, 2, 2, 2]
    assert figures(shift(found)) == (1.0, 0.0, recall, -recall, recall - 1, 4)


def test_a_run_that_was_asked_before_the_pin_moved_is_the_one_that_is_labelled_anew(tmp_path: Path) -> None:
    house(tmp_path)
    run(tmp_path, reads(tmp_path, "old"), "before")
    save(open_project(tmp_path), "main", run=None, replace=False)
    freeze_as(tmp_path, "new", 800)
    (tmp_path / "golden" / "set.yaml").write_text("name: house\ncorpus: {label: new}\n", encoding="utf-8")
    pin_evidence(open_project(tmp_path))
    run(tmp_path, reads(tmp_path, "new"), "after")

    found = compare_runs(open_project(tmp_path), "main", None, now=NOW)

    assert (shift(found).before, shift(found).before_reanchored) == (0.0, 1.0)
    assert (shift(found).stale_labels, shift(found).system) == (1.0, 0.0)
    assert found.ruler_told.startswith("all of the rise of recall@5 (1.00) is stale labels")


def test_a_case_whose_words_are_others_now_is_left_out_and_named(tmp_path: Path) -> None:
    house(tmp_path)
    path = tmp_path / "documents" / "rules.md"
    path.write_text(path.read_text(encoding="utf-8").replace("thirty days", "sixty days"), encoding="utf-8")
    freeze_as(tmp_path, "new", 800)

    found = compared(tmp_path, reads(tmp_path, "old"), reads(tmp_path, "new"))

    assert [one.case for one in found.ruler_left_out] == ["returns"]
    assert found.ruler_left_out[0].why.endswith("other words stand in its place in new")
    assert figures(shift(found)) == (1.0, 0.0, 1.0, -1.0, 0.0, 3)


def test_an_id_that_only_the_later_revision_holds_tells_though_most_stand_in_both(tmp_path: Path) -> None:
    house(tmp_path)
    path = tmp_path / "documents" / "rules.md"
    path.write_text(path.read_text(encoding="utf-8").replace("A parcel", "Mind this. A parcel"), encoding="utf-8")
    freeze_as(tmp_path, "new", 200)

    found = compared(tmp_path, reads(tmp_path, "old"), reads(tmp_path, "new"))

    assert found.ruler_sides[1].held == {"old": 3, "new": 4}
    assert figures(shift(found)) == (1.0, 0.75, 1.0, -0.25, 0.0, 4)
    assert shift(found).cases == ("parcels",)


def test_a_case_that_is_pinned_to_a_revision_that_is_not_here_is_left_out(tmp_path: Path) -> None:
    house(tmp_path)
    path = tmp_path / "golden" / "cases" / "cases.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "  corpus: ancient\n", encoding="utf-8")
    freeze_as(tmp_path, "new", 800)

    found = compared(tmp_path, reads(tmp_path, "old"), reads(tmp_path, "new"))

    assert [(one.case, one.why) for one in found.ruler_left_out] == [
        ("vouchers", "its evidence is pinned to ancient, which is not frozen here")
    ]


def test_where_the_old_labels_show_no_figure_the_system_has_its_share_all_the_same(tmp_path: Path) -> None:
    house(tmp_path)
    freeze_as(tmp_path, "new", 800)
    found_in_new = reads(tmp_path, "new", loses="parcels")

    def beside_their_document(question: str) -> Sequence[Any]:
        return [{"id": name, "document": "rules.md"} for name in found_in_new(question)]

    found = compared(tmp_path, reads(tmp_path, "old"), beside_their_document)

    assert (shift(found).after_as_labelled, shift(found).stale_labels, shift(found).system) == (None, None, -0.25)
    assert found.ruler_told == (
        "recall@5 cannot be read as labelled: the passages of 4 cases stand under other ids in new; re-anchored it "
        "goes from 1.00 to 0.75, which is the system's"
    )


def test_a_revision_that_cannot_be_read_stops_nothing(tmp_path: Path) -> None:
    house(tmp_path)
    freeze_as(tmp_path, "broken", 400)
    freeze_as(tmp_path, "new", 800)
    folder = tmp_path / ".goldsmith" / "corpus" / "broken"
    shutil.rmtree(folder / "index")
    (folder / "chunks.parquet").write_bytes(b"no table")

    found = compared(tmp_path, reads(tmp_path, "old"), reads(tmp_path, "new"))

    assert shift(found).system == 0.0


def test_texts_without_ids_leave_nothing_to_split(tmp_path: Path) -> None:
    house(tmp_path)
    freeze_as(tmp_path, "new", 800)

    def texts(question: str) -> Sequence[Any]:
        return [{"text": FACTS[QUESTIONS[question]]}]

    found = compared(tmp_path, reads(tmp_path, "old"), texts)

    assert found.ruler == ()
    assert found.ruler_told == (
        "0002-after shows passages without ids, so no label can be stale by its id: there is nothing to split"
    )


def test_a_revision_that_is_not_frozen_here_is_said_to_be_missing(tmp_path: Path) -> None:
    house(tmp_path)
    run(tmp_path, reads(tmp_path, "old"), "before")
    save(open_project(tmp_path), "main", run=None, replace=False)
    freeze_as(tmp_path, "new", 800)
    shutil.rmtree(tmp_path / ".goldsmith" / "corpus" / "old")
    (tmp_path / "golden" / "set.yaml").write_text("name: house\ncorpus: {label: new}\n", encoding="utf-8")
    run(tmp_path, reads(tmp_path, "new"), "after")

    found = compare_runs(open_project(tmp_path), "main", None, now=NOW)

    assert found.ruler == ()
    assert found.ruler_told == (
        "main was run against old, which is not frozen here: the 4 retrieved ids of main stand in no revision that is "
        "frozen here, so what is stale in its labels cannot be told"
    )


def test_ids_that_are_used_again_are_told_apart_by_their_texts(tmp_path: Path) -> None:
    house(tmp_path)
    order = list(FACTS)
    for label, names in (("first", order), ("second", order[1:] + order[:1])):
        rows = [{"chunk_id": f"p{at}", "document_id": "rules", "text": FACTS[name]} for at, name in enumerate(names)]
        path = tmp_path / f"{label}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        freeze(path, root=tmp_path, options=FreezeOptions(label=label))
    cases = tmp_path / "golden" / "cases" / "cases.yaml"
    text = "".join(
        f"- id: {name}\n  question: What holds for {name}?\n  accept: [Yes.]\n  evidence: [p{at}]\n"
        for at, name in enumerate(order)
    )
    cases.write_text(text, encoding="utf-8")
    (tmp_path / "golden" / "set.yaml").write_text("name: house\ncorpus: {label: first}\n", encoding="utf-8")
    pin_evidence(open_project(tmp_path))

    def passage(shifted: int) -> Names:
        def names(question: str) -> Sequence[Any]:
            at = (order.index(QUESTIONS[question]) - shifted) % len(order)
            return [{"id": f"p{at}", "text": FACTS[QUESTIONS[question]]}]

        return names

    found = compared(tmp_path, passage(0), passage(1))

    assert figures(shift(found)) == (1.0, 0.0, 1.0, -1.0, 0.0, 4)
    assert (found.ruler_sides[1].held, found.ruler_sides[1].by_text) == ({"first": 0, "old": 0, "second": 4}, True)


def notes(verdict: Verdict) -> dict[str, RulerNote]:
    return {note.kind: note for note in verdict.ruler}


def test_a_verdict_says_that_the_ids_are_those_of_another_frozen_revision(tmp_path: Path) -> None:
    house(tmp_path)
    freeze_as(tmp_path, "new", 800)

    verdict = run(tmp_path, reads(tmp_path, "new"), "after")

    assert notes(verdict)["other_revision"] == RulerNote(
        kind="other_revision",
        message="1 of 1 retrieved ids are those of new, 0 of old; the set is judged against old",
        mend="labels are stale: goldsmith refresh new moves the set there; goldsmith compare says what they cost",
    )
    assert "unknown_ids" not in notes(verdict)


def test_a_verdict_on_the_pinned_index_says_nothing_of_other_revisions(tmp_path: Path) -> None:
    house(tmp_path)
    freeze_as(tmp_path, "new", 800)

    assert "other_revision" not in notes(run(tmp_path, reads(tmp_path, "old"), "after"))


def test_no_file_of_the_set_is_touched(tmp_path: Path) -> None:
    house(tmp_path)
    freeze_as(tmp_path, "new", 800)
    run(tmp_path, reads(tmp_path, "new"), "after")
    save(open_project(tmp_path), "main", run=None, replace=False)
    golden = {path: path.read_bytes() for path in (tmp_path / "golden").rglob("*") if path.is_file()}

    compare_runs(open_project(tmp_path), "main", None, now=NOW)

    assert {path: path.read_bytes() for path in (tmp_path / "golden").rglob("*") if path.is_file()} == golden


def test_a_run_that_is_stopped_for_its_ids_is_told_whose_they_are(tmp_path: Path) -> None:
    house(tmp_path)
    (tmp_path / "documents" / "rules.md").rename(tmp_path / "documents" / "house.md")
    freeze_as(tmp_path, "new", 200)

    with pytest.raises(IdentityDriftError) as raised:
        run(tmp_path, reads(tmp_path, "new"), "after")

    assert raised.value.next_step == (
        "4 of 4 retrieved ids are those of new, 0 of old: move the set there first, goldsmith refresh new"
    )


def test_a_renamed_document_is_followed(tmp_path: Path) -> None:
    house(tmp_path)
    (tmp_path / "documents" / "rules.md").rename(tmp_path / "documents" / "house.md")
    freeze_as(tmp_path, "new", 200)
    one, other = reads(tmp_path, "old"), reads(tmp_path, "new")

    def half_moved(question: str) -> Sequence[str]:
        return (one if QUESTIONS[question] == "returns" else other)(question)

    found = compared(tmp_path, one, half_moved)

    assert (shift(found).before, shift(found).after_as_labelled, shift(found).after_reanchored) == (1.0, 0.25, 0.75)
