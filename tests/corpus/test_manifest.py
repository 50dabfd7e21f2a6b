"""A foreign manifest becomes a corpus, and says what of it was not taken."""

from __future__ import annotations

import numpy as np

from goldsmith.corpus.manifest import corpus_of_manifest
from goldsmith.tables.chunk_columns import ABSENT
from goldsmith.tables.manifest_columns import ManifestColumns


def manifest(**values: object) -> ManifestColumns:
    held = {"id": ["a#1", "a#2"], "text": ["Alpha", "Beta"], **values}
    return ManifestColumns(
        name="m.jsonl",
        rows=2,
        values=held,  # type: ignore[arg-type] # columns, as the tests write them
        columns={name: name for name in held},
        unused=(),
    )


def test_numbers_that_are_none_are_left_out_and_counted() -> None:
    read = corpus_of_manifest(manifest(page=["iv", 5], tokens=np.array([3, 2**40])))

    assert (read.chunks.page.tolist(), read.chunks.tokens.tolist()) == ([ABSENT, 5], [3, ABSENT])
    assert read.notes[-2:] == (
        "1 of 2 values of 'page' are not whole numbers from 0 and were left out",
        "1 of 2 values of 'tokens' are not whole numbers from 0 and were left out",
    )
