"""The known foreign formats, by name, and which of them a source is."""

from __future__ import annotations

from goldsmith._base.registry import Registry
from goldsmith.interchange.format import Format
from goldsmith.ports.foreign import ForeignSource

_NAMES: dict[str, str] = {
    "otlp": "otlp_run",  # written only
    # What tells itself apart by its own marks stands before what only has usual names.
    "promptfoo-results": "promptfoo_results",
    "promptfoo": "promptfoo",
    "azure-rag-eval": "azure_rag_eval",
    "anthropic-docs": "anthropic_docs",
    "langsmith": "langsmith",
    "langfuse": "langfuse",
    "phoenix": "phoenix",
    "regtrace": "regtrace",
    "permission-cases": "permission_cases",
    "golden-case": "golden_case",
    "chunk-records": "chunk_records",
    "eight-types": "eight_types",
    "squad": "squad",
    "mt-rag": "mt_rag",
    "clapnq": "clapnq",
    "legalbench-rag": "legalbench_rag",
    "financebench": "financebench",
    "hotpotqa": "hotpotqa",
    "multihop-rag": "multihop_rag",
    "spanchor": "spanchor",
    "longprobe": "longprobe",
    "retrieval-eval": "retrieval_eval",
    "ms-marco": "ms_marco",
    "label-studio": "label_studio_cases",
    "argilla": "argilla_records",
    "beir": "beir",
    "autorag": "autorag",
    "trec": "trec",
    "ragchecker": "ragchecker",
    "ragas-annotations": "ragas_annotations",
    "pydantic-evals": "pydantic_evals",
    "deepeval": "deepeval",
    "giskard": "giskard",
    "trulens": "trulens",
    "ares": "ares",
    "mlflow": "mlflow",
    "inspect": "inspect_ai",
    "ragas": "ragas",
    "csv": "spreadsheet",
    "xlsx": "spreadsheet_xlsx",
}
"""Name of each format and the module of this room that holds it, in the order in which they are asked."""

FORMATS: Registry[Format] = Registry(
    "formats", {name: f"goldsmith.interchange.{module}:FORMAT" for name, module in _NAMES.items()}
)


def recognised(source: ForeignSource) -> tuple[str, ...]:
    """Return the names of the formats that would read a source, the surest first."""
    return tuple(name for name in _NAMES if _readable(name, source))


def _readable(name: str, source: ForeignSource) -> bool:
    known = FORMATS.get(name)
    return known.read is not None and known.recognises(source)
