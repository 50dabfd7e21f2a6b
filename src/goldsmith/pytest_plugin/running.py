"""The one run of a test session: whichever item comes first makes it, in whichever process."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from goldsmith.errors import GoldsmithError
from goldsmith.ondisk.runs import RunFolder
from goldsmith.ondisk.sessions import SessionRun, read_session, session_turn, write_session
from goldsmith.records.gate import GateResult
from goldsmith.records.verdict import Audience, CaseResult, Verdict
from goldsmith.text.redaction import Secrets
from goldsmith.wiring import open_system
from goldsmith.workflows.evaluate import Against, evaluate
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.report import told_to
from goldsmith.workflows.select import Selection
from goldsmith.workflows.state_folder import ignored_by_git

_BROKE_OFF = "the run broke off: the first test in error says why"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the call of pytest asks for."""

    system: str | None
    here: Path
    """From where paths of the system are meant."""
    baseline: str | None
    repeats: int | None
    retrieval_only: bool
    reuse: bool
    audience: Audience


class Sitting:
    """The run of one session. `session` is what its processes share; None: there is only this process."""

    def __init__(self, project: Project, asked: Asked, *, session: str | None) -> None:
        self._project = project
        self._asked = asked
        self._session = session
        self._cases: tuple[str, ...] = ()
        self._verdict: Verdict | None = None
        self._trouble: str | None = None
        self._by_case: dict[str, CaseResult] = {}

    @property
    def known(self) -> Verdict | None:
        """The verdict, where the run was made."""
        return self._verdict

    def narrow(self, cases: tuple[str, ...]) -> None:
        """Ask only these cases; none: the whole set."""
        self._cases = cases

    def trouble(self) -> str:
        """Make the run, where it is not made yet; return why there is none, empty text where there is one."""
        if self._trouble is None:
            # It stands where the run breaks off by a fault of ours: the next item must not ask everything again.
            self._trouble = _BROKE_OFF
            self._take(self._made())
        return self._trouble

    def _made(self) -> SessionRun:
        if self._session is None:
            return self._carried_out()
        state = self._project.state
        with ignored_by_git(self._project.root), session_turn(state):
            outcome = read_session(state, self._session)
            if outcome is None:
                outcome = self._carried_out()
                write_session(state, self._session, outcome)
        return outcome

    def verdict(self) -> Verdict:
        """Return the verdict as its reader may see it; `trouble` said that there is one."""
        assert self._verdict is not None  # noqa: S101 - an item is set up before it is run
        return self._verdict

    def case(self, name: str) -> CaseResult | None:
        """Return how one case came out; None: the run holds no result of it."""
        return self._by_case.get(name)

    def gate(self, name: str) -> GateResult | None:
        """Return how one gate stands; None: the run has none of this name."""
        return next((gate for gate in self.verdict().gates if gate.gate == name), None)

    def _take(self, outcome: SessionRun) -> None:
        self._trouble = outcome.trouble
        if outcome.trouble:
            return
        folder = RunFolder.open(self._project.state / "runs", outcome.run)
        self._verdict = told_to(folder.read_record("verdict", Verdict), self._asked.audience)
        self._by_case = {item.result.case: item for item in self._verdict.cases}

    def _carried_out(self) -> SessionRun:
        secrets = Secrets()
        try:
            return SessionRun(run=self._evaluated(secrets).plan.run)
        except GoldsmithError as error:
            return SessionRun(run="", trouble=secrets.redact(str(error)))

    def _evaluated(self, secrets: Secrets) -> Verdict:
        asked, project = self._asked, self._project
        opened = open_system(
            project, asked.system, here=asked.here, secrets=secrets, retrieval_only=asked.retrieval_only
        )
        held = project.settings.run
        settings = replace(held, repeats=asked.repeats) if asked.repeats else held
        wanted = opened.asking(selection=Selection(cases=self._cases), settings=settings)
        return evaluate(
            project,
            opened.system,
            replace(wanted, reuse=asked.reuse),
            now=datetime.now(UTC),  # noqa: TID251 - the only clock of a session
            against=Against(baseline=asked.baseline, audience=asked.audience),
        )
