"""The engine applies what can be applied and says what cannot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from goldsmith.errors import UnknownNameError
from goldsmith.lint import registry
from goldsmith.lint.engine import check, not_applicable, report
from goldsmith.lint.view import LintView
from goldsmith.records.decision import Status
from goldsmith.records.golden_set import SetHeader
from tests.lint.building import case, document, resolution, view


def codes(*names: str, **fields: object) -> list[str]:
    return [one.code for one in check(view(*(case(name) for name in names), **fields))]  # type: ignore[arg-type]


def codes_of(held: LintView) -> list[str]:
    return [one.code for one in check(held)]


def test_findings_carry_file_line_case_and_come_in_the_order_of_the_file() -> None:
    found = check(view(case("b", question=" "), case("a", weight=-1, question="")))

    assert [(one.file, one.line, one.case, one.code) for one in found if one.case] == [
        ("cases.yaml", 1, "b", "GS103"),
        ("cases.yaml", 2, "a", "GS103"),
        ("cases.yaml", 2, "a", "GS113"),
    ]


def test_a_set_without_errors_has_none() -> None:
    told = report(view(case("c1"), case("c2")))

    assert (told.errors, told.cases, told.states, told.ready, told.corpus) == (0, 2, {"candidate": 2}, None, "")


def test_a_waived_error_is_shown_and_not_counted() -> None:
    told = report(view(case(question="")), waive=frozenset({"blank-question"}))

    assert told.errors == 0
    assert [one.code for one in told.findings if one.waived] == ["GS103"]


def test_a_waiver_of_a_rule_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'GS103'"):
        check(view(case()), waive=frozenset({"GS-103"}))


def test_without_a_revision_the_rules_that_need_one_say_so() -> None:
    lines = not_applicable(view(case()))

    assert lines[0] == (
        "GS204 dangling-evidence: there is no corpus revision to look evidence up in; run `goldsmith freeze`"
    )
    assert {line[:5] for line in lines} == {
        "GS204", "GS205", "GS206", "GS207", "GS208", "GS209", "GS210", "GS211", "GS213", "GS215", "GS216",
        "GS219", "GS220", "GS221", "GS222",
    }  # fmt: skip


def test_without_text_the_rules_that_read_words_say_so() -> None:
    frozen = view(case(), documents=[document("returns")], resolutions=[resolution("c1", "text_absent")], text="absent")

    assert not_applicable(frozen) == (
        "GS208 missing-quote: text absent: corpus revision 'r1' keeps no text",
        "GS209 ambiguous-quote: text absent: corpus revision 'r1' keeps no text",
        "GS219 unsupporting-evidence: text absent: corpus revision 'r1' keeps no text",
        "GS220 unneeded-evidence: text absent: corpus revision 'r1' keeps no text",
        "GS221 unlabelled-twin: text absent: corpus revision 'r1' keeps no text",
        "GS222 bare-heading-evidence: text absent: corpus revision 'r1' keeps no text",
    )
    assert "GS215" in [one.code for one in check(frozen)]


def test_rules_for_publishing_speak_only_when_asked() -> None:
    assert "GS401" not in codes("c1")
    assert "GS401" in codes("c1", ready=True)


def test_a_run_asks_only_for_what_would_keep_it_from_starting() -> None:
    cases = (case("a", question=""), case("a"))

    assert set(codes_of(view(*cases, errors_alone=True))) == {"GS101", "GS103"}
    assert set(codes_of(view(*cases))) > {"GS101", "GS103"}


def test_the_rules_that_sometimes_find_errors_are_listed() -> None:
    folder = Path(registry.__file__).parent / "rules"
    grave = {
        code
        for code in registry.CODES
        if registry.load(code).severity != "error"
        and '"error"' in re.sub(r'""".*?"""', "", _source(folder, code), flags=re.DOTALL)
    }

    assert grave == registry.SOMETIMES_ERRORS


def _source(folder: Path, code: str) -> str:
    module = type(registry.load(code)).__module__.rpartition(".")[2]
    return (folder / f"{module}.py").read_text(encoding="utf-8")


def test_a_retired_case_is_left_in_peace_and_keeps_its_id() -> None:
    gone = {"old": Status(state="retired", why="the rule is gone")}

    found = check(view(case("old", question="", weight=-1), states=gone))

    assert [one for one in found if one.case == "old"] == []


def test_readiness_is_told_by_errors_that_nobody_waived() -> None:
    header = SetHeader(name="help-desk")

    assert report(view(case(), header=header, ready=True)).ready is False


def test_a_key_that_stands_in_a_case_is_in_no_finding() -> None:
    key = "sk-proj-" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4"
    cases = (case("a", question=f"What does {key} open?"), case("b", question=f"What does {key} open now?"))

    found = check(view(*cases))

    assert "GS126" in {one.code for one in found}
    assert all(key not in one.message + one.mend for one in found)
