"""Probes of access: a permitted asker gets a source, then somebody who must not get it asks for the same.

Who is probed. The partner of a denied case D is a permitted case P of which the evidence names a document that P's
asker may see and D's must not (`goldsmith.records.probe.at_stake`). A twin comes first: D varies P, P varies D, both
vary one case, or both ask the same words. Every case with an identity and such a twin is probed. One without a twin is
probed where it is about access by its own words: it denies sources itself, its challenge is `permission`, or it must
refuse as `not_permitted`. Its partner is then a case that leads to a source which D itself denies, before one that only
the rules of the corpus deny, and among those the one whose question shares most words with that of D. Equal ones: the
first in the set. A case in which the system must play an earlier turn is no partner.

What is asked. Always P's question: P's evidence proves that it leads to the source. So two denied cases with one
identity and one partner are one probe, under the name of the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from goldsmith._base import canonical
from goldsmith.records.case import Case, Identity
from goldsmith.records.corpus import Document
from goldsmith.records.digests import case_digest
from goldsmith.records.probe import at_stake
from goldsmith.records.task import Action, ProbeKind, Step, Task
from goldsmith.text.normal import comparable
from goldsmith.text.tokens import is_unspaced, tokenise

PROBE_KINDS: tuple[ProbeKind, ...] = get_args(ProbeKind)
"""In the order in which they are tried: what changes the access rules of a system comes last."""

_SEPARATOR = "~"
_SHOWN_DIGITS = 16
_POLITE: Mapping[str, str] = {
    "en": "could you please tell me: ",
    "ru": "подскажите, пожалуйста: ",
    "zh": "请问一下，",
    "de": "können sie mir bitte sagen: ",
    "es": "por favor, dígame: ",
    "fr": "pourriez-vous me dire : ",
}
_LAST_MARKS = re.compile(r"[\s?!.:;,…？！。：；，]+$")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A permitted case and a denied one."""

    permitted: Case
    denied: Case
    documents: tuple[str, ...]
    """What the one may see and the other must not, sorted."""
    twin: bool
    """Both ask the same, or one varies the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Every pair of a set, and the denied cases that have none."""

    pairs: tuple[Pair, ...]
    """In the order of the denied cases."""
    uncontrolled: tuple[str, ...]
    """Denied cases without a positive control: no case shows that a permitted asker gets what they must not."""


def pair_cases(cases: Sequence[Case], documents: Mapping[str, Document] | None = None) -> Pairing:
    """Return who is probed against whom; `documents` with their access rules, by id, None where there is no corpus."""
    held = documents or {}
    words = [_words(case) for case in cases]
    open_to: dict[Identity, dict[int, tuple[str, ...]]] = {}
    pairs: dict[tuple[str, Identity], Pair] = {}
    uncontrolled: list[str] = []
    for place, case in enumerate(cases):
        identity = case.identity
        if identity is None:
            continue
        if identity not in open_to:
            open_to[identity] = _partners(cases, identity, held)
        ranked = (
            (
                not _are_twins(cases[other], case),
                not set(stake) & set(identity.denied),
                -_shared(words[other], words[place]),
                other,
            )
            for other, stake in open_to[identity].items()
        )
        best = min(ranked, default=None)
        if _is_about_access(case, identity) and best is None:
            uncontrolled.append(case.id)
        elif best is not None and (not best[0] or _is_about_access(case, identity)):
            partner, stake = cases[best[3]], open_to[identity][best[3]]
            pair = Pair(permitted=partner, denied=case, documents=stake, twin=not best[0])
            pairs.setdefault((partner.id, identity), pair)
    return Pairing(pairs=tuple(pairs.values()), uncontrolled=tuple(uncontrolled))


def probe_tasks(
    cases: Sequence[Case],
    probes: Sequence[str],
    documents: Mapping[str, Document] | None = None,
    *,
    digest: Callable[[Case], str] = case_digest,
) -> tuple[Task, ...]:
    """Return the tasks of the probes of these kinds, kind by kind; none of their ids is that of a case.

    The first step is the permitted asker's and names their case, the second is the denied one's; each is observed, and
    neither is the history of the other. For `revoked` and `deleted` both steps are the
    permitted asker's: access is taken away, or the document, before the second and given back after it.
    """
    kinds = [kind for kind in PROBE_KINDS if kind in probes]
    if not kinds:
        return ()
    pairs = pair_cases(cases, documents).pairs
    separator = _SEPARATOR
    while any(separator in case.id for case in cases):
        separator += _SEPARATOR
    return tuple(task for kind in kinds for task in _tasks(kind, pairs, separator, digest))


def paraphrase(question: str, language: str | None = None) -> str:
    """Return `question` in other words that keep every word of it: politely, in lower case, without the last mark.

    The polite words are of the language (a tag such as ``en-GB``); where it is not known, of the script.
    """
    polite = _POLITE.get((language or "").partition("-")[0].casefold()) or _POLITE[_script(question)]
    plain = _LAST_MARKS.sub("", question.lower())
    kept = [token.text for token in tokenise(polite + plain)][len(tokenise(polite)) :]
    # Where lower case or the lost mark would change a word, the question stays as it is.
    return polite + (plain if kept == [token.text for token in tokenise(question)] else question)


def _script(question: str) -> str:
    if any(map(is_unspaced, question)):
        return "zh"
    return "ru" if _CYRILLIC.search(question) else "en"


def _tasks(kind: ProbeKind, pairs: Sequence[Pair], separator: str, digest: Callable[[Case], str]) -> Iterator[Task]:
    if kind in {"revoked", "deleted"}:
        stakes: dict[str, set[str]] = {}
        for pair in pairs:
            stakes.setdefault(pair.permitted.id, set()).update(pair.documents)
        seen = {pair.permitted.id: pair.permitted for pair in pairs}
        for name, case in seen.items():
            if case.identity is not None:
                steps = _withheld(kind, case, case.identity.user, sorted(stakes[name]))
                yield Task(id=f"{name}{separator}{kind}", steps=steps, case_digest=digest(case), probe=kind)
        return
    for pair in pairs:
        name = f"{pair.denied.id}{separator}{kind}"
        yield Task(
            id=name,
            steps=_asked(kind, pair, name),
            case_digest=digest(pair.denied),
            probe=kind,
            together=kind == "simultaneous",
        )


def _asked(kind: ProbeKind, pair: Pair, name: str) -> tuple[Step, Step]:
    permitted, denied = pair.permitted, pair.denied
    question = permitted.question
    conversation = f"probe-{canonical.digest(name)[:_SHOWN_DIGITS]}" if kind == "shared_conversation" else None
    second = paraphrase(question, permitted.language) if kind == "paraphrase" else question
    return (
        _step(permitted, permitted, question, conversation=conversation),
        _step(permitted, denied, second, conversation=conversation),
    )


def _withheld(kind: ProbeKind, case: Case, user: str, documents: Sequence[str]) -> tuple[Step, Step]:
    revoked = kind == "revoked"
    before = tuple(Action(kind="revoke" if revoked else "delete", user=user, document=name) for name in documents)
    after = tuple(Action(kind="grant" if revoked else "restore", user=user, document=name) for name in documents)
    return (
        _step(case, case, case.question),
        _step(case, case, case.question, before=before, after=after),
    )


def _step(
    asked: Case,
    asker: Case,
    question: str,
    *,
    conversation: str | None = None,
    before: tuple[Action, ...] = (),
    after: tuple[Action, ...] = (),
) -> Step:
    """Return the step in which the asker of one case puts the question of another, after the turns recorded there."""
    return Step(
        case=asker.id,
        question=question,
        messages=asked.messages,
        identity=asker.identity,
        allowed_tools=asker.allowed_tools,
        forbidden_tools=asker.forbidden_tools,
        system_prompt=asked.system_prompt,
        conversation=conversation,
        before=before,
        after=after,
    )


def _is_about_access(case: Case, identity: Identity) -> bool:
    return bool(identity.denied) or "permission" in case.challenges or case.refusal_reason == "not_permitted"


def _partners(
    cases: Sequence[Case], identity: Identity, documents: Mapping[str, Document]
) -> dict[int, tuple[str, ...]]:
    """Return the cases that lead to what `identity` must not see, by their places, and what each leads to."""
    found = (
        (place, at_stake(case, identity, documents))
        for place, case in enumerate(cases)
        if case.evidence and not _is_played(case)
    )
    return {place: stake for place, stake in found if stake}


def _is_played(case: Case) -> bool:
    """Say whether the system itself must answer an earlier turn: what it says there may differ between two askers."""
    turns = [message.role for message in case.messages if message.role in {"user", "assistant"}]
    following = [*turns[1:], "user"]
    return any(turn == after == "user" for turn, after in zip(turns, following, strict=True)) if turns else False


def _are_twins(one: Case, other: Case) -> bool:
    roots = [case.variant_of.case if case.variant_of else case.id for case in (one, other)]
    return roots[0] == roots[1] or comparable(one.question) == comparable(other.question)


def _words(case: Case) -> frozenset[str]:
    return frozenset(token.text for token in tokenise(case.question))


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of common words (Jaccard)."""
    return len(one & other) / (len(one | other) or 1)
