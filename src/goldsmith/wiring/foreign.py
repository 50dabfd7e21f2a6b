"""The answers that a file of another tool carries, opened as the system that is evaluated."""

from __future__ import annotations

from goldsmith._base.canonical import digest
from goldsmith._base.plain_data import plain
from goldsmith.adapters.systems.foreign_answers import ForeignAnswers
from goldsmith.errors import InputError
from goldsmith.wiring import OpenedSystem
from goldsmith.workflows.foreign_set import Foreign


def open_answers(foreign: Foreign, name: str | None) -> OpenedSystem | None:
    """Return the recorded answers called `name` (the only ones by default) as a system.

    None: another system than those recorded was named. Raises InputError where the file holds no answer at all, or
    those of several systems and none was named.
    """
    held = foreign.systems
    if name is not None and name not in held:
        return None
    if not held:
        step = "record answers in it, or name a system that answers: --system NAME (a judge scores no missing answer)"
        raise InputError(foreign.no_answers, next_step=step)
    if name is None and len(held) > 1:
        message = f"{foreign.title}: the file holds answers of {len(held)} systems"
        raise InputError(message, next_step=f"name one of them: --system {min(held)} (or: {', '.join(sorted(held))})")
    chosen = name if name is not None else next(iter(held))
    responses = held[chosen]
    return OpenedSystem(
        system=ForeignAnswers(responses, name=chosen),
        digest="y1:" + digest({"name": chosen, "answers": [plain(one) for one in responses]}),
    )
