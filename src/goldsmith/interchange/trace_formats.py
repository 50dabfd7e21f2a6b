"""The known exports of traces, by name."""

from __future__ import annotations

from goldsmith._base.registry import Registry
from goldsmith.interchange.trace_format import TraceFormat
from goldsmith.ports.foreign import ForeignSource

TRACE_FORMATS: Registry[TraceFormat] = Registry(
    "trace formats",
    {
        "otlp": "goldsmith.interchange.otlp_traces:FORMAT",
        "langfuse": "goldsmith.interchange.langfuse_traces:FORMAT",
        "phoenix": "goldsmith.interchange.phoenix_traces:FORMAT",
    },
)


def recognised_traces(source: ForeignSource) -> TraceFormat | None:
    """Return the format of an export of traces; None: it is none that is known."""
    known = (TRACE_FORMATS.get(name) for name in TRACE_FORMATS)
    return next((one for one in known if one.recognises(source)), None)
