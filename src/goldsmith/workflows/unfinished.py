"""Cases that an incident left to be finished: they keep no other case from being run, and are never left out unseen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from goldsmith.ondisk.incidents import load_incidents
from goldsmith.records.finding import CheckReport
from goldsmith.records.incident import open_incidents
from goldsmith.records.run import RulerNote
from goldsmith.workflows.check import states_of
from goldsmith.workflows.once import Once
from goldsmith.workflows.open_set import Project

UNFINISHED = "unfinished"
"""Kind of the note on cases that were not asked."""
_MOST_NAMED = 10


def open_incident_cases(project: Project) -> frozenset[str]:
    """Return the cases of incidents that nobody closed."""
    return frozenset(item.case for item in open_incidents(load_incidents(project.loaded.incidents_file)))


def unfinished(project: Project, report: CheckReport, wanted: Collection[str]) -> tuple[str, ...]:
    """Return the cases of open incidents that `report` has an error on and nobody has judged yet, in file order.

    None of those that are `wanted` by name, and none where the set holds nothing else.
    """
    wrong = {item.case for item in report.findings if item.severity == "error" and item.counts and item.case}
    if not wrong:
        return ()
    states = states_of(project)
    names = {name for name in wrong & open_incident_cases(project) if states[name].state == "candidate"}
    names -= set(wanted)
    found = tuple(dict.fromkeys(case.id for case in project.golden.cases if case.id in names))
    return found if any(case.id not in names for case in project.golden.cases) else ()


def without(project: Project, names: Collection[str]) -> Project:
    """Return `project` as if its set did not hold the cases `names`."""
    golden, loaded = project.golden, project.loaded
    kept = [place for place, case in enumerate(golden.cases) if case.id not in names]
    rest = replace(
        golden,
        cases=tuple(golden.cases[place] for place in kept),
        places=tuple(golden.places[place] for place in kept),
    )
    once = Once()
    once.get("plug-ins", lambda: project.plugins)
    once.get("documents", lambda: project.documents)
    return replace(
        project,
        loaded=replace(
            loaded,
            golden=rest,
            files=tuple(loaded.files[place] for place in kept),
            raws=tuple(loaded.raws[place] for place in kept),
        ),
        once=once,
    )


def note(project: Project, names: Collection[str]) -> RulerNote:
    """Return what a reader must know of the cases `names`, which were not asked."""
    placed = zip(project.golden.cases, project.golden.places, strict=True)
    places = sorted({place.file for case, place in placed if case.id in names})
    listed = sorted(names)
    more = f" and {len(listed) - _MOST_NAMED} more" if len(listed) > _MOST_NAMED else ""
    were = "1 case of an incident is" if len(listed) == 1 else f"{len(listed)} cases of incidents are"
    return RulerNote(
        kind=UNFINISHED,
        message=f"{were} unfinished, so not asked: {', '.join(listed[:_MOST_NAMED])}{more}",
        mend=f"finish it with evidence, accept or behaviour in {', '.join(places)}, then evaluate again",
    )
