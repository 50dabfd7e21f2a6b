"""What the facts of a batch say together: what was drawn, what the expert said of it, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256

from goldsmith.ports.review_store import StoredFact
from goldsmith.records.acceptance import SampleReading
from goldsmith.records.workbench import BatchClosed, BatchDrawn, BatchFact, EvidenceGiven, Labelled, SampleEvidence
from goldsmith.review.acceptance import LEVEL
from goldsmith.review.casework import LabelSaid, Round
from goldsmith.review.differences import differences
from goldsmith.stats.acceptance import share_wrong
from goldsmith.stats.undefined import Undefined

_LARGEST_SEED = 1 << 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Settled cases of which an expert labels a sample again."""

    name: str
    drawn: BatchDrawn
    drawn_by: str
    drawn_at: str
    checked: Mapping[str, LabelSaid] = field(default_factory=dict)
    """The expert's label of each case of the sample that was done, by case; the first one counts."""
    evidence: Mapping[tuple[str, str], EvidenceGiven] = field(default_factory=dict)
    """First halves of such labels, by case and person."""
    closed: BatchClosed | None = None
    facts: int = 0

    @property
    def left(self) -> tuple[str, ...]:
        """Cases of the sample that nobody labelled again yet."""
        return tuple(name for name in self.drawn.sample if name not in self.checked)


def batch_advanced(batch: Batch | None, stored: StoredFact, fact: BatchFact) -> Batch | None:
    """Return the batch with one more fact; what precedes its drawing says nothing."""
    if isinstance(fact, BatchDrawn):
        if batch is not None:
            return replace(batch, facts=batch.facts + 1)
        name = stored.subject.partition(":")[2]
        return Batch(name=name, drawn=fact, drawn_by=stored.author, drawn_at=stored.at, facts=1)
    if batch is None:
        return None
    counted = replace(batch, facts=batch.facts + 1)
    if isinstance(fact, BatchClosed):
        return counted if batch.closed is not None else replace(counted, closed=fact)
    if isinstance(fact, SampleEvidence):
        return replace(counted, evidence={(fact.case, stored.author): fact.evidence, **batch.evidence})
    if fact.case in batch.checked:
        return counted
    said = LabelSaid(author=stored.author, at=stored.at, digest=stored.digest, label=fact.label)
    return replace(counted, checked={**batch.checked, fact.case: said})


def lot_seed(seed: int, name: str, rounds: Iterable[Round]) -> int:
    """Return the seed of a batch's lot. It follows from every settled label, so that nobody knew it who gave one."""
    said = sorted(held.digest for one in rounds for held in (*one.sides, *([one.resolved] if one.resolved else [])))
    return int.from_bytes(sha256("\0".join([str(seed), name, *said]).encode()).digest()[:8]) % _LARGEST_SEED


def by_lot(names: Iterable[str], size: int, seed: int) -> tuple[str, ...]:
    """Return `size` of `names`, sorted. Names and seed say which: anybody can draw the same lot again."""
    ordered = sorted(names, key=lambda name: (sha256(f"{seed}\0lot\0{name}".encode()).digest(), name))
    return tuple(sorted(ordered[:size]))


def holds(one: Round, drawn_at: str, said: Labelled) -> bool:
    """Say whether the settled word of a round is the expert's too.

    It is not where the round is no longer as the lot was drawn over it: a word that was changed since did not hold.
    """
    as_it_was = replace(one, closed=None, applied=None)
    word = as_it_was.word
    spoken = (*as_it_was.sides, *([as_it_was.resolved] if as_it_was.resolved else []))
    if word is None or any(held.at > drawn_at for held in spoken):
        return False
    return not differences(word, said)


def reading_of(batch: Batch) -> SampleReading | None:
    """Return what the checked cases say of a closed batch, at `LEVEL`; None: it is not closed.

    The check of a batch that goes back may stop at the wrong case that was one too many. Its lower end is exact then
    all the same; the upper one is that of the sample without this last case, which rules out less.
    """
    closed, checked = batch.closed, len(batch.checked)
    if closed is None:
        return None
    size, found = len(batch.drawn.cases), len(closed.wrong)
    whole = share_wrong(found, batch=size, sample=checked, level=LEVEL)
    upper = share_wrong(found - 1, batch=size, sample=checked - 1, level=LEVEL) if batch.left and found else whole
    if isinstance(whole, Undefined):
        return None
    high = size - (checked - found) if isinstance(upper, Undefined) else round(upper.high * size)
    return SampleReading(found=found, accepted=closed.accepted, low=round(whole.low * size), high=high)
