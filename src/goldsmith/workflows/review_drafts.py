"""What a person entered and did not submit: kept as a whole, and never over what another tab of theirs kept."""

from __future__ import annotations

import json
from collections.abc import Mapping

from goldsmith.errors import ConflictError, InputError
from goldsmith.ports.review_store import Draft
from goldsmith.records.person import Person
from goldsmith.workflows.review_desk import Desk

LONGEST_DRAFT = 200_000
"""Characters of what a form holds."""


def keep_entered(
    desk: Desk, person: Person, subject: str, *, revision: int, entered: str, frame: Mapping[str, object]
) -> int:
    """Keep what `person` entered in place of revision `revision` (0: of none); return the new one.

    `frame` says for which form it was. The same again changes nothing. Raises ConflictError where another tab kept
    something meanwhile, InputError for what is longer than `LONGEST_DRAFT`.
    """
    if len(entered) > LONGEST_DRAFT:
        message = f"a draft of {len(entered):,} characters is longer than {LONGEST_DRAFT:,}"
        raise InputError(message, next_step="submit what you have, or shorten it")
    body = json.dumps({**frame, "entered": entered}, sort_keys=True)
    draft = Draft(subject=subject, author=person.name, revision=revision + 1, body=body, at=desk.stamp())
    try:
        return desk.store.save_draft(draft).revision
    except ConflictError:
        message = "this case was changed in another tab or window since you opened it here"
        raise ConflictError(message, next_step="load the page again: what you entered there is kept") from None
