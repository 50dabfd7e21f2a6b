"""Digests of a case, and the status that follows from them.

An approval binds to the case digest. So it survives what changes no meaning (tags, notes, a moved anchor) and falls
with what does (the question, a claim, the quoted words).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

from goldsmith._base.canonical import canonical_json, digest, text_sha256
from goldsmith.records.case import Case
from goldsmith.records.decision import Adjudication, Decision, Flag, ReviewFact, State, Status
from goldsmith.records.evidence import Alternative, Need

SCHEME = "c1:"
"""Prefix of every case digest of this scheme; digests of old schemes are computed for ever."""

_JUDGED = frozenset(
    {
        "question",
        "messages",
        "expected_state",
        "identity",
        "allowed_tools",
        "forbidden_tools",
        "answerability",
        "behaviour",
        "accept",
        "claims",
        "must_ask",
        "must_point_to",
        "refusal_reason",
        "require",
        "format",
        "tone",
        "waivers",
        "system_prompt",
    }
)
_METADATA = frozenset(
    {
        "job",
        "reasoning",
        "difficulty",
        "risk",
        "hallucination_risk",
        "language",
        "source_format",
        "challenges",
        "origin",
        "variant_of",
        "weight",
        "tags",
        "notes",
        "description",
        "split",
        "sentinel",
        "metrics",
    }
)
_SETS = frozenset(
    {
        "challenges",
        "tags",
        "roles",
        "allowed",
        "denied",
        "forbidden_tools",
        "allowed_tools",
        "require",
        "metrics",
        "needs",
        "must_ask",
        "must_point_to",
        "required_fields",
        "forbidden",
    }
)
"""Fields of a case whose order says nothing."""

_ANCHORS = ("chunk", "span", "sha256", "foreign_hash", "source", "version", "effective")
_DEFAULTS = {"answerability": "supported", "behaviour": "answer"}
"""Defaults of the canonical form of a case, where those of the record only say that nothing was written."""


def case_digest(case: Case) -> str:
    """Return the digest that an approval of `case` binds to.

    Over what a reviewer judges: question, messages, expected state, identity, tools, answerability, behaviour, accepted
    answers, claims, answer rules and waivers; and for each alternative its document, quote, grade and how it supports
    (the chunk's hash where there is no quote, else the id as written).
    """
    needs = [_written_need(need) for need in case.evidence]
    if len(needs) > 1:
        needs.sort(key=text_sha256)
    return SCHEME + text_sha256(_object([*_written_fields(case, _JUDGED), f'"evidence":[{",".join(needs)}]']))


def anchor_digest(case: Case) -> str:
    """Return the digest of where the evidence stands: chunk ids, spans, hashes, source versions, dates, revision."""
    return "a1:" + digest({"anchors": _in_judged_order(case, _ANCHORS), "corpus": case.corpus})


def metadata_digest(case: Case) -> str:
    """Return the digest of axes, tags, weight, notes, origin, variant, split, sentinel, and what each source adds."""
    written = _written_fields(case, _METADATA)
    if any(item.contribution is not None for need in case.evidence for item in need.any_of):
        written.append(f'"contributions":{canonical_json(_in_judged_order(case, ("contribution",)))}')
    return "m1:" + text_sha256(_object(written))


def _in_judged_order(case: Case, names: tuple[str, ...]) -> list[list[dict[str, Any]]]:
    """Return fields of every alternative, in an order that follows from what was judged and not from the file.

    So two needs that trade places are the same, and two anchors that trade places between needs are not.
    """
    needs: list[tuple[str, list[dict[str, Any]]]] = []
    for need in case.evidence:
        keyed: list[tuple[tuple[str, str], dict[str, Any]]] = []
        for item in need.any_of:
            row = {name: held for name in names if (held := getattr(item, name)) is not None}
            keyed.append(((digest(_judged_alternative(item)), digest(row)), row))
        keyed.sort(key=itemgetter(0))
        needs.append((digest([need.need, [key for key, _ in keyed]]), [row for _, row in keyed]))
    return [rows for _, rows in sorted(needs, key=itemgetter(0))]


def fact_digest(fact: ReviewFact) -> str:
    """Return the digest of a review fact, by which the next fact on the same case is chained to it."""
    return "f1:" + text_sha256(_written(fact))


def status(case: Case, facts: Iterable[ReviewFact], *, flags: tuple[Flag, ...] = ()) -> Status:
    """Return where `case` stands after `facts` (in the order in which they were settled; other cases' are ignored).

    The last word of each reviewer counts, an adjudication above the decisions that it resolves. Reviewers who disagree
    on the same content leave the case a disputed candidate; who says that it is outside their field takes no side. A
    rejection holds through later edits until somebody approves, and so does a retirement, which needs no agreement.
    What was decided before the case was looked at again under a later corpus is history.
    """
    own = _under_the_latest_corpus([fact for fact in facts if fact.case == case.id])
    if not own:
        return Status(state="candidate", why="no decision yet", flags=flags)
    last_words = _last_words(own)
    if last_words[-1].decision == "retired":
        return Status(state="retired", why=_told(last_words[-1]), flags=flags)
    current = case_digest(case)
    words = _siding([fact for fact in last_words if fact.case_digest == current])
    if len({fact.decision for fact in words}) > 1:
        who = ", ".join(sorted(f"{fact.reviewer}: {fact.decision}" for fact in words))
        return Status(state="candidate", why=f"reviewers disagree ({who})", flags=(*flags, "disputed"))
    return _agreed(words, last_words, flags)


def _under_the_latest_corpus(own: list[ReviewFact]) -> list[ReviewFact]:
    """Return `own` without what was decided before somebody looked at the case again under another corpus.

    Who said that it stood under the earlier corpus does not disagree with who says that it does not under the later.
    """
    moves = [at for at, fact in enumerate(own) if isinstance(fact, Decision) and fact.corpus is not None]
    if not moves:
        return own
    latest = own[moves[-1]]
    return [
        fact
        for at, fact in enumerate(own)
        if at >= moves[-1]
        or (isinstance(fact, Decision) and isinstance(latest, Decision) and fact.corpus == latest.corpus)
    ]


def _last_words(own: list[ReviewFact]) -> list[ReviewFact]:
    """Return the last word of each reviewer but for decisions that an adjudication resolved; never empty.

    A resolved decision still replaces what its reviewer said before it.
    """
    resolved = {name for fact in own if isinstance(fact, Adjudication) for name in fact.resolves}
    last = {fact.reviewer: index for index, fact in enumerate(own)}
    words = [
        fact
        for index, fact in enumerate(own)
        if last[fact.reviewer] == index and not (isinstance(fact, Decision) and fact.id in resolved)
    ]
    return words or own[-1:]


def _agreed(words: list[ReviewFact], last_words: list[ReviewFact], flags: tuple[Flag, ...]) -> Status:
    """Return the status where `words`, all on the current content, say one thing or nothing."""
    if words and words[0].decision == "approved":
        return Status(state="approved", why=_told(words[-1]), flags=flags)
    lasting: tuple[State, ...] = ("retired", "rejected")
    for state in lasting:
        said = [fact for fact in last_words if fact.decision == state]
        if said:
            return Status(state=state, why=_told(said[-1]), flags=flags)
    if words:
        return Status(state="candidate", why=_told(words[-1]), flags=flags)
    approvals = [fact for fact in last_words if fact.decision == "approved"]
    why = f"changed after: {_told((approvals or last_words)[-1])}"
    return Status(state="edited" if approvals else "candidate", why=why, flags=flags)


def _siding(words: list[ReviewFact]) -> list[ReviewFact]:
    """Return the words of those who take a side, unless nobody does."""
    return [fact for fact in words if fact.decision != "outside_my_field"] or words


def _told(fact: ReviewFact) -> str:
    return f"{fact.decision} by {fact.reviewer} on {fact.at[:10]}: {fact.reason}"


def _judged_alternative(item: Alternative) -> dict[str, Any]:
    content: dict[str, Any] = {"document": item.document, "grade": item.grade, "supports": item.supports}
    if item.quote is not None:
        content["quote"] = item.quote
    elif item.sha256 or item.foreign_hash:
        content["hash"] = item.sha256 or item.foreign_hash
    else:
        content["chunk"] = item.chunk
    return {key: value for key, value in content.items() if value is not None}


def _written_need(need: Need) -> str:
    """Return the canonical text of a need: its name, and its alternatives as a set of lists of pairs."""
    alternatives = set()
    for item in need.any_of:
        pairs = [f'["{name}",{canonical_json(held)}]' for name, held in sorted(_judged_alternative(item).items())]
        alternatives.add(f"[{','.join(pairs)}]")
    return f'{{"any_of":[{",".join(sorted(alternatives))}],"need":{canonical_json(need.need)}}}'


class _Field(NamedTuple):
    name: str
    label: str
    """The name as it stands before the value."""
    default: object
    """MISSING where there is none."""
    is_set: bool


@cache
def _fields(kind: type, names: frozenset[str] | None) -> tuple[_Field, ...]:
    """Return the named fields (None: all) of a class of records."""
    default_of = _DEFAULTS if kind is Case else {}
    return tuple(
        _Field(
            item.name,
            f"{canonical_json(item.name)}:",
            default_of.get(item.name, item.default) if item.default_factory is MISSING else item.default_factory(),
            item.name in _SETS,
        )
        for item in fields(kind)
        if names is None or item.name in names
    )


def _object(written: list[str]) -> str:
    """Return the canonical text of an object; `written` are its fields."""
    # The quotation mark that ends a name comes before every character of a name, so texts and names have one order.
    return f"{{{','.join(sorted(written))}}}"


def _written_fields(record: Any, names: frozenset[str] | None = None) -> list[str]:
    """Return the canonical text of each of the named fields (None: all) that does not equal its default."""
    written = []
    kind: type = type(record)
    for name, label, default, is_set in _fields(kind, names):
        held = getattr(record, name)
        # Most fields hold their default itself, and that is known without comparing.
        if held is not default and held != default:
            text = canonical_json(frozenset(held)) if is_set and isinstance(held, tuple) else _written(held)
            written.append(label + text)
    return written


def _written(value: Any) -> str:
    """Return the canonical text of a value of a record: without fields that equal their default, unordered as sets."""
    if isinstance(value, str):
        return canonical_json(value)
    if isinstance(value, tuple | list):
        return f"[{','.join(map(_written, value))}]"
    if is_dataclass(value) and not isinstance(value, type):
        return _object(_written_fields(value))
    return canonical_json(value)
