"""In which frozen revision of the corpus the ids stand that a recorded run retrieved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from goldsmith.errors import GoldsmithError, IdentityDriftError
from goldsmith.ondisk.revisions import StoredRevision, list_revisions, view
from goldsmith.records.comparison import RulerSide
from goldsmith.records.observation import Observation
from goldsmith.records.response import Reply, Response, RetrievedItem
from goldsmith.records.run import Plan, RulerNote
from goldsmith.reports.comparing import ids_told
from goldsmith.scoring.naming import DocumentNames, is_nothing, lookup
from goldsmith.tables.chunks import CorpusView
from goldsmith.text.normal import comparable
from goldsmith.workflows.open_set import Project


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """How many of the retrieved names stand in one revision."""

    stored: StoredRevision
    names: int
    alike: int
    """Those whose shown text is not another than the frozen one."""

    @property
    def label(self) -> str:
        """Label of the revision."""
        return self.stored.record.label


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where the ids of one run stand."""

    names: int
    """Distinct names of passages, or of documents where a passage has no id; a text alone has none."""
    shows_passages: bool
    held: tuple[Held, ...]
    """Of the revisions that were looked at: the first holds the run's own, or the pinned one."""
    chosen: Held | None
    missing: str
    """Label of the revision that the run names and that is not frozen here; empty: it is, or none is named."""

    @property
    def by_text(self) -> bool:
        """Whether only the texts speak against a revision that holds as many of the ids."""
        chosen = self.chosen
        return chosen is not None and any(
            one.names >= chosen.names and one.alike < chosen.alike for one in self.held if one is not chosen
        )

    def count_in(self, label: str) -> int:
        """Return how many of the names are those of a revision, by text too where that told them apart."""
        found = next((one for one in self.held if one.label == label), None)
        return 0 if found is None else found.alike if self.by_text else found.names

    def side(self, name: str, *, relabelled: bool) -> RulerSide:
        """Return what a comparison tells of it; `name` is that of the baseline or run."""
        return RulerSide(
            side=name,
            revision=self.chosen.label if self.chosen else None,
            ids=self.names,
            held={one.label: self.count_in(one.label) for one in self.held},
            by_text=self.by_text,
            relabelled=relabelled,
            note=_untold(self, name),
        )


def pinned_label(project: Project) -> str | None:
    """Return the label of the revision that the evidence of the set is pinned to; None: there is none."""
    pin = project.golden.header.corpus
    if pin is not None:
        return pin.label
    return project.stored.record.label if project.stored else None


def standing_of(project: Project, plan: Plan, responses: Sequence[Response]) -> Standing:
    """Return in which frozen revision most of the retrieved ids stand.

    The one that the run names wins a tie, then the pinned one. A text that is shown beside an id and is not the frozen
    one speaks against a revision: ids are used again. Nothing is chosen where no revision holds more than half of the
    ids, nor, where the revision that the run names is not frozen here, unless another one holds them all.
    """
    shown = [item for response in responses for item in _retrieved(response)]
    items = tuple({(item.id or item.document): item for item in reversed(shown) if item.id or item.document}.values())
    frozen = list_revisions(project.root)
    own = next((one for one in frozen if _is_named(one, plan)), None)
    held = tuple(_looked_at(items, _ordered(frozen, own, pinned_label(project)))) if items else ()
    missing = plan.corpus if own is None and plan.corpus is not None else ""
    best = max(held, key=lambda one: (one.alike, one.names), default=None)
    least = len(items) if missing else len(items) // 2 + 1
    return Standing(
        names=len(items),
        shows_passages=bool(shown),
        held=held,
        chosen=best if best is not None and best.names >= least else None,
        missing=missing or "",
    )


def other_revision(
    project: Project, plan: Plan, responses: Sequence[Response], observations: Iterable[Observation]
) -> RulerNote | None:
    """Return what to tell where a run retrieved by the ids of another frozen revision than it was judged against."""
    stored = project.stored
    passages = [item for seen in observations for item in seen.passages or ()]
    if stored is None or all(item.known != "no" and not item.text_differs for item in passages):
        return None
    found = standing_of(project, plan, responses)
    if found.chosen is None or found.chosen.label == stored.record.label:
        return None
    label, pinned = found.chosen.label, stored.record.label
    return RulerNote(
        kind="other_revision",
        message=f"{ids_told(found.side('this run', relabelled=False))}; the set is judged against {pinned}",
        mend=f"labels are stale: goldsmith refresh {label} moves the set there; goldsmith compare says what they cost",
    )


def explained(
    error: IdentityDriftError, project: Project, plan: Plan, responses: Sequence[Response]
) -> IdentityDriftError:
    """Return the error that stops a run of unknown ids, with the frozen revision that holds them where there is one."""
    found = standing_of(project, plan, responses)
    if found.chosen is None or found.chosen.label == pinned_label(project):
        return error
    told = ids_told(found.side("this run", relabelled=False))
    step = f"{told}: move the set there first, goldsmith refresh {found.chosen.label}"
    return IdentityDriftError(error.message, next_step=step)


def _retrieved(response: Response) -> Iterator[RetrievedItem]:
    if response.judged and isinstance(response.outcome, Reply):
        yield from (item for item in response.outcome.retrieved or () if not is_nothing(item))


def _is_named(stored: StoredRevision, plan: Plan) -> bool:
    same = plan.corpus_digest is None or stored.record.digest == plan.corpus_digest
    return stored.record.label == plan.corpus and same


def _ordered(frozen: Sequence[StoredRevision], own: StoredRevision | None, pinned: str | None) -> list[StoredRevision]:
    """Return the revisions with the run's own first, then the pinned one."""
    return sorted(frozen, key=lambda one: (one is not own, one.record.label != pinned))


def _looked_at(items: Sequence[RetrievedItem], revisions: Iterable[StoredRevision]) -> Iterator[Held]:
    """Yield what each revision holds, until one holds all."""
    names = sorted({item.id for item in items if item.id})
    for stored in revisions:
        try:
            corpus = view(stored, names)
        except GoldsmithError:
            continue  # one that cannot be read explains nothing, and none of these need be the one that is judged by
        known = DocumentNames(corpus)
        states = [_state(known.item(item), corpus) for item in items]
        yield Held(stored=stored, names=len(states) - states.count("absent"), alike=states.count("alike"))
        if states.count("alike") == len(states):
            return


def _state(item: RetrievedItem, corpus: CorpusView) -> str:
    """Return whether a revision holds an item: ``absent``, ``alike``, or ``other`` where its text is another."""
    chunk = lookup(corpus.chunks, item.id) if item.id else None
    if chunk is None:
        return "alike" if (item.id or item.document) in corpus.documents else "absent"
    if item.text is None or chunk.text is None or comparable(item.text) == comparable(chunk.text):
        return "alike"
    return "other"


def _untold(standing: Standing, name: str) -> str:
    """Return what cannot be told of a side; empty: nothing."""
    if not standing.names:
        shows = f"{name} shows passages without ids, so no label can be stale by its id: there is nothing to split"
        return shows if standing.shows_passages else ""
    chosen = standing.chosen
    if chosen is None:
        best = max(standing.held, key=lambda one: one.names, default=None)
        of_it = f"; {best.names} are those of {best.label}" if best is not None and best.names else ""
        stand = f"{standing.names} retrieved ids of {name} stand in no revision that is frozen here{of_it}"
        why = f"{name} was run against {standing.missing}, which is not frozen here: " if standing.missing else ""
        return f"{why}the {stand}, so what is stale in its labels cannot be told"
    strange = standing.names - chosen.names
    if strange:
        return f"{strange} of {standing.names} retrieved ids of {name} are of no passage of {chosen.label}"
    return ""
