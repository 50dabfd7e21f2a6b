"""What a reviewer may see of a case before their own word: enough to judge it, and nothing that tells what is expected.

The case is shown in two steps. Before evidence is given: the question as it is asked. After it: the drafted answer and
what it is held to. What the author expects (answerability, behaviour, evidence) and everything about the case (its id,
origin, notes, tags, risk) stays hidden until the word can no longer be taken back.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, is_dataclass
from hashlib import sha256
from typing import Any, Literal, TypeVar

from goldsmith.records.case import Case, FormatRules, Message
from goldsmith.records.claims import OptionalClaim, RequiredClaim
from goldsmith.records.evidence import Need
from goldsmith.records.vocabulary import Answerability, Behaviour

T = TypeVar("T")

Step = Literal["evidence", "label", "done"]
"""`evidence`: passages are to be marked, or none · `label`: the drafted answer is to be judged · `done`."""

BEHAVIOURS: tuple[Behaviour, ...] = ("answer", "clarify", "refuse", "escalate", "fail_safely")
"""What a person chooses from, always in this order and with none of them chosen before."""

_HANDLE_DIGITS = 16


def handle_of(secret: str, case: str) -> str:
    """Return the opaque name of a case for addresses and pages: its id may tell its class. 16 hexadecimal digits."""
    return _opaque(secret, "case", case)


def token_of(secret: str, kind: Literal["document", "chunk"], name: str) -> str:
    """Return the opaque name of a document or chunk for pages, whose id may tell what it was planted for."""
    return _opaque(secret, kind, name)


def _opaque(secret: str, kind: str, name: str) -> str:
    return hmac.digest(secret.encode(), f"{kind}\0{name}".encode(), "sha256").hex()[:_HANDLE_DIGITS]


@dataclass(frozen=True, slots=True, kw_only=True)
class Whose:
    """From what an order follows: the seed of the set, and whose eyes it is for in which round."""

    seed: int
    case: str
    round: int
    person: str


def shuffled(items: Iterable[tuple[str, T]], whose: Whose) -> tuple[T, ...]:
    """Return named items in an order of one person's own in one round, whatever order they came in."""
    held = sorted(items, key=lambda item: (_rank(whose, item[0]), item[0]))
    return tuple(item for _, item in held)


def _rank(whose: Whose, name: str) -> bytes:
    return sha256("\0".join((str(whose.seed), whose.case, str(whose.round), whose.person, name)).encode()).digest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who asks, as far as the question needs it. Sources that the case allows or denies by name would tell."""

    user: str
    tenant: str | None = None
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindClaim:
    """One claim to be judged."""

    claim: int
    """Place in the case, from 0."""
    text: str
    kind: Literal["required", "optional", "prohibited"]
    """What the answer does with it: must state, may state, must not state."""
    matched_by: str
    """What decides it: its settings in JSON, or ``judged`` where only a judge can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """What is shown once evidence is given: the answer contract, but for the behaviour that is expected."""

    answers: tuple[str, ...] = ()
    claims: tuple[BlindClaim, ...] = ()
    must_ask: tuple[str, ...] = ()
    must_point_to: tuple[str, ...] = ()
    require: tuple[str, ...] = ()
    tone: str | None = None
    format: FormatRules | None = None
    expected_state: tuple[tuple[str, str], ...] = ()
    """What a conversation must have established: key, and value in JSON."""
    allowed_tools: tuple[str, ...] | None = None
    """None: tools are not restricted."""
    forbidden_tools: tuple[str, ...] = ()
    behaviours: tuple[Behaviour, ...] = BEHAVIOURS
    """To choose from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindCase:
    """A case as a person sees it who has not given their word."""

    question: str
    messages: tuple[Message, ...] = ()
    """Earlier turns."""
    asker: Asker | None = None
    language: str | None = None
    drafted: Drafted | None = None
    """None before evidence is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """What was hidden, for a person whose word can no longer be taken back.

    Whether a case is a sentinel, and in which split it is, stays hidden for good: it would be known the next time.
    """

    case: str
    description: str | None
    notes: str | None
    origin: str | None
    tags: tuple[str, ...]
    challenges: tuple[str, ...]
    variant_of: str | None
    risk: str | None
    answerability: Answerability
    behaviour: Behaviour
    refusal_reason: str | None
    evidence: tuple[Need, ...]


def blind(case: Case, *, step: Step) -> BlindCase:
    """Return what a person may see of `case` at a step."""
    asker = case.identity and Asker(
        user=case.identity.user, tenant=case.identity.tenant, roles=tuple(sorted(case.identity.roles))
    )
    return BlindCase(
        question=case.question,
        messages=case.messages,
        asker=asker or None,
        language=case.language,
        drafted=None if step == "evidence" else _drafted(case),
    )


def reveal(case: Case) -> Revealed:
    """Return what `blind` hides and a person may know afterwards."""
    return Revealed(
        case=case.id,
        description=case.description,
        notes=case.notes,
        origin=case.origin.kind if case.origin else None,
        tags=case.tags,
        challenges=case.challenges,
        variant_of=case.variant_of.case if case.variant_of else None,
        risk=case.risk,
        answerability=case.answerability,
        behaviour=case.behaviour,
        refusal_reason=case.refusal_reason,
        evidence=case.evidence,
    )


def _drafted(case: Case) -> Drafted:
    return Drafted(
        answers=tuple(item.answer for item in case.accept),
        claims=tuple(_claim(place, claim) for place, claim in enumerate(case.claims)),
        must_ask=case.must_ask,
        must_point_to=case.must_point_to,
        require=tuple(case.require),
        tone=case.tone,
        format=case.format,
        expected_state=tuple((key, _json(held)) for key, held in sorted(case.expected_state.items())),
        allowed_tools=case.allowed_tools,
        forbidden_tools=case.forbidden_tools,
    )


def _claim(place: int, claim: Any) -> BlindClaim:
    kind: Literal["required", "optional", "prohibited"] = "prohibited"
    if isinstance(claim, RequiredClaim):
        kind = "required"
    elif isinstance(claim, OptionalClaim):
        kind = "optional"
    return BlindClaim(claim=place, text=claim.text, kind=kind, matched_by=_matcher(claim.match))


def _matcher(match: object) -> str:
    if not is_dataclass(match) or isinstance(match, type):
        return str(match)
    return _json({name: held for name, held in asdict(match).items() if held not in (None, {}, 0)})


def _json(held: object) -> str:
    return json.dumps(held, ensure_ascii=False, sort_keys=True)
