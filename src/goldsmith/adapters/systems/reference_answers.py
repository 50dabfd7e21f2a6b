"""What the reference system says: extractive, by rules that a reader can check by hand.

The weight of a stem is its inverse document frequency among the passages that the asking identity may see; the
*coverage* of a question by some words is the weight of its stems found there over the weight of all, from 0 to 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from goldsmith.adapters.systems.reference_pieces import CYRILLIC, Piece, stems
from goldsmith.records.corpus import Chunk, Document
from goldsmith.records.vocabulary import Behaviour
from goldsmith.text.tokens import is_unspaced

MOST_PIECES = 3
MOST_STEPS = 8
ENOUGH_NEW = 0.2
"""A further sentence is quoted where it covers this much more of the question."""
NEARLY_BEST = 0.75
"""Or where it covers this share of what the best sentence covers."""
SAME_SUBJECT = 0.6
"""Share of common stems from which two sentences of different documents speak of the same thing."""
HEADING_SHARE = 0.35
"""What the headings above a sentence count beside the sentence itself."""
WHOLE = 0.9
"""Coverage from which a passage holds all that a short question names."""

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_HANDING_OVER = "I am handing this over to the desk that is named here."
_DISAGREE = "The sources disagree."
_NOT_CERTAIN = "This source could be read in part only, so the answer is not certain."
_CANNOT_READ = "I cannot read {} at the moment: it belongs to these documents, but it could not be read."


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question as the system searches for it."""

    weights: Mapping[str, float]
    """Weight of each stem: its inverse document frequency, halved for stems of an earlier turn or of the story."""
    own: tuple[str, ...]
    """Distinct stems of the question itself that the visible passages know."""
    text: str
    """What is given to the index."""
    follows_a_turn: bool
    asks_how: bool
    """It asks for a procedure."""

    def coverage(self, words: AbstractSet[str]) -> float:
        """Return the coverage of the question by `words`, from 0 to 1."""
        whole = sum(self.weights.values())
        found = sum(weight for word, weight in self.weights.items() if word in words)
        return found / whole if whole else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A passage that the search gave."""

    chunk: Chunk
    score: float
    coverage: float
    pieces: tuple[Piece, ...]
    superseded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is to be said, and on what it rests."""

    query: Query
    candidates: tuple[Found, ...]
    """Every passage found that the identity may see, best first, before reranking."""
    context: tuple[Found, ...]
    """What the answer may be taken from, best first."""
    behaviour: Behaviour
    reason: str | None = None
    before: str = ""
    pieces: tuple[Piece, ...] = ()
    after: str = ""
    cited: tuple[str, ...] | None = None
    """Passage ids cited in place of those of the pieces."""
    cut_to: int | None = None
    """Only so many characters of the answer are said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a draft is decided by."""

    documents: Mapping[str, Document]
    unreadable: Sequence[Document]
    """Documents that the identity may see and that could not be read."""
    threshold: float
    desk: str
    """Where a question goes that the documents do not answer."""


def decide(query: Query, candidates: tuple[Found, ...], context: tuple[Found, ...], rules: Rules) -> Draft:
    """Return what to say: fail safely, ask back, refuse, hand over or answer, tried in this order."""
    draft = Draft(query=query, candidates=candidates, context=context, behaviour="answer")
    lost = next((one for one in rules.unreadable if _is_asked_for(one, query)), None)
    if lost is not None:
        return replace(
            draft, context=(), behaviour="fail_safely", before=f"{_CANNOT_READ.format(lost.source)} {_go(rules.desk)}"
        )
    if is_ambiguous(query, context):
        return replace(draft, behaviour="clarify", before=ask_back(context, rules.documents))
    pieces = select(query, context)
    best = max((found.coverage for found in context), default=0.0)
    if not pieces or best < rules.threshold:
        known = bool(query.own)
        reason = "not_found" if known else "out_of_scope"
        return replace(draft, behaviour="refuse", reason=reason, before=refusal(query, reason, rules.desk))
    handed = _hand_over(query, context)
    if handed is not None:
        told = tuple(piece for piece in pieces if piece.chunk == handed.chunk and piece.at < handed.at)
        return replace(draft, behaviour="escalate", before=_HANDING_OVER, pieces=(*told, handed))
    return worded(replace(draft, pieces=pieces), rules.documents)


def worded(draft: Draft, documents: Mapping[str, Document]) -> Draft:
    """Add what must be said beside the quoted words: that sources disagree, or were read in part only."""
    before = _DISAGREE if _disagreement(draft.pieces) else ""
    partial = any(
        document.ingestion.status == "partial"
        for piece in draft.pieces
        if (document := documents.get(piece.document)) is not None
    )
    return replace(draft, before=before, after=_NOT_CERTAIN if partial else "")


def is_ambiguous(query: Query, context: Sequence[Found]) -> bool:
    """Say whether a question of one or two known words fits too much.

    One word fits too much where two passages hold it, two words where passages of three documents hold both.
    """
    if query.follows_a_turn or not query.own or len(query.own) > 2:
        return False
    holding = [found for found in context if query.coverage(_words_of(found)) >= WHOLE]
    if len(query.own) == 1:
        return len(holding) > 1
    return len({found.chunk.document for found in holding}) > 2


def _words_of(found: Found) -> frozenset[str]:
    return frozenset().union(*(piece.stems | piece.heading_stems for piece in found.pieces))


def select(query: Query, context: Sequence[Found]) -> tuple[Piece, ...]:
    """Return the sentences that cover the question best, at most three; a step brings its whole list.

    A question that asks how is answered by the first list of steps whose headings cover it.
    """
    for found in context if query.asks_how else ():
        steps = tuple(piece for piece in found.pieces if piece.step)[:MOST_STEPS]
        if steps and query.coverage(steps[0].heading_stems) >= SAME_SUBJECT:
            return steps
    pool = [piece for found in context for piece in found.pieces if not piece.orders_the_machine]
    scores = {id(piece): _score(query, piece) for piece in pool}
    pool = [piece for piece in pool if query.coverage(piece.stems) > 0]
    if not pool:
        return ()
    best = max(pool, key=lambda piece: scores[id(piece)])
    if best.step:
        found = next(one for one in context if one.chunk.id == best.chunk)
        return tuple(piece for piece in found.pieces if piece.step)[:MOST_STEPS]
    chosen = [best]
    while len(chosen) < MOST_PIECES:
        covered = frozenset().union(*(piece.stems for piece in chosen))
        rest = [piece for piece in pool if piece not in chosen]
        further = max(rest, key=lambda piece: _gain(query, piece, covered, scores[id(piece)]), default=None)
        if further is None:
            break
        new = query.coverage(further.stems | covered) - query.coverage(covered)
        if new < ENOUGH_NEW and scores[id(further)] < NEARLY_BEST * scores[id(best)]:
            break
        chosen.append(further)
    return tuple(chosen)


def _score(query: Query, piece: Piece) -> float:
    return query.coverage(piece.stems) + HEADING_SHARE * query.coverage(piece.heading_stems)


def _gain(query: Query, piece: Piece, covered: frozenset[str], score: float) -> float:
    return 2 * (query.coverage(piece.stems | covered) - query.coverage(covered)) + score


def _disagreement(pieces: Sequence[Piece]) -> bool:
    for index, one in enumerate(pieces):
        for other in pieces[index + 1 :]:
            if one.document == other.document:
                continue
            left, right = (piece.stems - set(_NUMBER.findall(piece.text)) for piece in (one, other))
            common = len(left & right) / max(1, min(len(left), len(right)))
            if common >= SAME_SUBJECT and _numbers(one) != _numbers(other):
                return True
    return False


def _numbers(piece: Piece) -> set[str]:
    return set(_NUMBER.findall(piece.text))


def _hand_over(query: Query, context: Sequence[Found]) -> Piece | None:
    """Return where the best passage says to hand over, unless the question asks for just that."""
    if not context or {"escal", "escalat"} & query.weights.keys():
        return None
    return next((piece for piece in context[0].pieces if piece.hands_over), None)


def _is_asked_for(document: Document, query: Query) -> bool:
    file_name = document.source.rpartition("/")[2].rpartition(".")[0]
    name = frozenset(stems(re.sub(r"[-_]", " ", file_name)))
    return len(name) > 1 and name <= query.weights.keys()


def _go(desk: str) -> str:
    return f"Please ask {desk}."


def ask_back(context: Sequence[Found], documents: Mapping[str, Document]) -> str:
    """Return the question that is put back, with what the question could be about."""
    names = dict.fromkeys(_heading(found.chunk, documents) for found in context)
    listed = "; ".join(list(names)[:MOST_PIECES])
    fits = f"That could be about several things: {listed}. " if listed else ""
    return f"{fits}Could you tell me which product or service you mean?"


def _heading(chunk: Chunk, documents: Mapping[str, Document]) -> str:
    nearest = (chunk.section or "").rpartition(" > ")[2]
    known = documents.get(chunk.document)
    return nearest or (known.title if known else None) or chunk.document


def refusal(query: Query, reason: str, desk: str) -> str:
    """Return the refusal in the language of the question, with where to ask."""
    letters = "".join(query.text.split())
    if any(is_unspaced(letter) for letter in letters):
        return f"在文档中没有找到相关信息。请联系 {desk}。"
    if CYRILLIC.search(letters):
        return f"Я не нашёл этого в документах. Обратитесь, пожалуйста, сюда: {desk}."
    if reason == "out_of_scope":
        return f"This is outside the scope of what I can answer from these documents. {_go(desk)}"
    return f"I could not find this in the documents. {_go(desk)}"
