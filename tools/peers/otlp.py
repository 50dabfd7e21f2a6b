# requires: opentelemetry-proto==1.45.2 opentelemetry-semantic-conventions==0.66b2
"""Read exported traces with OpenTelemetry's own messages, and hold every name against its own conventions."""

import json
import sys
from pathlib import Path

from google.protobuf.json_format import Parse
from opentelemetry.proto.trace.v1.trace_pb2 import TracesData
from opentelemetry.semconv._incubating.attributes import gen_ai_attributes

named = vars(gen_ai_attributes).items()
known = {value for name, value in named if name.startswith("GEN_AI") and isinstance(value, str)}
cases, spans, events, foreign = set(), 0, 0, set()
for path in sorted(Path(sys.argv[1]).glob("*.json")):
    data = Parse(path.read_text(encoding="utf-8"), TracesData())
    for resource in data.resource_spans:
        for scope in resource.scope_spans:
            for span in scope.spans:
                spans += 1
                events += len(span.events)
                told = {item.key: item.value for item in span.attributes}
                for event in span.events:
                    told |= {item.key: item.value for item in event.attributes}
                foreign |= {name for name in told if name.startswith("gen_ai.") and name not in known}
                if "goldsmith.case" in told:
                    cases.add(told["goldsmith.case"].string_value)
print(json.dumps({"cases": len(cases), "spans": spans, "events": events, "unknown names": sorted(foreign)}))
sys.exit(bool(foreign))
