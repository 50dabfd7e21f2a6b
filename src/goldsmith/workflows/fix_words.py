"""Correct what can only be meant in one way: words of an axis in another letter case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from goldsmith.ondisk.located import RawRecord
from goldsmith.ondisk.splice_fields import replace_fields
from goldsmith.records.case import Case
from goldsmith.records.vocabulary import AXES
from goldsmith.workflows.open_set import Project

_SINGLE = ("job", "reasoning", "difficulty", "risk", "hallucination_risk", "language", "source_format")


def fix_words(project: Project) -> tuple[str, ...]:
    """Write known words of the axes as the set spells them, by splicing those cases alone; return a line for each case.

    No approval depends on these words. Files with other field names than ours, and CSV files, are left as they are.
    """
    if project.chosen.fields:
        return ()
    added = project.golden.header.axes
    known = {axis: _spellings((*AXES[axis], *added.get(axis, ()))) for axis in AXES}
    files: dict[Path, list[tuple[RawRecord, Mapping[str, object]]]] = {}
    lines = []
    for case, raw, path in zip(project.golden.cases, project.loaded.raws, project.loaded.files, strict=True):
        if raw.source.kind in {"csv", "plugin"} or not isinstance(raw.value, dict):
            continue
        changes = _changes(case, raw.value, known)
        if changes:
            files.setdefault(path, []).append((raw, changes))
            lines.append(f"{case.id}: {', '.join(f'{name} spelled {_told(value)}' for name, value in changes.items())}")
    for path, found in files.items():
        replace_fields(path, found)
    return tuple(lines)


def _changes(case: Case, written: Mapping[str, Any], known: Mapping[str, Mapping[str, str]]) -> dict[str, object]:
    changes: dict[str, object] = {}
    for axis in _SINGLE:
        held = getattr(case, axis)
        right = _right(held, known[axis])
        # What stands in the file is the word itself: anything else came by another road.
        if right != held and written.get(axis) == held:
            changes[axis] = right
    corrected = tuple(_right(word, known["challenges"]) for word in case.challenges)
    if corrected != case.challenges and written.get("challenges") == list(case.challenges):
        changes["challenges"] = list(dict.fromkeys(corrected))
    return changes


def _right(word: str | None, known: Mapping[str, str]) -> str | None:
    if word is None or word in known.values():
        return word
    return known.get(_folded(word), word)


def _spellings(words: Sequence[str]) -> dict[str, str]:
    """Return each word by its folded form; what stands for several words is left out."""
    forms: dict[str, set[str]] = {}
    for word in words:
        forms.setdefault(_folded(word), set()).add(word)
    return {form: min(same) for form, same in forms.items() if len(same) == 1}


def _folded(word: str) -> str:
    return word.strip().casefold().replace("-", "_").replace(" ", "_")


def _told(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
