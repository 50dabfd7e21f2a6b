"""Ask a system one question by hand, and show what was made of its reply."""

from __future__ import annotations

import time
from dataclasses import dataclass

from goldsmith.ondisk.revisions import view
from goldsmith.ports.system import System
from goldsmith.records.case import Identity
from goldsmith.records.exchange import Exchange, Tried
from goldsmith.records.response import Failure, Reply
from goldsmith.records.task import Step
from goldsmith.runner.blocking import run_blocking
from goldsmith.runner.trying import ask_once
from goldsmith.text.redacted_data import redact_data
from goldsmith.text.redaction import Secrets
from goldsmith.workflows.command_lines import evaluate_line
from goldsmith.workflows.open_set import Project

_PARTS: tuple[tuple[str, str], ...] = (
    ("answer", "claims, behaviour and refusals cannot be told"),
    ("retrieved", "recall and rank cannot be told, and no leak into the context can be seen"),
    ("citations", "whether what is cited was retrieved cannot be told"),
    ("candidates", "whether access is kept before retrieval cannot be told"),
    ("trace", "leaks into traces cannot be seen"),
    ("cache", "answers kept for somebody else cannot be seen"),
    ("tool_calls", "forbidden tool calls cannot be seen"),
    ("identity_echo", "whether the identity arrived cannot be told"),
    ("usage", "tokens and cost cannot be told"),
    ("revision", "a changed system looks like the same one, and answers cannot be used again"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, and as whom."""

    text: str
    identity: Identity | None = None


def try_question(project: Project, system: System, question: Question, secrets: Secrets) -> Tried:
    """Ask `question` once, without a retry, and return what was sent, received and understood, every secret hidden."""
    step = Step(case="try", question=question.text, identity=question.identity)
    started = time.perf_counter()
    exchange, outcome = run_blocking(ask_once(system, step, timeout_s=project.settings.run.timeout_s))
    latency_ms = round((time.perf_counter() - started) * 1000, 3)
    clean = redact_data(outcome, secrets).data
    known, unknown = _ids(project, clean)
    return Tried(
        system=system.name,
        question=question.text,
        user=question.identity.user if question.identity else None,
        exchange=redact_data(exchange, secrets).data,
        outcome=clean,
        latency_ms=latency_ms,
        shown=tuple(name for name, _ in _PARTS if _is_there(clean, name)),
        absent=tuple((name, lost) for name, lost in _PARTS if not _is_there(clean, name)),
        known_ids=known,
        unknown_ids=unknown,
        next_step=_next_step(project, clean, exchange, unknown).replace("--system NAME", f"--system {system.name}"),
    )


def identity_called(project: Project, name: str) -> Identity:
    """Return who is asked as `name`: as a case describes them, else the bare user."""
    described = (case.identity for case in project.golden.cases if case.identity is not None)
    return next((identity for identity in described if identity.user == name), Identity(user=name))


def _is_there(outcome: Reply | Failure, name: str) -> bool:
    if isinstance(outcome, Failure):
        return False
    held = getattr(outcome, name)
    if name == "usage":
        return any(value is not None for value in (held.input_tokens, held.output_tokens, held.cost_usd))
    return held is not None


def _ids(project: Project, outcome: Reply | Failure) -> tuple[int, tuple[str, ...]]:
    """Return how many ids of the reply the corpus holds, and those that it does not."""
    if isinstance(outcome, Failure) or project.stored is None:
        return 0, ()
    named = [item.id or item.document or "" for item in (*(outcome.retrieved or ()), *(outcome.candidates or ()))]
    named += [item.id for item in outcome.citations or ()]
    wanted = tuple(dict.fromkeys(name for name in named if name))
    chunks = view(project.stored, wanted).chunks
    documents = {name for document in project.documents for name in (document.id, document.source)}
    unknown = tuple(name for name in wanted if name not in chunks and name not in documents)
    return len(wanted) - len(unknown), unknown


def _next_step(project: Project, outcome: Reply | Failure, exchange: Exchange | None, unknown: tuple[str, ...]) -> str:
    if isinstance(outcome, Failure):
        return "mend the system or its settings in goldsmith.toml, then the same command again"
    if exchange is not None and exchange.missing:
        return f"mend the mapping in goldsmith.toml: {exchange.missing[0]}"
    if unknown:
        return f"let the system name passages as the corpus does: {unknown[0]!r} is unknown there"
    if outcome.retrieved is None:
        return "let the system show what it retrieved: without it most of a golden set cannot be decided"
    return evaluate_line(project)
