"""Whether the detector of leaks is awake: leaks are planted into copies of real replies, and it must see each.

A denied id, or words of a denied document, goes into each channel that the system shows, in each spelling that a system
might give it. Ids that only look alike (one more letter, another beginning or end) go in too, and must not be taken for
leaks. What is planted follows from cases and replies alone; nothing is drawn by chance.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import Any, Literal, NamedTuple
from urllib.parse import quote

from goldsmith.records.case import Case
from goldsmith.records.detector import DetectorCheck, Planted
from goldsmith.records.response import (
    Channel,
    Citation,
    Reply,
    Response,
    RetrievedItem,
    StreamEvent,
    ToolCall,
)
from goldsmith.scoring.observe import Observer
from goldsmith.scoring.observing.access import Rules
from goldsmith.scoring.observing.mentions import is_plain
from goldsmith.text.fingerprints import fingerprints
from goldsmith.text.normal import comparable

MOST_PLANTED = 160
MOST_NEAR = 40
_MOST_SUBJECTS = 40
_MOST_TRIED = 20
"""Denied documents of one identity that are tried for one planting."""
_TURNS = 3
_LEAST = 16
_PLANTED_PER_NEAR = 4
_WORK = 400_000
"""Comparisons of names with texts that the check may cost, so that an identity with very many denied sources is quick
too."""
_WRAP = "planted_by_goldsmith"
"""A key that is nobody's id: what is planted must be the only thing that shows."""
_WORDS = "words of the document"
_AS_JSON = "JSON text"
_MOST_WORDS = 2_000
_MOST_PARTS = 20
_MOST_CHARACTERS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Subject:
    """One real reply, and what is denied to its asker."""

    case: Case
    reply: Reply
    """Cut where it is very long."""
    rules: Rules
    denied: tuple[str, ...]
    """Sorted."""
    shown: frozenset[tuple[str, str]]
    """Channel and document of the leaks that are there already: planting there would prove nothing."""

    def documents(self, channel: Channel, turn: int) -> Iterator[str]:
        """Yield a few denied documents that do not show in a channel, beginning with another one each turn."""
        for step in range(min(_MOST_TRIED, len(self.denied))):
            name = self.denied[(turn + step) % len(self.denied)]
            if comparable(name) and (channel, name) not in self.shown:
                yield name


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A place in a channel where something can be planted."""

    channel: Channel
    name: str
    plant: Callable[[Reply, str], Reply]
    holds: Literal["id", "value", "text", "words"]
    """An id alone; a value of structured data, which may be JSON; running text, where an id that is a plain word counts
    only where it is marked; words of the document."""
    numbers: bool = True
    """An id of digits alone counts here."""


class _Planting(NamedTuple):
    subject: _Subject
    place: _Place
    spelling: str
    document: str
    text: str

    def named(self) -> Planted:
        return Planted(
            channel=self.place.channel,
            place=self.place.name,
            spelling=self.spelling,
            case=self.subject.case.id,
            document=self.document,
        )


def check_detector(observer: Observer, cases: Mapping[str, Case], responses: Sequence[Response]) -> DetectorCheck:
    """Plant leaks and near misses into replies to cases with a denied source, and return what was seen of them."""
    subjects = _subjects(observer, cases, responses)
    if not subjects:
        return DetectorCheck()
    most = max(_LEAST, _WORK // max(len(subject.rules.names.wanted) for subject in subjects))
    planted = tuple(islice(_leaks(observer, subjects), min(MOST_PLANTED, most)))
    clean = tuple(islice(_near_misses(subjects), min(MOST_NEAR, most // _PLANTED_PER_NEAR)))
    missed = (one.named() for one in planted if (one.place.channel, one.document) not in _seen(observer, one))
    alarms = (one.named() for one in clean if not _seen(observer, one) <= one.subject.shown)
    return DetectorCheck(planted=len(planted), missed=tuple(missed), clean=len(clean), false_alarms=tuple(alarms))


def _subjects(observer: Observer, cases: Mapping[str, Case], responses: Sequence[Response]) -> tuple[_Subject, ...]:
    """Return the first reply to each case to which something is denied, some of them where there are many."""
    found: dict[str, tuple[Case, Reply, Rules]] = {}
    for response in responses:
        case = cases.get(response.case)
        if case is None or case.identity is None or case.id in found or not isinstance(response.outcome, Reply):
            continue
        rules = observer.rules(case.identity)
        if response.judged and not response.probe and rules.denied:
            found[case.id] = (case, response.outcome, rules)
    chosen = list(found.values())
    if not chosen:
        return ()
    most = min(_MOST_SUBJECTS, 1 + _WORK // max(len(rules.names.wanted) or 1 for _, _, rules in chosen))
    chosen = chosen[:: -(-len(chosen) // most)]
    return tuple(
        _Subject(
            case=case,
            reply=_cut(reply),
            rules=rules,
            denied=tuple(sorted(rules.denied)),
            shown=frozenset((leak.channel, leak.document) for leak in observer.leaks(case, reply)),
        )
        for case, reply, rules in chosen
    )


def _seen(observer: Observer, planting: _Planting) -> frozenset[tuple[str, str]]:
    place, subject = planting.place, planting.subject
    reply = place.plant(_only(subject.reply, place.channel), planting.text)
    return frozenset((leak.channel, leak.document) for leak in observer.leaks(subject.case, reply))


def _leaks(observer: Observer, subjects: Sequence[_Subject]) -> Iterator[_Planting]:
    """Yield plantings: every place once, then every place in every other spelling, then all of them again."""
    done: set[tuple[str, ...]] = set()
    rounds = zip_longest(*(_spellings_of(place) for place in _PLACES))
    kinds = [(place, own) for spellings in rounds for place, own in zip(_PLACES, spellings, strict=True) if own]
    for turn in range(_TURNS):
        for number, (place, spelling) in enumerate(kinds):
            for subject in _from(subjects, number + turn):
                planting = _planting(observer, subject, place, spelling, number + turn)
                if planting is not None:
                    key = (subject.case.id, place.channel, place.name, spelling, planting.document)
                    if key not in done:
                        done.add(key)
                        yield planting
                    break


def _from(subjects: Sequence[_Subject], start: int) -> Iterator[_Subject]:
    """Yield every subject once, beginning with the one at a place."""
    for step in range(len(subjects)):
        yield subjects[(start + step) % len(subjects)]


def _planting(observer: Observer, subject: _Subject, place: _Place, spelling: str, turn: int) -> _Planting | None:
    """Return a planting into this reply; None where it does not show the channel, or no id can be spelled so."""
    if _shown(subject.reply, place.channel) is None:
        return None
    for document in subject.documents(place.channel, turn):
        of_words = place.holds == "words"
        text = _words_of(observer, subject, document) if of_words else _spelled(document, place, spelling)
        if text:
            return _Planting(subject, place, spelling, document, text)
    return None


def _near_misses(subjects: Sequence[_Subject]) -> Iterator[_Planting]:
    """Yield ids that look like a denied one and are none, in places where the denied one would be seen."""
    places = [place for place in _PLACES if place.holds != "words" and place.name not in {"key", "two events"}]
    number = 0
    for turn in range(_TURNS * 2):
        for place in places:
            number += 1
            for subject in _from(subjects, number):
                document = next(subject.documents(place.channel, number), None)
                if document is not None and _shown(subject.reply, place.channel) is not None:
                    label, text = _look_alike(document, turn + number)
                    if _is_nobodys(text, document, subject.rules):
                        yield _Planting(subject, place, label, document, text)
                    break


def _look_alike(document: str, turn: int) -> tuple[str, str]:
    name = _trimmed(document)
    forms = (
        ("one digit more", f"{name}2"),
        ("another beginning", f"x{name}"),
        ("another end", f"{name}-x"),
        ("another beginning with a line", f"x_{name}"),
    )
    return forms[turn % len(forms)]


def _is_nobodys(near: str, name: str, rules: Rules) -> bool:
    """Say whether no denied id but the one that it looks like stands in a near miss."""
    folded, own = comparable(near), comparable(name)
    return not any(other in folded for other, _ in rules.names.wanted if other != own)


def _spellings_of(place: _Place) -> tuple[str, ...]:
    if place.holds == "words":
        return (_WORDS,)
    return (*_SPELLINGS, _AS_JSON) if place.holds == "value" else tuple(_SPELLINGS)


def _trimmed(name: str) -> str:
    """Return an id without blanks and invisible characters at its ends: there they would part it from what follows."""
    seen = [place for place, character in enumerate(name) if comparable(character)]
    return name[seen[0] : seen[-1] + 1] if seen else ""


def _spelled(document: str, place: _Place, spelling: str) -> str:
    """Return the id as it is planted; empty text: it cannot be spelled so, or would not count here."""
    name = _trimmed(document)
    if comparable(name).isdecimal() and not place.numbers:
        return ""
    if spelling == _AS_JSON:
        return json.dumps({"document": name})
    text = _SPELLINGS[spelling](name)
    # A letter that changes with its case, or has no other form, would be another id.
    if spelling in {"upper case", "decomposed"} and (text == name or comparable(text) != comparable(name)):
        return ""
    marks = place.holds == "text" and comparable(text) == comparable(name) and is_plain(comparable(name))
    return f"[{text}]" if marks else text


def _as_url(name: str) -> str:
    if "://" in name:
        return name
    try:
        return f"https://files.example/{quote(name, safe='/')}"
    except UnicodeEncodeError:
        return ""


_SPELLINGS: Mapping[str, Callable[[str], str]] = {
    "as written": lambda name: name,
    "upper case": str.upper,
    "decomposed": lambda name: unicodedata.normalize("NFD", name),
    "URL path": _as_url,
    "chunk suffix": lambda name: f"{name}#7",
}


def _words_of(observer: Observer, subject: _Subject, document: str) -> str:
    """Return words of a denied document by which it can be recognised; empty text: none are at hand."""
    turns = [subject.case.question, *(message.content for message in subject.case.messages)]
    own = subject.rules.fingerprints.get(document, frozenset()) - {one for turn in turns for one in fingerprints(turn)}
    for text in observer.texts(document):
        words = text[:_MOST_WORDS]
        if own.intersection(fingerprints(words)):
            return words
    return ""


_FIELDS: Mapping[Channel, str] = {
    "candidates": "candidates", "context": "retrieved", "citations": "citations", "stream": "events",
    "tools": "tool_calls", "trace": "trace", "cache": "cache", "answer": "answer",
}  # fmt: skip


def _shown(reply: Reply, channel: Channel) -> object:
    return getattr(reply, _FIELDS[channel])


def _only(reply: Reply, channel: Channel) -> Reply:
    """Return the reply with one channel: what stands in the others makes no difference, and costs time."""
    kept: dict[str, Any] = {_FIELDS[channel]: _shown(reply, channel)}
    return Reply(**kept)


def _cut(reply: Reply) -> Reply:
    """Return the reply without what only costs time: passages and events beyond the first, a very long trace."""
    return replace(
        reply,
        answer=reply.answer and reply.answer[-_MOST_CHARACTERS:],
        candidates=reply.candidates and reply.candidates[:_MOST_PARTS],
        retrieved=reply.retrieved and reply.retrieved[:_MOST_PARTS],
        events=reply.events and reply.events[:_MOST_PARTS],
        tool_calls=reply.tool_calls and reply.tool_calls[:_MOST_PARTS],
        trace={} if reply.trace and len(repr(reply.trace)) > _MOST_CHARACTERS else reply.trace,
    )


def _item(text: str) -> RetrievedItem:
    return RetrievedItem(id=text)


def _of_document(text: str) -> RetrievedItem:
    return RetrievedItem(id="planted", document=text)


def _nameless(text: str) -> RetrievedItem:
    return RetrievedItem(id="", text=text)


def _retrieved(make: Callable[[str], RetrievedItem]) -> Callable[[Reply, str], Reply]:
    return lambda reply, text: replace(reply, retrieved=(*(reply.retrieved or ()), make(text)))


def _candidates(make: Callable[[str], RetrievedItem]) -> Callable[[Reply, str], Reply]:
    return lambda reply, text: replace(reply, candidates=(*(reply.candidates or ()), make(text)))


def _streamed(reply: Reply, *texts: str) -> Reply:
    events = reply.events or ()
    kind = events[0].kind if events else "text"
    return replace(reply, events=(*events, *(StreamEvent(kind=kind, text=text) for text in texts)))


def _traced(reply: Reply, payload: object) -> Reply:
    return replace(reply, trace={**(reply.trace or {}), _WRAP: payload})


_PLACES: tuple[_Place, ...] = (
    _Place(channel="candidates", name="id", holds="id", plant=_candidates(_item)),
    _Place(channel="candidates", name="text", holds="words", plant=_candidates(_nameless)),
    _Place(channel="context", name="id", holds="id", plant=_retrieved(_item)),
    _Place(channel="context", name="document", holds="id", plant=_retrieved(_of_document)),
    _Place(channel="context", name="text", holds="words", plant=_retrieved(_nameless)),
    _Place(
        channel="citations", name="id", holds="id",
        plant=lambda reply, text: replace(reply, citations=(*(reply.citations or ()), Citation(id=text))),
    ),
    _Place(channel="stream", name="event", holds="text", plant=lambda reply, text: _streamed(reply, f" {text} ")),
    _Place(
        channel="stream", name="two events", holds="text",
        plant=lambda reply, text: _streamed(reply, f" {text[: len(text) // 2]}", f"{text[len(text) // 2 :]} "),
    ),
    _Place(channel="stream", name="text", holds="words", plant=lambda reply, text: _streamed(reply, f"\n{text}")),
    _Place(
        channel="tools", name="argument", holds="value",
        plant=lambda reply, text: replace(
            reply,
            tool_calls=(
                *(reply.tool_calls or ()),
                ToolCall(name="read", arguments=json.dumps({_WRAP: [{"document_id": text}]})),
            ),
        ),
    ),
    _Place(
        channel="trace", name="value", holds="value",
        plant=lambda reply, text: _traced(reply, [{_WRAP: {"document_id": text}}]),
    ),
    _Place(
        channel="trace", name="key", holds="id", numbers=False,
        plant=lambda reply, text: _traced(reply, {_WRAP: {text: 0.5}}),
    ),
    _Place(channel="cache", name="id", holds="value", plant=lambda reply, text: replace(reply, cache=text)),
    _Place(
        channel="answer", name="text", holds="text",
        plant=lambda reply, text: replace(reply, answer=f"{reply.answer or ''}\n{text}\n"),
    ),
    _Place(
        channel="answer", name="words", holds="words",
        plant=lambda reply, text: replace(reply, answer=f"{reply.answer or ''}\n{text}\n"),
    ),
)  # fmt: skip
