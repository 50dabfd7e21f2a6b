"""Sets of every mix, and the documents that they are held against."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from goldsmith.records.case import Case, Identity, Origin, VariantOf
from goldsmith.records.corpus import ContentHash, Document, Ingestion
from goldsmith.records.vocabulary import AXES

NAMES = ("c0", "c1", "c2", "c3", "c4", "c5")


def document(name: str, **fields: Any) -> Document:
    """Return a document that everybody may see, but for `fields`."""
    usual: dict[str, Any] = {
        "source": f"{name}.md",
        "content_hash": ContentHash(algorithm="sha256", value="00"),
        "ingestion": Ingestion(status="parsed"),
    }
    return Document(id=name, **(usual | fields))


def _word(axis: str) -> st.SearchStrategy[str | None]:
    return st.sampled_from([None, *AXES[axis], "other"])


@st.composite
def any_case(draw: st.DrawFn) -> Case:
    """Draw a case with any words on its axes."""
    user = draw(st.sampled_from([None, "ann", "ben"]))
    return Case(
        id=draw(st.sampled_from(NAMES)),
        question=draw(st.sampled_from(["How long?", "how  long?", "Who?", "Why?", ""])),
        answerability=draw(st.sampled_from(["supported", "unsupported", "ambiguous", "unstated"])),
        behaviour=draw(st.sampled_from(["answer", "clarify", "refuse", "unstated"])),
        job=draw(_word("job")),
        reasoning=draw(_word("reasoning")),
        risk=draw(_word("risk")),
        language=draw(st.sampled_from([None, "en", "en-GB", "ru"])),
        challenges=tuple(draw(st.lists(st.sampled_from(AXES["challenges"]), max_size=3))),
        origin=draw(st.sampled_from([None, Origin(kind="log"), Origin(kind="synthetic")])),
        identity=Identity(user=user, tenant=draw(st.sampled_from([None, "eu", "us"]))) if user else None,
        variant_of=draw(st.sampled_from([None, None, VariantOf(case="c0", how="typo")])),
        tags=tuple(draw(st.lists(st.sampled_from(["a", "b"]), max_size=2))),
    )


def cases_of_any_mix(most: int = 25) -> st.SearchStrategy[list[Case]]:
    """Return lists of cases; two of them may share an id."""
    return st.lists(any_case(), max_size=most)
