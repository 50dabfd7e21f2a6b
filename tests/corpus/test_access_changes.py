"""Who gained and who lost sight of a document."""

from __future__ import annotations

import pytest

from goldsmith.corpus.access_changes import access_change
from goldsmith.records.access import denies
from goldsmith.records.case import Identity
from goldsmith.records.corpus_diff import AccessChange
from tests.corpus.two_revisions import document

Viewers = tuple[str | None, tuple[str, ...] | None]
"""A tenant, and users and roles."""

TABLE: list[tuple[Viewers, Viewers, tuple[str, ...], tuple[str, ...]]] = [
    ((None, ("a", "b")), (None, ("b", "c")), ("c",), ("a",)),
    ((None, None), (None, ("a",)), (), ("everyone",)),
    ((None, ("a",)), (None, None), ("everyone",), ()),
    ((None, ("a",)), (None, ()), (), ("a",)),
    (("eu", None), ("eu", ("a",)), (), ("tenant eu",)),
    (("eu", ("a",)), ("eu", None), ("tenant eu",), ()),
    ((None, None), ("eu", None), (), ("everyone",)),
    (("eu", None), (None, None), ("everyone",), ()),
    (("eu", None), ("us", None), ("tenant us",), ("tenant eu",)),
    (("eu", ("a",)), ("us", ("a",)), ("a",), ("a",)),
    ((None, ("a",)), ("eu", None), ("tenant eu",), ("a",)),
    ((None, ("a",)), ("eu", ("a", "b")), ("b",), ("a",)),
    (("eu", None), (None, ("a",)), ("a",), ("tenant eu",)),
    (("eu", ("a", "b")), (None, ("a",)), ("a",), ("b",)),
]


@pytest.mark.parametrize(("before", "after", "gained", "lost"), TABLE)
def test_gained_and_lost(before: Viewers, after: Viewers, gained: tuple[str, ...], lost: tuple[str, ...]) -> None:
    one = document("x", tenant=before[0], allowed_principals=before[1])
    other = document("x", tenant=after[0], allowed_principals=after[1])

    assert access_change([one], other) == AccessChange(
        document="x", gained=gained, lost=lost, tenant_before=before[0], tenant_after=after[0]
    )


@pytest.mark.parametrize("tenant", [None, "eu", "us"])
@pytest.mark.parametrize("user", ["a", "b", "c"])
@pytest.mark.parametrize(("before", "after", "gained", "lost"), TABLE)
def test_nobody_gains_or_loses_unsaid(
    before: Viewers, after: Viewers, gained: tuple[str, ...], lost: tuple[str, ...], user: str, tenant: str | None
) -> None:
    asker = Identity(user=user, tenant=tenant)
    could, can = (
        not denies(asker, "x", {"x": document("x", tenant=place, allowed_principals=names)})
        for place, names in (before, after)
    )
    names = {user, "everyone", f"tenant {tenant}"}

    if can and not could:
        assert names & set(gained)
    if could and not can:
        assert names & set(lost)


def test_the_same_viewers_are_no_change() -> None:
    one = document("x", allowed_principals=("a", "b"))

    assert access_change([one], document("y", allowed_principals=("b", "a"))) is None


def test_of_several_earlier_documents_each_counts() -> None:
    earlier = [document("x", allowed_principals=("a",), tenant="eu"), document("y", allowed_principals=("b",))]
    found = access_change(earlier, document("z", allowed_principals=("a", "b")))

    assert found == AccessChange(document="z", gained=("a", "b"), lost=())
