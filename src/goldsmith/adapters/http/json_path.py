"""JSONPath as RFC 9535 defines it, without its functions: where in a reply a part stands.

Names, places, ``*``, slices, ``..``, several selectors at once, and filters that compare (``[?@.kind == 'source']``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from goldsmith._base.registry import unknown_name
from goldsmith.adapters.http.json_path_filters import Scanner, parse_filter
from goldsmith.errors import ConfigurationError

Selector = Callable[[Any, Any], Iterator[Any]]
"""Yields what it selects of a node; the second argument is the whole document."""


class NothingThere:
    """What stands at a path that leads nowhere; JSON's null is something."""


NOTHING = NothingThere()


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonPath:
    """A path that was read. Made by `json_path`."""

    text: str
    steps: tuple[_Step, ...]

    @property
    def is_single(self) -> bool:
        """Say whether it leads to one place at most: names and places alone."""
        return all(step.key is not None for step in self.steps)

    def find(self, document: Any) -> Any:
        """Return what stands at the path: one value, or a list of all where the path may lead to several.

        NOTHING where there is no such place: for a path to several, where not even its leading names are there. So an
        empty list of hits is an empty list, and no list of hits is nothing.
        """
        node = document
        for number, step in enumerate(self.steps):
            if step.key is None:
                return _several(self.steps[number:], node, document)
            node = _at(node, step.key)
            if node is NOTHING:
                return NOTHING
        return node


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """One segment: a name or a place alone, or selectors for several."""

    key: str | int | None
    selectors: tuple[Selector, ...]
    below: bool = False
    """Of the node and everything inside it (``..``)."""


def json_path(text: str) -> JsonPath:
    """Read a JSONPath. Raises ConfigurationError, which names the place where it cannot be read."""
    scanner = Scanner(text, "$")
    steps = _segments(scanner)
    if not scanner.at_end:
        scanner.fail("the end, '.' or '['")
    return JsonPath(text=text, steps=steps)


def _several(steps: tuple[_Step, ...], node: Any, document: Any) -> list[Any]:
    nodes = [node]
    for step in steps:
        reached = [inner for outer in nodes for inner in _inside(outer)] if step.below else nodes
        nodes = [found for one in reached for selector in step.selectors for found in selector(one, document)]
    return nodes


def _inside(node: Any) -> Iterator[Any]:
    """Yield the node and everything below it, the outer first."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += reversed(list(_children(one)))


def _children(node: Any) -> Iterator[Any]:
    if isinstance(node, Mapping):
        yield from node.values()
    elif isinstance(node, list):
        yield from node


def _at(node: Any, key: str | int) -> Any:
    if isinstance(key, str):
        # Asked first whether it is a dict: that costs a tenth of asking for any mapping.
        return node.get(key, NOTHING) if isinstance(node, dict) or isinstance(node, Mapping) else NOTHING  # noqa: SIM101
    return node[key] if isinstance(node, list) and -len(node) <= key < len(node) else NOTHING


def _segments(scanner: Scanner) -> tuple[_Step, ...]:
    steps = []
    while not scanner.at_end:
        scanner.blanks()
        below = scanner.take("..")
        if scanner.take("["):
            steps.append(_bracketed(scanner, below=below))
        elif below or scanner.take("."):
            steps.append(_dotted(scanner, below=below))
        else:
            break
    return tuple(steps)


def _dotted(scanner: Scanner, *, below: bool) -> _Step:
    if scanner.take("*"):
        return _Step(key=None, selectors=(_all,), below=below)
    name = scanner.name()
    return _Step(key=None if below else name, selectors=(_one(name),), below=below)


def _bracketed(scanner: Scanner, *, below: bool) -> _Step:
    chosen: list[tuple[str | int | None, Selector]] = []
    while True:
        scanner.blanks()
        chosen.append(_selector(scanner))
        scanner.blanks()
        if scanner.take("]"):
            break
        if not scanner.take(","):
            scanner.fail("',' or ']'")
    only = chosen[0][0] if len(chosen) == 1 and not below else None
    return _Step(key=only, selectors=tuple(selector for _, selector in chosen), below=below)


_SLICE = re.compile(r"(-?\d+)?\s*:\s*(-?\d+)?\s*(?::\s*(-?\d+)?)?")


def _selector(scanner: Scanner) -> tuple[str | int | None, Selector]:
    if scanner.take("*"):
        return None, _all
    if scanner.take("?"):
        return None, _filtered(scanner)
    if scanner.peek() in {"'", '"'}:
        name = scanner.quoted()
        return name, _one(name)
    bounds = scanner.match(_SLICE)
    if bounds is not None:
        return None, _slice(*(int(bound) if bound else None for bound in bounds.groups()))
    place = scanner.integer()
    return place, _one(place)


def _filtered(scanner: Scanner) -> Selector:
    keeps = parse_filter(scanner, _relative)

    def select(node: Any, document: Any) -> Iterator[Any]:
        return (child for child in _children(node) if keeps(child, document))

    return select


def _relative(scanner: Scanner) -> Callable[[Any], list[Any]]:
    """Read the path after ``@`` or ``$`` inside a filter, and return what finds all nodes there."""
    steps = _segments(scanner)
    return lambda node: _several(steps, node, node)


def _all(node: Any, _document: Any) -> Iterator[Any]:
    return _children(node)


def _one(key: str | int) -> Selector:
    def select(node: Any, _document: Any) -> Iterator[Any]:
        found = _at(node, key)
        if found is not NOTHING:
            yield found

    return select


def _slice(start: int | None = None, end: int | None = None, step: int | None = None) -> Selector:
    def select(node: Any, _document: Any) -> Iterator[Any]:
        return iter(node[start:end:step] if isinstance(node, list) and step != 0 else ())

    return select


def spelled(document: Any) -> str:
    """Return what a document holds at its top, as a message names it."""
    if isinstance(document, Mapping):
        return f"an object with {', '.join(map(str, document))}" if document else "an empty object"
    if isinstance(document, list):
        return f"a list of {len(document)}"
    return json.dumps(document, ensure_ascii=False)[:60]


def read_paths(fields: Mapping[str, Any], roles: tuple[str, ...], where: str) -> dict[str, JsonPath]:
    """Return the paths of a table of the configuration by role. Raises ConfigurationError, UnknownNameError."""
    paths = {}
    for role, text in fields.items():
        if role not in roles:
            raise unknown_name(f"parts in {where}", role, roles)
        if not isinstance(text, str):
            raise ConfigurationError(
                f"{role} in {where} is {text!r}, where a JSONPath was expected",
                next_step=f'write it as text, such as {role} = "$.{role}"',
            )
        paths[role] = json_path(text)
    return paths
