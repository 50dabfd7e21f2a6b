"""What people say to refresh requests: kept in the open plan until the pin of the set moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from goldsmith._base.registry import unknown_name
from goldsmith.errors import InputError
from goldsmith.ondisk.refreshes import load_plan, plan_turn, save_plan
from goldsmith.records.case import Case
from goldsmith.records.claims import ProhibitedClaim
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.refresh import Answer, Reason, RefreshAnswer, RefreshPlan, RefreshRequest
from goldsmith.refresh.wording import words_of
from goldsmith.text.normal import comparable
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.refresh import path_of
from goldsmith.workflows.still_stated import no_longer_stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a person says to some requests."""

    names: tuple[str, ...]
    """Cases, or requests by their ids."""
    answer: Answer
    reviewer: str
    reason: str = ""
    """Empty: what the request itself says changed."""


def answer_requests(project: Project, plan: RefreshPlan, said: Said, *, now: datetime) -> RefreshPlan:
    """Return `plan` with what was said, and keep it; a request that was answered before is answered anew.

    Raises InputError without a reviewer and for a case whose evidence cannot stand as it is proposed, UnknownNameError
    for a case or request that is not asked about.
    """
    if not said.reviewer.strip():
        message = "an answer needs a reviewer"
        raise InputError(message, next_step="name yourself: --reviewer NAME (or set GOLDSMITH_REVIEWER)")
    chosen = _chosen(plan, said.names)
    cases = {case.id: case for case in project.golden.cases}
    if said.answer == "stands":
        for request in chosen:
            refuse_unsettled(cases[request.case], request.reasons)
    at = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    given = {request.id: _answer(request, said, at) for request in chosen}
    path = path_of(project)
    with plan_turn(path):
        # Somebody else may have answered other requests since this plan was made.
        held = load_plan(path)
        known = {item.request: item for item in (*plan.answers, *(held.answers if held else ()))} | given
        asked = {request.id for request in plan.requests} | {item.request for item in plan.answers}
        answered = replace(plan, answers=tuple(item for name, item in known.items() if name in asked))
        save_plan(path, answered)
    return answered


def _chosen(plan: RefreshPlan, names: Sequence[str]) -> tuple[RefreshRequest, ...]:
    known: dict[str, list[RefreshRequest]] = {}
    for request in plan.requests:
        known.setdefault(request.case, []).append(request)
        known.setdefault(request.id, []).append(request)
    for name in names:
        if name not in known:
            raise unknown_name("cases that are asked about", name, tuple(sorted(known)))
    return tuple({request.id: request for name in names for request in known[name]}.values())


def _answer(request: RefreshRequest, said: Said, at: str) -> RefreshAnswer:
    return RefreshAnswer(
        request=request.id,
        case=request.case,
        answer=said.answer,
        reviewer=said.reviewer.strip(),
        reason=said.reason.strip() or f"corpus {request.current.label}: {request.reasons[0].message}",
        at=at,
    )


def refuse_unsettled(case: Case, reasons: Sequence[Reason]) -> None:
    """Raise InputError where the evidence of `case` cannot stand as it is proposed."""
    why = why_not_standing(case, reasons)
    if why:
        message = f"{case.id} cannot stand as it is: {why}"
        raise InputError(message, next_step=f"edit it, or say --revise {case.id}, --retire or --unanswerable")


def why_not_standing(case: Case, reasons: Sequence[Reason]) -> str:
    """Return why no evidence can be proposed with which `case` could stand; empty: it can."""
    proposed = _proposed(reasons)
    for place, need in enumerate(case.evidence):
        named = f"the need {need.need!r}" if need.need else "its evidence"
        held = [proposed.get((place, at), (item,)) for at, item in enumerate(need.any_of)]
        if need.any_of and not any(held):
            return f"{named} {_nowhere(place, reasons)}"
        divided = [pieces for pieces in held if len(pieces) > 1]
        if divided and (len(need.any_of) > 1 or _is_referred_to(case, need)):
            return f"{named} stands in {len(divided[0])} pieces now, and how they belong together is for you to write"
    unseen = [reason.message for reason in reasons if reason.impact == "sight_lost"]
    if unseen and case.behaviour != "refuse":
        return f"it is to be answered from a source that its asker may not see: {unseen[0]}"
    before, after = _passages(case, reasons)
    missing = no_longer_stated(case, before, after)
    return f"its answer says {missing}, which its evidence no longer does" if missing else ""


def _nowhere(place: int, reasons: Sequence[Reason]) -> str:
    about = [reason for reason in reasons if reason.need == place and reason.impact in _NOWHERE]
    unread = [reason for reason in about if reason.impact == "source_failed"]
    if unread:
        return "stands in a document that can no longer be read"
    if any(reason.impact == "undecidable" for reason in about):
        return "changed, and where it stands now is not known: no text is kept that would tell"
    return "stands nowhere in the new corpus"


def _passages(case: Case, reasons: Sequence[Reason]) -> tuple[list[str], list[str]]:
    """Return the words of the evidence before and as it is proposed: the quotes, else the passages as far as shown."""
    before = [item.quote for need in case.evidence for item in need.any_of if item.quote is not None]
    proposed = renewed(case, reasons).evidence
    after = [item.quote for need in proposed for item in need.any_of if item.quote is not None]
    for place, need in enumerate(case.evidence):
        for at, item in enumerate(need.any_of):
            if item.quote is not None:
                continue
            about = [one for one in reasons if (one.need, one.alternative) == (place, at) and one.before is not None]
            before += [words_of(one.before) for one in about[:1] if one.before is not None]
            others = next((one for one in about if one.impact in _OTHER_WORDS), None)
            # Where the words are the same, what is shown as new stands elsewhere.
            after += before[-1:] if about and others is None else []
            after += [] if others is None or not others.pinned else [words_of(one) for one in others.now]
    return before, after


def renewed(case: Case, reasons: Sequence[Reason]) -> Case:
    """Return `case` with the evidence that `reasons` propose. What is not proposed anew stays as it is written.

    A passage that stands in several pieces becomes as many needs: no single one of them is the evidence. One that
    stands nowhere is left out where another alternative satisfies the same need.
    """
    proposed = _proposed(reasons)
    needs: list[Need] = []
    for place, need in enumerate(case.evidence):
        held = [_as_written(proposed.get((place, at), (item,)), item) for at, item in enumerate(need.any_of)]
        if len(held) == 1 and len(held[0]) > 1:
            needs += [_piece(need, number, piece) for number, piece in enumerate(held[0], start=1)]
        else:
            kept = tuple(pieces[0] for pieces in held if len(pieces) == 1)
            needs.append(replace(need, any_of=kept or need.any_of))
    return replace(case, evidence=tuple(needs))


def unanswerable(case: Case) -> Case:
    """Return `case` as one that no source answers: what was accepted and required goes, what is prohibited stays."""
    kept = tuple(claim for claim in case.claims if isinstance(claim, ProhibitedClaim))
    return replace(case, answerability="unsupported", behaviour="refuse", evidence=(), accept=(), claims=kept)


def _proposed(reasons: Sequence[Reason]) -> Mapping[tuple[int, int], tuple[Alternative, ...]]:
    """Return what is proposed for each alternative that something happened to; nothing where it stands nowhere."""
    found: dict[tuple[int, int], tuple[Alternative, ...]] = {}
    for reason in reasons:
        if reason.need is None or reason.alternative is None:
            continue
        place = (reason.need, reason.alternative)
        if reason.pinned or (place not in found and reason.impact in _NOWHERE):
            found[place] = reason.pinned
    return found


_NOWHERE = frozenset({"quote_gone", "source_failed", "undecidable"})
_OTHER_WORDS = _NOWHERE | {"quote_edited", "quote_split", "quote_crossed", "section_changed"}


def _as_written(pieces: tuple[Alternative, ...], written: Alternative) -> tuple[Alternative, ...]:
    """Keep the words as they are written where the new ones differ by blanks and the like: the approval is on them."""
    if len(pieces) == 1 and written.quote and pieces[0].quote:
        same = comparable(pieces[0].quote) == comparable(written.quote)
        return (replace(pieces[0], quote=written.quote),) if same else pieces
    return pieces


def _piece(need: Need, number: int, piece: Alternative) -> Need:
    return Need(need=f"{need.need}-{number}" if need.need else None, any_of=(piece,))


def _is_referred_to(case: Case, need: Need) -> bool:
    referring = [name for claim in case.claims if not isinstance(claim, ProhibitedClaim) for name in claim.needs]
    referring += [name for item in case.accept for name in item.needs]
    return need.need is not None and need.need in referring
