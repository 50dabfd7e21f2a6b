"""Whether a case passed: every required claim, no prohibited one, right behaviour, every check met, no gate broken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldsmith.gates.hard import BLOCKING
from goldsmith.records.case import Case
from goldsmith.records.gate import CasePass, GateResult, PassState
from goldsmith.records.observation import Observation


def case_passes(
    cases: Mapping[str, Case], observations: Mapping[str, Sequence[Observation]], gates: Sequence[GateResult]
) -> tuple[CasePass, ...]:
    """Return how each case did, in the order of `cases`; both mappings are by case id."""
    broken: dict[str, list[str]] = {}
    for gate in gates:
        for finding in gate.findings:
            if finding.kind in BLOCKING:
                broken.setdefault(finding.case, []).append(f"{gate.gate}: {finding.message}")
    return tuple(case_pass(case, observations.get(name, ()), broken.get(name, ())) for name, case in cases.items())


def case_pass(case: Case, observations: Sequence[Observation], broken: Sequence[str] = ()) -> CasePass:
    """Return how `case` did over its repeats; `broken` says which gates it broke.

    It passed where every repeat passed, failed where one failed, and is undecided where none failed and one could not
    be told (a claim that only a judge can decide, a requirement of the case whose channel the system does not show).
    """
    if not observations:
        return CasePass(case=case.id, state="failed", why=("no result",), passes=0, repeats=0)
    told = [_one(case, observation) for observation in observations]
    failed = [why for state, why in told if state == "failed"]
    undecided = [why for state, why in told if state == "undecided"]
    passes = sum(1 for state, _ in told if state == "passed") if not broken else 0
    reasons = tuple(dict.fromkeys([*broken, *(line for why in failed or undecided for line in why)]))
    return CasePass(
        case=case.id,
        state="failed" if broken or failed else "undecided" if undecided else "passed",
        why=reasons,
        passes=passes,
        repeats=len(observations),
    )


def _one(case: Case, observation: Observation) -> tuple[PassState, list[str]]:
    if observation.failure is not None:
        return "failed", [f"no answer: {observation.failure.message}"]
    wrong = _wrong(observation)
    if wrong:
        return "failed", wrong
    unknown = _unknown(case, observation)
    return ("undecided", unknown) if unknown else ("passed", [])


def _wrong(observation: Observation) -> list[str]:
    lines = []
    for claim in observation.claims:
        if claim.force == "required" and claim.state == "not_stated":
            lines.append(f'required claim missing: "{claim.text}"' + (f" (found {claim.found})" if claim.found else ""))
        if claim.force == "prohibited" and claim.state == "stated":
            lines.append(f'prohibited claim stated: "{claim.text}"')
    seen = observation.behaviour
    if seen.observed is not None and seen.expected not in {"unstated", seen.observed}:
        lines.append(f"expected to {_spoken(seen.expected)}, did {_spoken(seen.observed)}")
    unmet = [check for check in observation.checks if check.state == "not_met"]
    lines += [f"{_spoken(check.check)}: {check.detail}" for check in unmet]
    return lines


def _unknown(case: Case, observation: Observation) -> list[str]:
    lines = ["the case states no behaviour"] if observation.behaviour.expected == "unstated" else []
    if not observation.answered:
        lines.append("the system shows no answer")
    elif observation.behaviour.observed is None:
        lines.append("what the system did was neither declared nor recognised")
    else:
        # Whom the system answered for is asked of every identity and required by no case.
        unseen = [check for check in observation.checks if check.state == "not_observed" and check.check != "identity"]
        lines += [f"{_spoken(check.check)} cannot be told: {check.detail}" for check in unseen]
    undecided = [claim for claim in observation.claims if claim.state == "undecided" and claim.force != "optional"]
    lines += [f'only a judge can decide: "{claim.text}"' for claim in undecided]
    if case.behaviour == "answer" and not any(claim.force == "required" for claim in observation.claims):
        lines.append("no required claim says what a right answer holds")
    return lines


def _spoken(word: str) -> str:
    return word.replace("_", " ")
