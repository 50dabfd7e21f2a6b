"""The configuration of a Regtrace project: which golden sets it holds, and what is asked of every case of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import number_in
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.interchange import ForeignRecord, LossLine

CHECKS = (
    "length", "json_validity", "json_schema", "markdown_structure", "required_fields", "forbidden_content",
    "regex_match",
)  # fmt: skip
"""What Regtrace can look at in the form of an output."""
_CHECKS_TOLD: Mapping[str, tuple[str, str]] = {
    "length": ("mapped", "a least and a greatest length for each case, as its threshold lets them be"),
    "json_validity": ("mapped", "a JSON schema for each case whose expected output is JSON"),
    "json_schema": ("mapped", "a JSON schema for each case whose expected output is JSON"),
    "regex_match": ("mapped", "a pattern where nothing else is looked at; prose is no pattern"),
    "markdown_structure": ("dropped", "it counts headings, lists and tables: how many are right, nobody says"),
    "required_fields": ("dropped", "it counts words in common, which decide nothing: claims do"),
    "forbidden_content": ("dropped", "words of a polite refusal: whether it declined is seen as behaviour"),
}
_PLACES: Mapping[str, str] = {
    "judge": "who judges is not taken over",
    "generator": "who answers is not taken over: name a system with --system",
    "run": "how many calls go at once is said in goldsmith.toml, under [run]",
    "output": "how a report looks is said where it is asked for",
    "storage": "runs are kept as files",
    "project": "a golden set carries its own name and version",
}
_WEIGHT = "the weight of the set beside the others"
_NO_ENTRY = "an entry of golden_sets is no object with a path: left out"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetEntry:
    """One golden set of a configuration."""

    path: str
    """From the folder of the configuration."""
    enabled: bool = True
    weight: float = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a configuration asks of every case. The defaults are those of Regtrace's own schema."""

    sets: tuple[SetEntry, ...] = ()
    threshold: float = 0.7
    """Least score of a metric on a case that names none itself."""
    checks: frozenset[str] = frozenset(CHECKS)
    """Of `CHECKS`, those that are switched on."""
    tolerance: float = 0.2
    """By which share the length may differ from that of the expected output."""
    tone: str | None = None
    """The tone that is asked for, in words."""
    context_alone: bool = False
    """Factuality is held against the documents of the case, not against the expected output."""
    most_failed: int = 0
    """Cases that may fail."""


def is_configuration(part: Part) -> bool:
    """Say whether a part is the configuration of a Regtrace project."""
    if part.container not in ("yaml", "json") or not isinstance(part.first, Mapping):
        return False
    listed = part.first.get("golden_sets")
    return isinstance(listed, list) and any(isinstance(item, Mapping) and "path" in item for item in listed)


def settings_of(value: Mapping[str, Any]) -> Settings:
    """Return what a configuration says; what is missing or of a wrong kind has the value of Regtrace's schema."""
    metrics = _mapping(value, "metrics")
    form, usual = _mapping(metrics, "format"), Settings()
    checks = _mapping(form, "sub_checks")
    profile = _mapping(metrics, "tone").get("tone_profile")
    failed = number_in(_mapping(value, "quality_gates").get("max_failed_test_cases"))
    return Settings(
        sets=tuple(_entries(value)),
        threshold=_share(metrics.get("default_threshold"), usual.threshold),
        checks=frozenset(name for name in CHECKS if checks.get(name, True) is not False),
        tolerance=_share(form.get("length_tolerance"), usual.tolerance),
        tone=profile if isinstance(profile, str) and profile.strip() else None,
        context_alone=_mapping(metrics, "factuality").get("rag_faithfulness_only") is True,
        most_failed=max(int(failed), 0) if failed is not None else usual.most_failed,
    )


def governing(source: ForeignSource, part: Part) -> tuple[Settings, SetEntry | None] | None:
    """Return the configuration of the source that lists a golden set, with the entry; None: there are only others.

    Without any configuration, the defaults and no entry.
    """
    configurations = [one for one in source.parts if is_configuration(one)]
    if not configurations:
        return Settings(), None
    for one in configurations:
        settings = settings_of(one.first)
        folder = one.name.rpartition("/")[0]
        for entry in settings.sets:
            if joined(folder, entry.path) == part.name:
                return settings, entry
    return None


def joined(folder: str, path: str) -> str:
    """Return a path from a folder, without ``.`` and, as far as they can be undone, ``..``."""
    parts: list[str] = []
    for name in f"{folder}/{path}".split("/") if not path.startswith("/") else path.split("/"):
        if name == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif name not in ("", "."):
            parts.append(name)
    return "/".join(parts)


def read_configuration(part: Part, missing: tuple[str, ...]) -> ForeignRecord:
    """Return the account of a configuration; `missing` are paths of it at which there is no golden set."""
    lines: list[LossLine] = []
    account = Account(part.name, part.first, lines=lines)
    for name, told in _PLACES.items():
        account.dropped(name, told)
    account.passed("golden_sets")
    for item in part.first["golden_sets"]:
        _account_of_entry(part.name, item, lines)
    for path in missing:
        account.say("wrong", "golden_sets.path", "there is no golden set at this path: nothing of it was read", path)
    _account_of_metrics(account.inner("metrics"))
    gates = account.inner("quality_gates")
    gates.mapped("max_failed_test_cases", "how many cases may fail a gate when the project is evaluated")
    gates.dropped("suite_score_minimum", "there is no one score: each measure has a gate of its own")
    gates.dropped("metric_score_minimums", "each case has to reach its own threshold")
    gates.dropped("regression_gate", "a regression blocks wherever there is a baseline")
    return account.close()


def _account_of_entry(record: str, item: object, lines: list[LossLine]) -> None:
    if not isinstance(item, Mapping) or not isinstance(item.get("path"), str):
        lines.append(LossLine(record=record, fate="wrong", field="golden_sets", told=_NO_ENTRY, found=str(item)[:80]))
        return
    entry = Account(record, item, path="golden_sets.", lines=lines)
    entry.kept("path")
    entry.dropped("alias", "a set is called by its own name")
    entry.mapped("enabled", "a set that is switched off is not read")
    entry.mapped("weight", _WEIGHT)
    entry.dropped("store_in_db", "runs are kept as files")
    entry.close()


def _account_of_metrics(metrics: Account) -> None:
    metrics.mapped("default_threshold", "the threshold of every case that has none itself")
    metrics.dropped("enabled", "each case says itself what is asked of it")
    form = metrics.inner("format")
    form.mapped("length_tolerance", "by how much the length of an answer may differ")
    checks = form.inner("sub_checks")
    for name, (fate, told) in _CHECKS_TOLD.items():
        if checks.look(name) is False:
            checks.passed(name)
        elif fate == "mapped":
            checks.mapped(name, told)
        else:
            checks.dropped(name, told)
    tone = metrics.inner("tone")
    tone.mapped("tone_profile", "the tone of each case that asks for one")
    tone.dropped("sub_dimensions", "only a judge can tell")
    factuality = metrics.inner("factuality")
    factuality.mapped("rag_faithfulness_only", "what the answer says has to stand in the documents: only a judge tells")
    metrics.dropped("regression", "kept runs are compared with: goldsmith baseline save")


def _entries(value: Mapping[str, Any]) -> Iterator[SetEntry]:
    for item in value.get("golden_sets") or ():
        if isinstance(item, Mapping) and isinstance(item.get("path"), str) and item["path"]:
            weight = number_in(item.get("weight", 1))
            yield SetEntry(
                path=item["path"],
                enabled=item.get("enabled") is not False,
                weight=weight if weight is not None and weight >= 0 else 1,
            )


def _mapping(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    held = value.get(name)
    return held if isinstance(held, Mapping) else {}


def _share(held: object, usual: float) -> float:
    value = number_in(held)
    return value if value is not None and 0 <= value <= 1 else usual
