"""What is sent: texts and JSON with ``${VARIABLE}`` of the environment and ``{{placeholder}}`` of the question.

Variables are filled in once, before the first call; placeholders for every call. A value that is nothing but one
placeholder keeps the type of what it stands for: a list of roles is sent as a list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from goldsmith._base.registry import unknown_name
from goldsmith.errors import ConfigurationError
from goldsmith.text.redaction import LEAST, Secrets

Values = Mapping[str, Any]
"""What the placeholders stand for in one call."""
Filled = Callable[[Values], Any]

spell = json.JSONEncoder().encode
"""Spells data as JSON text in ASCII."""

_VARIABLE = re.compile(r"\$\$\{|\$\{(?P<name>[^}]*)\}")
_PLACEHOLDER = re.compile(r"\{\{\s*(?P<name>[^{}]*?)\s*\}\}")
_BARE = re.compile(r"(?<=[\[:,])(?P<blank>\s*)(?P<placeholder>\{\{[^{}\"]*\}\})(?=\s*[\],}])")
_SECRET_NAME = re.compile(
    r"(?:^|[-_.\s])(?:authorization|auth|cookie|\w*(?:token|key|secret|password|passwd|credentials?))s?(?:$|[-_.\s])",
    re.IGNORECASE,
)
_SECRET_FIELD = re.compile(
    r"^(?:x[-_])?(?:authorization|(?:api|access|auth|secret)[-_]?(?:key|token)|password|secret)$", re.IGNORECASE
)


def is_secret_name(name: str) -> bool:
    """Say whether what a header of this name holds is usually a secret."""
    return _SECRET_NAME.search(name) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """The variables that a system's settings may name, and which of them are no secrets."""

    variables: Mapping[str, str]
    secrets: Secrets
    plain: frozenset[str] | None
    """Variables that the person declared to be no secrets; None: where they stand everything is one."""
    where: str
    """The system that is spoken of, such as ``systems.app``."""
    hidden: set[str] = field(default_factory=set)
    """Variables that were filled in as secrets."""

    def fill(self, text: str, place: str, *, is_secret: bool = True, encode: Callable[[str], str] = str) -> str:
        """Return `text` with its variables; ``$${`` stands for ``${``. Each is a secret unless it was declared plain.

        Values go in through `encode`. With `is_secret` false only variables whose own name tells it are secrets.
        Raises ConfigurationError for one that is not set, with no value given away.
        """

        def value(found: re.Match[str]) -> str:
            name = found["name"]
            if name is None:
                return "${"
            return encode(self.value(name, place, is_secret=is_secret or is_secret_name(name)))

        return _VARIABLE.sub(value, text)

    def value(self, name: str, place: str, *, is_secret: bool = True) -> str:
        """Return the variable `name`, hidden from now on if it is a secret. Raises ConfigurationError."""
        value = self.variables.get(name, "").strip()
        if not value:
            state = "empty" if name in self.variables else "not set"
            raise ConfigurationError(
                f"{place} of [{self.where}] needs the environment variable {name}, which is {state}",
                next_step=f"export {name}=… and run it again",
            )
        if "\r" in value or "\n" in value:
            raise ConfigurationError(
                f"the environment variable {name}, which {place} of [{self.where}] needs, holds a line end",
                next_step=f"give {name} a value of one line",
            )
        if is_secret and name not in (self.plain or ()):
            if len(value) < LEAST:
                instead = "" if self.plain is None else f"; if it is none, write plain = [{name!r}] in [{self.where}]"
                raise ConfigurationError(
                    f"{name} has {len(value)} characters: too short for a secret to be hidden safely",
                    next_step=f"give it {LEAST} or more{instead}",
                )
            self.secrets.add(value, name)
            self.hidden.add(name)
        return value


def refuse_headers(headers: Mapping[str, str], where: str) -> None:
    """Raise ConfigurationError for a header that every call gets of its own, or that holds a secret as it is.

    The file of the settings is kept, shown and shared.
    """
    for name, value in headers.items():
        if name.lower() == "traceparent":
            raise ConfigurationError(
                f"headers of [{where}] hold {name}, which every call gets of its own", next_step="leave it out"
            )
        if is_secret_name(name) and not _VARIABLE.search(value) and not _PLACEHOLDER.search(value):
            variable = re.sub(r"\W+", "_", name.removeprefix("X-").removeprefix("x-")).upper()
            before = "Bearer " if name.lower() == "authorization" else ""
            raise ConfigurationError(
                f"headers of [{where}] hold a secret: {name} is written out",
                next_step=f'write {name} = "{before}${{{variable}}}" and set the variable {variable}',
            )


def refuse_literal_fields(value: Any, where: str) -> None:
    """Raise ConfigurationError for a field of a body whose name says that it holds a secret, written out."""
    if isinstance(value, list):
        for item in value:
            refuse_literal_fields(item, where)
    elif isinstance(value, Mapping):
        for name, item in value.items():
            is_written = isinstance(item, str) and item and not ("${" in item or "{{" in item)
            if is_written and _SECRET_FIELD.search(str(name)):
                raise ConfigurationError(
                    f"the body of [{where}] holds a secret: {name} is written out",
                    next_step=f'write {name} = "${{{str(name).upper().replace("-", "_")}}}" and set that variable',
                )
            refuse_literal_fields(item, where)


def placeholders_of(value: Any) -> frozenset[str]:
    """Return the names of the placeholders in texts at any depth."""
    if isinstance(value, str):
        return frozenset(found["name"] for found in _PLACEHOLDER.finditer(value))
    if isinstance(value, Mapping):
        return frozenset().union(*map(placeholders_of, value.values()), *map(placeholders_of, value))
    if isinstance(value, list | tuple):
        return frozenset().union(*map(placeholders_of, value))
    return frozenset()


def refuse_unknown_placeholders(value: Any, known: Iterable[str], where: str) -> None:
    """Raise UnknownNameError for a placeholder that stands for nothing."""
    names = tuple(known)
    for name in sorted(placeholders_of(value)):
        if name not in names:
            raise unknown_name(f"placeholders in [{where}]", name, names)


def read_body(body: Any, where: str) -> Any:
    """Return a body as data: a table as it is, a text read as JSON, in which ``{{…}}`` may stand without quotes.

    Raises ConfigurationError for a text that is no JSON.
    """
    if not isinstance(body, str):
        return body
    try:
        return json.loads(body)
    except ValueError:
        quoted = _BARE.sub(r'\g<blank>"\g<placeholder>"', body)
    try:
        return json.loads(quoted)
    except ValueError as error:
        raise ConfigurationError(
            f"the body of [{where}] is no JSON: {error}",
            next_step="write it as a table, such as body = {q = '{{question}}'}, or as JSON text",
        ) from None


def fill_data(value: Any, environment: Environment, place: str) -> Any:
    """Return data with the variables in its texts filled in."""
    if isinstance(value, str):
        return environment.fill(value, place)
    if isinstance(value, Mapping):
        return {str(name): fill_data(item, environment, f"{place}.{name}") for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [fill_data(item, environment, place) for item in value]
    return value


def json_template(value: Any) -> Callable[[Values], str]:
    """Return what fills the placeholders of data and spells the whole as JSON: what stands fast is spelled once."""
    pieces: list[str | Filled] = []
    for piece in _pieces(value):
        if isinstance(piece, str) and pieces and isinstance(pieces[-1], str):
            pieces[-1] += piece
        else:
            pieces.append(piece)
    if len(pieces) == 1 and isinstance(text := pieces[0], str):
        return lambda _values: text
    return lambda values: "".join([one if isinstance(one, str) else spell(one(values)) for one in pieces])


def _pieces(value: Any) -> Iterator[str | Filled]:
    """Yield JSON text, and what fills the values between."""
    if not placeholders_of(value):
        yield spell(value)
    elif isinstance(value, str):
        alone = _PLACEHOLDER.fullmatch(value.strip())
        yield _typed(alone["name"]) if alone else text_template(value)
    elif isinstance(value, Mapping):
        for number, (name, item) in enumerate(value.items()):
            yield f"{', ' if number else '{'}{spell(name)}: "
            yield from _pieces(item)
        yield "}"
    else:
        for number, item in enumerate(value):
            yield ", " if number else "["
            yield from _pieces(item)
        yield "]"


def _typed(name: str) -> Filled:
    return lambda values: values[name]


def text_template(text: str, *, encode: Callable[[str], str] = str) -> Filled:
    """Return what fills the placeholders of a text, each as text (absent: empty; lists as JSON), through `encode`."""
    pieces = _PLACEHOLDER.split(text)
    if len(pieces) == 1:
        return lambda _values: text
    fixed, names = pieces[::2], pieces[1::2]

    def filled(values: Values) -> str:
        told = [encode(_as_text(values[name])) for name in names]
        return fixed[0] + "".join(value + rest for value, rest in zip(told, fixed[1:], strict=True))

    return filled


def percent_encoded(text: str) -> str:
    """Return a text as it stands in the path or query of a URL."""
    return quote(text, safe="")


def _as_text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
