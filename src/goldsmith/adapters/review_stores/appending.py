"""What every store does alike: which facts and drafts it takes, and what place a fact gets. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldsmith.errors import ConflictError, InputError
from goldsmith.ports.review_store import Draft, NewFact, StoredFact
from goldsmith.records.work_chain import link

Name = tuple[str, str, str]
"""Subject, author and key of a fact that has a key."""

LONGEST_SUBJECT, LONGEST_AUTHOR, LONGEST_KEY = 1_000, 500, 500
"""Bytes in UTF-8. Together they fit the index of any database."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What a store holds of the subjects, authors and keys that facts to be kept speak of."""

    last: int
    """Greatest position; 0: there is no fact."""
    tails: Mapping[str, tuple[int, str]]
    """Number and digest of the last fact, by subject."""
    said: Mapping[tuple[str, str], int]
    """How many facts an author has on a subject, by subject and author."""
    known: Mapping[Name, StoredFact]


def settle(
    facts: Sequence[NewFact], expects: Mapping[str, int], held: Held
) -> tuple[tuple[StoredFact, ...], tuple[StoredFact, ...]]:
    """Return `facts` as they are kept, in their order, and those among them that must still be written.

    Raises ConflictError where `expects` or the `base` of a fact that is not known yet does not hold.
    """
    returned: list[StoredFact] = []
    new: list[StoredFact] = []
    tails, known = dict(held.tails), dict(held.known)
    for fact in facts:
        kept = known.get((fact.subject, fact.author, fact.key)) if fact.key is not None else None
        if kept is None:
            _refuse_old_base(fact, held.said.get((fact.subject, fact.author), 0))
            number, previous = tails.get(fact.subject, (0, None))
            kept = _stored(fact, position=held.last + len(new) + 1, number=number + 1, previous=previous)
            tails[fact.subject] = (kept.number, kept.digest)
            new.append(kept)
            if fact.key is not None:
                known[fact.subject, fact.author, fact.key] = kept
        returned.append(kept)
    if new or not facts:
        _refuse_unexpected(expects, held.tails)
    return tuple(returned), tuple(new)


def admit(facts: Sequence[NewFact]) -> None:
    """Raise InputError for a fact that not every store can keep as it is."""
    for fact in facts:
        admit_text("subject", fact.subject, longest=LONGEST_SUBJECT)
        admit_text("author", fact.author, longest=LONGEST_AUTHOR)
        admit_text("time", fact.at)
        admit_text("body", fact.body)
        if fact.key is not None:
            admit_text("key", fact.key, longest=LONGEST_KEY)


def admit_draft(draft: Draft) -> None:
    """Raise InputError for a draft that not every store can keep as it is."""
    admit_text("subject", draft.subject, longest=LONGEST_SUBJECT)
    admit_text("author", draft.author, longest=LONGEST_AUTHOR)
    admit_text("time", draft.at)
    admit_text("body", draft.body)


def admit_text(name: str, text: str, *, longest: int | None = None) -> None:
    """Raise InputError for text with a NUL or half a surrogate pair, or of more than `longest` bytes in UTF-8."""
    if not is_keepable(text):
        message = f"the {name} {text[:60]!r} holds a NUL character or half a surrogate pair, which no store can keep"
        raise InputError(message, next_step="leave the character out; JSON writes it as \\u0000 or \\ud800")
    if longest is not None and len(text.encode()) > longest:
        message = f"the {name} {text[:60]!r}… is longer than {longest} bytes"
        raise InputError(message, next_step="choose a shorter one")


def is_keepable(text: str) -> bool:
    """Say whether every store can keep `text`."""
    try:
        return b"\x00" not in text.encode()
    except UnicodeEncodeError:
        return False


def must_write(kept: Draft | None, draft: Draft) -> bool:
    """Say whether `draft` takes the place of `kept`; False: it is what is kept already. Raises ConflictError."""
    found = kept.revision if kept else 0
    if kept and (kept.revision, kept.body) == (draft.revision, draft.body):
        return False
    if draft.revision != found + 1:
        held = f"revision {found} is kept" if kept else "none is kept"
        message = f"the draft of {draft.author!r} on {draft.subject!r} was changed elsewhere: {held}"
        raise ConflictError(
            f"{message}, and revision {draft.revision} does not follow it",
            next_step="look at what is kept now: another window may have saved or submitted it",
        )
    return True


def _stored(fact: NewFact, *, position: int, number: int, previous: str | None) -> StoredFact:
    digest = link(
        subject=fact.subject,
        number=number,
        author=fact.author,
        at=fact.at,
        body=fact.body,
        key=fact.key,
        previous=previous,
    )
    return StoredFact(
        position=position,
        subject=fact.subject,
        number=number,
        author=fact.author,
        at=fact.at,
        body=fact.body,
        key=fact.key,
        previous=previous,
        digest=digest,
    )


def _refuse_old_base(fact: NewFact, said: int) -> None:
    if fact.base is not None and said > fact.base:
        known = f"where {_facts(fact.base)} were known"
        message = f"{fact.author!r} has {_facts(said)} on {fact.subject!r} already, {known}"
        raise ConflictError(message, next_step="look at what stands there now (another window may have sent it)")


def _refuse_unexpected(expects: Mapping[str, int], tails: Mapping[str, tuple[int, str]]) -> None:
    for subject, expected in expects.items():
        number, _ = tails.get(subject, (0, ""))
        if number != expected:
            message = f"{subject!r} holds {_facts(number)}, where {_facts(expected)} were expected"
            raise ConflictError(message, next_step="look at what was said meanwhile, then decide again")


def _facts(count: int) -> str:
    return f"{count} fact" if count == 1 else f"{count} facts"
