"""Through which reminders go."""

from __future__ import annotations

from typing import Protocol

from goldsmith.records.mailing import Letter


class Mailer(Protocol):
    """Hands letters to a server."""

    def send(self, letter: Letter, /) -> None:
        """Hand over one letter; the server took it when this returns.

        Raises InputError for a letter that is none (an address with a line end, say) and for an address that the server
        refuses, ConfigurationError where the server does not let us in, IncompleteError where it cannot be reached or
        the line breaks. The next letter can be sent all the same.
        """
        ...

    def close(self) -> None:
        """Say goodbye to the server."""
        ...
