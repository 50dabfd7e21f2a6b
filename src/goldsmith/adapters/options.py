"""What goldsmith.toml says of one system, read with names and types checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from goldsmith._base.registry import unknown_name
from goldsmith.errors import ConfigurationError
from goldsmith.records.response import CHANNELS, Channel


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """A table of the configuration."""

    table: Mapping[str, Any]
    where: str
    """Its name, such as ``systems.app``."""

    def refuse_unknown(self, known: tuple[str, ...]) -> None:
        """Raise UnknownNameError for a setting that nothing reads, with the nearest known one."""
        for name in self.table:
            if name not in known:
                raise unknown_name(f"settings of [{self.where}]", name, known)

    def text(self, name: str) -> str | None:
        """Return a text; None where the setting is absent."""
        value = self.table.get(name)
        return value if value is None or isinstance(value, str) else self._refuse(name, "a text")

    def required(self, name: str, example: str) -> str:
        """Return a text that must be there. Raises ConfigurationError, which shows the example."""
        value = self.text(name)
        if not value:
            raise ConfigurationError(f"[{self.where}] has no {name}", next_step=f'write {name} = "{example}"')
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts; empty where the setting is absent."""
        value = self.table.get(name, ())
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            self._refuse(name, "a list of texts")
        return tuple(value)

    def flag(self, name: str) -> bool:
        """Return true or false; false where the setting is absent."""
        value = self.table.get(name, False)
        return value if isinstance(value, bool) else self._refuse(name, "true or false")

    def count(self, name: str, default: int) -> int:
        """Return a whole number of 1 or more."""
        value = self.table.get(name, default)
        is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 1
        return int(value) if is_count else self._refuse(name, "a whole number of 1 or more")

    def number(self, name: str) -> float | None:
        """Return a number; None where the setting is absent."""
        value = self.table.get(name)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return value if value is None or is_number else self._refuse(name, "a number")

    def inner(self, name: str) -> Mapping[str, Any]:
        """Return a table; an empty one where the setting is absent."""
        value = self.table.get(name, {})
        return value if isinstance(value, Mapping) else self._refuse(name, "a table")

    def text_table(self, name: str) -> dict[str, str]:
        """Return a table of texts; an empty one where the setting is absent."""
        value = self.inner(name)
        for key, item in value.items():
            if not isinstance(item, str):
                self._refuse(f"{name}.{key}", "a text", item)
        return dict(value)

    def choice(self, name: str, known: tuple[str, ...], default: str) -> str:
        """Return one of the known words. Raises UnknownNameError."""
        value = self.text(name) or default
        if value not in known:
            raise unknown_name(f"values of {name} in [{self.where}]", value, known)
        return value

    def channels(self) -> tuple[Channel, ...]:
        """Return the channels that the system is declared to show, in their usual order."""
        named = self.texts("shows")
        for channel in named:
            if channel not in CHANNELS:
                raise unknown_name(f"channels in shows of [{self.where}]", channel, CHANNELS)
        return tuple(channel for channel in CHANNELS if channel in named)

    def _refuse(self, name: str, expected: str, found: Any = None) -> NoReturn:
        value = self.table.get(name) if found is None else found
        raise ConfigurationError(
            f"{name} of [{self.where}] is {value!r}, where {expected} was expected",
            next_step=f"mend {name} in goldsmith.toml",
        )
