"""A corpus of which only the declared facts changed: who is asked about what."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from goldsmith.records.case import Identity
from goldsmith.records.corpus import ContentHash, Document
from goldsmith.records.evidence import Alternative
from goldsmith.records.golden_set import CorpusPin
from goldsmith.records.refresh import TracedAlternative
from goldsmith.refresh.declared import is_about_permission
from goldsmith.refresh.impacts import impacts
from goldsmith.refresh.requests import requests
from tests.refresh.building import case, document, facts, passage, told, trace

SUPPORT = Identity(user="ann", roles=("support",))
FINANCE = Identity(user="bob", roles=("finance",))
BOTH = Identity(user="eve", roles=("finance", "support"))


ROWS: list[tuple[str, str, dict[str, Any]]] = [
    ("p-plain", "p.md", {}),
    ("p-support", "p.md", {"identity": SUPPORT}),
    ("q-both", "q.md", {"identity": BOTH}),
    ("q-finance", "q.md", {"identity": FINANCE}),
    ("q-nobody", "q.md", {}),
    ("q-support", "q.md", {"identity": SUPPORT}),
    ("q-tempted", "q.md", {"identity": BOTH, "challenges": ("permission",)}),
    ("r-plain", "r.md", {}),
]


def snapshot(path: Path) -> list[Document]:
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return [
        document(
            row["doc_id"],
            content_hash=ContentHash(algorithm="text", value=row["content"]),
            effective_from=row["effective_date"],
            allowed_principals=tuple(row["acl"]),
        )
        for row in rows
    ]


def standing(name: str, source: str) -> TracedAlternative:
    place = passage("Limit.", None, document=source, section=None)
    return trace(name, document_before=source, document_now=source, before=place, now=(place,), pinned=())


def test_only_declared_facts_changed(shared_case: Callable[[str], Path]) -> None:
    folder = shared_case("025-metadata-only-change")
    change = facts(snapshot(folder / "snapshot-a.json"), snapshot(folder / "snapshot-b.json"))
    cases = [case(name, alternatives=[Alternative(document=source)], **fields) for name, source, fields in ROWS]

    found = impacts(
        cases,
        {name: f"c1:{name}" for name, _, _ in ROWS},
        [standing(name, source) for name, source, _ in ROWS],
        change,
    )
    asked = requests(
        found,
        previous=CorpusPin(label="a"),
        current=CorpusPin(label="b"),
        first=[one.id for one in cases if is_about_permission(one)],
    )

    assert {one.case: told(one) for one in found} == {
        "p-plain": [],
        "p-support": [],
        "q-both": [
            (
                "access_changed",
                "q.md: its access rule lets finance see it now, not support; eve may see it, as before",
            )
        ],
        "q-finance": [
            ("denied_opened", "q.md: by its access rule bob may see it now; before, only support may see it")
        ],
        "q-nobody": [("access_changed", "q.md: its access rule lets finance see it now, not support")],
        "q-support": [("sight_lost", "q.md: by its access rule ann may no longer see it: only finance may see it")],
        "q-tempted": [
            (
                "access_changed",
                "q.md: its access rule lets finance see it now, not support; eve may see it, as before",
            )
        ],
        "r-plain": [("dates_changed", "r.md: its effective date is 2026-06-01 now, not 2026-01-01")],
    }
    assert [one.case for one in asked] == ["q-tempted", "q-both", "q-finance", "q-nobody", "q-support", "r-plain"]
