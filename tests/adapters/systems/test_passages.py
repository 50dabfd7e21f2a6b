"""Names of passages are those that a framework gave, never made up."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.adapters.systems.passages import DOCUMENT_KEYS, FILE_KEYS, ID_KEYS, Passages

NAMES = st.one_of(st.none(), st.text(max_size=8), st.integers(), st.booleans(), st.floats(), st.lists(st.text()))
METADATA = st.dictionaries(st.sampled_from([*ID_KEYS, *DOCUMENT_KEYS, *FILE_KEYS, "score", "page"]), NAMES)


@given(METADATA, NAMES, st.text(max_size=8), NAMES, st.sampled_from(["", "docs", "/", "https://kb.test"]))
def test_every_name_is_one_that_was_given(
    metadata: dict[str, Any], own_id: object, own_document: str, score: object, root: str
) -> None:
    passages = Passages(documents_root=root)
    item = passages.item(metadata, own_id=own_id, own_document=own_document, text="t", score=score)
    given_names = {str(value) for value in (*metadata.values(), own_id, own_document)}

    assert item.id in given_names | {""}
    assert (
        item.document is None
        or any(name.replace("\\", "/").endswith(item.document) for name in given_names)
        or (item.document in given_names)
    )
    assert passages.notes("app") == ()
