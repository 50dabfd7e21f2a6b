"""What goldsmith.toml says."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, ClassVar

from goldsmith.errors import ConfigurationError
from goldsmith.records.person import PersonSettings, WorkbenchSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSettings:
    """One golden set of the project."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    path: str
    """Folder with set.yaml, or a lone file of cases."""
    enabled: bool = True
    weight: float = 1
    fields: dict[str, str] = field(default_factory=dict)
    """Our field name to the name that the file uses, for a file of another tool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """How calls are made: how many at once, how long each may take, how often each case is asked, and when to stop.

    Raises ConfigurationError for a number with which nothing could be asked.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    concurrency: int = 8
    timeout_s: float = 60
    """Longest wall time of one call."""
    repeats: int = 1
    attempts: int = 3
    """Calls for one result at most, the first included; only what may succeed the next time is tried again."""
    per_minute: float | None = None
    """Calls that may start in any minute, those tried again included; None: as many as there are."""
    most_calls: int | None = None
    """Calls that one sitting may make, those tried again included; None: no limit."""
    most_usd: float | None = None
    """US dollars that one sitting may cost, as the replies tell them; None: no limit."""

    def __post_init__(self) -> None:
        counts = (
            ("concurrency", self.concurrency), ("repeats", self.repeats), ("attempts", self.attempts),
            ("most_calls", self.most_calls),
        )  # fmt: skip
        for name, value in counts:
            if value is not None and value < 1:
                raise ConfigurationError(f"{name} is {value}", next_step=f"set {name} to 1 or more")
        for name, number, words in (
            ("timeout_s", self.timeout_s, "the seconds that one call may take"),
            ("per_minute", self.per_minute, "the calls that may start in a minute"),
            ("most_usd", self.most_usd, "the dollars that a run may cost"),
        ):
            if number is not None and not (math.isfinite(number) and number > 0):
                raise ConfigurationError(f"{name} is {number}", next_step=f"set {name} to {words}")


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthSettings:
    """OAuth client credentials (RFC 6749, section 4.4)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    token_url: str
    client_id: str
    client_secret_env: str
    """Environment variable that holds the secret; the secret itself stands in no file."""
    scope: str | None = None
    audience: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentitySettings:
    """How one user of the cases proves who they are to a system: ``[identities.NAME]``, NAME being `Identity.user`.

    Exactly one source of a token, or a client certificate, or both.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    token_env: str | None = None
    """Environment variable that holds the token."""
    token_command: tuple[str, ...] = ()
    """Program and arguments that print the token."""
    oauth: OAuthSettings | None = None
    header: str = "Authorization"
    scheme: str = "Bearer"
    """Word before the token in the header; empty: the token alone."""
    certificate: str | None = None
    """Client certificate, a PEM file."""
    key: str | None = None
    """Its private key, where it stands in a file of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    """Findings that a person has looked at and accepts, and why."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    code: str
    """Code or name of the rule."""
    reason: str
    cases: tuple[str, ...] = ()
    """Ids of the cases that it speaks of; empty: findings about the set as a whole."""
    until: str | None = None
    """ISO date, inclusive; None: for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSettings:
    """What `check` may leave alone."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    suppress: tuple[Suppression, ...] = ()
    review_after_days: int = 365
    """A case that nobody looked at for longer is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivacySettings:
    """Who allowed personal data in the cases, and how long runs are kept."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    authorised: str | None = None
    """Who allowed it, when and why; None: personal data in a case is a finding."""
    keep_days: int | None = None
    """Runs older than this are removed by `goldsmith purge`; None: only what it is told to remove."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestSettings:
    """A foreign chunk manifest to freeze, and its field names (ours to theirs)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    path: str
    fields: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSettings:
    """The whole file."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    sets: tuple[SetSettings, ...] = (SetSettings(path="golden"),)
    documents: str | None = None
    """Folder of documents that `freeze` reads."""
    ignore_front_matter: tuple[str, ...] = ()
    """Front matter keys of the documents that are not ours; ``*`` for all of it."""
    manifest: ManifestSettings | None = None
    """Chunk manifest that `freeze` reads instead of documents."""
    run: RunSettings = RunSettings()
    measures: tuple[str, ...] = ()
    """Measures to show; empty: the standard ones."""
    cutoff: int = 5
    """Ranks beyond this count as not retrieved when causes are told."""
    systems: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Options of each system by name; `kind` names the adapter."""
    identities: dict[str, IdentitySettings] = field(default_factory=dict)
    """How the users of the cases prove who they are, by `Identity.user`."""
    waive: tuple[str, ...] = ()
    """Codes of check errors that do not keep a run from starting."""
    check: CheckSettings = CheckSettings()
    privacy: PrivacySettings = PrivacySettings()
    workbench: WorkbenchSettings = field(default_factory=WorkbenchSettings)
    people: dict[str, PersonSettings] = field(default_factory=dict)
    """Who takes part in reviews; empty: the person at this machine alone."""
    plugins: tuple[str, ...] = ()
    """Python files, from the project's folder, that register measures, matchers, systems or formats."""
