"""The index of the formats: every one that is known, with its page, and what it is checked against."""

from __future__ import annotations

from goldsmith.interchange.formats import FORMATS
from goldsmith.interchange.trace_formats import TRACE_FORMATS
from tools.real_data import ROOT

FOLDER = ROOT / "docs" / "formats"
INDEX = (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()


def test_the_index_has_a_row_for_every_format_as_it_is() -> None:
    rows = []
    for name in FORMATS:
        one = FORMATS.get(name)
        read, write = ("yes" if part is not None else "" for part in (one.read, one.write))
        rows.append(f"| [{one.title}]({name}.md) | `{name}` | {read} | {write} | {one.checked} |")

    assert sorted(line for line in INDEX if "| `" in line) == sorted(rows)


def test_every_format_has_its_page() -> None:
    missing = [name for name in FORMATS if not (FOLDER / f"{name}.md").exists()]

    assert missing == []


def test_every_export_of_traces_is_in_the_index() -> None:
    assert [title for name in TRACE_FORMATS if (title := TRACE_FORMATS.get(name).title) not in "\n".join(INDEX)] == []
