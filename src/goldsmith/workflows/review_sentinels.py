"""Sentinels of a set: which to choose, how they stand, which are due, and how far everybody says what was settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from goldsmith._base.registry import unknown_name
from goldsmith.corpus.document_text import DocumentText
from goldsmith.errors import InputError
from goldsmith.ondisk.revisions import chunks_of
from goldsmith.ondisk.splice_fields import set_fields
from goldsmith.records.case import Case
from goldsmith.records.corpus import Chunk
from goldsmith.records.decision import Decision
from goldsmith.records.evidence import Alternative
from goldsmith.records.opening import Opening
from goldsmith.records.person import Person
from goldsmith.records.sentinels import RulerReading, SentinelChoice, Sentinels, SentinelStanding, SettledWord, WordSaid
from goldsmith.review.bench import Bench
from goldsmith.review.casework import LabelSaid, Round
from goldsmith.review.pairing import could_select
from goldsmith.review.sentinels import FLOOR, Flips, History, Needs, choose, settled_over_time, settled_words, stand
from goldsmith.review.sentinels import ruler as held_against
from goldsmith.text.spans import Span
from goldsmith.workflows.check import resolutions_of, states_of
from goldsmith.workflows.command_lines import of_the_set
from goldsmith.workflows.cover import past_runs
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.review_desk import Desk, as_stamp
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.standing import runnable

__all__ = ["due", "mark_sentinels", "open_due", "ruler", "sentinels", "standing", "suggest"]

_UNSETTLED = frozenset({"waiting", "disputed"})
_READABLE = frozenset({"approved", "rejected", "ambiguous"})


def sentinels(desk: Desk, *, most: int | None = None) -> Sentinels:
    """Return how the sentinels of a set stand, the ruler for everybody, and up to `most` cases to choose, or none."""
    held = standing(desk)
    return Sentinels(
        set_name=desk.project.golden.header.name,
        relabel_after_days=desk.settings.relabel_after_days,
        floor=FLOOR,
        sentinels=held,
        readings=ruler(desk),
        choices=suggest(desk.project, most) if most is not None else (),
        next_step=_next_step(desk.project, held),
    )


def suggest(project: Project, most: int) -> tuple[SentinelChoice, ...]:
    """Return up to `most` approved cases that would make good sentinels, the best first, with where they stand.

    Raises InputError for a number below 1.
    """
    if most < 1:
        message = f"at least 1 case is suggested, not {most}"
        raise InputError(message, next_step="goldsmith review sentinels --suggest 10")
    cases = project.golden.cases
    places = dict(zip((case.id for case in cases), project.golden.places, strict=True))
    chosen = choose(cases, states_of(project), flips=_flips(project), settled=_settled(project, cases), most=most)
    return tuple(replace(one, place=f"{places[one.case].file}:{places[one.case].line}") for one in chosen)


def standing(desk: Desk) -> tuple[SentinelStanding, ...]:
    """Return how each sentinel stands now: what is due first, then by id."""
    project = desk.project
    cases = _marked(project)
    settled, states, now = _settled(project, cases), states_of(project), as_stamp(desk.now())
    with desk.turn() as bench:
        said = tuple(_said(project, bench, cases))
        rounds = {case.id: bench.round_of(case.id) for case in cases}
    held = [
        stand(
            case,
            states[case.id],
            project.once.digest(case),
            History(
                settled=settled.get(case.id),
                said=tuple(one for one in said if one.case == case.id),
                is_open=(one := rounds[case.id]) is not None and one.is_open,
            ),
            now=now,
            relabel_after_days=desk.settings.relabel_after_days,
        )
        for case in cases
    ]
    return tuple(sorted(held, key=lambda one: (not one.due, one.case)))


def due(desk: Desk) -> tuple[str, ...]:
    """Return the sentinels that are to be labelled again now, by id."""
    return tuple(one.case for one in standing(desk) if one.due)


def open_due(desk: Desk, person: Person) -> Opening:
    """Open a round of every sentinel that is due. Called again, it opens nothing twice."""
    return open_reviews(desk, person=person, cases=due(desk), trigger="audit")


def ruler(desk: Desk, *, others: Sequence[WordSaid] = ()) -> tuple[RulerReading, ...]:
    """Return how far each reviewer says of sentinels what was settled; `others`: words of generators and judges.

    Words on cases that somebody still has to label or to settle are left out: nothing of them may be known.
    """
    project = desk.project
    cases = _marked(project)
    settled = settled_over_time(cases, _digests(project, cases), project.golden.facts, needs=_needs(project, cases))
    with desk.turn() as bench:
        said = tuple(_said(project, bench, cases))
    return held_against(settled, [*said, *others])


def mark_sentinels(project: Project, names: Sequence[str]) -> tuple[str, ...]:
    """Write ``sentinel: true`` into these cases, by splicing them alone; return those that were not marked before.

    It is no part of what an approval binds to. Raises UnknownNameError for a case that the set does not hold,
    InputError for a file that has no fields to write, ConflictError where it was changed meanwhile.
    """
    places = {case.id: at for at, case in reversed(list(enumerate(project.golden.cases)))}
    for name in names:
        if name not in places:
            raise unknown_name("cases", name, tuple(sorted(places)))
    fresh = [name for name in dict.fromkeys(names) if not project.golden.cases[places[name]].sentinel]
    loaded = project.loaded
    for name in fresh:
        path, raw = loaded.files[places[name]], loaded.raws[places[name]]
        if raw.source.kind in {"csv", "plugin"}:
            message = f"{path.name} has no field in which a case could be marked"
            raise InputError(message, next_step="keep these cases as YAML or JSONL to mark sentinels")
    field = project.chosen.fields.get("sentinel", "sentinel")
    for path in dict.fromkeys(loaded.files[places[name]] for name in fresh):
        set_fields(
            path, [(loaded.raws[places[name]], {field: True}) for name in fresh if loaded.files[places[name]] == path]
        )
    return tuple(fresh)


def _marked(project: Project) -> tuple[Case, ...]:
    """Return the sentinels that are neither rejected nor retired."""
    return tuple(case for case in runnable(project.golden, states_of(project)) if case.sentinel)


def _digests(project: Project, cases: Sequence[Case]) -> dict[str, str]:
    return {case.id: project.once.digest(case) for case in cases}


def _settled(project: Project, cases: Sequence[Case]) -> dict[str, SettledWord]:
    return settled_words(cases, _digests(project, cases), project.golden.facts, needs={})


def _needs(project: Project, cases: Sequence[Case]) -> dict[str, Needs]:
    """Return the ids that satisfy each need of the cases: as they are written, and as the corpus has them."""
    wanted = {case.id for case in cases}
    pinned: dict[tuple[str, int], list[Alternative]] = {}
    for item in resolutions_of(project) or ():
        if item.case in wanted:
            pinned.setdefault((item.case, item.need), []).append(item.pinned)
    stored = project.stored
    names = sorted({item.document for held in pinned.values() for item in held if item.document is not None})
    chunks: dict[str, list[Chunk]] = {name: [] for name in names}
    for chunk in chunks_of(stored, names) if stored is not None else ():
        chunks[chunk.document].append(chunk)
    texts = {name: DocumentText(sorted(held, key=lambda one: one.ordinal)) for name, held in chunks.items() if held}
    return {
        case.id: tuple(
            tuple(sorted(set(_ids((*need.any_of, *pinned.get((case.id, at), ())), texts))))
            for at, need in enumerate(case.evidence)
        )
        for case in cases
    }


def _ids(alternatives: Iterable[Alternative], texts: Mapping[str, DocumentText]) -> Iterator[str]:
    for item in alternatives:
        name = item.chunk or item.document
        if name is not None:
            yield name
        text = texts.get(item.document or "")
        if item.span is not None and text is not None:
            yield from text.names_under(Span(*item.span))


def _said(project: Project, bench: Bench, cases: Sequence[Case]) -> Iterator[WordSaid]:
    """Yield what people said of `cases`, the same word in whatever way it was kept.

    Rounds come before the decisions that they wrote: a label that was adjudicated or changed the evidence is known by
    what it was said of. Nothing that was said at the workbench is known of a case that somebody still has to label or
    to settle, not even when it was said.
    """
    names = {case.id for case in cases}
    free = {name for name in names & bench.work.keys() if not _is_unsettled(bench.round_of(name))}
    known: set[tuple[str, str, str]] = set()
    for name in sorted(free):
        for one in bench.work[name].rounds:
            known.update((said.author, name, said.at) for said in one.labels)
            yield from (_of_label(one, said) for said in one.labels)
    for batch in bench.batches.values():
        if batch.closed is not None:
            for name in sorted(free & batch.checked.keys()):
                yield _of_label(bench.round_in(batch, name), batch.checked[name])
    for fact in project.golden.facts:
        if isinstance(fact, Decision) and fact.case in names and (fact.reviewer, fact.case, fact.at) not in known:
            yield WordSaid(
                who=fact.reviewer,
                kind="reviewer",
                case=fact.case,
                content=fact.case_digest,
                at=fact.at,
                decision=fact.decision,
                evidence=fact.evidence if could_select(fact) else None,
            )


def _is_unsettled(one: Round | None) -> bool:
    return one is not None and one.state in _UNSETTLED


def _of_label(one: Round, said: LabelSaid) -> WordSaid:
    label = said.label
    return WordSaid(
        who=said.author,
        kind="reviewer",
        case=one.case,
        content=one.opened.case_digest,
        at=said.at,
        decision=label.decision,
        evidence=tuple(dict.fromkeys(name for mark in label.marks for name in mark.chunks))
        if label.decision in _READABLE
        else None,
    )


def _flips(project: Project) -> dict[str, Flips]:
    """Return how often the verdict on each case changed between the latest runs, and between repeats of one run."""
    live = runnable(project.golden, states_of(project))
    runs = [run.passes for run in past_runs(project, live)]
    found: dict[str, Flips] = {}
    for case in live:
        decided = [held for run in runs if (held := run.get(case.id)) is not None and held.state != "undecided"]
        changed = sum(1 for one, other in pairwise(decided) if one.state != other.state)
        repeated = [held for held in decided if held.repeats > 1]
        changed += sum(1 for held in repeated if 0 < held.passes < held.repeats)
        of = max(0, len(decided) - 1) + len(repeated)
        if of:
            found[case.id] = Flips(changed=changed, of=of)
    return found


def _next_step(project: Project, held: Sequence[SentinelStanding]) -> str:
    of_set = of_the_set(project)
    if not held:
        return f"goldsmith review sentinels --suggest 10{of_set}, then --mark those that a person agrees to"
    if any(one.due for one in held):
        return f"goldsmith review sentinels --open{of_set}: those that are due are labelled again by two people"
    if any(not one.calibrated and not one.open for one in held):
        first = next(one.case for one in held if not one.calibrated and not one.open)
        return f"let two people label {first} without each other: goldsmith review open --case {first}{of_set}"
    return f"goldsmith serve{of_set}" if any(one.open for one in held) else "nothing: no sentinel is due"
