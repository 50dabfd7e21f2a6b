"""A group of commands that are imported when they are called, so that the help is instant."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """A group that knows its commands by name, place and line of the help alone."""

    def __init__(
        self,
        *given: Any,
        table: Mapping[str, tuple[str, str]],
        sections: Mapping[str, tuple[str, ...]] | None = None,
        noun: str = "commands",
        **options: Any,
    ) -> None:
        """`table`: where each command lives (``module:attribute``) and its line; `sections`: the names under each title
        of the help; `noun`: what an unknown name is none of.
        """
        super().__init__(*given, **options)
        self._table = table
        self._sections = sections or {"Commands": tuple(table)}
        self._noun = noun

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all names in the order of the help."""
        return [name for names in self._sections.values() for name in names]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None for an unknown name."""
        if cmd_name not in self._table:
            return None
        module, _, attribute = self._table[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which one was meant."""
        if args and args[0] not in self._table and not args[0].startswith("-"):
            from goldsmith._base.registry import unknown_name

            raise unknown_name(self._noun, args[0], tuple(sorted(self._table)))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in sections, without importing any."""
        for title, names in self._sections.items():
            with formatter.section(title):
                formatter.write_dl([(name, self._table[name][1]) for name in names])
