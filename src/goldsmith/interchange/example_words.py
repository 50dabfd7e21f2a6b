"""What free JSON of other tools says of a case in words of its own: axes, tags, lists of chunk ids, the split."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goldsmith.interchange.account import Account, is_nothing
from goldsmith.interchange.contexts import tags_of, text_in, texts_in
from goldsmith.interchange.listed_cells import listed
from goldsmith.records.vocabulary import Split

QUESTIONS = (
    "question", "query", "input", "user_input", "user_question", "user_query", "prompt", "message", "text", "q",
)  # fmt: skip
ANSWERS = (
    "answer", "expected_answer", "correct_answer", "expected_output", "expected_response", "expected", "reference",
    "reference_answer", "reference_output", "ground_truth", "gold_answer", "ideal", "output", "response", "text",
)  # fmt: skip
CONTEXTS = ("context", "contexts", "reference_contexts", "reference_context", "documents", "passages")
CHUNKS = (
    "chunk_ids", "correct_chunks", "expected_chunks", "relevant_chunks", "gold_chunks", "reference_context_ids",
    "ground_truth_chunk_ids", "evidence_ids", "expected_sources",
)  # fmt: skip
IDS = ("id", "case_id", "test_id", "question_id", "qid")
SPLITS: Mapping[str, Split] = {"dev": "dev", "release": "release", "audit": "audit"}
NO_QUESTION = "nothing in it is known as the question: name it with --map question=NAME"


def named(account: Account, names: Iterable[str], options: Mapping[str, str], ours: str) -> str | None:
    """Return the name under which a field of ours stands: as the user mapped it, else the first usual one there."""
    if ours in options:
        return options[ours] if options[ours] in account else None
    return next((name for name in names if name in account), None)


def ids_in(account: Account, name: str) -> tuple[str, ...]:
    """Return the ids of a field: a list, a list in a text, or one id."""
    held = account.look(name)
    found, _ = listed(held) if isinstance(held, str) and held.lstrip().startswith("[") else (held, "")
    if isinstance(found, list):
        found = [str(one) if isinstance(one, int) and not isinstance(one, bool) else one for one in found]
    account.mapped(name, "kept as the ids of the evidence")
    return tuple(dict.fromkeys(texts_in(account, name, found)))


def tags_in(account: Account, *, besides: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the tags that stand there as a list, and every other short word as a tag ``name:value``.

    `besides` are names that are taken for something else.
    """
    tags = texts_in(account, "tags", account.kept("tags")) if "tags" in account else ()
    known = {*besides, "tags"}
    others = [name for name in map(str, account.value) if name not in known]
    return (*tags, *tags_of(account, [name for name in others if not is_nothing(account.look(name))]))


def splits_in(account: Account, name: str) -> tuple[Split | None, tuple[str, ...]]:
    """Return the split that a list of splits (or one) means, and the splits that ours does not know as tags."""
    held = account.mapped(name, "kept as the split of the case, or as a tag")
    words = texts_in(account, name, held)
    split = next((SPLITS[one] for one in words if one in SPLITS), None)
    return split, tuple(f"split:{one}" for one in words if one not in SPLITS)


def case_id(account: Account, options: Mapping[str, str], usual: str) -> str:
    """Return the id that stands there, else the usual one."""
    name = named(account, IDS, options, "id")
    return (text_in(account, name) if name is not None else None) or usual
