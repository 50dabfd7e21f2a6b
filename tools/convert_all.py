"""Read every public set with the format that recognises it, and hold what was read against the files themselves.

    python tools/convert_all.py [SHARED]

SHARED is the folder of public data (GOLDSMITH_SHARED, or a folder `shared` beside the repository). For each set: which
format was detected, how many records it read and the file holds (counted here without the reader), how many quotes have
their place in a passage, how many none, how many places the set tells wrongly, and the published figures beside ours
out of what was read. Prints a table, then PASS or what failed.
"""

from __future__ import annotations

import csv
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from goldsmith.adapters.workbooks import xlsx
from goldsmith.interchange.formats import FORMATS, recognised
from goldsmith.ondisk.foreign_files import open_foreign
from goldsmith.records.evidence import Alternative
from goldsmith.records.interchange import ForeignRecord
from goldsmith.records.response import Reply
from goldsmith.scoring.ranking import evaluate_run
from goldsmith.tables.rank_columns import JudgementColumns, RunColumns

ROOT = Path(__file__).resolve().parent.parent
DOCS = "anthropic-docs-rag/skills/retrieval_augmented_generation"
AUTORAG = "autorag-samples/legacy/tests/resources"
MTRAG = "mtrag/mtrag-human"


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One figure as its makers published it, and as it comes out of what was read."""

    name: str
    published: float
    ours: float
    within: float = 0.0

    @property
    def holds(self) -> bool:
        return abs(self.published - self.ours) <= self.within

    def __str__(self) -> str:
        return f"{self.name} {self.published:g} / {self.ours:.6g}{'' if self.holds else '  DIFFERS'}"


@dataclass(frozen=True, kw_only=True)
class Subject:
    """One set, and what is known of it without its reader."""

    paths: tuple[str, ...]
    format: str
    count: Callable[[Sequence[Path]], int]
    """Records as the file itself tells them."""
    wrong: int = 0
    """Places of words that are known to be wrong."""
    figures: Callable[[Sequence[ForeignRecord], Path], Iterable[Figure]] = lambda _records, _data: ()


@dataclass(frozen=True, kw_only=True)
class Result:
    """One row of the table."""

    title: str
    format: str
    told: int
    read: int
    cases: int
    located: int
    lost: int
    wrong: int
    figures: tuple[Figure, ...]
    failed: tuple[str, ...]


def main(arguments: Sequence[str]) -> int:
    """Return the exit status: 1 where something does not hold."""
    given = arguments[0] if arguments else os.environ.get("GOLDSMITH_SHARED") or str(ROOT.parent / "shared")
    data = Path(given) / "data"
    if not data.is_dir():
        print(f"there is no folder {data}: name the folder of the public data", file=sys.stderr)
        return 2
    results = [_converted(subject, data) for subject in SUBJECTS]
    print(f"{'set':<46} {'format':<18} {'file':>6} {'read':>6} {'cases':>6} {'located':>7} {'lost':>5} {'wrong':>6}")
    for row in results:
        print(
            f"{row.title:<46} {row.format:<18} {row.told:>6,} {row.read:>6,} {row.cases:>6,} {row.located:>7,} "
            f"{row.lost:>5,} {row.wrong:>6,}{'' if not row.failed else '  FAILED'}"
        )
        for figure in row.figures:
            print(f"    published / ours: {figure}")
    failed = [f"{row.title}: {why}" for row in results for why in row.failed]
    print("\n".join(["", *failed, f"FAILED: {len(failed)} of {len(results)} sets"] if failed else ["PASS"]))
    return 1 if failed else 0


def _converted(subject: Subject, data: Path) -> Result:
    paths = [data / path for path in subject.paths]
    source = open_foreign(paths, options={}, workbook=xlsx.rows)
    names = recognised(source)
    # Every set must be recognised by itself: nobody tells the format.
    found = names[0] if names else "none"
    read = FORMATS.get(found).read if names else None
    records = list(read(source)) if read is not None else []
    told = subject.count(paths)
    taken = sum(one.case is not None or bool(one.responses) or bool(one.passages) for one in records)
    wrong = sum(line.fate == "wrong" for one in records for line in one.lines)
    figures = tuple(subject.figures(records, data)) if records else ()
    failed = [f"recognised as {found}, not as {subject.format}"] if found != subject.format else []
    failed += [f"{told} records in the file, {taken} read"] if told != taken else []
    failed += [f"{wrong} places told as wrong, {subject.wrong} are"] if wrong != subject.wrong else []
    failed += [f"published and ours differ: {figure}" for figure in figures if not figure.holds]
    return Result(
        title=_title(subject),
        format=found,
        told=told,
        read=taken,
        cases=len({one.case.id for one in records if one.case is not None}),
        located=sum(item.span is not None for item in _quoted(records)),
        lost=sum(item.span is None for item in _quoted(records)),
        wrong=wrong,
        figures=figures,
        failed=tuple(failed),
    )


def _title(subject: Subject) -> str:
    path = Path(subject.paths[0])
    name = "/".join([path.parts[0], path.name] if len(path.parts) > 1 else path.parts)
    return f"{name} (+{len(subject.paths) - 1})" if len(subject.paths) > 1 else name


def _quoted(records: Sequence[ForeignRecord]) -> list[Alternative]:
    """Return all evidence that the set gives as words in one of its passages."""
    cases = (one.case for one in records if one.case is not None)
    needs = (need for case in cases for need in case.evidence)
    return [item for need in needs for item in need.any_of if item.quote is not None]


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8-sig"))


def _lines(paths: Sequence[Path]) -> int:
    return sum(1 for line in paths[0].read_text(encoding="utf-8").split("\n") if line.strip())


def _rows(paths: Sequence[Path]) -> int:
    with paths[0].open(encoding="utf-8-sig", newline="") as file:
        delimiter = "\t" if paths[0].suffix == ".tsv" else ","
        return sum(1 for row in csv.reader(file, delimiter=delimiter) if row) - 1


def _items(paths: Sequence[Path]) -> int:
    return len(_json(paths[0]))


def _parquet(paths: Sequence[Path]) -> int:
    import duckdb

    return sum(int(duckdb.read_parquet(path.as_posix()).aggregate("count(*)").fetchall()[0][0]) for path in paths)


def _squad(paths: Sequence[Path]) -> int:
    return sum(len(paragraph["qas"]) or 1 for article in _json(paths[0])["data"] for paragraph in article["paragraphs"])


def _questions(paths: Sequence[Path]) -> int:
    lines = (line for path in paths for line in path.read_text(encoding="utf-8").splitlines())
    return len({line.split()[0] for line in lines if line.strip() and not line.startswith("#")})


def _both_questions(paths: Sequence[Path]) -> int:
    return sum(_questions([path]) for path in paths)


def _annotations(paths: Sequence[Path]) -> int:
    return sum(len(held) for held in _json(paths[0]).values())


def _ranked(records: Sequence[ForeignRecord], measures: Sequence[str]) -> dict[str, float]:
    """Return the means of ranking measures out of cases and responses as they were read."""
    judged = [
        (one.case.id, item.chunk or item.document or "", item.grade)
        for one in records
        if one.case is not None
        for need in one.case.evidence
        for item in need.any_of
    ]
    found = [
        (response.case, item.id, item.score if item.score is not None else -float(rank))
        for one in records
        for response in one.responses
        if isinstance(response.outcome, Reply)
        for rank, item in enumerate(response.outcome.retrieved or ())
    ]
    questions, documents, grades = (list(column) for column in zip(*judged, strict=True))
    asked, ids, scores = (list(column) for column in zip(*found, strict=True))
    told = evaluate_run(
        JudgementColumns(query=np.array(questions), document=np.array(documents), grade=np.array(grades)),
        RunColumns(query=np.array(asked), document=np.array(ids), score=np.array(scores)),
        measures,
    )
    return {measure: mean for measure in measures if (mean := told.mean(measure, over="judged")) is not None}


def _trec_eval(records: Sequence[ForeignRecord], data: Path) -> Iterator[Figure]:
    text = (data / "trec_eval-tests/test/out.test").read_text(encoding="utf-8")
    published = {name: float(value) for name, value in re.findall(r"^(\S+)\s+all\s+([0-9.]+)$", text, re.MULTILINE)}
    ours = _ranked(records, ("average_precision", "precision@5", "precision@30", "reciprocal_rank"))
    named = {"map": "average_precision", "P_5": "precision@5", "P_30": "precision@30", "recip_rank": "reciprocal_rank"}
    for theirs, measure in named.items():
        yield Figure(name=theirs, published=published[theirs], ours=ours[measure], within=5.0001e-5)


def _cacm(records: Sequence[ForeignRecord], _data: Path) -> Iterator[Figure]:
    yield Figure(
        name="P30", published=0.1942, ours=_ranked(records, ("precision@30",))["precision@30"], within=5.0001e-5
    )


def _ragchecker(records: Sequence[ForeignRecord], data: Path) -> Iterator[Figure]:
    from goldsmith.interchange.ragchecker_labels import labels_from
    from goldsmith.scoring.claim_measures import claim_measures, mean_claim_measures, published_percent

    published = _json(data / "ragchecker-meta/examples/checking_outputs.json")["metrics"]
    outcomes = [claim_measures(labels_from(judgment)) for one in records for judgment in one.judgments]
    ours = {str(name): mean for name, mean in mean_claim_measures(outcomes).items()}
    for group in published.values():
        for name, value in group.items():
            yield Figure(name=name, published=value, ours=published_percent(ours[name].mean_over_all))


def _promptfoo(records: Sequence[ForeignRecord], _data: Path) -> Iterator[Figure]:
    """Hold each published recall and reciprocal rank against ours, out of what was retrieved and what is asked."""
    held = {one.case.id: one.case for one in records if one.case is not None}
    ours: dict[tuple[str, str], list[float]] = {}
    for one in records:
        for response in one.responses:
            if not isinstance(response.outcome, Reply) or response.case not in held:
                continue
            wanted = {item.chunk for need in held[response.case].evidence for item in need.any_of}
            got = [item.id for item in response.outcome.retrieved or ()]
            ours.setdefault((response.system, "Recall"), []).append(len(wanted & set(got)) / len(wanted))
            ranks = [rank for rank, name in enumerate(got, start=1) if name in wanted]
            ours.setdefault((response.system, "MRR"), []).append(1 / ranks[0] if ranks else 0.0)
    published: dict[tuple[str, str], list[float]] = {}
    for one in records:
        for score in one.published:
            if score.measure in {"Recall", "MRR"} and score.case:
                published.setdefault((score.system, score.measure), []).append(score.value)
    for (system, name), values in sorted(published.items()):
        mine = ours[system, name]
        title = f"{name} of {system.rpartition(':')[2]} (mean of {len(values)})"
        yield Figure(name=title, published=sum(values) / len(values), ours=sum(mine) / len(mine), within=1e-9)


def _azure(records: Sequence[ForeignRecord], data: Path) -> Iterator[Figure]:
    """Count answers that cite a page that the truth cites, as the published figure does: by the words as they stand."""
    published = _json(data / "azure-rag-eval/example_results/baseline2/summary.json")["citation_match"]["total"]
    held = {one.case.id: one.case for one in records if one.case is not None}
    matched = 0
    for one in records:
        for response in one.responses:
            if isinstance(response.outcome, Reply) and response.case in held:
                wanted = {item.chunk or item.document for need in held[response.case].evidence for item in need.any_of}
                matched += bool(wanted & {citation.id for citation in response.outcome.citations or ()})
    yield Figure(name="citation_match", published=published, ours=matched)


def _autorag(records: Sequence[ForeignRecord], data: Path) -> Iterator[Figure]:
    """Hold the published recall of BM25 on the sample project against ours, on the questions as they were read."""
    import duckdb

    folder = data / AUTORAG / "result_project/0/retrieve_node_line/lexical_retrieval"
    with (folder / "summary.csv").open(encoding="utf-8", newline="") as file:
        published = next(csv.DictReader(file))
    table = duckdb.read_parquet((folder / "0.parquet").as_posix()).select("retrieved_ids").fetchall()
    cases = [one.case for one in records if one.case is not None]
    recalls, precisions = [], []
    for case, (ids,) in zip(cases, table, strict=False):
        met = [any(item.chunk in ids for item in need.any_of) for need in case.evidence]
        wanted = {item.chunk for need in case.evidence for item in need.any_of}
        recalls.append(sum(met) / len(met))
        precisions.append(len(wanted & set(ids)) / len(ids))
    for name, mine in (("retrieval_recall", recalls), ("retrieval_precision", precisions)):
        yield Figure(name=name, published=float(published[name]), ours=sum(mine) / len(mine), within=1e-9)


SUBJECTS: tuple[Subject, ...] = (
    Subject(
        paths=("ragas-annotated/docs/_static/annotated_data.json",), format="ragas-annotations", count=_annotations
    ),
    Subject(
        paths=("ragas-annotated/examples/ragas_examples/improve_rag/datasets/hf_doc_qa_eval.csv",),
        format="csv",
        count=_rows,
    ),
    Subject(
        paths=(
            f"{AUTORAG}/dataset_sample_gen_by_autorag/qa.parquet",
            f"{AUTORAG}/dataset_sample_gen_by_autorag/corpus.parquet",
        ),
        format="autorag",
        count=_parquet,
    ),
    Subject(
        paths=(f"{AUTORAG}/result_project/data/qa.parquet", f"{AUTORAG}/result_project/data/corpus.parquet"),
        format="autorag",
        count=_parquet,
        figures=_autorag,
    ),
    Subject(
        paths=("ragchecker-meta/examples/checking_inputs.json",),
        format="ragchecker",
        count=lambda paths: len(_json(paths[0])["results"]),
    ),
    Subject(
        paths=("ragchecker-meta/examples/checking_outputs.json",),
        format="ragchecker",
        count=lambda paths: len(_json(paths[0])["results"]),
        figures=_ragchecker,
    ),
    Subject(
        paths=(f"{DOCS}/data/retrieval_results.json",),
        format="promptfoo-results",
        count=lambda paths: len(_json(paths[0])["results"]["results"]),
        figures=_promptfoo,
    ),
    Subject(paths=(f"{DOCS}/evaluation/promptfoo_datasets/end_to_end_dataset.csv",), format="promptfoo", count=_rows),
    Subject(paths=(f"{DOCS}/evaluation/promptfoo_datasets/retrieval_dataset.csv",), format="promptfoo", count=_rows),
    Subject(paths=(f"{DOCS}/evaluation/docs_evaluation_dataset.json",), format="anthropic-docs", count=_items),
    *(
        Subject(
            paths=(f"azure-rag-eval/example_results/{run}",),
            format="azure-rag-eval",
            count=lambda paths: _lines([paths[0] / "eval_results.jsonl"]),
            figures=_azure if run == "baseline2" else lambda _records, _data: (),
        )
        for run in ("baseline", "baseline2", "prompt_nomarkdownmention")
    ),
    Subject(paths=("azure-rag-eval/example_input/qa.jsonl",), format="azure-rag-eval", count=_lines),
    Subject(paths=("cmrc2018/squad-style-data/cmrc2018_trial.json",), format="squad", count=_squad, wrong=5),
    *(Subject(paths=(f"xquad/xquad.{code}.json",), format="squad", count=_squad) for code in ("en", "ru", "zh")),
    Subject(paths=("clapnq/annotated_data/dev/clapnq_dev_answerable.jsonl",), format="clapnq", count=_lines),
    Subject(paths=("clapnq/annotated_data/dev/clapnq_dev_unanswerable.jsonl",), format="clapnq", count=_lines),
    Subject(paths=("clapnq/retrieval/dev/question_dev_answerable.tsv",), format="clapnq", count=_rows),
    Subject(paths=("clapnq/retrieval/dev/question_dev_unanswerable.tsv",), format="clapnq", count=_rows),
    Subject(
        paths=(f"{MTRAG}/evaluations/reference_subset_with_human_evaluations.json",),
        format="mt-rag",
        count=lambda paths: sum(len(_json(paths[0])[name]) for name in ("documents", "tasks", "evaluations")),
    ),
    *(
        Subject(
            paths=(f"{MTRAG}/retrieval_tasks/{name}",),
            format="mt-rag",
            count=lambda paths: _lines([next(paths[0].glob("*_questions.jsonl"))]),
        )
        for name in ("clapnq", "cloud", "fiqa", "govt")
    ),
    Subject(
        paths=(
            "cacm/src/test/resources/sample_qrels/cacm/qrels.cacm.txt",
            "cacm/src/test/resources/sample_runs/cacm/cacm-bm25.txt",
        ),
        format="trec",
        count=_both_questions,
        figures=_cacm,
    ),
    Subject(
        paths=("trec_eval-tests/test/qrels.test", "trec_eval-tests/test/results.test"),
        format="trec",
        count=_both_questions,
        figures=_trec_eval,
    ),
    Subject(
        paths=("ir_measures-tests/tests/compat.qrels", "ir_measures-tests/tests/compat.run"),
        format="trec",
        count=_both_questions,
    ),
)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
