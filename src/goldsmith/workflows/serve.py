"""Before the workbench opens: nobody is let in by mistake, and what waits for a decision is laid out."""

from __future__ import annotations

from ipaddress import ip_address

from goldsmith.errors import ConfigurationError, IntegrityError
from goldsmith.ondisk.work_facts import read_fact
from goldsmith.records.opening import Opening
from goldsmith.records.person import Person
from goldsmith.records.workbench import Bound
from goldsmith.review.chain import broken_links
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_people import note_arrival
from goldsmith.workflows.review_sources import shelves

_SET = "set:"


def begin_serving(desk: Desk, *, person: Person, host: str) -> Opening:
    """Open the reviews that wait, as `person`, for a server that listens on `host`.

    Raises ConfigurationError where others would reach a workbench that asks nobody for a name.
    """
    if desk.local is not None and not is_this_machine(host):
        message = f"no people are configured, so whoever reaches {host} would be let in as {desk.local.name}"
        raise ConfigurationError(message, next_step="add [people.NAME] to goldsmith.toml, or leave --host away")
    broken = broken_links(desk.store.after(0))
    if broken:
        message = f"the chain of facts in the workbench's store is broken: {broken[0]}"
        raise IntegrityError(
            message, next_step="restore the store from its last copy: a fact was changed or taken out behind our back"
        )
    opening = open_reviews(desk, person=person)
    shelf = shelves(desk, None)
    if shelf is not None:
        shelf.warm()
    if desk.local is not None:
        note_arrival(desk, desk.local, "local")
    return opening


def bind_store(desk: Desk) -> None:
    """Note in a new store to which set it belongs. Raises ConfigurationError for the store of another set.

    Reviews of two sets in one store would close each other's as gone. A file beside its set needs no such note.
    """
    if desk.settings.store_env is None:
        return
    ours = Bound(set_name=desk.project.golden.header.name)
    held = desk.store.of(_SET)
    if not held:
        desk.say("goldsmith", _SET, ours, key="bound")
        held = desk.store.of(_SET)
    bound = read_fact(held[0].body, where="the first fact of the store")
    if bound != ours:
        name = bound.set_name if isinstance(bound, Bound) else ""
        message = (
            f"the database of {desk.settings.store_env} holds the reviews of the set {name!r}, not of {ours.set_name!r}"
        )
        raise ConfigurationError(
            message, next_step=f"give each set a database, or a schema, of its own (or call this set {name} again)"
        )


def is_this_machine(host: str) -> bool:
    """Say whether a server that listens on `host` is reached from this machine alone."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"
