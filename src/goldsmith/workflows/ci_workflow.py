"""The workflow that checks and evaluates each pull request, for the systems and identities of a project."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from goldsmith.records.settings import IdentitySettings

WORKFLOW = ".github/workflows/golden.yml"
_EXTRAS = {"http": "http", "openai": "http", "langchain": "langchain", "llama_index": "llama-index"}
"""What is installed for a kind of system, beside what every project needs."""
_PARSED = frozenset({".html", ".htm", ".pdf", ".docx"})
"""Endings of documents that are read by a parser."""
_VARIABLE = re.compile(r"\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


def ci_workflow(
    systems: Mapping[str, Mapping[str, Any]], identities: Mapping[str, IdentitySettings], documents: Path | None
) -> str:
    """Return the workflow as YAML: the extras that the systems and the documents need, and secrets by name alone.

    `documents` is the folder that is frozen; None: there is none.
    """
    extras = sorted({_EXTRAS[kind] for kind in _kinds(systems) if kind in _EXTRAS} | _parsers(documents))
    package = f"'goldsmith-rag[{','.join(extras)}]'" if extras else "goldsmith-rag"
    secrets, plain = _variables(systems, identities)
    passed = [f"      {name}: ${{{{ secrets.{name} }}}}" for name in secrets]
    passed += [f"      {name}: ${{{{ vars.{name} }}}}" for name in plain]
    return "\n".join(
        [
            "name: golden set",
            "on: pull_request",
            "permissions: {contents: read}",
            "jobs:",
            "  golden:",
            "    runs-on: ubuntu-latest",
            *(["    env: # set these under Settings, Secrets and variables, Actions", *passed] if passed else []),
            "    steps:",
            "      - uses: actions/checkout@v4",
            "      - uses: actions/setup-python@v5",
            '        with: {python-version: "3.12"}',
            f"      - run: pip install {package}",
            "      # The packages of your own system belong here.",
            *(["      - run: goldsmith freeze"] if documents else []),
            "      - run: goldsmith check",
            "      - run: goldsmith evaluate",
            "",
        ]
    )


def _kinds(systems: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    return (kind for options in systems.values() if isinstance(kind := options.get("kind"), str))


def _parsers(documents: Path | None) -> set[str]:
    found = documents.rglob("*") if documents is not None and documents.is_dir() else ()
    return {"parsers"} if any(path.suffix.lower() in _PARSED for path in found) else set()


def _variables(
    systems: Mapping[str, Mapping[str, Any]], identities: Mapping[str, IdentitySettings]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the variables of the environment that are secrets, and those that a system declares plain; sorted."""
    plain = {name for options in systems.values() for name in _texts(options.get("plain"))}
    named = {name for options in systems.values() for text in _texts(options) for name in _VARIABLE.findall(text)}
    for item in identities.values():
        named |= {item.token_env or "", item.oauth.client_secret_env if item.oauth else ""}
    named.discard("")
    return tuple(sorted(named - plain)), tuple(sorted(named & plain))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
