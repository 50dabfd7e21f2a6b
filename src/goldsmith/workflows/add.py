"""Take a wrong answer that somebody met: write the case that sees it, and close it once it is red, then green."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from goldsmith._base.atomic import turn
from goldsmith._base.canonical import digest
from goldsmith._base.plain_data import plain
from goldsmith._base.registry import unknown_name
from goldsmith.errors import InputError
from goldsmith.gates.hard import Evidence, decide_hard_gates
from goldsmith.gates.passing import case_passes
from goldsmith.lint.proposals import propose
from goldsmith.ondisk.case_files import append_case
from goldsmith.ondisk.fact_lines import append_facts
from goldsmith.ondisk.incidents import load_incidents
from goldsmith.ondisk.revisions import chunks_of, view
from goldsmith.records.case import Case
from goldsmith.records.claims import ProhibitedClaim, ValueMatch
from goldsmith.records.gate import CasePass
from goldsmith.records.incident import Added, Closing, Incident, IncidentClosed, open_incidents
from goldsmith.records.observation import by_case
from goldsmith.records.response import Reply, Response
from goldsmith.records.task import TaskKey
from goldsmith.scoring.observe import Observer
from goldsmith.text.bm25 import Bm25
from goldsmith.text.normal import comparable
from goldsmith.text.tokens import terms
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.show import show_case

FILE = "cases/incidents.yaml"
NEAR = 0.6
"""Share of the words of two questions that are the same, from which one is taken to ask what the other does."""
_LONGEST_VALUE = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """What somebody met."""

    question: str
    wrong_answer: str
    link: str | None
    reporter: str
    user: str | None = None
    """Who asked, where it mattered."""


def add_incident(project: Project, reported: Reported, *, now: datetime) -> Added:
    """Write a candidate case for `reported` and record the incident.

    Raises InputError without a question, answer or reporter, for a set that is a lone file, and for a report that
    stands already.
    """
    _refuse_incomplete(project, reported)
    # Two reports at once must not take one id, so the set is read again by whoever has the turn.
    with turn(project.loaded.path):
        return _added(_again(project), reported, now)


def _again(project: Project) -> Project:
    return open_project(project.root, set_name=project.chosen.path, must_be_frozen=project.stored is not None)


def _added(project: Project, reported: Reported, now: datetime) -> Added:
    known = load_incidents(project.loaded.incidents_file)
    at = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    name = "i-" + digest([reported.question, reported.wrong_answer, reported.link])[:12]
    if any(isinstance(fact, Incident) and fact.id == name for fact in known):
        message = "this question with this wrong answer was reported already"
        raise InputError(message, next_step=f"goldsmith show {_case_of(known, name)}")
    missed = why_missed(project, reported.question, reported.wrong_answer, now=now)
    unfinished = _without_incident(project, known, reported)
    if unfinished is None:
        record = _case(_free_id(project, name), reported)
        note = f"{name}, {at[:10]}: say what is right, and where it stands."
        append_case(project.loaded.path / FILE, record, note=note)
        written = _again(project)
        case = next(case for case in written.golden.cases if case.id == record["id"])
    else:
        written, case = project, unfinished
    incident = Incident(
        id=name,
        case=case.id,
        question=reported.question,
        wrong_answer=reported.wrong_answer,
        link=reported.link,
        at=at,
        reporter=reported.reporter,
        missed_because=missed if unfinished is None else "its case was written by a report that was cut short",
    )
    append_facts(project.loaded.incidents_file, [incident])
    place = written.golden.places[written.golden.cases.index(case)]
    return Added(
        incident=incident,
        file=place.file,
        line=place.line,
        seen=_judged(written, case, reported.wrong_answer, now).state == "failed",
        passages=tuple(_passages(project, reported.question)),
    )


def _without_incident(project: Project, known: Sequence[object], reported: Reported) -> Case | None:
    """Return the case that this report wrote before it was cut short; None: there is none."""
    named = {fact.case for fact in known if isinstance(fact, Incident)}
    broken = _broken(reported.question, reported.wrong_answer)
    return next(
        (
            case
            for case in project.golden.cases
            if case.id not in named
            and case.question == reported.question
            and case.origin is not None
            and (case.origin.kind, case.origin.ref) == ("failure", reported.link)
            and case.claims == broken
        ),
        None,
    )


def close_incidents(project: Project, names: Sequence[str], *, now: datetime) -> tuple[Closing, ...]:
    """Close each incident (all open ones where none is named) whose case is red on what was recorded and green now.

    Raises UnknownNameError for an incident or case that is not open.
    """
    waiting = open_incidents(load_incidents(project.loaded.incidents_file))
    by_name = {name: item for item in waiting for name in (item.case, item.id)}
    for name in names:
        if name not in by_name:
            raise unknown_name("open incidents", name, tuple(sorted(by_name)))
    chosen = tuple(dict.fromkeys(by_name[name] for name in names)) if names else waiting
    return tuple(_close(project, item, now) for item in chosen)


def _close(project: Project, incident: Incident, now: datetime) -> Closing:
    case = next((case for case in project.golden.cases if case.id == incident.case), None)
    if case is None:
        return Closing(incident=incident, closed=False, told="its case is gone from the set")
    red = _judged(project, case, incident.wrong_answer, now)
    if red.state != "failed":
        told = f"the case does not fail on the wrong answer ({red.state}): give it a claim that the wrong answer breaks"
        return Closing(incident=incident, closed=False, told=told)
    standing = show_case(project, case.id)
    if standing.status.state != "approved":
        told = f"the case is {standing.status.state}: goldsmith approve {case.id} --reviewer NAME --reason …"
        return Closing(incident=incident, closed=False, told=told)
    latest = next((run for run in standing.runs if run.same_case), None)
    if latest is None or latest.result.state != "passed":
        state = "not asked yet" if latest is None else f"{latest.result.state} in run {latest.run}"
        told = f"{state}: mend the system, then goldsmith evaluate --case {case.id}"
        return Closing(incident=incident, closed=False, told=told)
    fact = IncidentClosed(
        incident=incident.id,
        at=now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        run=latest.run,
        case_digest=standing.digest,
        red=red.why,
    )
    append_facts(project.loaded.incidents_file, [fact])
    return Closing(incident=incident, closed=True, told=f"red on the recorded answer, green in run {latest.run}")


def why_missed(project: Project, question: str, wrong_answer: str, *, now: datetime) -> str:
    """Return why the set did not see that `question` was answered by `wrong_answer`."""
    near = _nearest(project, question)
    if near is None:
        asked = _untouched(project, question)
        return "no case asks anything like it" + (f"; no case rests on {asked}, which speaks of it" if asked else "")
    standing = show_case(project, near.id)
    state = standing.status.state
    if state in {"rejected", "retired"}:
        return f"{near.id} asks nearly this and is {state}, so no run asks it"
    seen = _judged(project, near, wrong_answer, now)
    if seen.state == "failed":
        ran = standing.runs[0] if standing.runs else None
        if ran is None:
            return f"{near.id} asks nearly this and would have failed: it was never run"
        return f"{near.id} asks nearly this and would fail on it; it {ran.result.state} in run {ran.run}, asked so"
    return f"{near.id} asks nearly this, and none of its claims is broken by that answer"


def _nearest(project: Project, question: str) -> Case | None:
    same = next((case for case in project.golden.cases if comparable(case.question) == comparable(question)), None)
    if same is not None:
        return same
    asked = set(terms(question))
    best, most = None, 0.0
    for case in project.golden.cases:
        own = set(terms(case.question))
        shared = len(asked & own) / len(asked | own) if asked | own else 0.0
        if shared > most:
            best, most = case, shared
    return best if most >= NEAR else None


def _untouched(project: Project, question: str) -> str | None:
    """Return the document that answers `question` best by its words, where no case rests on it."""
    found = next(iter(_passages(project, question)), None)
    if found is None:
        return None
    document = found[0].rpartition("#")[0] or found[0]
    every = [item for case in project.golden.cases for need in case.evidence for item in need.any_of]
    cited = {item.document or (item.chunk or "").rpartition("#")[0] or item.chunk for item in every}
    return None if document in cited else document


def _passages(project: Project, question: str, most: int = 3) -> Iterator[tuple[str, str]]:
    if project.stored is None:
        return
    held = [chunk for chunk in chunks_of(project.stored, [item.id for item in project.documents]) if chunk.text]
    index = Bm25([chunk.text or "" for chunk in held])
    for hit in index.search(question, most):
        chunk = held[hit.position]
        yield chunk.id, " ".join((chunk.text or "").split())


def _judged(project: Project, case: Case, answer: str, now: datetime) -> CasePass:
    """Return whether `case` passes on an answer of which nothing but the words is known."""
    key = TaskKey(task=case.id, step=0, repeat=1)
    response = Response(
        key=key, case=case.id, case_digest=project.once.digest(case), outcome=Reply(answer=answer), attempts=1
    )
    named = sorted({item.chunk for need in case.evidence for item in need.any_of if item.chunk})
    corpus = view(project.stored, named) if project.stored else None
    observer = Observer(corpus, access=project.golden.header.access, matchers=project.matchers)
    observed = by_case((observer.observe(case, response),))
    evidence = Evidence(cases={case.id: case}, observations=observed, dropped={}, today=now.date().isoformat())
    return case_passes({case.id: case}, observed, decide_hard_gates(evidence))[0]


def _case(case_id: str, reported: Reported) -> dict[str, Any]:
    claims = [
        {"prohibited": claim.text, "match": _spelled(claim.match)}
        for claim in _broken(reported.question, reported.wrong_answer)
    ]
    record: dict[str, Any] = {"id": case_id, "question": reported.question}
    if reported.user:
        record["identity"] = {"user": reported.user}
    record["origin"] = {"kind": "failure", **({"ref": reported.link} if reported.link else {})}
    return {**record, "claims": claims}


def _spelled(match: object) -> dict[str, Any]:
    """Return a matcher as an author writes it: a whole number has no point."""
    fields = plain(match)
    return {name: int(v) if isinstance(v, float) and v.is_integer() else v for name, v in fields.items()}


def _broken(question: str, wrong_answer: str) -> tuple[ProhibitedClaim, ...]:
    """Return what the wrong answer says that a matcher can decide, else its words as they stand."""
    found = propose([wrong_answer], question=question)
    if found:
        first = found[0]
        return (ProhibitedClaim(prohibited=first.required, match=first.match),)
    value = " ".join(wrong_answer.split())
    if len(value) > _LONGEST_VALUE:
        value = value[:_LONGEST_VALUE].rpartition(" ")[0] or value[:_LONGEST_VALUE]
    return (ProhibitedClaim(prohibited=value, match=ValueMatch(value=value)),)


def _free_id(project: Project, incident: str) -> str:
    """Return an id that says nothing of the question: ids stand in logs and reports that must not show it."""
    taken = {case.id for case in project.golden.cases} | {fact.case for fact in project.golden.facts}
    stem = f"incident-{incident.removeprefix('i-')[:6]}"
    name, number = stem, 1
    while name in taken:
        number += 1
        name = f"{stem}-{number}"
    return name


def _case_of(known: Sequence[object], name: str) -> str:
    return next(fact.case for fact in known if isinstance(fact, Incident) and fact.id == name)


def _refuse_incomplete(project: Project, reported: Reported) -> None:
    for value, word, option in (
        (reported.question, "the question", '"QUESTION"'),
        (reported.wrong_answer, "the wrong answer", '--wrong "ANSWER"'),
        (reported.reporter, "who reports it", "--reporter NAME (or set GOLDSMITH_REVIEWER)"),
    ):
        if not value.strip():
            message = f"an incident needs {word}"
            raise InputError(message, next_step=f"say it: {option}")
    if not project.loaded.path.is_dir():
        message = f"{project.loaded.path.name} is a lone file: an incident is added to a set with set.yaml"
        raise InputError(message, next_step="goldsmith init")
