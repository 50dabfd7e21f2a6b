"""Plan how a batch of labels is accepted."""

from __future__ import annotations

from goldsmith.records.acceptance import AcceptancePlan
from goldsmith.review.acceptance import plan_batch


def review_plan(size: int, *, good: float, bad: float, risk: float) -> AcceptancePlan:
    """Return how many of `size` cases to check again. Raises InputError for what is no size, share or risk."""
    return plan_batch(size, good=good, bad=bad, risk=risk)
