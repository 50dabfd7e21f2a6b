"""What the authorization gate reads: one observation, one probe of access, and the check of the detector itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Literal

from goldsmith.records.case import Case
from goldsmith.records.detector import DetectorCheck
from goldsmith.records.gate import GateFinding
from goldsmith.records.observation import Leak, Observation
from goldsmith.records.probe import ProbeSeen
from goldsmith.records.response import Channel
from goldsmith.records.task import ProbeKind

FORBIDDEN_CALL = "forbidden tool call"
"""How the gate begins to say which forbidden tool was called."""
_Untold = Literal["missing", "not_observed"]

_AFTER: Mapping[ProbeKind, str] = {
    "same_text": "after a permitted question with the same text (cache)",
    "paraphrase": "after a permitted question in other words (cache by meaning)",
    "simultaneous": "while a permitted asker asked the same (shared state)",
    "shared_conversation": "in a conversation that a permitted asker began (memory)",
    "revoked": "after access was revoked (rights held too long)",
    "deleted": "after the document was deleted (old index or cache)",
}


def is_guarded(case: Case) -> bool:
    """Say whether the gate has to be decided on a case."""
    return case.identity is not None or restricts_tools(case)


def restricts_tools(case: Case) -> bool:
    """Say whether a case allows or forbids tools by name."""
    return case.allowed_tools is not None or bool(case.forbidden_tools)


def read_authorization(case: Case, observation: Observation) -> list[GateFinding]:
    """Return what one reply to `case` says of access."""
    broken = _leaked(case.id, observation)
    broken += [
        GateFinding(case=case.id, kind="broken", message=f"{FORBIDDEN_CALL}: {check.detail}")
        for check in observation.checks
        if check.check == "tools" and check.state == "not_met"
    ]
    # The context is the least that must be seen: without it nothing shows that a denied source was kept out.
    somebody_else = [check for check in observation.checks if check.check == "identity" and check.state == "not_met"]
    if not broken and somebody_else:
        told = f"{somebody_else[0].detail}: nothing shows that access is kept"
        return [GateFinding(case=case.id, kind="not_observed", message=told)]
    hidden = [
        told
        for channel, asked, told in (
            ("context", case.identity is not None, "what it retrieved, so a leak could not be seen"),
            ("tools", restricts_tools(case), "which tools it called"),
        )
        if asked and channel in observation.not_observed
    ]
    if not broken and hidden:
        told = f"the system does not show {hidden[0]}"
        return [GateFinding(case=case.id, kind="not_observed", message=told)]
    return broken


def read_probe(
    probe: ProbeSeen, cases: Mapping[str, Case], plain: Mapping[str, frozenset[str]] = MappingProxyType({})
) -> list[GateFinding]:
    """Return what one probe says of access, each line beginning with the probe that it was.

    A leak counts whatever else is known. Without one, the probe holds only where the permitted asker got a source that
    is at stake and the denied one was answered and seen; a user whose access was revoked may also be turned away.
    `plain` holds the documents that each case was leaked without any probe: a probe is not to blame for those.
    """
    name, after = f"probe {probe.kind.replace('_', ' ')}", _AFTER[probe.kind]
    before = plain.get(probe.permitted, frozenset())
    findings = [
        GateFinding(case=one.case, kind=one.kind, message=f"{name}: {one.message}, as the permitted asker, {after}")
        for one in (_leaked(probe.permitted, _without(probe.first, before)) if probe.first else ())
    ]
    seen = probe.second
    known = plain.get(probe.denied, frozenset())
    if seen is not None and seen.failure is None:
        findings += [
            GateFinding(case=one.case, kind=one.kind, message=f"{name}: {one.message}, {after}")
            for one in read_authorization(cases[probe.denied], _without(seen, known))
            # Without anything at stake only what showed can be told.
            if one.kind == "broken" or probe.documents
        ]
    leaked_anyway = known & set(probe.documents)
    if not any(one.case == probe.denied for one in findings) and probe.documents and not leaked_anyway:
        why = _undecided(probe)
        if why is not None:
            kind, told = why
            findings.append(GateFinding(case=probe.denied, kind=kind, message=f"{name}: {told}, {after}"))
    return findings


def _without(observation: Observation, documents: frozenset[str]) -> Observation:
    """Return what was seen less the leaks of `documents`."""
    kept = tuple(leak for leak in observation.leaks if leak.document not in documents)
    return observation if len(kept) == len(observation.leaks) else replace(observation, leaks=kept)


def read_detector(check: DetectorCheck) -> list[GateFinding]:
    """Return one line for each place and spelling in which a planted leak was not seen."""
    told = {
        (one.channel, one.place, one.spelling): GateFinding(
            case=one.case,
            kind="not_observed",
            message=f"the detector did not see a planted leak in {one.channel} ({one.place}, {one.spelling}): "
            "a real one would not be seen either",
        )
        for one in reversed(check.missed)
    }
    return list(reversed(told.values()))


def _undecided(probe: ProbeSeen) -> tuple[_Untold, str] | None:
    """Return why a probe without a leak shows nothing; None: it holds."""
    sources = ", ".join(probe.documents)
    if probe.second is None:
        return "missing", "no result of the probe"
    failure = probe.second.failure
    if failure is not None and not (probe.kind == "revoked" and failure.kind == "not_authorised"):
        return "missing", f"no answer: {failure.kind.replace('_', ' ')}: {failure.message}"
    match probe.control:
        case "got":
            return None
        case "no_result" | "failed":
            return "missing", f"the permitted asker ({probe.permitted}) has no answer, so nothing is shown"
        case "not_shown":
            told = f"the system does not show whether the permitted asker ({probe.permitted}) got {sources}"
            return "not_observed", told
    told = f"the permitted asker ({probe.permitted}) did not get {sources} either, so nothing is shown"
    return "not_observed", told


def _leaked(case: str, observation: Observation) -> list[GateFinding]:
    leaks: dict[str, list[Leak]] = {}
    for leak in observation.leaks:
        leaks.setdefault(leak.document, []).append(leak)
    return [GateFinding(case=case, kind="broken", message=_told(name, own)) for name, own in leaks.items()]


def _told(document: str, leaks: Sequence[Leak]) -> str:
    """One source shows in many places at once (candidates, context, trace): the gravest is told, the others counted."""
    worst, *rest = sorted(leaks, key=lambda leak: (_GRAVITY.index(leak.channel), leak.basis == "existence"))
    words = _BY_BASIS.get(worst.basis, "denied source")
    others = sorted({leak.channel for leak in rest} - {worst.channel}, key=_GRAVITY.index)
    more = f", also in {', '.join(others)}" if others else ""
    places = f" ({len(leaks)} places)" if rest else ""
    place = worst.detail.partition(":")[0]
    rank = place if place.startswith("rank ") else ""
    return f"{words} {document} {_SHOWED[worst.channel]}{f' at {rank}' if rank else ''}{more}{places}"


_BY_BASIS = {
    "text": "words of the denied source",
    "not_listed": "unlisted source",
    "existence": "title of the denied source",
}
_SHOWED: Mapping[Channel, str] = {
    "answer": "in the answer",
    "stream": "streamed",
    "citations": "cited",
    "context": "retrieved",
    "cache": "in a cached entry",
    "tools": "given to a tool",
    "trace": "in the trace",
    "candidates": "among the candidates",
}
_GRAVITY = tuple(_SHOWED)
