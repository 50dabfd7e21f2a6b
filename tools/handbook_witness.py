"""A second opinion on what happened to the handbook's quotes: git and a plain search, nothing of goldsmith.

    python tools/handbook_witness.py FOLDER [--write]

FOLDER holds the snapshots, one folder a date. For each case of tests/real_data/handbook and each later snapshot: the
page by git's rename detection, the quote in that page and in all others, the section between two headings. What is
compared is what a reader reads: no blanks, list marks, emphasis, levels of headings, targets of links or images, and no
front matter. `markup_only` says that a section that reads as before is written with other marks.

git compares lines, and the handbook was once wrapped anew: it is given copies of what a reader reads, a sentence a
line. A case with several quotes shows its worst one; a case without evidence has nothing to look for and is left out.

It prints where the labels made by hand say something else, and whether witness.jsonl holds what was seen; `--write`
puts that right. Exit 1 when the file is not as it should be.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

HANDBOOK = Path(__file__).resolve().parent.parent / "tests" / "real_data" / "handbook"
WITNESS = HANDBOOK / "witness.jsonl"

_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]+(?P<words>.*?))?(?:[ \t]+#+)?[ \t]*$")
_SENTENCE = re.compile(r"(?<=[.!?:;]) ")
_ITEM = re.compile(r"(?<=[.!?:;]) (?:[-*+]|\d+[.)]) ")
"""A list mark within a quote, whose lines are folded."""
_MARKS = (
    (re.compile(r"^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+|#{1,6}(?=[ \t]))", re.MULTILINE), ""),
    (re.compile(r"!\[[^\]]*\]\([^)]*\)|\{% *(?:include )?image\b.*?%\}|\{:[^}]*\}", re.DOTALL), ""),
    (re.compile(r"\[([^\]]*)\]\((?:<[^>]*>|[^()]*(?:\([^()]*\))?[^()]*)\)"), r"\1"),
    (re.compile(r"<(?!https?:)[^>]+>|[<>|*\\]|-{3,}|(?<!\w)_+|_+(?!\w)"), " "),
)
"""What a reader does not see, and what stands there instead: list and heading marks, images, links, tags, emphasis."""
_FIELD = re.compile(r"(?P<before>[\s-]*)(?P<name>id|document|quote): *(?P<value>.*)$")

QUOTE = ("same", "other_page", "pieces", "absent")
PART = ("same", "changed", "absent")
"""What is seen of a quote, and of a section or a page, from best to worst."""
LEAST_WORDS = 4
MOST_PIECES = 4
"""A quote whose words all stand, in so few runs of so many words, is in pieces."""


class Found(NamedTuple):
    """What became of one quote."""

    quote: str
    section: str
    page: str
    document: str | None
    markup_only: bool = False

    def badness(self) -> tuple[int, int, int]:
        """Return numbers that order by how bad it is: the quote first, then its section, then the page."""
        return QUOTE.index(self.quote), PART.index(self.section), PART.index(self.page)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """From a heading to the next one, blanks folded: as it is written, and what a reader reads of it."""

    heading: str
    written: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What a reader reads of a page, and its sections."""

    words: str
    sections: tuple[Section, ...]


Snapshot = Mapping[str, Page]
Quotes = Mapping[str, tuple[tuple[str, str], ...]]
"""Document and what a reader reads of the quote, for each alternative of a case, by case; empty without evidence."""
Line = Mapping[str, str | bool | None]
"""A line of witness.jsonl or of the labels."""


def fold(text: str) -> str:
    """Return the words with one space between them."""
    return " ".join(text.split())


def body(text: str) -> list[str]:
    """Return the lines after the front matter."""
    lines = text.splitlines()
    if lines and lines[0].rstrip() == "---":
        for number, line in enumerate(lines[1:], start=1):
            if line.rstrip() == "---":
                return lines[number + 1 :]
    return lines


def words(text: str) -> str:
    """Return what a reader reads."""
    for marks, instead in _MARKS:
        text = marks.sub(instead, text)
    return fold(text)


def section(heading: str, lines: list[str]) -> Section:
    """Read a section; its first line is its heading, if it has one."""
    text = "\n".join(lines)
    return Section(heading=heading, written=fold(text), words=words(text))


def sections(lines: list[str]) -> Iterator[Section]:
    """Cut at headings that stand outside fences; what stands before the first has an empty heading."""
    heading, held, fence = "", list[str](), ""
    for line in lines:
        marks = _FENCE.match(line)
        if marks and not fence:
            fence = marks["marks"]
        elif marks and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
        found = None if fence or marks else _HEADING.match(line)
        if found:
            yield section(heading, held)
            heading, held = fold(found["words"] or ""), []
        held.append(line)
    yield section(heading, held)


def page(text: str) -> Page:
    """Read a page."""
    cut = tuple(sections(body(text)))
    return Page(words=" ".join(one.words for one in cut if one.words), sections=cut)


def snapshot(folder: Path) -> dict[str, Page]:
    """Read all pages of a snapshot, by their path below it."""
    return {
        path.relative_to(folder).as_posix(): page(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.md"))
    }


def scalar(value: str) -> str:
    """Return the text of a scalar whose lines are folded already."""
    if value.startswith('"'):
        return str(json.loads(value))
    return value[1:-1].replace("''", "'") if value.startswith("'") else value


def fields(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield names and texts of the fields that matter; a line that is indented deeper goes on with the one before."""
    name, value, column = "", "", 0
    for line in lines:
        found = _FIELD.match(line)
        if found or len(line) - len(line.lstrip()) <= column:
            if name:
                yield name, scalar(value)
            name = found["name"] if found else ""
            value = found["value"].strip() if found else ""
            column = len(found["before"]) if found else 0
        elif name:
            value = f"{value} {line.strip()}"
    if name:
        yield name, scalar(value)


def quotes(text: str) -> Quotes:
    """Read the quotes of a file of cases; only block style is understood."""
    cases: dict[str, tuple[tuple[str, str], ...]] = {}
    case, document = "", ""
    for name, value in fields(text.splitlines()):
        if name == "id":
            case = value
            cases[case] = ()
        elif name == "document":
            document = value
        else:
            cases[case] = (*cases[case], (document, words(_ITEM.sub(" ", fold(value)))))
    if len(cases) != len(re.findall(r"^- id:", text, re.MULTILINE)) or re.search(r"[{,] *(document|quote):", text):
        message = "the cases are not written in block style"
        raise SystemExit(message)
    return cases


def lay_out(pages: Snapshot, folder: Path) -> None:
    """Write copies with a sentence a line, so that lines wrapped anew are no difference to git."""
    for path, one in pages.items():
        copy = folder / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(_SENTENCE.sub("\n", one.words) + "\n", encoding="utf-8")


def moves(before: Snapshot, after: Snapshot) -> dict[str, str | None]:
    """Return what git says became of the pages that changed: the path now, None for a deleted page."""
    with tempfile.TemporaryDirectory() as made:
        lay_out(before, Path(made, "before"))
        lay_out(after, Path(made, "after"))
        said = subprocess.run(
            ["git", "diff", "--no-index", "--find-renames", "-M40%", "-l0", "--name-status", "-z", "before", "after"],
            cwd=made,
            env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    if said.returncode not in (0, 1):
        raise SystemExit(said.stderr)
    fields_said = iter(said.stdout.split("\0"))
    now: dict[str, str | None] = {}
    for status in fields_said:
        if not status:
            continue
        old = next(fields_said)
        new = next(fields_said) if status[0] == "R" else old
        if status[0] != "A":
            now[old.partition("/")[2]] = None if status[0] == "D" else new.partition("/")[2]
    return now


def holding(where: Page, quote: str) -> Section | None:
    """Return the first section that holds the quote."""
    return next((one for one in where.sections if quote in one.words), None)


def compare_sections(before: Section, where: Page, quote: str) -> tuple[str, bool]:
    """Say whether the section stands in the page, and whether it is written with other marks."""
    if any(one.written == before.written for one in where.sections):
        return "same", False
    if any(one.words == before.words for one in where.sections):
        return "same", True
    headings = {one.heading for one in where.sections}
    return "changed" if before.heading in headings or holding(where, quote) else "absent", False


def run(left: list[str], where: Page) -> int:
    """Return how many words on, from the first, stand together in a page."""
    count = 0
    while count < len(left) and f" {' '.join(left[: count + 1])} " in f" {where.words} ":
        count += 1
    return count


def in_pieces(quote: str, after: Snapshot, own: str | None) -> str | None:
    """Return the page of the first piece where all words stand, in a few long runs; None where they do not.

    Each run is as long as it can be: in the page `own` if no other page has a longer one, else in the first by path.
    """
    left, at = quote.split(), list[str]()
    names = sorted(after, key=lambda path: (path != own, path))
    while left and len(at) < MOST_PIECES:
        longest = max(names, key=lambda path: run(left, after[path]))
        count = run(left, after[longest])
        if count < LEAST_WORDS:
            return None
        at.append(longest)
        left = left[count:]
    return None if left else at[0]


def look(before: Page, after: Snapshot, document: str | None, quote: str) -> Found:
    """Say what became of one quote.

    Args:
        before: the page that the quote is from.
        after: all pages now.
        document: the page now, None where it was deleted.
        quote: what a reader reads of the quote.
    """
    own = holding(before, quote)
    if own is None:
        message = f"no section holds: {quote}"
        raise SystemExit(message)
    seen = "same"
    if document is None or quote not in after[document].words:
        others = [path for path, other in after.items() if quote in other.words]
        apart = None if others else in_pieces(quote, after, document)
        seen = "other_page" if others else "pieces" if apart else "absent"
        document = others[0] if others else apart or document
    if document is None:
        return Found(seen, "absent", "absent", None)
    now = after[document]
    whole = "same" if now.words == before.words else "changed"
    part, markup_only = compare_sections(own, now, quote)
    return Found(seen, part, whole, document, markup_only)


def witness(folder: Path) -> Iterator[Line]:
    """Yield a line for each case with evidence and each later snapshot."""
    dates = sorted(path for path in folder.iterdir() if path.is_dir())
    read = {path.name[:4]: snapshot(path) for path in dates}
    for written in dates:
        year = written.name[:4]
        cases = HANDBOOK / f"golden-{year}.yaml"
        if not cases.exists():
            continue
        held = quotes(cases.read_text(encoding="utf-8"))
        for later in (path for path in dates if path.name > written.name):
            now = read[later.name[:4]]
            moved = moves(read[year], now)
            for case, pairs in held.items():
                if pairs:
                    worst = max(
                        (look(read[year][path], now, moved.get(path, path), quote) for path, quote in pairs),
                        key=Found.badness,
                    )
                    yield {
                        "case": case,
                        "from": year,
                        "to": later.name[:4],
                        "document_now": worst.document,
                        "quote": worst.quote,
                        "section": worst.section,
                        "page": worst.page,
                        **({"markup_only": True} if worst.markup_only else {}),
                    }


def states(line: Line) -> tuple[str, ...]:
    """Return the words of the labels that agree with what was seen."""
    if line["quote"] == "other_page":
        return ("crossed",)
    if line["quote"] == "pieces":
        return ("split",)
    if line["quote"] == "absent":
        return ("edited", "gone")
    if line["section"] != "same":
        return ("section",)
    return ("intact",) if line["page"] == "same" else ("elsewhere",)


def agree(label: Line, line: Line) -> bool:
    """Say whether a label and what was seen can both be right."""
    same_page = label["evidence"] == "gone" or label["document_now"] == line["document_now"]
    return same_page and label["evidence"] in states(line) and ("markup_only" in label) == ("markup_only" in line)


def disagreements(seen: list[Line]) -> Iterator[str]:
    """Yield a line for each pair that the labels made by hand see otherwise."""
    labels = {
        (label["case"], label["from"], label["to"]): label
        for path in sorted(HANDBOOK.glob("truth*.jsonl"))
        for label in map(json.loads, path.read_text(encoding="utf-8").splitlines())
    }
    for line in seen:
        label = labels.get((line["case"], line["from"], line["to"]))
        where = f"{line['case']} {line['from']} -> {line['to']}"
        if label is None:
            yield f"{where}: no label"
        elif not agree(label, line):
            told = [f"{name} {value}" for name, value in line.items() if name not in ("case", "from", "to")]
            yield f"{where}: by hand {label['evidence']}, {label['document_now']}; seen {', '.join(told)}"


def main(arguments: list[str]) -> int:
    """Look, tell and write."""
    folders = [argument for argument in arguments if argument != "--write"]
    if len(folders) != 1:
        sys.stderr.write("usage: python tools/handbook_witness.py FOLDER [--write]\n")
        return 2
    seen = list(witness(Path(folders[0])))
    text = "".join(json.dumps(line) + "\n" for line in seen)
    told = list(disagreements(seen))
    sys.stdout.write("".join(f"{line}\n" for line in told))
    sys.stdout.write(f"{len(seen)} pairs with evidence, {len(told)} seen otherwise by hand\n")
    if "--write" in arguments:
        WITNESS.write_text(text, encoding="utf-8")
    if not WITNESS.exists() or WITNESS.read_text(encoding="utf-8") != text:
        sys.stdout.write(f"{WITNESS.name} is not what was seen\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
