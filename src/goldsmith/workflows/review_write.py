"""A case that somebody writes at the workbench: kept as a draft, checked at once, and laid before others to judge."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from goldsmith._base.canonical import digest
from goldsmith.corpus.locate import resolve_all
from goldsmith.errors import InputError
from goldsmith.lint.proposals import propose
from goldsmith.lint.registry import load
from goldsmith.lint.view import LintView
from goldsmith.records.case import AcceptedAnswer, Case, Identity, Origin
from goldsmith.records.claims import Claim, Matcher, OptionalClaim, ProhibitedClaim, RequiredClaim
from goldsmith.records.digests import case_digest
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.finding import Finding
from goldsmith.records.golden_set import CasePlace, GoldenSet
from goldsmith.records.person import Person
from goldsmith.records.resolution import Resolution
from goldsmith.records.vocabulary import Answerability, Behaviour
from goldsmith.records.workbench import Mark, OpenState
from goldsmith.review.bench import Bench
from goldsmith.scoring.observing.claims import see_claims
from goldsmith.text.normal import comparable
from goldsmith.text.tokens import terms
from goldsmith.workflows.check import look_up
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_discretion import beyond
from goldsmith.workflows.review_drafts import keep_entered
from goldsmith.workflows.review_marks import MarkGiven, marks_of
from goldsmith.workflows.review_open import open_proposed
from goldsmith.workflows.review_search import reading_seat
from goldsmith.workflows.review_seat import cases_now, handle_for

DRAFT = "proposal"
"""What the draft of a proposal is about; each person has one."""
NEAR = 0.8
"""Share of the words of two questions that are the same, from which one is taken to ask what the other does."""
RULES: dict[str, str] = {
    "GS103": "question", "GS104": "answer", "GS105": "behaviour", "GS109": "required", "GS110": "required",
    "GS111": "behaviour", "GS112": "behaviour", "GS118": "question", "GS125": "question", "GS126": "question",
    "GS127": "question", "GS128": "answer", "GS130": "question", "GS131": "prohibited", "GS132": "answer",
    "GS133": "question", "GS134": "language", "GS137": "answer", "GS138": "required", "GS139": "required",
    "GS202": "evidence", "GS203": "evidence", "GS205": "evidence", "GS209": "evidence", "GS211": "evidence",
    "GS212": "evidence", "GS304": "question",
}  # fmt: skip
"""Rules that can be applied to one case as it is written, each with the field of the form beside which it speaks."""
_FIELDS = {"accept": "answer", "must_ask": "must_ask", "must_point_to": "must_point_to", "question": "question"}
_HARD = frozenset({"GS126"})
"""What is refused besides errors: a key in a case is out of the house once it is saved."""
_WORD = re.compile(r"[a-z0-9]+")
_WORDS_OF_AN_ID = 6
_LONGEST_ID = 48
_EMPTY = frozenset(
    "a an the is are was do does did can could may i my me we our you your it its what when where which who how why of "
    "to in on for and or if be there this that with from at by".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a person wrote."""

    question: str
    answerability: Answerability = "unstated"
    behaviour: Behaviour = "unstated"
    marks: tuple[MarkGiven, ...] = ()
    answer: str = ""
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    prohibited: tuple[str, ...] = ()
    matched: bool = True
    """A claim with one amount or date is decided by it; otherwise a judge decides every claim."""
    must_ask: tuple[str, ...] = ()
    must_point_to: tuple[str, ...] = ()
    refusal_reason: str | None = None
    user: str = ""
    """Who asks; empty: anybody."""
    tenant: str = ""
    roles: tuple[str, ...] = ()
    job: str | None = None
    risk: str | None = None
    language: str | None = None
    origin: str | None = None
    tags: tuple[str, ...] = ()
    name: str = ""
    """Id; empty: made from the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remarked:
    """Something that was found in a proposal."""

    code: str
    """Of the rule; ``taken``, ``twin`` and ``name`` are said by nothing else than this check."""
    field: str
    hard: bool
    """It cannot be submitted so."""
    told: str = ""
    """Words that belong to it, such as the question of a twin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A proposal as the case that it would be, with what was found in it."""

    case: Case
    remarks: tuple[Remarked, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnProposal:
    """A case that a person proposed earlier."""

    question: str
    at: str
    state: OpenState


def check_proposal(desk: Desk, person: Person, proposal: Proposal) -> Checked:
    """Return the case that a proposal makes, and what rules that need no other case say of it.

    Raises InputError for marks that are none, as `marks_of` does.
    """
    marks = tuple(item.mark for item in marks_of(desk, person, reading_seat(desk), proposal.marks))
    with desk.turn() as bench:
        name = proposal.name.strip() or _free_id(desk, bench, proposal.question)
        taken = bool(proposal.name.strip()) and _is_taken(desk, bench, name)
    case, resolutions = _pinned(desk, _case(proposal, name, marks))
    found = [Remarked(code=code, field=field, hard=hard) for code, field, hard in _found(desk, case, resolutions)]
    if taken:
        found.append(Remarked(code="taken", field="name", hard=True))
    twin = _twin(desk, person, case.question)
    if twin is not None:
        found.append(Remarked(code="twin", field="question", hard=False, told=twin.question))
    return Checked(case=case, remarks=tuple(dict.fromkeys(found)))


def propose_case(desk: Desk, person: Person, proposal: Proposal) -> str:
    """Open the review of a proposal and return its handle; sent twice, it is opened once.

    Its author is not asked to judge it. Raises InputError for a proposal that cannot be submitted as it is.
    """
    checked = check_proposal(desk, person, proposal)
    known = _same_proposal(desk, person, checked.case)
    if known is not None:
        return handle_for(desk, known)
    hard = [remark.code for remark in checked.remarks if remark.hard]
    if hard:
        message = f"the proposal cannot be submitted so ({', '.join(hard)})"
        raise InputError(message, next_step="mend what is told beside the fields")
    handle = open_proposed(desk, person, checked.case)
    desk.store.drop_draft(DRAFT, person.name)
    return handle


def own_proposals(desk: Desk, person: Person) -> tuple[OwnProposal, ...]:
    """Return what `person` proposed, the latest first. How others judge it is not told before it is done."""
    with desk.turn() as bench:
        rounds = [work.rounds for work in bench.work.values()]
    own = [
        (held[0].opened_at, desk.case_shown(held[0].opened).question, held[-1].state)
        for held in rounds
        if held and held[0].opened.proposed and held[0].opened_by == person.name
    ]
    return tuple(OwnProposal(question=question, at=at, state=state) for at, question, state in sorted(own)[::-1])


def kept_draft(desk: Desk, person: Person) -> tuple[str | None, int]:
    """Return what a person entered and did not submit, and its revision; 0: there is none."""
    held = desk.store.draft(DRAFT, person.name)
    return (json.loads(held.body)["entered"], held.revision) if held is not None else (None, 0)


def keep_draft(desk: Desk, person: Person, *, revision: int, entered: str) -> int:
    """Keep what a person entered in place of revision `revision`; return the new one.

    Raises ConflictError where another tab kept something meanwhile, InputError for one that is far too long.
    """
    return keep_entered(desk, person, DRAFT, revision=revision, entered=entered, frame={})


def drop_draft(desk: Desk, person: Person) -> None:
    """Forget what a person entered and did not submit."""
    desk.store.drop_draft(DRAFT, person.name)


def id_from(question: str) -> str:
    """Return an id made of the first telling Latin words of a question; of its digest where it has none."""
    words = [word for word in _WORD.findall(comparable(question)) if word not in _EMPTY]
    name = "-".join(words[:_WORDS_OF_AN_ID])[:_LONGEST_ID].strip("-")
    return name if len(name) > 2 else f"case-{digest([question])[:8]}"


def _case(proposal: Proposal, name: str, marks: Sequence[Mark]) -> Case:
    answer = proposal.answer.strip()
    return Case(
        id=name,
        question=proposal.question.strip(),
        identity=_identity(proposal),
        answerability=proposal.answerability,
        behaviour=proposal.behaviour,
        job=proposal.job,
        risk=proposal.risk,
        language=proposal.language,
        origin=Origin(kind=proposal.origin) if proposal.origin else None,
        accept=(AcceptedAnswer(answer=answer),) if answer else (),
        evidence=_needs(marks),
        claims=tuple(_claims(proposal)),
        must_ask=proposal.must_ask,
        must_point_to=proposal.must_point_to,
        refusal_reason=proposal.refusal_reason,
        tags=proposal.tags,
    )


def _identity(proposal: Proposal) -> Identity | None:
    user = proposal.user.strip()
    if not user and not proposal.tenant.strip() and not proposal.roles:
        return None
    return Identity(user=user or "somebody", tenant=proposal.tenant.strip() or None, roles=proposal.roles)


def _needs(marks: Sequence[Mark]) -> tuple[Need, ...]:
    grouped: dict[int, list[Alternative]] = defaultdict(list)
    for mark in marks:
        chunk = mark.chunks[0] if len(mark.chunks) == 1 else None
        span = (mark.start, mark.end) if mark.quote else None
        grouped[mark.need].append(Alternative(document=mark.document, chunk=chunk, quote=mark.quote or None, span=span))
    return tuple(Need(any_of=tuple(grouped[need])) for need in sorted(grouped))


def _claims(proposal: Proposal) -> Iterator[Claim]:
    def match(text: str) -> Matcher:
        found = propose([text], question=proposal.question) if proposal.matched else ()
        # Of several facts a person must say which one decides; until then a judge does.
        return found[0].match if len(found) == 1 and found[0].required == text else "judged"

    yield from (RequiredClaim(required=text, match=match(text)) for text in proposal.required)
    yield from (OptionalClaim(optional=text, match=match(text)) for text in proposal.optional)
    yield from (ProhibitedClaim(prohibited=text, match=match(text)) for text in proposal.prohibited)


def _pinned(desk: Desk, case: Case) -> tuple[Case, tuple[Resolution, ...] | None]:
    """Return a case with what the corpus knows of its evidence, and how each passage stands there."""
    stored = desk.project.stored
    if stored is None:
        return case, None
    found = resolve_all([case], look_up(stored, [case]))
    held = {(item.need, item.alternative): item.pinned for item in found}
    needs = tuple(
        Need(any_of=tuple(held.get((at, place), item) for place, item in enumerate(need.any_of)))
        for at, need in enumerate(case.evidence)
    )
    return replace(case, evidence=needs), found


def _found(desk: Desk, case: Case, resolutions: tuple[Resolution, ...] | None) -> Iterator[tuple[str, str, bool]]:
    """Yield code, field and gravity of what the rules find in one case alone."""
    project = desk.project
    alone = GoldenSet(header=project.golden.header, cases=(case,), places=(CasePlace(file="", line=1),))
    view = LintView(
        golden=alone,
        states={},
        revision=project.revision,
        documents={item.id: item for item in project.documents} if project.stored else None,
        resolutions=resolutions,
        today=desk.stamp()[:10],
        personal_data_allowed=(project.settings.privacy.authorised or "").strip(),
        claims_in=partial(see_claims, matchers=project.matchers),
        matchers=tuple(sorted(project.matchers)),
    )
    for code, field in RULES.items():
        rule = load(code)
        if ("revision" in rule.needs and resolutions is None) or "ready" in rule.needs:
            continue
        for finding in rule.check(view):
            yield code, _beside(finding, field), finding.severity == "error" or code in _HARD


def _beside(finding: Finding, usual: str) -> str:
    return _FIELDS.get(finding.field.partition(".")[0], usual)


def _twin(desk: Desk, person: Person, question: str) -> Case | None:
    """Return a case of the set that asks nearly this, among those that `person` may know of."""
    asked, wanted = comparable(question), set(terms(question))
    hides = beyond(desk, person)
    for name, case in cases_now(desk).items():
        if name in hides:
            continue
        own = set(terms(case.question))
        if comparable(case.question) == asked or (wanted and len(wanted & own) >= NEAR * len(wanted | own)):
            return case
    return None


def _free_id(desk: Desk, bench: Bench, question: str) -> str:
    stem = id_from(question)
    name, number = stem, 1
    while _is_taken(desk, bench, name):
        number += 1
        name = f"{stem}-{number}"
    return name


def _is_taken(desk: Desk, bench: Bench, name: str) -> bool:
    """Say whether a case of the set, a review or a decision has an id, or one that looks like it."""
    project = desk.project
    every: set[str] = project.once.get(
        "ids taken",
        lambda: {
            comparable(one)
            for one in (*(case.id for case in project.golden.cases), *(fact.case for fact in project.golden.facts))
        },
    )
    return comparable(name) in every or name in bench.work


def _same_proposal(desk: Desk, person: Person, case: Case) -> str | None:
    """Return the id under which the very same proposal of this person is open."""
    wanted = case_digest(case)
    with desk.turn() as bench:
        for name, work in bench.work.items():
            one = work.current
            if (
                one is not None
                and one.opened.proposed
                and one.opened_by == person.name
                and one.opened.case_digest == wanted
                and one.state not in {"applied", "closed"}
            ):
                return name
    return None
