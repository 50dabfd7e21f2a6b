"""The corpus held against the cases: access rules that nobody tries, documents that no evidence cites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldsmith.coverage.families import families
from goldsmith.records.access import denies
from goldsmith.records.case import Case
from goldsmith.records.corpus import Document
from goldsmith.records.coverage import DocumentsCited, FolderCited, RuleTried

SHOWN_DOCUMENTS = 5
"""Ids named as examples."""
SHOWN_UNTRIED = 100
"""Ids of untried documents named of one access rule: a tenant may own a million."""

Cited = Sequence[frozenset[str]]
"""The documents that the evidence of each case cites, in the order of the cases."""

_Rule = tuple[str | None, tuple[str, ...] | None]


def rules_tried(cases: Sequence[Case], cited: Cited, documents: Sequence[Document]) -> tuple[RuleTried, ...]:
    """Return every access rule with the documents that cases try, by tenant and principals.

    A rule is a tenant with the users and roles that may see a document; documents for everybody have none, but where a
    case denies one to its asker: those are a rule without tenant and principals. Documents that were not parsed or are
    superseded are left out: no case is expected to go after them.
    """
    by_cases = frozenset(name for case in cases if case.identity is not None for name in case.identity.denied)
    rules: dict[_Rule, list[Document]] = {}
    for item in _current(documents):
        if _is_restricted(item) or item.id in by_cases:
            principals = None if item.allowed_principals is None else tuple(sorted(set(item.allowed_principals)))
            rules.setdefault((item.tenant, principals), []).append(item)
    restricted = {item.id: item for own in rules.values() for item in own}
    permitted, denied = _tried(cases, cited, restricted)
    return tuple(
        _rule_tried(rule, sorted(item.id for item in rules[rule]), permitted, denied)
        for rule in sorted(rules, key=lambda rule: (rule[0] or "", rule[1] is not None, rule[1] or ()))
    )


def documents_cited(cited: Cited, documents: Sequence[Document]) -> DocumentsCited:
    """Return how many documents evidence cites, and in which folders it does not.

    Documents that evidence is not expected to cite are left out: those that were not parsed, were planted, or are
    superseded by another one of the corpus.
    """
    expected = [item for item in _current(documents) if item.planted is None]
    used = frozenset[str]().union(*cited)
    folders: dict[str, list[Document]] = {}
    for item in expected:
        folders.setdefault(folder_of(item.source), []).append(item)
    told = [_folder(name, own, used) for name, own in folders.items()]
    return DocumentsCited(
        documents=len(expected),
        cited=sum(1 for item in expected if item.id in used),
        passed_over=len(documents) - len(expected),
        folders=tuple(sorted(told, key=lambda item: (item.cited - item.documents, item.folder))),
    )


def folder_of(source: str) -> str:
    """Return the first part of a path, or of the path of a URI; ``.`` for a file that lies in no folder."""
    path = source.partition("://")[2].partition("/")[2] if "://" in source else source
    parts = [part for part in path.replace("\\", "/").split("/") if part not in {"", "."}]
    return parts[0] if len(parts) > 1 else "."


def _current(documents: Sequence[Document]) -> list[Document]:
    superseded = {name for item in documents for name in item.supersedes}
    return [item for item in documents if item.ingestion.status != "failed" and item.id not in superseded]


def _tried(
    cases: Sequence[Case], cited: Cited, restricted: Mapping[str, Document]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the restricted documents that cases try as permitted, and as denied."""
    sought: dict[int, set[str]] = {}
    family_of = families(cases)
    for family, own in zip(family_of, cited, strict=True):
        sought.setdefault(family, set()).update(own & restricted.keys())
    permitted: set[str] = set()
    denied: set[str] = set()
    for case, family, own in zip(cases, family_of, cited, strict=True):
        if case.identity is None:
            # Nobody in particular sees what the corpus leaves open, whomever a case denies it to.
            permitted |= {name for name in own & restricted.keys() if not _is_restricted(restricted[name])}
            continue
        identity = case.identity
        permitted |= {name for name in own & restricted.keys() if not denies(identity, name, restricted)}
        denied |= {name for name in sought[family] if denies(identity, name, restricted)}
        denied |= restricted.keys() & set(identity.denied)
    return frozenset(permitted), frozenset(denied)


def _rule_tried(rule: _Rule, own: list[str], permitted: frozenset[str], denied: frozenset[str]) -> RuleTried:
    never_permitted = tuple(name for name in own if name not in permitted)
    never_denied = tuple(name for name in own if name not in denied)
    return RuleTried(
        tenant=rule[0],
        principals=rule[1],
        documents=len(own),
        permitted=len(own) - len(never_permitted),
        denied=len(own) - len(never_denied),
        never_permitted=never_permitted[:SHOWN_UNTRIED],
        never_denied=never_denied[:SHOWN_UNTRIED],
    )


def _folder(name: str, own: Sequence[Document], used: frozenset[str]) -> FolderCited:
    uncited = [item for item in own if item.id not in used]
    return FolderCited(
        folder=name,
        documents=len(own),
        cited=len(own) - len(uncited),
        uncited=tuple(sorted(item.id for item in uncited if not _is_restricted(item))[:SHOWN_DOCUMENTS]),
    )


def _is_restricted(item: Document) -> bool:
    return item.tenant is not None or item.allowed_principals is not None
