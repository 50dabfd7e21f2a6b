"""Runs and comparisons: the verdict, which gates broke, what got worse and why, and the saved report."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from goldsmith.errors import GoldsmithError, IncompleteError
from goldsmith.ports.pages import Reply
from goldsmith.records.comparison import Cause, Comparison, Effect, Regression
from goldsmith.records.gate import GateResult
from goldsmith.records.measure import Summary
from goldsmith.web import figures
from goldsmith.web.visit import Page, Visit
from goldsmith.web.words import catalogue
from goldsmith.workflows.review_discretion import sees_all_documents
from goldsmith.workflows.review_runs import comparison_shown, run_report, run_shown, runs_of, sides_of
from goldsmith.workflows.review_seat import cases_now

_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
_KINDS = {"passed": "good", "blocked": "bad", "incomplete": "warn", "unreviewed": "warn", "unfinished": ""}
_CHANGES = {"better": "good", "worse": "bad", "no_visible_change": "", "undecided": ""}


def show_runs(visit: Visit) -> Reply:
    """Return the runs of the set, the latest first, and a form that compares two."""
    rows = [
        {
            "run": item.plan.run,
            "at": item.plan.created_at,
            "system": item.plan.system,
            "subset": item.plan.subset is not None,
            "cases": len(item.plan.cases),
            "state": visit.say(f"runs.state.{item.state}"),
            "kind": _KINDS[item.state],
            "told": _told(visit, item.gates, item.regressions),
            "passed": visit.say("runs.passed_of", passed=item.passed, n=item.decided) if item.decided else figures.NONE,
            "done": item.state != "unfinished",
        }
        for item in runs_of(visit.desk)
    ]
    return visit.page("runs.html", {"rows": rows, **_choice(visit)})


def show_run(visit: Visit) -> Reply:
    """Return one run as far as its reader may know it."""
    run = visit.call.asked("run")
    values: dict[str, Any]
    try:
        shown = run_shown(visit.desk, visit.person, run)
    except IncompleteError:
        values = {
            "heading": visit.say("runs.state.unfinished"),
            "why": visit.say("runs.unfinished_why"),
            "back": "/runs",
            "back_words": visit.say("runs.back"),
        }
        return visit.page("told.html", values, status=404)
    verdict, counts = shown.verdict, shown.counts
    values = {
        "run": verdict.plan,
        "state": visit.say(f"runs.state.{verdict.status}"),
        "kind": _KINDS[verdict.status],
        "told": _told(visit, counts.gates, counts.regressions),
        "passed": counts.passed,
        "decided": counts.decided,
        "worse": counts.regressions,
        "shown": shown,
        "gates": [_gate(visit, gate, named=shown.everything) for gate in verdict.gates],
        "measures": [_measure(visit, item) for item in verdict.summaries],
        **_compared(visit, verdict.comparison, named=shown.everything),
    }
    return visit.page("run.html", values)


def show_report(visit: Visit) -> Reply:
    """Return the whole report under its own policy: what is in it runs by its hash, and nothing else does."""
    page = run_report(visit.desk, visit.person, visit.call.asked("run"))
    policy = _POLICY.search(page)
    own = html.unescape(policy[1]) if policy is not None else "default-src 'none'"
    return Reply(
        body=page.encode("utf-8", "backslashreplace"),
        headers=(("Content-Security-Policy", f"{own}; frame-ancestors 'none'"),),
    )


def show_comparison(visit: Visit) -> Reply:
    """Return what changed between two runs, or from a baseline to a run."""
    before, after = visit.call.asked("before"), visit.call.asked("after")
    values: dict[str, Any] = {**_choice(visit, before, after), "comparison": None, "problem": "", "worse": 0}
    if before and after and before != after:
        try:
            found, worse = comparison_shown(visit.desk, visit.person, before, after)
        except GoldsmithError as error:
            values["problem"] = f"{error.message}. {error.next_step}"
        else:
            named = sees_all_documents(visit.desk, visit.person)
            values |= {"worse": worse, **_compared(visit, found, named=named)}
    elif before or after:
        values["problem"] = visit.say("runs.same")
    return visit.page("runs_compared.html", values, status=400 if values["problem"] else 200)


def _choice(visit: Visit, before: str = "", after: str = "") -> dict[str, Any]:
    baselines, runs = sides_of(visit.desk)
    earlier = [(name, visit.say("runs.baseline", name=name)) for name in baselines]
    earlier += [(name, name) for name in runs if name not in baselines]
    return {
        "befores": earlier,
        "afters": [(name, name) for name in runs],
        "before": before or next((name for name in baselines), runs[1] if len(runs) > 1 else ""),
        "after": after or next(iter(runs), ""),
    }


def _told(visit: Visit, gates: int, regressions: int | None) -> str:
    parts = [visit.say("runs.gates_broken", n=gates)] if gates else []
    parts += [visit.say("runs.got_worse", n=regressions)] if regressions else []
    return " · ".join(parts) or visit.say("runs.nothing_broke")


def _gate(visit: Visit, gate: GateResult, *, named: bool) -> dict[str, Any]:
    key = f"runs.gate.{gate.gate}"
    return {
        "name": visit.say(key) if key in catalogue() else gate.gate,
        "status": visit.say(f"runs.gate_status.{gate.status}"),
        "kind": {"passed": "good", "failed": "bad", "incomplete": "warn", "not_applicable": ""}[gate.status],
        "checked": gate.checked,
        "population": gate.population,
        "rules_out": figures.percent(visit, gate.rules_out) if gate.rules_out is not None else "",
        "findings": [
            (_case(visit, one.case), visit.say(f"runs.finding.{one.kind}"), one.message if named else "")
            for one in gate.findings
            if one.kind != "waived"
        ],
    }


def _measure(visit: Visit, item: Summary) -> dict[str, Any]:
    return {
        "name": item.measure,
        "layer": visit.say(f"runs.layer.{item.layer}"),
        "value": figures.value(visit, item.mean, item.unit),
        "interval": figures.interval(visit, item.interval) if item.unit == "share" else "",
        "drawn": (item.mean, item.interval) if item.unit == "share" else None,
        "scored": item.scored,
        "population": item.population,
    }


def _compared(visit: Visit, found: Comparison | None, *, named: bool) -> dict[str, Any]:
    if found is None:
        return {"comparison": None, "changes": [], "effects": [], "regressions": [], "improved": [], "smallest": ""}
    return {
        "comparison": found,
        # What a system calls its own parts may name sources.
        "changes": [item.message for item in found.changes] if named else [],
        "effects": [_effect(visit, item) for item in found.effects if item.n],
        "regressions": [_regression(visit, item, named=named) for item in found.regressions],
        "improved": [_case(visit, name) for name in found.improved],
        "smallest": figures.points(visit, found.smallest_visible_fall)
        if found.smallest_visible_fall is not None
        else "",
    }


def _effect(visit: Visit, item: Effect) -> dict[str, Any]:
    return {
        "name": item.measure,
        "layer": visit.say(f"runs.layer.{item.layer}"),
        "before": figures.value(visit, item.before, item.unit),
        "now": figures.value(visit, item.now, item.unit),
        "change": figures.change(visit, item.change, item.unit, item.interval),
        "n": item.n,
        "verdict": visit.say(f"runs.change.{item.verdict}"),
        "kind": _CHANGES[item.verdict],
    }


def _regression(visit: Visit, item: Regression, *, named: bool) -> dict[str, Any]:
    return {
        "case": _case(visit, item.case),
        "failed": item.case_failed,
        "causes": _each_once(_cause(visit, one, named=named) for one in item.causes),
    }


def _each_once(causes: Iterable[Mapping[str, str]]) -> list[Mapping[str, str]]:
    """Return causes without those that read like an earlier one."""
    return list({tuple(one.values()): one for one in causes}.values())


def _cause(visit: Visit, item: Cause, *, named: bool) -> Mapping[str, str]:
    ranks = ""
    if item.rank_before is not None and item.rank_before != item.rank_now:
        key = "runs.rank_gone" if item.rank_now is None else "runs.rank_fell"
        ranks = visit.say(key, before=item.rank_before, now=item.rank_now or 0)
    return {
        "kind": visit.say(f"runs.cause.{item.kind}"),
        "ranks": ranks,
        "message": item.message if named else "",
        "passage": item.passage if named else "",
    }


def _case(visit: Visit, name: str) -> Sequence[str]:
    """Return the question of a case, and its id."""
    case = cases_now(visit.desk).get(name)
    return (case.question if case is not None else visit.say("runs.case_gone"), name)


PAGES = (
    Page(method="GET", path="/runs", right="read", handle=show_runs),
    Page(method="GET", path="/runs/run", right="read", handle=show_run),
    Page(method="GET", path="/runs/report", right="read", handle=show_report),
    Page(method="GET", path="/runs/compare", right="read", handle=show_comparison),
)
