"""When a system and the golden set name the same passages otherwise: the rule that makes their ids ours.

Each id that a case retrieved is laid beside each id that the same case expects. What both have in common stays, what
stands around it becomes a pattern, and a number on each side becomes a group with its difference. Rules that many pairs
suggest are tried on all ids. One is proposed where no two ids become one, and where more cases then retrieve what they
expect than under any other rule. It is never applied by itself: a person writes it into goldsmith.toml.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import islice
from urllib.parse import unquote

from goldsmith.records.response import Reply, RetrievedItem
from goldsmith.text.patterns import fault_of
from goldsmith.text.renaming import Rename, as_toml, rename

LEAST = 3
"""Ids that a rule must resolve to be proposed: fewer may be chance."""
LEAST_AGREEING = 2
"""Cases that must then retrieve what they expect: that names look alike is not enough."""
EXAMPLES = 3
_TRIED = 40
"""Rules that are tried on all ids, the most suggested first."""
_MOST_PAIRS = 1_000
_LEAST_COMMON = 3
"""Characters that two ids must have in common, in one run."""
_LONGEST = 300
_SPECIAL = re.compile(r"[\\.^$*+?{}\[\]|()]")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """What one case retrieved and what it expects, by id."""

    retrieved: tuple[str, ...]
    expected: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A rule, and what it would do."""

    rule: Rename
    ids: int
    """Distinct ids that the system names."""
    resolved: int
    """Of these, how many become an id of the set or of the corpus."""
    cases: int
    """Cases that retrieved something and expect something."""
    agreeing: int
    """Of these, how many then retrieve something that they expect."""
    expected: int
    """Distinct ids that these cases expect."""
    reached: int
    """Of these, how many the system then names."""
    examples: tuple[tuple[str, str], ...]
    """Ids before and after, a few."""

    @property
    def line(self) -> str:
        """What to write under ``[systems.NAME]`` in goldsmith.toml."""
        return as_toml(self.rule)

    def told(self) -> str:
        """Return the proposal in words."""
        shown = "; ".join(f"{before!r} is {after!r}" for before, after in self.examples)
        return (
            f"if these name the same passages ({shown}), write {self.line} under the system in goldsmith.toml: "
            f"{self.resolved} of {self.ids} ids then resolve, among them {self.reached} of the {self.expected} that "
            f"are expected, and {self.agreeing} of {self.cases} cases retrieve what they expect"
        )


def propose(pairs: Sequence[Pair], known: Collection[str]) -> Proposal | None:
    """Return the rule under which most cases retrieve what they expect; None where none resolves `LEAST` ids.

    `known` holds the ids of the set and of the corpus. Ids that it has already are left as they are: a rule that
    would change one of them into another is no rule.
    """
    ours = frozenset(known)
    theirs = sorted({name for pair in pairs for name in pair.retrieved})
    best: Proposal | None = None
    for rule in _suggested(pairs, ours):
        found = _tried(rule, pairs, theirs, ours)
        if found is not None and (best is None or _worth(found) > _worth(best)):
            best = found
    return best


def renamed(reply: Reply, rule: Rename) -> Reply:
    """Return the reply with the ids and documents of its passages, and what it cites, as `rule` writes them.

    What the reply says in words, its events and its trace stay as the system wrote them.
    """
    return replace(
        reply,
        retrieved=_items(reply.retrieved, rule),
        candidates=_items(reply.candidates, rule),
        citations=None
        if reply.citations is None
        else tuple(replace(one, id=rename(one.id, rule)) for one in reply.citations),
    )


def _items(items: tuple[RetrievedItem, ...] | None, rule: Rename) -> tuple[RetrievedItem, ...] | None:
    if items is None:
        return None
    return tuple(
        replace(one, id=rename(one.id, rule), document=one.document and rename(one.document, rule)) for one in items
    )


def _worth(found: Proposal) -> tuple[int, int, int]:
    # Of two rules that do the same, the shorter one says it more plainly.
    return found.agreeing, found.resolved, -len(found.rule.pattern)


def _tried(rule: Rename, pairs: Sequence[Pair], theirs: Sequence[str], ours: frozenset[str]) -> Proposal | None:
    after = {name: rename(name, rule) for name in theirs}
    if any(name in ours and after[name] != name for name in theirs):
        return None
    resolved = [name for name in theirs if after[name] in ours and after[name] != name]
    if len(resolved) < LEAST or len({after[name] for name in resolved}) < len(resolved):
        return None
    asked = [pair for pair in pairs if pair.retrieved and pair.expected]
    agreeing = [pair for pair in asked if any(after[name] in pair.expected for name in pair.retrieved)]
    if len(agreeing) < LEAST_AGREEING:
        return None
    expected = {name for pair in asked for name in pair.expected}
    hits = [name for pair in agreeing for name in pair.retrieved if after[name] in pair.expected]
    examples = list(dict.fromkeys([*hits, *resolved]))[:EXAMPLES]
    return Proposal(
        rule=rule,
        ids=len(theirs),
        resolved=len(resolved) + sum(1 for name in theirs if name in ours),
        cases=len(asked),
        agreeing=len(agreeing),
        expected=len(expected),
        reached=len(expected.intersection(after.values())),
        examples=tuple((name, after[name]) for name in examples),
    )


def _suggested(pairs: Sequence[Pair], ours: frozenset[str]) -> list[Rename]:
    """Return the rules that most pairs suggest, the most suggested first."""
    votes: Counter[Rename] = Counter()
    laid = ((their, our) for pair in pairs for their in pair.retrieved if their not in ours for our in pair.expected)
    for number, (their, our) in enumerate(laid):
        if number == _MOST_PAIRS:
            break
        votes.update(set(_rules(their, our)))
    ordered = sorted(votes, key=lambda rule: (-votes[rule], rule.pattern, rule.replace, rule.decode, rule.lower))
    usable = (rule for rule in ordered if not fault_of(rule.pattern))
    return list(islice(usable, _TRIED))


def _rules(their: str, our: str) -> Iterator[Rename]:
    if max(len(their), len(our)) > _LONGEST:
        return
    decoded = unquote(their)
    readings = {(False, False): their, (True, False): decoded, (False, True): their.lower()}
    for (decode, lower), read in {**readings, (True, True): decoded.lower()}.items():
        # A change that changes nothing, or small letters where ours are capitals, is no rule of its own.
        if (decode and decoded == their) or (lower and (read == decoded or our != our.lower())):
            continue
        for pattern, written in _laid_side_by_side(read, our):
            yield Rename(pattern=pattern, replace=written, decode=decode, lower=lower)


def _laid_side_by_side(their: str, our: str) -> Iterator[tuple[str, str]]:
    """Yield patterns, and what to write, that turn `their` into `our`."""
    run = SequenceMatcher(None, their, our, autojunk=False).find_longest_match()
    common = their[run.a : run.a + run.size]
    # A number that the run would cut in two is no part of it.
    if their[run.a + run.size :][:1].isdigit() or our[run.b + run.size :][:1].isdigit():
        common = common.rstrip("0123456789")
    if len(common.strip()) < _LEAST_COMMON or not any(letter.isalpha() for letter in common):
        return
    before, after = their[: run.a], their[run.a + len(common) :]
    ahead, behind = our[: run.b], our[run.b + len(common) :]
    if "{" in ahead + behind or _NUMBER.search(ahead):
        return
    tail = _tail(after, behind)
    if tail is None:
        return
    pattern, replace = tail
    yield f"{_escaped(before)}(.+){pattern}", f"{ahead}{{1}}{replace}"
    if before.endswith(("/", "\\")) and not {"/", "\\"} & set(common):
        # Whatever the folder is.
        yield f".*[/\\\\]([^/\\\\]+){pattern}", f"{ahead}{{1}}{replace}"


def _tail(after: str, behind: str) -> tuple[str, str] | None:
    """Return a pattern for what follows the common part, and what to write; None where the numbers do not pair up."""
    theirs, ours = list(_NUMBER.finditer(after)), list(_NUMBER.finditer(behind))
    if not ours:
        return "".join(_generalised(after)), behind
    if len(theirs) != 1 or len(ours) != 1:
        return None
    offset = int(ours[0][0]) - int(theirs[0][0])
    written = f"{{2{offset:+d}}}" if offset else "{2}"
    if not offset and ours[0][0] != theirs[0][0]:
        written = "{2+0}"  # zeros in front fall away
    pattern = f"{_escaped(after[: theirs[0].start()])}(\\d+){_escaped(after[theirs[0].end() :])}"
    return pattern, f"{behind[: ours[0].start()]}{written}{behind[ours[0].end() :]}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


def _generalised(text: str) -> Iterable[str]:
    at = 0
    for number in _NUMBER.finditer(text):
        yield _escaped(text[at : number.start()])
        yield r"\d+"
        at = number.end()
    yield _escaped(text[at:])
