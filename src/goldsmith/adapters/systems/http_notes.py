"""What a reader must know of the calls of a run over HTTP before any score."""

from __future__ import annotations

from collections import Counter

from goldsmith.adapters.systems.names import NAMES
from goldsmith.records.run import RulerNote
from goldsmith.text.redacted_data import redact_data
from goldsmith.text.redaction import Secrets

_MOST_NAMES = 20
_LONGEST_NAME = 80


class AskedNotes:
    """Counts what was looked for in vain, what nobody read, and who was asked as nobody."""

    def __init__(self, name: str, secrets: Secrets, *, telling: str) -> None:
        self._name = name
        self._telling = telling
        self._secrets = secrets
        self._replies = 0
        self._missing: Counter[str] = Counter()
        self._unread: dict[str, None] = {}
        self._as_nobody: set[str] = set()

    def take(self, missing: tuple[str, ...], unread: tuple[str, ...], *, as_nobody: str | None) -> None:
        """Count one reply in; `as_nobody` is the guarded case that was asked without its identity."""
        self._replies += 1
        if missing:
            self._missing.update(told.partition(";")[0] for told in missing)
        for name in unread:
            if len(self._unread) < _MOST_NAMES:
                self._unread.setdefault(name)
        if as_nobody is not None:
            self._as_nobody.add(as_nobody)

    def all(self) -> tuple[RulerNote, ...]:
        """Return the notes, each thing once."""
        notes = []
        if self._as_nobody:
            asked = "1 guarded case was" if len(self._as_nobody) == 1 else f"{len(self._as_nobody)} guarded cases were"
            notes.append(
                RulerNote(
                    kind="identity_not_taken",
                    message=f"{self._name} is not told who asks: {asked} asked as nobody",
                    mend=f"{self._telling}; until then nothing shows that access is kept",
                )
            )
        notes += [
            RulerNote(
                kind="missing_reply_part",
                message=f"{told} in {count} of {self._replies} replies of {self._name}",
                mend=f"see one reply with: goldsmith try; mend [systems.{self._name}.fields]",
            )
            for told, count in sorted(self._missing.items())
        ]
        notes += [
            RulerNote(
                kind="unread_reply_part",
                message=f"{self._name} returns {self._shown(name)!r}, which is not read",
                mend=f"map it in [systems.{self._name}.fields]; the names that are read: {', '.join(NAMES)}",
            )
            for name in self._unread
        ]
        return redact_data(tuple(notes), self._secrets).data

    def _shown(self, name: str) -> str:
        """Return a name that a system made up, without secrets and of bearable length."""
        clean = self._secrets.redact(name)
        return clean if len(clean) <= _LONGEST_NAME else clean[: _LONGEST_NAME - 1] + "…"
