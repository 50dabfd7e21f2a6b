"""What lies beside a file that is no plain text: ``sheet.pdf.md`` or ``sheet.pdf.txt`` speaks for ``sheet.pdf``.

Its front matter declares what the file cannot: id, dates, access rules. What follows is the text of the file, typed or
recognised by somebody, and is taken instead of what a parser would read; where nothing follows, the parser reads.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from goldsmith.errors import Problem

ENDINGS = (".md", ".txt")
PAGE_BREAK = "\f"
"""Parts the pages of a text, as the usual tools write it."""


def pair_up(files: Mapping[str, Path], takes: Collection[str], problems: list[Problem]) -> dict[str, Path]:
    """Return the companion of each file that has one, by the file's name.

    `takes` are the endings of files that can have one. Two companions of one file are a problem.
    """
    found: dict[str, Path] = {}
    for name in sorted(files):
        if files[name].suffix.lower() not in takes:
            continue
        beside = [f"{name}{ending}" for ending in ENDINGS if f"{name}{ending}" in files]
        if len(beside) > 1:
            message = f"{name} has two companions: {', '.join(beside)}"
            problems.append(Problem(file=beside[1], message=message, mend="keep one of them"))
        if beside:
            found[name] = files[beside[0]]
    return found


def page_starts(text: str) -> tuple[int, ...]:
    """Return where each page of a text with page breaks begins; nothing where it has no breaks."""
    places = [at + 1 for at, mark in enumerate(text) if mark == PAGE_BREAK]
    if places and not text[places[-1] :].strip():
        places.pop()  # the last break ends a page and begins none
    return (0, *places) if places else ()
