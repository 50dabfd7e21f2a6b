# requires: AutoRAG==0.3.27! emoji==2.16.0 llama-index-embeddings-openai==0.6.0 llama-index-llms-bedrock==0.6.0 llama-index-llms-openai==0.7.10 llama-index-llms-openai-like==0.8.0 pandas==2.3.3 pyarrow==26.0.1 rich==15.0.0 tiktoken==0.14.0
# ruff: noqa: E501 - the line above is read by tools/peers.py
"""AutoRAG's own functions, which its validator calls, cast both tables and demand every passage that is needed.

Of what the package asks for only what these functions import is installed: the rest is two gigabytes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.pop(0)  # this file bears the name of the package


def main(folder: Path) -> int:
    """Print what was loaded; AutoRAG's own assertions end the program where it refuses something."""
    import pandas as pd
    from autorag.utils import cast_corpus_dataset, cast_qa_dataset, validate_qa_from_corpus_dataset

    questions = cast_qa_dataset(pd.read_parquet(folder / "qa.parquet", engine="pyarrow"))
    corpus = cast_corpus_dataset(pd.read_parquet(folder / "corpus.parquet", engine="pyarrow"))
    validate_qa_from_corpus_dataset(questions, corpus)
    groups = [group for row in questions["retrieval_gt"] for group in row if len(group)]
    facts = {
        "corpus": len(corpus),
        "needs": len(groups),
        "alternatives": sum(map(len, groups)),
        "answers": sum(map(len, questions["generation_gt"])),
    }
    print(json.dumps({"cases": len(questions)} | facts))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
