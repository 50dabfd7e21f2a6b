"""A small package of somebody else, with one plug-in of each kind and an entry point that names this module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from goldsmith.ports import (
    Asked,
    CaseFile,
    Channel,
    Component,
    Decided,
    Direction,
    FormatPlugin,
    Layer,
    MatcherPlugin,
    MeasurePlugin,
    Message,
    Outcome,
    Reply,
    RetrievedItem,
    Scored,
    Sought,
    Step,
    System,
    SystemPlugin,
    SystemSettings,
    TaskKey,
    Unit,
)


class Words:
    """How many words the answer has."""

    name = "acme.words"
    version = 1
    layer: Layer = "response"
    direction: Direction = "lower"
    unit: Unit = "count"

    def outcome(self, asked: Asked) -> Outcome:
        """Count them."""
        return Scored(value=len(asked.answer.split()))


class Shouted:
    """Finds words in capitals."""

    name = "acme.shouted"

    def decide(self, sought: Sought) -> Decided:
        """Look for the words of the option `value` in capitals."""
        words = str(sought.options["value"]).upper()
        at = sought.answer.find(words)
        if at < 0:
            return Decided(state="not_stated", instead="nobody shouts")
        return Decided(state="stated", at=((at, at + len(words)),))


class Echo:
    """A system that says one thing."""

    revision: str | None = None
    shows: tuple[Channel, ...] = ("answer", "context")
    fingerprints: Mapping[Component, str] = {}

    def __init__(self, name: str, answer: str) -> None:
        self.name = name
        self._answer = answer

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        """Say it."""
        del step, history, key
        return Reply(answer=self._answer, retrieved=(RetrievedItem(id="a#1"),))

    async def close(self) -> None:
        """Have nothing to let go of."""


class EchoKind:
    """``kind = "acme.echo"``."""

    name = "acme.echo"

    def open(self, settings: SystemSettings) -> System:
        """Open it with the option `answer`."""
        return Echo(settings.name, settings.options["answer"])


class Lines:
    """One case a line: id, then question."""

    name = "acme.lines"
    suffixes = (".lines",)

    def read(self, file: CaseFile) -> Iterator[Mapping[str, Any]]:
        """Yield a case for each line."""
        for line in file.text.splitlines():
            name, question = line.split(" ", 1)
            yield {"id": name, "question": question, "accept": ["A"], "evidence": ["a#1"]}


MEASURES: list[MeasurePlugin] = [Words()]
MATCHERS: list[MatcherPlugin] = [Shouted()]
SYSTEMS: list[SystemPlugin] = [EchoKind()]
FORMATS: list[FormatPlugin] = [Lines()]
PLUGINS = [*MEASURES, *MATCHERS, *SYSTEMS, *FORMATS]
