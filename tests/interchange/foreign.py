"""What the tests of foreign formats share: a source out of literal texts, cases of any kind, the way there and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st

from goldsmith.adapters.workbooks import xlsx
from goldsmith.interchange.account import completed
from goldsmith.interchange.format import Format, Outgoing
from goldsmith.ondisk.foreign_files import open_foreign
from goldsmith.ondisk.foreign_write import write_foreign
from goldsmith.ports.foreign import ForeignSource
from goldsmith.records.case import AcceptedAnswer, Case, FormatRules, Identity, Message, Origin, VariantOf, Waiver
from goldsmith.records.claims import (
    AnyOfMatch,
    DateMatch,
    NumberMatch,
    OptionalClaim,
    PatternMatch,
    ProhibitedClaim,
    RequiredClaim,
    ValueMatch,
)
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.golden_set import SetHeader
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, LossLine

HEADER = SetHeader(name="help-desk", version="1.4.0", description="Questions to a help desk", owner="evals@example.com")


def source_of(folder: Path, files: Mapping[str, str | bytes | Any], **options: str) -> ForeignSource:
    """Return a source of files: text and bytes as they are, anything else as JSON. One file is named by itself."""
    for name, held in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(held, bytes):
            path.write_bytes(held)
        else:
            text = held if isinstance(held, str) else json.dumps(held, ensure_ascii=False)
            path.write_bytes(text.encode())
    paths = [folder / next(iter(files))] if len(files) == 1 else [folder]
    return open_foreign(paths, options=options, workbook=xlsx.rows)


def read_all(known: Format, source: ForeignSource) -> list[ForeignRecord]:
    """Return every record of a source, which the format has to recognise."""
    assert known.recognises(source), [part.name for part in source.parts]
    assert known.read is not None
    return list(known.read(source))


def lines_of(records: Iterable[ForeignRecord], *fates: str) -> list[LossLine]:
    """Return the lines with one of these fates; without any, all that are not simply kept."""
    return [
        line for record in records for line in record.lines if (line.fate in fates if fates else line.fate != "kept")
    ]


def come_back(known: Format, cases: Iterable[Case], *, in_order: bool = True, **parts: Any) -> list[Case]:
    """Return the cases of what was written and read again. Holds them against `holds` of the format.

    Without `in_order` a format may write them to several files.
    """
    given = tuple(cases)
    assert known.write is not None
    assert known.read is not None
    assert known.holds is not None
    written = known.write(Outgoing(header=HEADER, cases=given, passages=passages_of(given), **parts))
    with TemporaryDirectory() as held:
        write_foreign(Path(held), written.files, workbook=xlsx.workbook)
        paths = [Path(held) / written.files[0].name] if len(written.files) == 1 else [Path(held)]
        source = open_foreign(paths, options={}, workbook=xlsx.rows)
        assert known.recognises(source)
        found = [record.case for record in known.read(source) if record.case is not None]
    expected = [known.holds(case) for case in given]
    if in_order:
        assert found == expected
    else:
        assert sorted(found, key=lambda case: case.id) == sorted(expected, key=lambda case: case.id)
    return found


def passages_of(cases: Iterable[Case]) -> dict[str, ForeignPassage]:
    """Return a text for every chunk and every document alone that cases name."""
    names = {
        item.chunk or item.document or ""
        for case in cases
        for need in case.evidence
        for item in need.any_of
        if item.chunk or item.document
    }
    return {
        name: ForeignPassage(id=name, text=f"The passage of {name}.", document=f"of {name}") for name in sorted(names)
    }


_ODD = st.sampled_from(
    [
        "=1+1",
        "a;b",
        "a|b",
        'said "so"',
        "two\nlines",
        " blanks ",
        "Ж",
        "退款",
        "😀",
        "007",
        "no",
        "1.0",
        "2026-03-01",
        ",",
        "\t",
        "{}",
        "[]",
        "null",
        "#",
    ]
)
TEXTS = st.one_of(_ODD, st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), min_size=1, max_size=12))
"""Texts that are not empty and hold neither NUL nor a carriage return, which no line-based format keeps."""
WORDS = st.text(st.sampled_from("abcdefgh-_.0123456789"), min_size=1, max_size=8)
_TUPLES = st.lists(TEXTS, max_size=3).map(tuple)
_MATCHERS = st.one_of(
    st.just("judged"),
    st.builds(ValueMatch, value=TEXTS),
    st.builds(NumberMatch, number=st.sampled_from([0.0, 1.5, 30.0]), unit=st.none() | TEXTS, tolerance=st.just(0.0)),
    st.builds(DateMatch, date=st.just("2026-03-01")),
    st.builds(PatternMatch, pattern=st.just(r"\d+ days")),
    st.builds(AnyOfMatch, any_of=st.lists(TEXTS, min_size=1, max_size=2).map(tuple)),
)
_ALTERNATIVES = st.builds(
    Alternative,
    document=st.none() | WORDS,
    source=st.none() | TEXTS,
    version=st.none() | TEXTS,
    chunk=WORDS,
    quote=st.none() | TEXTS,
    foreign_hash=st.none() | TEXTS,
    supports=st.none() | TEXTS,
    grade=st.integers(1, 3),
)

_CLAIMS = st.one_of(
    st.builds(RequiredClaim, required=TEXTS, kind=st.sampled_from(["claim", "action"]), match=_MATCHERS),
    st.builds(OptionalClaim, optional=TEXTS, match=_MATCHERS),
    st.builds(ProhibitedClaim, prohibited=TEXTS, match=_MATCHERS),
)
_IDENTITIES = st.builds(Identity, user=TEXTS, tenant=st.none() | TEXTS, roles=_TUPLES, allowed=_TUPLES, denied=_TUPLES)


@st.composite
def cases_of_any_kind(draw: st.DrawFn, *, most: int = 4) -> list[Case]:
    """Draw cases with ids of their own; each field is there or not, whatever the others are."""
    ids = draw(st.lists(WORDS, min_size=1, max_size=most, unique=True))
    return [draw(_case(name)) for name in ids]


@st.composite
def _case(draw: st.DrawFn, name: str) -> Case:
    needs = tuple(
        Need(need=f"need-{place}" if draw(st.booleans()) else None, any_of=tuple(items))
        for place, items in enumerate(draw(st.lists(st.lists(_ALTERNATIVES, min_size=1, max_size=2), max_size=2)))
    )
    case = Case(
        id=name,
        question=draw(TEXTS),
        description=draw(st.none() | TEXTS),
        messages=tuple(
            draw(st.lists(st.builds(Message, role=st.sampled_from(["user", "assistant"]), content=TEXTS), max_size=2))
        ),
        identity=draw(st.none() | _IDENTITIES),
        allowed_tools=draw(st.none() | _TUPLES),
        answerability=draw(st.sampled_from(["supported", "unsupported", "ambiguous"])),
        behaviour=draw(st.sampled_from(["answer", "clarify", "refuse", "escalate"])),
        job=draw(st.none() | st.sampled_from(["lookup", "procedure"])),
        reasoning=draw(st.none() | st.sampled_from(["single", "multi_hop"])),
        difficulty=draw(st.none() | st.sampled_from(["easy", "hard"])),
        risk=draw(st.none() | st.sampled_from(["low", "high"])),
        language=draw(st.none() | st.sampled_from(["en", "ru", "zh"])),
        challenges=draw(st.sampled_from([(), ("typo",), ("typo", "long")])),
        origin=draw(
            st.none() | st.builds(Origin, kind=st.sampled_from(["ticket", "synthetic"]), ref=st.none() | TEXTS)
        ),
        accept=tuple(draw(st.lists(st.builds(AcceptedAnswer, answer=TEXTS), max_size=2))),
        evidence=needs,
        claims=tuple(draw(st.lists(_CLAIMS, max_size=2))),
        must_ask=draw(_TUPLES),
        must_point_to=draw(_TUPLES),
        refusal_reason=draw(st.none() | st.sampled_from(["not_found", "not_permitted"])),
        require=draw(st.sampled_from([(), ("citation",), ("citation", "uncertainty")])),
        format=draw(st.none() | st.builds(FormatRules, max_characters=st.just(80), forbidden=_TUPLES)),
        tone=draw(st.none() | TEXTS),
        waivers=draw(st.sampled_from([(), (Waiver(gate="citations", who="A", why="because", until="2027-01-01"),)])),
        variant_of=draw(st.none() | st.builds(VariantOf, case=WORDS, how=TEXTS)),
        weight=draw(st.sampled_from([1, 0.5, 2])),
        tags=draw(_TUPLES),
        notes=draw(st.none() | TEXTS),
        split=draw(st.none() | st.sampled_from(["dev", "release", "audit"])),
        sentinel=draw(st.booleans()),
        system_prompt=draw(st.none() | TEXTS),
        metrics=draw(_TUPLES),
    )
    return completed(case)
