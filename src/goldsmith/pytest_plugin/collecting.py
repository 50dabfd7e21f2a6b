"""The cases of a golden set and its gates as pytest items."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from goldsmith.errors import GoldsmithError
from goldsmith.gates.thresholds import spelled
from goldsmith.pytest_plugin.running import Asked, Sitting
from goldsmith.pytest_plugin.telling import case_words, gate_words
from goldsmith.records.case import Case
from goldsmith.records.gate import HARD_GATES
from goldsmith.records.slices import words
from goldsmith.records.verdict import Audience, Verdict
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.standing import runnable, standing

_MARKED = ("risk", "challenges", "tag", "job", "difficulty", "split")
"""Axes whose words are markers; of `challenges` the marker is ``challenge_typo``."""
_WORKER_TELLS = "goldsmith-run"


@dataclass(frozen=True, kw_only=True)
class Taken:
    """A golden set, as its items are made from it."""

    project: Project
    asked: Asked
    cases: dict[Path, list[tuple[Case, int]]] = field(default_factory=dict)
    """File to its cases that may be run, each with its line from 1."""
    gates_at: Path
    """File whose items the gates are."""


def taken(config: pytest.Config, path: Path) -> Taken:
    """Open the set at `path`. Raises pytest.UsageError where it cannot be read: it must never pass as no tests."""
    try:
        project = open_project(path.parent, file=Path(path.name))
    except GoldsmithError as error:
        raise pytest.UsageError(str(error)) from None
    loaded = project.loaded
    live = {case.id for case in runnable(loaded.golden, standing(loaded.golden))}
    cases: dict[Path, list[tuple[Case, int]]] = {}
    for case, file, place in zip(loaded.golden.cases, loaded.files, loaded.golden.places, strict=True):
        if case.id in live:
            cases.setdefault(file.resolve(), []).append((case, place.line))
    folder = loaded.path.is_dir()
    asked = Asked(
        system=config.getoption("golden_system") or str(config.getini("golden_system")) or None,
        here=config.invocation_params.dir if config.getoption("golden_system") else config.rootpath,
        baseline=config.getoption("golden_baseline") or str(config.getini("golden_baseline")) or None,
        repeats=config.getoption("golden_repeats"),
        retrieval_only=bool(config.getoption("golden_retrieval_only")),
        reuse=bool(config.getoption("golden_reuse")),
        audience=_audience(config.getoption("golden_show")),
    )
    gates_at = (loaded.path / "set.yaml" if folder else loaded.path).resolve()
    return Taken(project=project, asked=asked, cases=cases, gates_at=gates_at)


def _audience(show: str | None) -> Audience:
    if show is None:
        in_ci = os.environ.get("CI", "").lower() not in {"", "0", "false", "no"}  # noqa: TID251 - read where it is told
        show = "ids" if in_ci else "texts"
    return "ids" if show == "ids" else "full"


class GoldenCases:
    """The plug-in while a golden set is asked for."""

    def __init__(self, config: pytest.Config, held: Taken) -> None:
        self._config = config
        self._taken = held
        self._told: dict[str, str] = {}
        session = getattr(config, "workerinput", {}).get("testrunuid")
        self.sitting = Sitting(held.project, held.asked, session=session)
        lines = {line for own in held.cases.values() for case, _ in own for line in _markers(case).items()}
        for name, meaning in sorted(lines):
            config.addinivalue_line("markers", f"{name}: {meaning}")
        config.addinivalue_line("markers", "golden: cases and gates of a golden set")

    def pytest_report_header(self) -> str:
        """Say what is asked."""
        golden = self._taken.project.golden
        count = sum(map(len, self._taken.cases.values()))
        return f"golden set: {golden.header.name}, {count} cases, system {self._taken.asked.system or 'as configured'}"

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """Take the files of the set."""
        path = file_path.resolve()
        if path in self._taken.cases or path == self._taken.gates_at:
            made: pytest.Collector = GoldenFile.from_parent(parent, path=file_path, taken=self._taken, plugin=self)
            return made
        return None

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Ask only what is left after `-k`, `-m` and `--lf`; where gates alone are left, everything."""
        chosen = {item.case.id for item in session.items if isinstance(item, CaseItem)}
        every = {case.id for own in self._taken.cases.values() for case, _ in own}
        self.sitting.narrow(tuple(sorted(chosen)) if chosen and chosen != every else ())

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Let the process that prints know which run it was."""
        output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
        if output is not None and self.sitting.known is not None:
            output[_WORKER_TELLS] = self._summary(self.sitting.known)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take what a worker tells."""
        self._told.update(getattr(node, "workeroutput", {}).get(_WORKER_TELLS, {}))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say what `goldsmith evaluate` would say first."""
        if self.sitting.known is not None:
            self._told = self._summary(self.sitting.known)
        if self._told:
            terminalreporter.section("golden set")
            for line in self._told.values():
                terminalreporter.line(line)

    @staticmethod
    def _summary(verdict: Verdict) -> dict[str, str]:
        lines = {"status": f"{verdict.status.upper()}   {verdict.headline}", "run": f"run {verdict.plan.run}"}
        return {**lines, "report": f"report: {verdict.report}"} if verdict.report else lines


class GoldenFile(pytest.File):
    """A file of cases; with the gates where they belong to it."""

    def __init__(self, *, taken: Taken, plugin: GoldenCases, **rest: Any) -> None:
        super().__init__(**rest)
        self._taken = taken
        self._plugin = plugin

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the cases in the order of the file, then the gates."""
        for case, line in self._taken.cases.get(self.path.resolve(), ()):
            yield CaseItem.from_parent(
                self, name=_item_name(case.id), case=case, line=line, sitting=self._plugin.sitting
            )
        if self.path.resolve() == self._taken.gates_at:
            gates = (*HARD_GATES, *map(spelled, self._taken.project.golden.header.gates))
            for gate in gates:
                yield GateItem.from_parent(
                    self, name=_item_name(f"gate:{gate}"), gate=gate, sitting=self._plugin.sitting
                )


class GoldenItem(pytest.Item):
    """What cases and gates have in common: the one run of the session, made when the first of them needs it."""

    def __init__(self, *, sitting: Sitting, **rest: Any) -> None:
        super().__init__(**rest)
        self.sitting = sitting
        self.add_marker(pytest.mark.golden)
        if self.config.pluginmanager.hasplugin("timeout"):
            # The first item waits for the whole run, in which every call has a time limit of its own.
            self.add_marker(pytest.mark.timeout(0))

    def setup(self) -> None:
        """Make sure of the run. Without one, and without an answer, the item is in error: nothing was measured."""
        trouble = self.sitting.trouble()
        if trouble:
            pytest.fail(trouble, pytrace=False)
        self.user_properties.append(("run", self.sitting.verdict().plan.run))


class CaseItem(GoldenItem):
    """One case."""

    def __init__(self, *, case: Case, line: int, **rest: Any) -> None:
        super().__init__(**rest)
        self.case = case
        self._line = line
        self.extra_keyword_matches.add(case.question)
        for name in _markers(case):
            self.add_marker(name)

    def setup(self) -> None:
        """Make sure of the run and of an answer."""
        super().setup()
        item = self.sitting.case(self.case.id)
        if item is None:
            pytest.fail("the run holds no result of this case", pytrace=False)
        if item.failure is not None:
            pytest.fail(case_words(self.sitting.verdict(), item), pytrace=False)

    def runtest(self) -> None:
        """Fail with the causes; skip what could not be decided."""
        item = self.sitting.case(self.case.id)
        if item is None or item.result.state == "passed":
            return
        if item.result.state == "undecided":
            pytest.skip("; ".join(item.result.why) or "undecided")
        pytest.fail(case_words(self.sitting.verdict(), item), pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the case stands."""
        return self.path, self._line - 1, self.name


class GateItem(GoldenItem):
    """One gate."""

    def __init__(self, *, gate: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.gate = gate

    def runtest(self) -> None:
        """Fail where the gate is broken or could not be decided; a subset passes no gate."""
        verdict = self.sitting.verdict()
        found = self.sitting.gate(self.gate)
        if found is None or found.status == "not_applicable":
            pytest.skip("no case asks for it" if found is None else gate_words(verdict, found).splitlines()[0])
        if found.status == "failed":
            pytest.fail(gate_words(verdict, found), pytrace=False)
        if verdict.plan.subset is not None:
            pytest.skip("only some cases were asked, and a subset passes no gate")
        if found.status == "incomplete":
            pytest.fail(f"could not be decided: {gate_words(verdict, found)}", pytrace=False)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the set stands."""
        return self.path, None, self.name


def _item_name(name: str) -> str:
    """Return `name` as pytest reads it back from its own cache: brackets there begin the parameters of a test."""
    return name.replace("[", "(").replace("]", ")").replace("::", ":")


def _markers(case: Case) -> dict[str, str]:
    """Return the markers of a case, each with what it means."""
    return {
        f"{axis.removesuffix('s') if axis == 'challenges' else axis}_{re.sub(r'[^0-9a-zA-Z]+', '_', word)}": (
            f"cases of the golden set with {axis} {word}"
        )
        for axis in _MARKED
        for word in words(case, axis)
    }
