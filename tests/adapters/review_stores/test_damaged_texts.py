"""A text that was damaged in the file is told in words, and not a letter of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.adapters.review_stores.sqlite import open_sqlite
from goldsmith.errors import IntegrityError
from goldsmith.ports.review_store import NewFact


def test_a_text_that_is_no_text_any_more_is_damage_and_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "workbench.db"
    store = open_sqlite(path)
    store.append(
        [NewFact(subject="case:a", author="ann", at="2026-09-08T12:00:00Z", body='{"fact": "unsettled word"}')]
    )
    store.close()
    data = path.read_bytes()
    path.write_bytes(data.replace(b"unsettled word", b"\xff\xfe\xf0\x9f\x00ttled word"))

    with pytest.raises(IntegrityError) as caught:
        open_sqlite(path).after(0)

    assert "not UTF-8" in str(caught.value)
    assert "ttled" not in str(caught.value)
