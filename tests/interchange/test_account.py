"""The account of a foreign record: nothing of it is left out without a line."""

from __future__ import annotations

from goldsmith.interchange.account import NO_NUMBER, NO_PLACE, Account


def told(account: Account) -> list[tuple[str, str, str]]:
    return [(line.fate, line.field, line.told) for line in account.close().lines]


def test_what_nobody_asked_for_is_dropped_by_the_account_itself() -> None:
    account = Account("line 1", {"question": "When?", "topic": "fees", "empty": "", "meta": {"a": 1, "b": None}})
    account.kept("question")
    account.inner("meta")

    assert told(account) == [("kept", "question", ""), ("dropped", "topic", NO_PLACE), ("dropped", "meta.a", NO_PLACE)]


def test_a_number_that_is_none_is_told_and_is_no_value() -> None:
    account = Account("line 1", {"score": float("nan"), "most": float("-inf"), "answer": "Soon."})

    assert (account.kept("score"), account.look("most"), "score" in account) == (None, None, False)
    assert told(account) == [
        ("dropped", "score", NO_NUMBER), ("dropped", "most", NO_NUMBER), ("dropped", "answer", NO_PLACE),
    ]  # fmt: skip
