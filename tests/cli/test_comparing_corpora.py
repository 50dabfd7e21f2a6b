"""`goldsmith corpus diff` as a person meets it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cases.telling import Goldsmith


def freeze(root: Path, goldsmith: Goldsmith, label: str, **texts: str) -> None:
    for name, text in texts.items():
        (root / label).mkdir(exist_ok=True)
        (root / label / f"{name}.md").write_text(text, encoding="utf-8")
    goldsmith("freeze", label, "--label", label)


def test_two_revisions_are_compared(tmp_path: Path, goldsmith: Goldsmith) -> None:
    freeze(tmp_path, goldsmith, "one", fees="The fee is 5 EUR.", gone="Gone.")
    freeze(tmp_path, goldsmith, "two", fees="The fee is 6 EUR.")
    told = goldsmith("corpus", "diff", "one", "two")

    assert (told.status, told.err) == (0, "")
    assert told.out.splitlines() == [
        "one -> two: 2 documents, 2 chunks -> 1 document, 1 chunk",
        "  documents   1 removed · 1 edited",
        "  chunks      1 changed · 1 removed · 0 the same",
        "",
        "EDITED",
        "  fees.md   chunks: 1 changed",
        "",
        "REMOVED",
        "  gone.md",
        "",
        "Next: goldsmith refresh two",
    ]


def test_the_exit_status_tells_only_where_it_is_asked_to(tmp_path: Path, goldsmith: Goldsmith) -> None:
    freeze(tmp_path, goldsmith, "one", fees="The fee is 5 EUR.")
    freeze(tmp_path, goldsmith, "two", fees="The fee is 6 EUR.")

    assert goldsmith("corpus", "diff").status == 0
    assert goldsmith("corpus", "diff", "--exit-code").status == 1
    assert goldsmith("corpus", "diff", "two", "two", "--exit-code").status == 0


def test_the_record_is_printed_for_programs(tmp_path: Path, goldsmith: Goldsmith) -> None:
    freeze(tmp_path, goldsmith, "one", fees="---\nallowed_principals: [desk]\n---\nThe fee is 5 EUR.")
    freeze(tmp_path, goldsmith, "two", fees="The fee is 5 EUR.")
    plain = json.loads(goldsmith("corpus", "diff", "one", "two", "--json").out)

    assert plain["access"] == [
        {"document": "fees.md", "gained": ["everyone"], "lost": [], "tenant_after": None, "tenant_before": None}
    ]
    assert [one["kinds"] for one in plain["documents"]] == [["access"]]
    assert "fees.md   gained everyone" in goldsmith("corpus", "diff", "one", "two", "--access").out


def test_a_revision_that_is_not_there_is_an_error_of_the_call(tmp_path: Path, goldsmith: Goldsmith) -> None:
    freeze(tmp_path, goldsmith, "one", fees="The fee is 5 EUR.")
    told = goldsmith("corpus", "diff", "on", "twe")

    assert (told.status, told.out) == (2, "")
