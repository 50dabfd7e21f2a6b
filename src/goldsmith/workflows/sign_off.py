"""Bind a person's statement to a run, with what the run did not see."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from goldsmith._base.atomic import turn
from goldsmith._base.canonical import digest
from goldsmith.errors import InputError
from goldsmith.ondisk.fact_lines import append_facts
from goldsmith.ondisk.runs import RunFolder
from goldsmith.ondisk.sign_offs import load_sign_offs, run_digest, sign_off_digest, sign_offs_file
from goldsmith.records.observation import Observation
from goldsmith.records.sign_off import SignOff, SignOffChecked
from goldsmith.records.verdict import Verdict
from goldsmith.workflows.baseline import open_run
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.signed_runs import held_against


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a person says of a run."""

    person: str
    role: str
    words: str


def sign_off(project: Project, run: str | None, statement: Statement, *, now: datetime) -> SignOff:
    """Append `statement` on the run called `run` (the latest by default) and return it.

    Raises InputError without a person, role or statement, and for a run that did not pass as a whole, answers included;
    IncompleteError for a run that was never scored.
    """
    for value, word in ((statement.person, "person"), (statement.role, "role"), (statement.words, "statement")):
        if not value.strip():
            message = f"a sign-off needs a {word}"
            raise InputError(message, next_step=f'say it: --{word} "…"')
    folder = open_run(project, run)
    verdict = folder.read_record("verdict", Verdict)
    _refuse_unproved(folder, verdict)
    # Each statement names the one before it, so two at once must not both follow the same one.
    with turn(path_of(project).parent):
        return _signed(project, folder, verdict, statement, now)


def _refuse_unproved(folder: RunFolder, verdict: Verdict) -> None:
    """Raise InputError for a run that proves nothing: only a whole run that passed can be signed off."""
    run = folder.plan.run
    if verdict.status == "blocked":
        message = f"run {run} is blocked: {verdict.headline}"
        raise InputError(message, next_step="mend what blocks it; a gate is waived case by case, not signed away")
    if folder.plan.retrieval_only:
        message = f"run {run} asked for passages alone, so nothing is said of answers"
        raise InputError(message, next_step="evaluate with answers, then sign that run off")
    if verdict.status != "passed":
        message = f"run {run} is {verdict.status}: {verdict.headline}"
        raise InputError(message, next_step="sign off a run of the whole set that passed: goldsmith evaluate")


def _signed(project: Project, folder: RunFolder, verdict: Verdict, statement: Statement, now: datetime) -> SignOff:
    before = load_sign_offs(path_of(project))
    at = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    signed = run_digest(folder)
    item = SignOff(
        id="s-" + digest([signed, statement.person, statement.role, statement.words, at])[:12],
        run=folder.plan.run,
        run_digest=signed,
        person=statement.person,
        role=statement.role,
        statement=statement.words,
        at=at,
        system=folder.plan.system,
        set_name=folder.plan.set_name,
        corpus=folder.plan.corpus,
        verdict=verdict.status,
        gates=tuple((gate.gate, gate.status) for gate in verdict.gates),
        not_observed=not_observed(folder),
        guarded=guarded(folder),
        previous=sign_off_digest(before[-1]) if before else None,
    )
    append_facts(path_of(project), [item])
    return item


def not_observed(folder: RunFolder) -> tuple[tuple[str, int], ...]:
    """Return each channel that was not seen on cases with an access rule, and on how many of them."""
    seen = folder.read_records("observations", Observation)
    cases = {(channel, item.case) for item in seen if item.guarded for channel in item.not_observed}
    counts = Counter(channel for channel, _ in cases)
    return tuple(sorted(counts.items()))


def guarded(folder: RunFolder) -> int:
    """Return on how many cases something was denied to whoever asked."""
    return len({item.case for item in folder.read_records("observations", Observation) if item.guarded})


def checked(project: Project) -> tuple[SignOffChecked, ...]:
    """Return every statement on the set, held against the run folders that are here."""
    return held_against(project.state / "runs", load_sign_offs(path_of(project)))


def path_of(project: Project) -> Path:
    """Return where the statements on the set stand."""
    return sign_offs_file(project.loaded.path)
