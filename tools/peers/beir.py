# requires: beir==2.2.0! tqdm==4.70.1
"""BEIR loads corpus, queries and judgements with its own loader; the cases that it would forget stand beside them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.pop(0)  # this file bears the name of the package


def main(folder: Path) -> int:
    """Print what was loaded; 1 where BEIR loads something else than what stands in the files."""
    from beir.datasets.data_loader import GenericDataLoader

    queries, corpus, judgements, missing = set(), 0, 0, []
    splits = sorted(path.stem for path in (folder / "qrels").glob("*.tsv"))
    for split in splits:
        if len((folder / "qrels" / f"{split}.tsv").read_text(encoding="utf-8").splitlines()) == 1:
            continue
        texts, asked, judged = GenericDataLoader(data_folder=str(folder)).load(split=split)
        queries |= set(asked)
        corpus = len(texts)
        judgements += sum(len(found) for found in judged.values())
        missing += [name for found in judged.values() for name in found if name not in texts]
    if missing:
        print(f"judged, and not in the corpus: {missing[:5]}", file=sys.stderr)
        return 1
    aside = folder / "goldsmith-cases.jsonl"
    others = aside.read_text(encoding="utf-8").splitlines() if aside.exists() else []
    facts = {"corpus": corpus, "judgements": judgements, "splits": splits, "beside": len(others)}
    print(json.dumps({"cases": len(queries) + len(others), **facts}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
