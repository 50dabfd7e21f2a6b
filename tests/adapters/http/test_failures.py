"""What a status means, how long to wait, and what of a body is told."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from goldsmith.adapters.http.failures import bad_body, excerpt, retry_after_s, status_failure
from goldsmith.text.redaction import Secrets

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("1", 1), ("0", 0), ("2.5", 2.5), (" 120 ", 120), ("Sun, 01 Mar 2026 12:00:30 GMT", 30),
        ("Sunday, 01-Mar-26 12:01:00 GMT", 60), ("Sun, 01 Mar 2026 11:00:00 GMT", 0), ("soon", None), ("-1", None),
        ("", None), ("1e9", None), ("99999999999", None), ("Sun, 99 Foo 2026", None),
    ],
)  # fmt: skip
def test_retry_after_is_seconds_or_a_date(value: str, seconds: float | None) -> None:
    assert retry_after_s({"retry-AFTER": value}, NOW) == seconds


def test_milliseconds_count_before_seconds() -> None:
    assert retry_after_s({"Retry-After-Ms": "250", "Retry-After": "1"}, NOW) == 0.25
    assert retry_after_s({}, NOW) is None


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504])
def test_what_may_pass_is_worth_trying_again(status: int) -> None:
    failed = status_failure(status, {"Retry-After": "3"}, b"", secrets=Secrets(), now=NOW)

    assert (failed.kind, failed.worth_retrying, failed.retry_after_s) == ("system_error", True, 3)


@pytest.mark.parametrize(
    ("status", "kind"),
    [(400, "system_error"), (404, "system_error"), (422, "system_error"), (501, "system_error"), (304, "system_error"),
     (401, "not_authorised"), (403, "not_authorised"), (407, "not_authorised")],
)  # fmt: skip
def test_what_stays_is_not_tried_again(status: int, kind: str) -> None:
    failed = status_failure(status, {"Retry-After": "3"}, b"no", secrets=Secrets(), now=NOW)

    assert (failed.kind, failed.worth_retrying, failed.retry_after_s) == (kind, False, None)
    assert failed.message.endswith(": no")


def test_a_body_is_told_on_one_line_without_secrets_and_then_cut() -> None:
    secrets = Secrets()
    secrets.add("tok-9f8e7d6c5b4a3210", "RAG_TOKEN")
    told = excerpt(b"x" * 290 + b"tok-9f8e7d6c5b4a3210\n\x00 and more", secrets)

    assert told == "x" * 290 + "[secret R…"


def test_of_a_page_its_title_is_told() -> None:
    failed = bad_body(b"<!DOCTYPE html><title> Log\n in </title><p>", "text/html", Secrets())

    assert failed.message == "the reply is no JSON (text/html): an HTML page titled 'Log in'"
    assert bad_body(b"<html>login</html>", "", Secrets()).message.endswith("an HTML page: <html>login</html>")
    assert bad_body(b" ", "", Secrets()).message == "the reply is empty, where JSON was expected"
