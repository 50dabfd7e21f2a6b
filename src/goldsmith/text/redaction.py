"""Hide secrets by their values: wherever one stands, spelled as it is or as URLs, JSON, HTML and base64 spell it.

A secret is known by what it is, not by where it stands: a system that echoes its own request headers in an answer, a
trace or an error gives it away in a place that nobody foresaw.
"""

from __future__ import annotations

import base64
import binascii
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from goldsmith.errors import ConfigurationError

LEAST = 6
"""Characters that a secret must have: a shorter one stands in many a text by chance."""

_UNREADABLE = "[***]"
"""Stands for a secret whose name would give it away; shorter than any secret."""
_SCHEME = re.compile(r"(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate)\s+(?=\S)", re.IGNORECASE)
_IN_BASE64 = re.compile(r"[A-Za-z0-9+/_-]")
_ESCAPE = re.compile(
    r"(?P<percent>(?:%[0-9A-Fa-f]{2})+)"
    r"|\\u(?P<high>[dD][89abAB][0-9A-Fa-f]{2})\\u(?P<low>[dD][c-fC-F][0-9A-Fa-f]{2})"
    r"|\\(?:u(?P<u>[0-9A-Fa-f]{4})|x(?P<x>[0-9A-Fa-f]{2})|(?P<letter>[nrtbf\"'/\\]))"
    r"|&(?:\#(?P<decimal>\d{1,7})|\#[xX](?P<hex>[0-9A-Fa-f]{1,6})|(?P<name>amp|lt|gt|quot|apos));"
)
_LETTERS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_TELLING = 20
"""Characters at the beginning of a long secret that tell what it is."""
_LAYERS = 3
"""How many spellings may lie around one another, such as a URL in JSON in JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretSpan:
    """A place in a text where a secret stands."""

    start: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class _Needle:
    """One spelling of a secret."""

    text: str
    name: str
    before: bool = False
    """The character before holds a part of the secret too (base64)."""
    after: bool = False


class Secrets:
    """The values that no output may hold. One `Secrets` serves many threads: what it holds is swapped as a whole."""

    def __init__(self) -> None:
        self._held: tuple[tuple[str, str], ...] = ()
        self._needles: tuple[_Needle, ...] = ()
        self._decoded: tuple[_Needle, ...] = ()
        self._shortest = 0
        self._marks: dict[str, str] = {}

    @property
    def is_empty(self) -> bool:
        """Say whether nothing is to be hidden."""
        return not self._held

    @property
    def names(self) -> tuple[str, ...]:
        """The names of what is hidden, sorted."""
        return tuple(sorted({name for _, name in self._held}))

    def add(self, value: str, name: str) -> None:
        """Hide `value` from now on, and show `name` in its place. Raises ConfigurationError for a value too short."""
        core = value.strip()
        if any(core == known for known, _ in self._held):
            return
        if len(core) < LEAST:
            raise ConfigurationError(
                f"the secret {name} has {len(core)} characters: too short to be hidden safely",
                next_step=f"use a secret of {LEAST} characters or more",
            )
        held = [*self._held, *((part, name) for part in _parts(core))]
        needles = [needle for part, called in held for needle in _needles(part, called)]
        # The longest first: where one secret is a part of another, the whole is hidden.
        self._needles = tuple(sorted(needles, key=lambda needle: -len(needle.text)))
        self._decoded = tuple(_Needle(text, called) for part, called in held for text in _less_escaped(part))
        self._shortest = min(len(needle.text) for needle in needles)
        self._held = tuple(held)
        self._marks = {called: self._mark(called) for _, called in held}

    def _mark(self, name: str) -> str:
        mark = f"[secret {name}]"
        return _UNREADABLE if self.find(mark) else mark

    def find(self, text: str) -> tuple[SecretSpan, ...]:
        """Return the places where secrets stand, in order, none overlapping another."""
        if not self._held or len(text) < self._shortest:
            return ()
        found = list(_literal(text, self._needles))
        if "%" in text or "\\" in text or "&" in text:
            found += self._spelled(text)
        return tuple(_merged(found)) if found else ()

    def redact(self, text: str) -> str:
        """Return `text` with each secret replaced by ``[secret NAME]``; text without any comes back as it is."""
        found = self.find(text)
        if not found:
            return text
        return "".join(self.redact_joined((text,), found))

    def redact_excerpt(self, text: str) -> str:
        """Return what `redact` returns for a text that may have been cut through a secret.

        The beginning of a secret, half of it or twenty characters, is hidden as well.
        """
        clean = self.redact(text)
        for value, name in self._held:
            beginning = value[: max(LEAST, min(len(value) // 2, _TELLING))]
            pieces = clean.split(beginning)
            rests = [piece[_shared(piece, value[len(beginning) :]) :] for piece in pieces[1:]]
            clean = self._marks[name].join([pieces[0], *rests])
        return clean

    def redact_joined(self, parts: Sequence[str], found: Iterable[SecretSpan] | None = None) -> tuple[str, ...]:
        """Return parts of one text, such as the pieces of a stream, so that no secret stands across them either.

        `found` are the places in the joined text, where they are known. The mark stands in the part where the secret
        begins; what the later parts hold of it is taken out.
        """
        kept = tuple(parts)
        spans = tuple(self.find("".join(kept)) if found is None else found)
        marks = self._marks
        while spans:
            kept = _cut(kept, spans, marks)
            # What stands around a mark could spell a secret anew. What is found now goes without a mark, so the text
            # gets shorter each time.
            marks, spans = {}, self.find("".join(kept))
        return kept

    def _spelled(self, text: str) -> Iterator[SecretSpan]:
        decoded, backs = text, list[Callable[[int], int]]()
        for _ in range(_LAYERS):
            if not _ESCAPE.search(decoded):
                return
            decoded, back = _decoded(decoded)
            backs.append(back)
            for span in _literal(decoded, (*self._needles, *self._decoded)):
                start, end = span.start, span.end
                for step in reversed(backs):
                    start, end = step(start), step(end)
                yield SecretSpan(start=start, end=end, name=span.name)


def _shared(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    return next(
        (at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right),
        min(len(one), len(other)),
    )


def _literal(text: str, needles: Iterable[_Needle]) -> Iterator[SecretSpan]:
    for needle in needles:
        at = text.find(needle.text)
        while at >= 0:
            yield _grown(text, at, needle)
            at = text.find(needle.text, at + 1)


def _less_escaped(value: str) -> Iterator[str]:
    """Yield what becomes of a secret that itself holds something like an escape, where a text around it is decoded."""
    for _ in range(_LAYERS):
        less, _back = _decoded(value)
        if less == value or len(less) < LEAST:
            return
        yield less
        value = less


def _parts(value: str) -> Iterator[str]:
    """Yield a secret, and what it is without the word of its scheme: a system may echo either."""
    yield value
    scheme = _SCHEME.match(value)
    if scheme is None:
        return
    bare = value[scheme.end() :].strip()
    if len(bare) >= LEAST:
        yield bare
    try:
        pair = base64.b64decode(bare, validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return
    password = pair.partition(":")[2]
    if len(password) >= LEAST:
        yield password


def _needles(value: str, name: str) -> Iterator[_Needle]:
    yield _Needle(value, name)
    if " " in value:
        yield _Needle(value.replace(" ", "+"), name)
    data = value.encode("utf-8", "surrogatepass")
    yield _Needle(data.hex(), name)
    yield _Needle(data.hex().upper(), name)
    for shift in range(3):
        # What stands before the secret decides where in a base64 character it begins: three ways.
        encoded = base64.b64encode(bytes(shift) + data).decode()
        core = encoded[-(-8 * shift // 6) : (8 * (shift + len(data))) // 6]
        after = (shift + len(data)) % 3 != 0
        for spelling in dict.fromkeys((core, core.replace("+", "-").replace("/", "_"))):
            yield _Needle(spelling, name, before=shift != 0, after=after)


def _grown(text: str, at: int, needle: _Needle) -> SecretSpan:
    start, end = at, at + len(needle.text)
    if needle.before and start and _IN_BASE64.match(text[start - 1]):
        start -= 1
    if needle.after:
        end += bool(_IN_BASE64.match(text[end : end + 1]))
        while text[end : end + 1] == "=":
            end += 1
    return SecretSpan(start=start, end=end, name=needle.name)


def _merged(found: Iterable[SecretSpan]) -> Iterator[SecretSpan]:
    """Yield the places in order; of those that overlap one remains, named by the longest."""
    open_span, longest = None, 0
    for span in sorted(found, key=lambda item: (item.start, -item.end, item.name)):
        if open_span is None or span.start >= open_span.end:
            if open_span is not None:
                yield open_span
            open_span, longest = span, span.end - span.start
            continue
        length = span.end - span.start
        name = span.name if length > longest else open_span.name
        longest = max(longest, length)
        open_span = SecretSpan(start=open_span.start, end=max(open_span.end, span.end), name=name)
    if open_span is not None:
        yield open_span


def _cut(parts: tuple[str, ...], spans: Iterable[SecretSpan], marks: dict[str, str]) -> tuple[str, ...]:
    """Return the parts without what `spans` cover of their joined text, a mark where each begins."""
    kept: list[str] = []
    waiting = deque(spans)
    low = 0
    for part in parts:
        high, cursor, pieces = low + len(part), low, list[str]()
        while waiting and waiting[0].start < high:
            span = waiting[0]
            pieces.append(part[cursor - low : max(cursor, span.start) - low])
            if span.start >= low:
                pieces.append(marks.get(span.name, ""))
            cursor = max(cursor, min(span.end, high))
            if span.end > high:
                break
            waiting.popleft()
        pieces.append(part[cursor - low :])
        kept.append("".join(pieces))
        low = high
    return tuple(kept)


def _decoded(text: str) -> tuple[str, Callable[[int], int]]:
    """Return the text with one layer of escapes undone, and a function from its offsets to those of `text`."""
    pieces: list[str] = []
    ours, theirs, cursor, length = [0], [0], 0, 0
    for escape in _ESCAPE.finditer(text):
        pieces.append(text[cursor : escape.start()])
        length += escape.start() - cursor
        source = escape.start()
        for character, width in _characters(escape):
            pieces.append(character)
            ours.append(length)
            theirs.append(source)
            length, source = length + len(character), source + width
        cursor = escape.end()
        ours.append(length)
        theirs.append(cursor)
    pieces.append(text[cursor:])

    def back(offset: int) -> int:
        place = bisect_right(ours, offset) - 1
        return theirs[place] + offset - ours[place]

    return "".join(pieces), back


def _characters(escape: re.Match[str]) -> Iterator[tuple[str, int]]:
    """Yield the characters that an escape stands for, each with the length of its spelling."""
    kind, given = next((name, value) for name, value in escape.groupdict().items() if value is not None)
    if kind == "percent":
        data = bytes.fromhex(given.replace("%", ""))
        try:
            yield from ((character, 3 * len(character.encode())) for character in data.decode("utf-8"))
        except UnicodeDecodeError:
            yield from ((chr(byte), 3) for byte in data)
        return
    yield _escaped(kind, given, escape), len(escape.group())


def _escaped(kind: str, given: str, escape: re.Match[str]) -> str:
    if kind == "high":
        return chr(0x10000 + ((int(given, 16) - 0xD800) << 10) + int(escape["low"], 16) - 0xDC00)
    if kind == "letter":
        return _LETTERS.get(given, given)
    if kind == "name":
        return _ENTITIES[given]
    code = int(given, 10 if kind == "decimal" else 16)
    return chr(code) if code <= 0x10FFFF else escape.group()
