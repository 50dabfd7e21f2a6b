"""What a reader is told nothing of: what they may still judge, and what rests on sources beyond them."""

from __future__ import annotations

from pathlib import Path

from goldsmith.workflows.review_batch import draw_batch
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_discretion import beyond, covered, sees_all_documents
from tests.web.owning import shop_desk
from tests.web.test_batches import REFUSED, SINGLE
from tests.workflows.reviewing import APPROVED, labelled, opened

STAFF_CASE = """
- id: morning
  question: When does the safe open?
  accept: [At nine.]
  evidence: [{document: staff.md, quote: every single morning at nine}]
"""


def told_nothing(desk: Desk) -> dict[str, list[str]]:
    """Return, for everybody, the cases of which they are told nothing."""
    return {name: sorted(covered(desk, desk.person(name))) for name in ("owner", "r1", "r2", "pia")}


def test_an_open_round_is_covered_for_who_may_still_label_it(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    opened(desk, "window", needed=2)
    labelled(desk, "window", APPROVED, "r1")

    assert told_nothing(desk) == {"owner": ["window"], "r1": [], "r2": ["window"], "pia": []}


def test_a_sample_is_covered_for_who_may_check_it_and_not_for_who_settled_it(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path, settings=SINGLE)
    opened(desk, "mars")
    labelled(desk, "mars", REFUSED, "r1")
    draw_batch(desk, desk.person("owner"), name="first")

    assert told_nothing(desk) == {"owner": ["mars"], "r1": [], "r2": ["mars"], "pia": []}


def test_a_case_that_rests_on_a_denied_source_is_beyond_whoever_may_not_see_it(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    path = tmp_path / "golden" / "cases" / "cases.yaml"
    path.write_text(path.read_text(encoding="utf-8") + STAFF_CASE, encoding="utf-8")
    desk.look_again()

    assert {name: sorted(beyond(desk, desk.person(name))) for name in ("owner", "r2")} == {
        "owner": [],
        "r2": ["morning"],
    }
    assert [sees_all_documents(desk, desk.person(name)) for name in ("owner", "r2")] == [True, False]
