"""Who takes part in reviews, as what, and what they may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from goldsmith.records.case import Identity

Role = Literal["product_owner", "domain_reviewer", "security_owner", "evaluation_owner"]

Right = Literal["label", "adjudicate", "write", "read", "manage", "audit"]
"""`label`: the queue, practice · `adjudicate`: settle what others differ on · `write`: propose a case · `read`:
coverage, agreement, runs · `manage`: batches, sentinels, invitations, load · `audit`: who did what, when."""

RIGHTS: dict[Role, frozenset[Right]] = {
    "product_owner": frozenset({"read", "write"}),
    "domain_reviewer": frozenset({"label", "adjudicate", "write", "read"}),
    "security_owner": frozenset({"label", "adjudicate", "write", "read", "audit"}),
    "evaluation_owner": frozenset({"label", "adjudicate", "write", "read", "manage", "audit"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One person of ``[people.NAME]`` in goldsmith.toml, or the one at this machine."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    name: str
    roles: tuple[Role, ...] = ("domain_reviewer",)
    languages: tuple[str, ...] = ()
    """Languages of the cases that they read; empty: all."""
    fields: tuple[str, ...] = ()
    """Tags of the cases that they know about; empty: all."""
    sees: Identity | None = None
    """Whose clearance holds for them; None: everything (who works at the files themselves)."""
    hours_per_week: float | None = None
    email: str | None = None

    def may(self, right: Right) -> bool:
        """Say whether one of the roles gives `right`."""
        return any(right in RIGHTS[role] for role in self.roles)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonSettings:
    """``[people.NAME]``: who may come in, as what, for which cases, with whose clearance."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    roles: tuple[Role, ...] = ("domain_reviewer",)
    languages: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    tenant: str | None = None
    principals: tuple[str, ...] = ()
    """Groups of the access rules of the documents that they belong to."""
    allowed: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    all_documents: bool = False
    """They may see every document, whatever its access rules say: for who answers for the set."""
    hours_per_week: float | None = None
    email: str | None = None

    def person(self, name: str) -> Person:
        """Return the person. Without a word on clearance they see what everybody may see."""
        sees = Identity(user=name, tenant=self.tenant, roles=self.principals, allowed=self.allowed, denied=self.denied)
        return Person(
            name=name, roles=self.roles, languages=self.languages, fields=self.fields,
            sees=None if self.all_documents else sees,
            hours_per_week=self.hours_per_week, email=self.email,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class MailSettings:
    """``[workbench.mail]``: the server through which reminders go."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    host: str
    sender: str
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str | None = None
    password_env: str | None = None
    """Environment variable that holds the password; the password itself stands in no file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkbenchSettings:
    """``[workbench]``: where open reviews are kept and how many people look at a case."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    store_env: str | None = None
    """Environment variable with the URL of a PostgreSQL database; None: SQLite in .goldsmith/workbench.db."""
    url: str | None = None
    """Under which people reach the pages, for links in invitations and mail."""
    second_share: float = 0.2
    """Share of the cases of no high risk that a second person labels too."""
    least_second: int = 5
    """Cases of each risk at least that two people label, as far as there are so many."""
    auto_above: float = 0.8
    """Score above which a passage of the pool is taken as support without a look."""
    audit_share: float = 0.1
    """Share of such passages that a person is shown all the same."""
    show_prelabels: bool = False
    """Whether reviewers see the machine's opinion of passages; it anchors them, and each label records it."""
    seed: int = 20
    """Orders and samples follow from it."""
    relabel_after_days: int = 90
    """A sentinel that nobody labelled for longer is due."""
    trusted_header: str | None = None
    """Header in which a proxy names the person; taken only from `trusted_proxies`."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses of those proxies."""
    mail: MailSettings | None = None
