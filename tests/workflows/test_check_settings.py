"""What goldsmith.toml lets a check leave alone, what changed since a revision, and words that are spelled right."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from goldsmith.errors import ConfigurationError, InputError, UnknownNameError
from goldsmith.records.finding import CheckReport
from goldsmith.workflows.check import CheckOptions, check_set, fix_set
from goldsmith.workflows.fix_words import fix_words
from goldsmith.workflows.open_set import open_project
from tests.workflows.small_project import NOW, WORDS, frozen_project, project_folder

BLANK = WORDS.replace("When can I return it?", '" "')


def checked(root: Path, *, toml: str = "", options: CheckOptions | None = None) -> CheckReport:
    """Return what a check of the project in `root` finds under this configuration."""
    (root / "goldsmith.toml").write_text(toml, encoding="utf-8")
    return check_set(open_project(root), options or CheckOptions(), now=NOW)


def suppression(*lines: str) -> str:
    """Return a suppression of GS103 as it stands in goldsmith.toml."""
    return "\n".join(["[[check.suppress]]", 'code = "GS103"', *lines, ""])


REASON = 'reason = "asked by voice"'


def test_a_suppressed_error_no_longer_counts(tmp_path: Path) -> None:
    frozen_project(tmp_path, cases=BLANK)
    report = checked(tmp_path, toml=suppression(REASON, 'cases = ["window"]'))

    assert [(one.case, one.suppressed) for one in report.findings if one.code == "GS103"] == [
        ("window", "asked by voice")
    ]
    assert report.errors == 0


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (('reason = " "',), "gives no reason"),
        ((REASON, 'until = "soon"'), "ends on 'soon', which is no day"),
        ((REASON, 'until = "20270131"'), "ends on '20270131'"),
    ],
)
def test_a_suppression_without_reason_or_with_no_day_is_refused(
    tmp_path: Path, lines: Sequence[str], told: str
) -> None:
    frozen_project(tmp_path)

    with pytest.raises(ConfigurationError, match="suppression 1 in goldsmith") as caught:
        checked(tmp_path, toml=suppression(*lines))

    assert told in caught.value.message


def test_a_suppression_must_have_a_reason_and_a_rule_that_exists(tmp_path: Path) -> None:
    frozen_project(tmp_path)

    with pytest.raises(ConfigurationError, match=r"check\.suppress\.0\.reason"):
        checked(tmp_path, toml=suppression())
    with pytest.raises(UnknownNameError, match="did you mean 'GS103'"):
        checked(tmp_path, toml=suppression(REASON).replace("GS103", "GS-103"))


def unused(report: CheckReport) -> list[str]:
    """Return what is said of suppressions that met nothing."""
    return [one.message for one in report.findings if one.code == "GS602"]


def test_among_several_sets_one_is_unused_only_where_all_its_cases_stand(tmp_path: Path) -> None:
    frozen_project(tmp_path)
    two = '[[sets]]\npath = "golden"\n[[sets]]\npath = "other"\n'
    here = suppression(REASON, 'cases = ["window"]')
    somewhere = suppression(REASON, 'cases = ["window", "elsewhere"]')

    assert unused(checked(tmp_path, toml=two + here + somewhere + suppression(REASON))) == [
        "the suppression of GS103 for window meets no finding: asked by voice"
    ]
    assert len(unused(checked(tmp_path, toml=here + somewhere + suppression(REASON)))) == 3


def test_personal_data_are_found_unless_somebody_allowed_them(tmp_path: Path) -> None:
    frozen_project(tmp_path, cases=WORDS.replace("Do I need a receipt?", "I am SSN 512-44-8819, do I?"))
    found = checked(tmp_path)
    allowed = checked(tmp_path, toml='[privacy]\nauthorised = "works council, 2026-03-01"\n')

    assert [one.case for one in found.findings if one.code == "GS125"] == ["receipt"]
    assert [one.case for one in allowed.findings if one.code == "GS125"] == []
    assert allowed.notes == ("personal data in the cases is authorised: works council, 2026-03-01",)


def test_accepted_answers_are_held_against_the_claims_by_the_matchers_of_the_scores(tmp_path: Path) -> None:
    claims = "  claims:\n    - required: It is 60 days.\n      match: {number: 60, unit: day}\n"
    frozen_project(tmp_path, cases=WORDS.replace("\n- id: receipt", f"{claims}\n- id: receipt"))

    assert [one.case for one in checked(tmp_path).findings if one.code == "GS132"] == ["window"]


def test_the_report_names_the_file_of_the_set(tmp_path: Path) -> None:
    frozen_project(tmp_path)
    lone = open_project(tmp_path, file=Path("golden/cases/a.yaml"))

    assert checked(tmp_path).place == "golden/set.yaml"
    assert check_set(lone, CheckOptions(), now=NOW).place == "golden/cases/a.yaml"


def test_a_case_that_was_reviewed_long_ago_is_named_by_the_time_that_is_set(tmp_path: Path) -> None:
    frozen_project(tmp_path)
    later = datetime(2027, 9, 9, tzinfo=UTC)
    (tmp_path / "goldsmith.toml").write_text("[check]\nreview_after_days = 30\n", encoding="utf-8")
    (tmp_path / "golden" / "reviews.jsonl").write_text(
        '{"fact": "decision", "id": "d1", "case": "window", "reviewer": "ann", "at": "2026-09-08T12:00:00Z", '
        '"decision": "ambiguous", "reason": "which goods?", "case_digest": "c1:0"}\n',
        encoding="utf-8",
    )
    report = check_set(open_project(tmp_path), CheckOptions(), now=later)

    assert [(one.case, one.message) for one in report.findings if one.code == "GS406"] == [
        ("window", "nobody has looked at it for 366 days, since 2026-09-08")
    ]


def git(folder: Path, *words: str) -> None:
    """Run git in a folder."""
    who = ("-c", "user.name=n", "-c", "user.email=n@example.com", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


def committed(root: Path, cases: str) -> Path:
    """Write a project into `root` and commit it."""
    frozen_project(root, cases=cases)
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "-m", "first")
    return root / "golden" / "cases" / "a.yaml"


SINCE = CheckOptions(since="HEAD")


def test_since_a_revision_only_changed_cases_and_the_set_are_told(tmp_path: Path) -> None:
    file = committed(tmp_path, BLANK.replace("Do I need a receipt?", '" "'))
    file.write_text(f"# moved\n\n{file.read_text(encoding='utf-8')}  difficulty: easy\n", encoding="utf-8")
    report = checked(tmp_path, options=SINCE)
    whole = checked(tmp_path)
    left = sum(1 for one in whole.findings if one.case == "window")

    assert {one.case for one in report.findings} == {"receipt", ""}
    assert report.notes == (f"1 of 2 cases changed since HEAD; {left} findings on the others are left out",)
    assert (report.errors, whole.errors) == (1, 2)


def test_a_new_case_and_a_whole_new_set_have_changed_and_an_untouched_one_has_not(tmp_path: Path) -> None:
    file = committed(tmp_path, WORDS)
    before = checked(tmp_path, options=SINCE).notes[0]
    file.write_text(f"{WORDS}\n- id: new\n  question: New?\n  accept: [A]\n  evidence: [fees.txt]\n", encoding="utf-8")
    added = checked(tmp_path, options=SINCE).notes[0]
    git(tmp_path, "rm", "--quiet", "-r", "--cached", "golden")
    git(tmp_path, "commit", "--quiet", "-m", "second")

    assert [note.partition(";")[0] for note in (before, added, checked(tmp_path, options=SINCE).notes[0])] == [
        "0 of 2 cases changed since HEAD",
        "1 of 3 cases changed since HEAD",
        "3 of 3 cases changed since HEAD",
    ]


def test_a_revision_that_git_does_not_know_is_refused(tmp_path: Path) -> None:
    committed(tmp_path, WORDS)

    with pytest.raises(InputError, match="git knows no revision 'v9'"):
        checked(tmp_path, options=CheckOptions(since="v9"))


SPELLED = """\
# Words of the axes.
- id: a   # as typed
  question: Q?
  job: Look-up
  difficulty: HARD     # indeed
  risk: Medium
  challenges: [Cross Lingual, typo, Typo]
  accept: [A]
  evidence: [fees.txt]
"""


def test_words_in_another_letter_case_are_spelled_as_the_set_spells_them(tmp_path: Path) -> None:
    project_folder(tmp_path, cases=SPELLED, header="name: desk\naxes: {job: [callback]}\n")
    lines = fix_words(open_project(tmp_path))
    text = (tmp_path / "golden" / "cases" / "a.yaml").read_text(encoding="utf-8")

    assert lines == ("a: difficulty spelled hard, risk spelled medium, challenges spelled cross_lingual, typo",)
    assert text == SPELLED.replace("HARD", "hard").replace("Medium", "medium").replace(
        "Cross Lingual, typo, Typo", "cross_lingual, typo"
    )
    assert fix_words(open_project(tmp_path)) == ()


def test_json_lines_are_spliced_and_what_stands_in_cells_is_left(tmp_path: Path) -> None:
    project_folder(tmp_path, header="name: desk\n")
    row = '{"id": "j",  "question": "Q?", "risk": "High", "evidence": ["a#1"], "accept": ["A"]}\n'
    (tmp_path / "golden" / "cases" / "b.jsonl").write_text(row, encoding="utf-8")
    cells = "id,question,expected_answer,expected_sources,type\nc,Q?,A,a#1,simple\n"
    (tmp_path / "golden" / "cases" / "c.csv").write_text(cells, encoding="utf-8")

    assert fix_words(open_project(tmp_path)) == ("j: risk spelled high",)
    assert (tmp_path / "golden" / "cases" / "b.jsonl").read_text(encoding="utf-8") == row.replace("High", "high")
    assert (tmp_path / "golden" / "cases" / "c.csv").read_text(encoding="utf-8") == cells


def test_evidence_and_words_of_one_file_are_mended_in_one_go(tmp_path: Path) -> None:
    frozen_project(tmp_path, cases=WORDS.replace("  question: Do I", "  risk: Low\n  question: Do I"))
    project, lines = fix_set(lambda: open_project(tmp_path))

    assert lines == (
        "window: 1 passage(s) pinned to r1",
        "receipt: 1 passage(s) pinned to r1",
        "receipt: risk spelled low",
    )
    assert [case.risk for case in project.golden.cases] == [None, "low"]
