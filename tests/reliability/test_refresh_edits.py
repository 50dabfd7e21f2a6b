"""A thousand random edits of a corpus: nothing that changed goes unasked, and nothing is decided without a person.

The generator knows for each case what its edit did: whether a word of the case's own section is another (then a person
must be asked), or nothing but line ends, wrapping, the time of the file or its name (then nobody is).
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from goldsmith.ondisk.revisions import load_revision
from goldsmith.ondisk.yaml_write import emit_yaml
from goldsmith.records.refresh import RefreshPlan
from goldsmith.workflows.check import fix_set
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.refresh import plan_refresh

DOCUMENTS = 100
ROUNDS = 10
_NOUNS = (
    "parcel refund label voucher order invoice courier warranty deposit exchange locker customs pallet receipt".split()
)
_VERBS = "needs costs covers delays allows returns replaces follows excludes includes".split()
_PLACES = "Berlin Lyon Porto Oslo Ghent Turin Malmo Zurich Vienna Prague Dublin Cork Bari Nice".split()


@dataclass(frozen=True)
class Page:
    """A document: sections of sentences, every sentence told from all others by its number."""

    name: str
    sections: tuple[tuple[str, tuple[str, ...]], ...]
    newline: str = "\n"
    width: int = 0
    touched: bool = False

    def text(self) -> str:
        """Return the Markdown of it."""
        parts = [f"# Page {self.name.rpartition('/')[2]}\n"]
        for heading, sentences in self.sections:
            body = " ".join(sentences)
            if self.width:
                body = _wrapped(body, self.width)
            parts.append(f"## {heading}\n\n{body}\n")
        return "\n".join(parts).replace("\n", self.newline)


def _wrapped(text: str, width: int) -> str:
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + len(word) >= width:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return "\n".join([*lines, line])


@dataclass
class Edited:
    """A page after an edit, and the cases of which a word of their own section is another."""

    page: Page
    changed: set[str] = field(default_factory=set)


def _sentence(rng: random.Random) -> str:
    one, two = rng.sample(_NOUNS, 2)
    return (
        f"In {rng.choice(_PLACES)} the {one} {rng.choice(_VERBS)} a {two} of {rng.randint(100, 999_999)} units "
        f"before day {rng.randint(2, 400)}."
    )


def _page(rng: random.Random, number: int) -> Page:
    sections = tuple(
        (f"Part {at} of {number}", tuple(_sentence(rng) for _ in range(rng.randint(2, 4))))
        for at in range(rng.randint(2, 4))
    )
    return Page(name=f"docs/page-{number:03}.md", sections=sections)


def _case(page: Page, section: int) -> str:
    return f"{page.name[5:-3]}-{section}"


def _with(page: Page, section: int, sentences: tuple[str, ...]) -> Page:
    held = list(page.sections)
    held[section] = (held[section][0], sentences)
    return replace(page, sections=tuple(held))


def _put_in(page: Page, rng: random.Random) -> Edited:
    at = rng.randrange(len(page.sections))
    own = list(page.sections[at][1])
    own.insert(rng.randint(0, len(own)), _sentence(rng))
    return Edited(_with(page, at, tuple(own)), {_case(page, at)})


def _take_out(page: Page, rng: random.Random) -> Edited:
    at = rng.randrange(len(page.sections))
    own = list(page.sections[at][1])
    del own[rng.randrange(len(own))]
    return Edited(_with(page, at, tuple(own)), {_case(page, at)})


def _reword(page: Page, rng: random.Random) -> Edited:
    at = rng.randrange(len(page.sections))
    own = list(page.sections[at][1])
    place = rng.randrange(len(own))
    words = own[place].split(" ")
    word = rng.randrange(1, len(words) - 1)
    words[word] = str(rng.randint(1000, 9_999_999)) if words[word].isdigit() else f"{words[word]}less"
    own[place] = " ".join(words)
    return Edited(_with(page, at, tuple(own)), {_case(page, at)})


def _swap_sentences(page: Page, rng: random.Random) -> Edited:
    at = rng.randrange(len(page.sections))
    own = list(page.sections[at][1])
    own[0], own[-1] = own[-1], own[0]
    return Edited(_with(page, at, tuple(own)), {_case(page, at)})


def _merge_sections(page: Page, rng: random.Random) -> Edited:
    at = rng.randrange(len(page.sections) - 1)
    held = list(page.sections)
    held[at] = (held[at][0], held[at][1] + held[at + 1][1])
    del held[at + 1]
    return Edited(replace(page, sections=tuple(held)), {_case(page, at), _case(page, at + 1)})


def _split_section(page: Page, rng: random.Random) -> Edited:
    at = rng.randrange(len(page.sections))
    heading, own = page.sections[at]
    held = list(page.sections)
    held[at : at + 1] = [(heading, own[:1]), (f"{heading}, continued", own[1:])]
    return Edited(replace(page, sections=tuple(held)), {_case(page, at)})


def _move_section(page: Page, rng: random.Random) -> Edited:
    held = list(page.sections)
    held.insert(rng.randrange(len(held)), held.pop(rng.randrange(len(held))))
    return Edited(replace(page, sections=tuple(held)))


def _rename(page: Page, _rng: random.Random) -> Edited:
    return Edited(replace(page, name=page.name.replace("docs/", "docs/moved/")))


def _line_ends(page: Page, rng: random.Random) -> Edited:
    return Edited(replace(page, newline=rng.choice(("\r\n", "\r"))))


def _wrap(page: Page, rng: random.Random) -> Edited:
    return Edited(replace(page, width=rng.randint(20, 80)))


def _touch(page: Page, _rng: random.Random) -> Edited:
    return Edited(replace(page, touched=True))


Edit = Callable[[Page, random.Random], Edited]
Edits = tuple[Edit, ...]
EDITS: Edits = (
    _put_in, _take_out, _reword, _swap_sentences, _merge_sections, _split_section,
    _move_section, _rename, _line_ends, _wrap, _touch,
)  # fmt: skip
UNSEEN: Edits = (_line_ends, _touch)
"""Nobody could tell that these happened: the case is untouched."""
UNCHANGED: Edits = (_rename, _wrap, _line_ends, _touch)
"""No word of the document is another: nobody is asked."""


def _write(root: Path, pages: list[Page]) -> None:
    for page in pages:
        path = root / page.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page.text().encode())
        if page.touched:
            os.utime(path, (1_000_000_000, 1_000_000_000))


def _set_up(root: Path, pages: list[Page], rng: random.Random) -> Project:
    cases = []
    for page in pages:
        for at, (_, sentences) in enumerate(page.sections):
            quote = rng.choice(sentences)
            cases.append(
                {
                    "id": _case(page, at),
                    "question": f"What is needed in {quote.split()[1]} before that day?",
                    "accept": [quote],
                    "evidence": [{"document": page.name[5:], "quote": quote}],
                }
            )
    (root / "golden/cases").mkdir(parents=True)
    (root / "golden/cases/all.yaml").write_text(emit_yaml(cases), encoding="utf-8")
    (root / "golden/set.yaml").write_text("name: edits\ncorpus: {label: before}\n", encoding="utf-8")
    _write(root, pages)
    freeze(root / "docs", root=root, options=FreezeOptions(label="before"))
    return fix_set(lambda: open_project(root))[0]


def _edited(root: Path, rng: random.Random, edits: Edits) -> tuple[RefreshPlan, list[tuple[Page, Edit, Edited]]]:
    """Return the plan after one random edit of every page, with what was done to each."""
    pages = [_page(rng, number) for number in range(DOCUMENTS)]
    project = _set_up(root, pages, rng)
    made = [(page, edit := rng.choice(edits), edit(page, rng)) for page in pages]
    for page, _, edited in made:
        if edited.page.name != page.name:
            (root / page.name).unlink()
    _write(root, [edited.page for _, _, edited in made])
    freeze(root / "docs", root=root, options=FreezeOptions(label="after"))
    return plan_refresh(project, load_revision(root, "after")), made


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_every_changed_section_is_asked_about_and_nothing_is_written(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    plan, made = _edited(tmp_path, rng, EDITS)
    asked = {impact.case for impact in plan.impacts if impact.asking == "single"}
    changed = {name for _, _, edited in made for name in edited.changed}

    assert changed - asked == set()
    assert {request.case for request in plan.requests} == asked
    assert not (tmp_path / "golden/reviews.jsonl").exists()
    assert (
        open_project(tmp_path, corpus="before").golden.cases == fix_set(lambda: open_project(tmp_path))[0].golden.cases
    )


def test_where_no_word_is_another_nobody_is_asked(tmp_path: Path) -> None:
    plan, made = _edited(tmp_path, random.Random(7), UNCHANGED)
    found = {impact.case: impact for impact in plan.impacts}
    unseen = {_case(page, at) for page, edit, _ in made if edit in UNSEEN for at in range(len(page.sections))}

    assert plan.requests == ()
    assert {found[name].impact for name in unseen} == {"untouched"}
