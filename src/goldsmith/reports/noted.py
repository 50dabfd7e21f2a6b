"""What must not be missed beside a verdict: flaky cases, probes of access, and who signed the run off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from goldsmith.records.sign_off import SignOffChecked
from goldsmith.records.verdict import ProbeResult, Verdict
from goldsmith.reports.figures import count
from goldsmith.reports.plain_text import listed

_MOST_NAMED = 3


def noted(verdict: Verdict, signed: Sequence[SignOffChecked] = ()) -> tuple[str, ...]:
    """Return one sentence, without an end, for each of the three that there is; `signed` are those of any run."""
    return tuple(_noted(verdict, signed))


def _noted(verdict: Verdict, signed: Sequence[SignOffChecked]) -> Iterator[str]:
    flaky = tuple(f"{item.case} {item.passed}/{item.repeats}" for item in verdict.flaky)
    if flaky:
        yield f"{count(len(flaky), 'flaky case')}, by repeats that passed: {listed(flaky, _MOST_NAMED)}"
    if verdict.probes:
        yield _probes(verdict)
    for item in signed:
        held = item.sign_off
        if held.run == verdict.plan.run:
            changed = ", AND THE RUN IS NO LONGER WHAT WAS SIGNED" if item.state == "changed" else ""
            yield f"signed off by {held.person}, {held.role}, on {held.at[:10]}{changed}"


def _probes(verdict: Verdict) -> str:
    plain = plain_leaks(verdict)
    leaking = [item for item in verdict.probes if item.leaks]
    clean = sum(item.control == "got" and item.leaks == () for item in verdict.probes)
    anyway = sum(bool(leaks_anyway(item, plain)) for item in leaking)
    without = f" ({anyway} without a probe too)" if anyway else ""
    return (
        f"{count(len(verdict.probes), 'probe')} of access: {len(leaking)} with a leak{without}, {clean} clean, "
        f"{len(verdict.probes) - len(leaking) - clean} that show nothing"
    )


def plain_leaks(verdict: Verdict) -> Mapping[str, frozenset[str]]:
    """Return, by case, the sources that leaked when it was asked without any probe."""
    return {item.result.case: frozenset(leak.document for leak in item.leaks) for item in verdict.cases if item.leaks}


def leaks_anyway(probe: ProbeResult, plain: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """Return the sources of `probe` that leak to the denied asker without it too: the probe is not to blame."""
    sources = {*probe.documents, *(leak.document for leak in probe.leaks or ())}
    return tuple(sorted(sources & plain.get(probe.denied, frozenset())))
