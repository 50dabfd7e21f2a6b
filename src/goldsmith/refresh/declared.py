"""What is declared of a source and is another now: dates, version, what replaces it, and who may see it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from goldsmith.records.access import denies
from goldsmith.records.case import Case, Identity
from goldsmith.records.corpus import Document
from goldsmith.records.refresh import Passage, Reason, TracedAlternative
from goldsmith.refresh.facts import ChangedFacts
from goldsmith.refresh.gravity import reason_of
from goldsmith.refresh.wording import some

_DATES = (("effective_from", "effective date"), ("effective_to", "end date"))
_MARKED = frozenset({"stale", "conflicting"})
_MOST_SHOWN = 3
"""Opened documents that a request shows; its message says how many more there are."""

Rule = tuple[str | None, frozenset[str] | None]
_ANYBODY: Rule = (None, None)


@dataclass(frozen=True, slots=True)
class _Source:
    """A document that evidence stands in, before and now, with the first alternative that does."""

    before: str
    now: str
    trace: TracedAlternative

    @property
    def name(self) -> str:
        return self.before if self.before == self.now else f"{self.before} (now {self.now})"


class Declared:
    """Compares what is declared, once for all cases."""

    def __init__(self, facts: ChangedFacts) -> None:
        self._facts = facts
        self._replaced_before = _successors(facts.before.values())
        self._replaced_after = _successors(facts.after.values())
        self._opened: defaultdict[tuple[Rule, Rule], list[tuple[str, str]]] = defaultdict(list)
        for name in sorted(facts.before):
            for heir in facts.heirs_of(name):
                rules = _rule(facts.before[name]), _rule(facts.after[heir])
                if rules[0] != rules[1]:
                    self._opened[rules].append((name, heir))

    def reasons(self, case: Case, traces: Sequence[TracedAlternative]) -> Iterator[Reason]:
        """Yield what the declared facts of the sources of `case` do to it."""
        sources = tuple(self._sources(traces))
        for source in sources:
            yield from self._replaced(source)
            yield from self._dated(source, case)
        if case.identity is not None:
            yield from self._sight(case, case.identity, sources)
        else:
            yield from (reason for source in sources for reason in self._seen_by_anybody(source))

    def _sources(self, traces: Sequence[TracedAlternative]) -> Iterator[_Source]:
        seen = set()
        for trace in traces:
            name, now = trace.document_before, trace.document_now
            if now is None or (name, now) in seen or name not in self._facts.before or now not in self._facts.after:
                continue
            seen.add((name, now))
            yield _Source(name, now, trace)

    def _replaced(self, source: _Source) -> Iterator[Reason]:
        facts = self._facts
        earlier = self._replaced_before.get(source.before, frozenset())
        kept = earlier.union(*map(facts.heirs_of, sorted(earlier)))
        after = self._replaced_after
        later = after.get(source.before, frozenset()) | after.get(source.now, frozenset())
        own = {source.before, source.now}
        for name in sorted(later - kept - own):
            yield reason_of(
                source.trace, "source_superseded", f"{source.name}: {name} now declares that it replaces it"
            )
        for name in sorted(earlier - own):
            if not later.intersection(facts.heirs_of(name)):
                told = f"{source.name}: {name} no longer declares that it replaces it"
                yield reason_of(source.trace, "source_superseded", told)

    def _dated(self, source: _Source, case: Case) -> Iterator[Reason]:
        before, now = self._facts.before[source.before], self._facts.after[source.now]
        told = [
            _told(words, getattr(before, name), getattr(now, name))
            for name, words in _DATES
            if getattr(before, name) != getattr(now, name)
        ]
        if before.version != now.version and _version_matters(source.trace, case, before):
            told.append(_told("version", before.version, now.version))
        replaces = _renamed(before.supersedes, self._facts)
        if replaces != frozenset(now.supersedes) and frozenset(before.supersedes) != frozenset(now.supersedes):
            listed = (", ".join(sorted(one.supersedes)) or None for one in (before, now))
            told.append(_told("list of documents that it replaces", *listed))
        if told:
            yield reason_of(source.trace, "dates_changed", f"{source.name}: {'; '.join(told)}")

    def _sight(self, case: Case, identity: Identity, sources: Sequence[_Source]) -> Iterator[Reason]:
        yield from (reason for source in sources for reason in self._seen(source, identity))
        held = frozenset(source.now for source in sources)
        for name in sorted(set(identity.denied)):
            yield from self._denied(name, identity, held)
        opened = sorted(self._opened_elsewhere(case, identity) - held - frozenset(identity.denied))
        if opened:
            yield Reason(
                impact="denied_opened",
                message=f"{some(opened)}: denied to {identity.user} before, may be seen now",
                now=tuple(map(_whole, opened[:_MOST_SHOWN])),
            )

    def _seen(self, source: _Source, identity: Identity) -> Iterator[Reason]:
        """Yield what becomes of the asker's sight of a document in which evidence stands."""
        facts = self._facts
        was = denies(identity, source.before, facts.before)
        now = denies(identity, source.now, facts.after)
        rules = _rule(facts.before[source.before]), _rule(facts.after[source.now])
        if now and not was:
            yield reason_of(
                source.trace,
                "sight_lost",
                f"{source.name}: by its access rule {identity.user} may no longer see it: {now}",
            )
        elif was and not now:
            told = f"{source.name}: by its access rule {identity.user} may see it now; before, {was}"
            yield reason_of(source.trace, "denied_opened", told)
        elif rules[0] != rules[1]:
            told = f"{source.name}: {_told_rules(*rules)}; {identity.user} may {'not ' if now else ''}see it, as before"
            yield reason_of(source.trace, "access_changed", told)

    def _seen_by_anybody(self, source: _Source) -> Iterator[Reason]:
        """Yield what becomes of a document in which evidence stands, where the case does not say who asks."""
        before, now = _rule(self._facts.before[source.before]), _rule(self._facts.after[source.now])
        if before == now:
            return
        told = f"{source.name}: {_told_rules(before, now)}"
        if before == _ANYBODY:
            told += "; a case without an asker is asked as anybody, and not everybody may see it now"
        yield reason_of(source.trace, "sight_lost" if before == _ANYBODY else "access_changed", told)

    def _denied(self, name: str, identity: Identity, held: Collection[str]) -> Iterator[Reason]:
        """Yield what becomes of a document that the case itself denies."""
        facts = self._facts
        if name not in facts.before:
            return
        # Without the denial of the case: what the corpus itself says.
        bare = replace(identity, denied=())
        was = denies(bare, name, facts.before)
        for heir in facts.heirs_of(name):
            now = denies(bare, heir, facts.after)
            told = ""
            if heir not in identity.denied:
                told = "" if now else f"{name}, which the case denies, is {heir} now, and {identity.user} may see it"
            elif was and not now and heir not in held:
                told = f"{heir}: the case denies it, and its own access rule now lets {identity.user} see it"
            if told:
                yield Reason(impact="denied_opened", message=told, before=_whole(name), now=(_whole(heir),))
            elif _rule(facts.before[name]) != _rule(facts.after[heir]) and heir not in held:
                rules = _told_rules(_rule(facts.before[name]), _rule(facts.after[heir]))
                message = f"{heir}, which the case denies: {rules}"
                yield Reason(impact="access_changed", message=message, before=_whole(name), now=(_whole(heir),))

    def _opened_elsewhere(self, case: Case, identity: Identity) -> frozenset[str]:
        """Return the documents that were denied to the asker and are open now, where that matters to the case.

        It matters to a case about permission, and where a document holds new text on what the case asks. Documents
        under one rule are judged together; the lists of the identity are looked at after that.
        """
        facts = self._facts
        rivals = frozenset(rival.document for rival in facts.rivals if rival.case == case.id)
        about_permission = is_about_permission(case)
        if not rivals and not about_permission:
            return frozenset()
        found: set[str] = set()
        bare = replace(identity, allowed=(), denied=())
        for pairs in self._opened.values():
            name, heir = pairs[0]
            if denies(bare, name, facts.before) and not denies(bare, heir, facts.after):
                found.update(now for was, now in pairs if was not in identity.allowed)
        return frozenset(found if about_permission else found & rivals)


def is_about_permission(case: Case) -> bool:
    """Say whether the case tests what its asker may see."""
    denied = case.identity is not None and bool(case.identity.denied)
    return (
        "permission" in case.challenges
        or case.refusal_reason == "not_permitted"
        or (denied and case.behaviour == "refuse")
    )


def _successors(documents: Iterable[Document]) -> dict[str, frozenset[str]]:
    held: defaultdict[str, set[str]] = defaultdict(set)
    for document in documents:
        for old in document.supersedes:
            held[old].add(document.id)
    return {old: frozenset(names) for old, names in held.items()}


def _rule(document: Document) -> Rule:
    principals = document.allowed_principals
    return document.tenant, None if principals is None else frozenset(principals)


def _renamed(names: Iterable[str], facts: ChangedFacts) -> frozenset[str]:
    return frozenset(heir for name in names for heir in facts.heirs_of(name) or (name,))


def _version_matters(trace: TracedAlternative, case: Case, before: Document) -> bool:
    """Say whether another version is more than the label of text that is compared itself.

    Every edit may bring a new version with it: then the words that changed are asked about, and not the label. Where
    the text is the same, or the case turns on which version holds, the label is what changed.
    """
    texts = (case.question, *(accepted.answer for accepted in case.accept), *(claim.text for claim in case.claims))
    named = before.version is not None and any(before.version in text for text in texts)
    return trace.document != "changed" or named or bool(_MARKED.intersection(case.challenges))


def _told(field: str, before: str | None, now: str | None) -> str:
    if now is None:
        return f"its {field} is not declared any more, it was {before}"
    return f"its {field} is {now} now, " + ("which was not declared" if before is None else f"not {before}")


def _told_rules(before: Rule, now: Rule) -> str:
    return f"its access rule lets {_told_rule(now)} see it now, not {_told_rule(before)}"


def _told_rule(rule: Rule) -> str:
    tenant, principals = rule
    who = "everyone" if principals is None else ", ".join(sorted(principals)) or "nobody"
    return f"{who} of tenant {tenant}" if tenant is not None else who


def _whole(document: str) -> Passage:
    """Return a document as a whole, of which no words are shown."""
    return Passage(document=document, chunks=(), section=None, text="")
