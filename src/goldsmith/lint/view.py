"""What the rules look at, and how they say what they found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, Protocol

from goldsmith.lint.weighing import Flaw
from goldsmith.records.case import Case
from goldsmith.records.corpus import CorpusRevision, Document
from goldsmith.records.decision import Status
from goldsmith.records.evidence import Alternative
from goldsmith.records.finding import Finding
from goldsmith.records.golden_set import GoldenSet
from goldsmith.records.observation import ClaimSeen
from goldsmith.records.resolution import Resolution, ResolutionState
from goldsmith.records.settings import CheckSettings, Suppression

Severity = Literal["error", "warning", "advice"]

_GONE = frozenset({"rejected", "retired"})
_USUAL = CheckSettings()


class Coded(Protocol):
    """What a finding takes from its rule."""

    @property
    def code(self) -> str:
        """Such as ``GS101``; never used twice."""
        ...

    @property
    def name(self) -> str:
        """The problem, so that it reads after "allow"."""
        ...

    @property
    def severity(self) -> Severity:
        """Of its findings, where the rule says nothing else of one."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class LintView:
    """A golden set with everything that is known around it."""

    golden: GoldenSet
    states: Mapping[str, Status]
    """By case id; a case that is not there counts as a candidate."""
    revision: CorpusRevision | None = None
    documents: Mapping[str, Document] | None = None
    """Every document of the revision by id; None: no revision."""
    resolutions: tuple[Resolution, ...] | None = None
    """Every alternative of every case, looked up in the revision; None: no revision."""
    flaws: tuple[Flaw, ...] | None = None
    """What weighing the evidence against the answers showed; None: it was not weighed."""
    changed_documents: tuple[str, ...] = ()
    """Documents that differ now from what the revision froze, by id, ascending."""
    today: str
    """ISO date."""
    errors_alone: bool = False
    """Only what keeps a run from starting is asked: rules that find no errors are left out."""
    ready: bool = False
    """Whether the set is to be fit for a published version."""
    settings: CheckSettings = _USUAL
    """What may be left alone, and after how many days a case is to be looked at again."""
    of_other_sets: tuple[Suppression, ...] = ()
    """Suppressions that may be meant for another set of the project: nobody can tell here whether they are used."""
    unused: tuple[Suppression, ...] = ()
    """Suppressions that hold today and met no finding, although their rules were applied."""
    personal_data_allowed: str = ""
    """Who allowed personal data in the cases, when and why; empty: nobody."""
    claims_in: Callable[[Case, str], tuple[ClaimSeen, ...]] | None = None
    """What the matchers of a case find in a text, as they are applied to answers; None: they are not at hand."""
    matchers: tuple[str, ...] = ()
    """Names of the matchers that plug-ins bring."""

    _live: tuple[tuple[int, Case], ...] = field(init=False, repr=False, compare=False)
    _by_id: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Every rule asks for both: made once, since a set may hold many thousands of cases.
        states, places, live = self.states, dict[str, int](), list[tuple[int, Case]]()
        for index, case in enumerate(self.golden.cases):
            status = states.get(case.id)
            if status is not None and status.state in _GONE:
                continue
            live.append((index, case))
            held = places.setdefault(case.id, index)
            if held != index and self.order(index) < self.order(held):
                places[case.id] = index
        object.__setattr__(self, "_live", tuple(live))
        object.__setattr__(self, "_by_id", MappingProxyType(places))

    def live(self) -> tuple[tuple[int, Case], ...]:
        """Return place and case of every case that is neither rejected nor retired."""
        return self._live

    def by_id(self) -> Mapping[str, int]:
        """Return the place of every live case by id; of cases with one id, the first in the files."""
        return self._by_id

    def resolved(self, *states: ResolutionState) -> Iterator[tuple[int, Resolution]]:
        """Yield what the revision says of the evidence of live cases, with the place of the case."""
        for item in self.resolutions or ():
            if states and item.state not in states:
                continue
            index = self._by_id.get(item.case)
            if index is not None:
                yield index, item

    def written(self, index: int, item: Resolution) -> Alternative:
        """Return an alternative as its author wrote it."""
        needs = self.golden.cases[index].evidence
        alternatives = needs[item.need].any_of if item.need < len(needs) else ()
        return alternatives[item.alternative] if item.alternative < len(alternatives) else item.pinned

    def order(self, index: int) -> tuple[str, int]:
        """Return file and line of a case, by which cases are put in order."""
        if index >= len(self.golden.places):
            return "", 0
        place = self.golden.places[index]
        return place.file, place.line

    def in_order(self, indices: Iterable[int]) -> list[int]:
        """Return places of cases in the order of files and lines."""
        return sorted(indices, key=self.order)

    def where(self, index: int) -> str:
        """Return file and line of a case in words."""
        file, line = self.order(index)
        return f"{file}:{line}" if file else f"line {line}" if line else "another place"

    def found(
        self,
        rule: Coded,
        index: int,
        message: str,
        *,
        mend: str = "",
        field: str = "",
        severity: Severity | None = None,
    ) -> Finding:
        """Return a finding on the case at `index`, with its file and line."""
        file, line = self.order(index)
        return Finding(
            code=rule.code,
            name=rule.name,
            severity=severity or rule.severity,
            message=message,
            case=self.golden.cases[index].id,
            field=field,
            file=file,
            line=line,
            mend=mend,
        )

    def found_in_set(
        self, rule: Coded, message: str, *, mend: str = "", field: str = "", severity: Severity | None = None
    ) -> Finding:
        """Return a finding on the set as a whole."""
        return Finding(
            code=rule.code,
            name=rule.name,
            severity=severity or rule.severity,
            message=message,
            field=field,
            mend=mend,
        )

    def worse_when_ready(self, usual: Severity) -> Severity:
        """Return `usual`, or ``error`` where the set is to be fit for a published version."""
        return "error" if self.ready else usual
