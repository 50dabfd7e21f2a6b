"""The names by which systems call the parts of a reply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

NAMES: Mapping[str, tuple[str, ...]] = {
    "answer": ("answer", "response", "output", "result", "text", "content"),
    "retrieved": (
        "retrieved", "retrieved_items", "retrieved_ids", "retrieved_chunks", "source_documents", "source_nodes",
        "sources", "documents", "docs", "chunks", "passages", "nodes",
    ),
    "contexts": ("contexts", "retrieved_contexts", "context", "retrieval_context"),
    "candidates": ("candidates",),
    "citations": ("citations", "cited", "references"),
    "events": ("events",),
    "tool_calls": ("tool_calls", "tools_called"),
    "behaviour": ("behaviour", "behavior"),
    "refusal_reason": ("refusal_reason",),
    "identity_echo": ("identity_echo", "identity", "user"),
    "trace_id": ("trace_id",),
    "trace": ("trace",),
    "cache": ("cache", "cached", "from_cache"),
    "state": ("state",),
    "usage": ("usage", "token_usage"),
    "time_to_first_token_ms": ("time_to_first_token_ms", "ttft_ms"),
    "revision": ("revision", "system_revision"),
    "fingerprints": ("fingerprints",),
}  # fmt: skip
"""Names of what a reply may hold, the surest first."""

ITEM: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "chunk_id", "node_id", "id_", "passage_id"),
    "document": ("document", "document_id", "doc_id", "source"),
    "text": ("text", "page_content", "content", "passage", "chunk"),
    "score": ("score", "similarity", "relevance"),
    "span": ("span",),
    "version": ("version",),
    "metadata": ("metadata",),
}
IN_METADATA = ("document", "document_id", "doc_id", "source", "file_name", "file_path", "path", "url")
"""Names by which what stands beside a passage names its document, the surest first."""
CITATION: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "chunk_id", "document_id", "doc_id", "document", "source", "url"),
    "quote": ("quote", "cited_text", "text"),
    "at": ("at", "span"),
}
USAGE: Mapping[str, tuple[str, ...]] = {
    "input_tokens": ("input_tokens", "prompt_tokens"),
    "output_tokens": ("output_tokens", "completion_tokens"),
    "cost_usd": ("cost_usd", "cost"),
}


class Roles:
    """Which role each name stands for."""

    def __init__(self, names: Mapping[str, tuple[str, ...]]) -> None:
        self._of = {name: (role, place) for role, known in names.items() for place, name in enumerate(known)}

    def surest(self, held: Iterable[str]) -> dict[str, str]:
        """Return the surest name of each role that is among the names `held`, by role."""
        found: dict[str, str] = {}
        for name in held:
            known = self._of.get(name)
            if known is not None:
                role, place = known
                other = found.get(role)
                if other is None or place < self._of[other][1]:
                    found[role] = name
        return found
