"""The kinds of file that a person may hand us, each with seeds, a way to spoil them, our reader and another one."""

from __future__ import annotations

import contextlib
import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import yaml

from goldsmith.adapters.systems.recorded import open_system
from goldsmith.corpus.chunking import chunk_documents
from goldsmith.corpus.manifest import corpus_of_manifest
from goldsmith.ondisk.baselines import load_baseline, save_baseline
from goldsmith.ondisk.corpus_lock import locked_contents, locked_label
from goldsmith.ondisk.documents import read_documents
from goldsmith.ondisk.golden import load_golden
from goldsmith.ondisk.journal import read_journal
from goldsmith.ondisk.manifests import read_manifest
from goldsmith.ondisk.project import load_settings
from goldsmith.ondisk.reviews import load_facts
from goldsmith.ondisk.revisions import load_revision
from goldsmith.ondisk.runs import RunFolder, snapshot
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Case
from goldsmith.records.decision import Status
from goldsmith.records.digests import anchor_digest, case_digest, metadata_digest
from goldsmith.records.response import Reply, Response, RetrievedItem
from goldsmith.records.run import Plan
from goldsmith.records.task import Step, TaskKey
from goldsmith.tables.manifest_columns import DEFAULT_NAMES
from goldsmith.workflows.check import CheckOptions, check_set
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from tests.reliability import second_reading
from tests.reliability.mutating import as_csv, as_json, as_json_lines, as_toml, as_yaml, spoiled_bytes, spoiled_data

HELP_DESK = Path(str(files("goldsmith"))) / "_example" / "help-desk"
NOW = datetime(2026, 11, 30, tzinfo=UTC)
Records = list[tuple[Any, ...]] | None
_LARGEST_SEED = 40_000
_CASE = ("id", "question")
_CSV_NAMES = frozenset(_CASE)
_MANIFEST_NAMES = frozenset(name for names in DEFAULT_NAMES.values() for name in names)
_CHUNKS: list[dict[str, Any]] = [
    {
        "chunk_id": f"d{n // 2}#{n}", "doc_id": f"d{n // 2}", "text": f"Text {n}: é 💩.", "start": 12 * n,
        "end": 12 * n + 12, "page": n, "section": "A > B", "metadata": {"source": f"d{n // 2}.md", "lang": "en"},
    }
    for n in range(4)
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of file."""

    per_thousand: int
    """Its share of all inputs."""
    texts: Sequence[bytes]
    """Seeds as they stand in files."""
    data: Sequence[Any]
    """Seeds as plain data."""
    write: Callable[[Any, Random], bytes]
    read: Callable[[bytes, Path], Records]
    """Ours: the records, None where there is nothing to hold against another reader. Raises GoldsmithError."""
    again: Callable[[bytes], Records]
    """The other reader; None where it cannot read the file."""

    def spoiled(self, chance: Random) -> bytes:
        """Return one input."""
        if self.data and (not self.texts or chance.random() < 0.5):
            data = self.write(spoiled_data(chance.choice(self.data), chance), chance)
            return spoiled_bytes(data, [data], chance) if chance.random() < 0.1 else data
        return spoiled_bytes(chance.choice(self.texts), self.texts, chance)


def kinds(shared: Path | None, folder: Path) -> Mapping[str, Kind]:
    """Return every kind by its name; `shared` holds more seeds, `folder` is where our own files are made."""
    cases = [one for path in sorted(HELP_DESK.glob("golden/cases/*.yaml")) for one in _plain_yaml(path.read_bytes())]
    lists = [[one] for one in cases] + [cases[at : at + 3] for at in range(0, len(cases), 3)]
    found = partial(_seeds, shared)
    table = [_sixty(one) for one in cases]
    tables = [table[at : at + 4] for at in range(0, len(table), 4)]
    never = Random("seeds")
    made = {
        "csv": Kind(
            per_thousand=160, texts=[*found("csv"), *(as_csv(one, never) for one in tables)], data=tables, write=as_csv,
            read=partial(_cases, "set.csv"),
            again=partial(second_reading.csv_records, fields=_CASE, known=_CSV_NAMES),
        ),
        "yaml": Kind(
            per_thousand=160, texts=[*found("yaml"), *(as_yaml(one, never) for one in lists)], data=lists,
            write=as_yaml, read=partial(_cases, "set.yaml"), again=partial(second_reading.yaml_records, fields=_CASE),
        ),
        "jsonl": Kind(
            per_thousand=140, texts=[*found("jsonl"), *(as_json_lines(one, never) for one in lists)], data=lists,
            write=as_json_lines, read=partial(_cases, "set.jsonl"),
            again=partial(second_reading.json_line_records, fields=_CASE),
        ),
        "json": Kind(
            per_thousand=100, texts=[*found("json"), *(as_json(one, never) for one in lists)],
            data=[*lists, *({"cases": one} for one in lists)], write=as_json, read=partial(_cases, "set.json"),
            again=partial(second_reading.json_records, fields=_CASE),
        ),
    }  # fmt: skip
    return {**made, **_project_files(), **_corpus_files(found, never), **_own_files(folder, cases)}


def _project_files() -> dict[str, Kind]:
    header = (HELP_DESK / "golden/set.yaml").read_bytes()
    facts = (HELP_DESK / "golden/reviews.jsonl").read_bytes().splitlines(keepends=True)[:4]
    settings = (HELP_DESK / "goldsmith.toml").read_bytes()
    more = b'[run]\nrepeats = 2\ntimeout_s = 1.5\n[manifest]\npath = "m.csv"\n[manifest.fields]\nid = "x"\n[check]\n'
    held = {**tomllib.loads(settings.decode()), **tomllib.loads(more.decode()), "measures": ["recall@5"], "cutoff": 3}
    return {
        "set.yaml": Kind(
            per_thousand=90, texts=[header], data=_plain_yaml(b"- " + header.replace(b"\n", b"\n  ")), write=as_yaml,
            read=_header, again=partial(second_reading.yaml_records, fields=("name",)),
        ),
        "goldsmith.toml": Kind(
            per_thousand=70, texts=[settings, more], data=[held], write=lambda data, _chance: as_toml(data),
            read=_settings, again=_settings_again,
        ),
        "reviews.jsonl": Kind(
            per_thousand=60, texts=[b"".join(facts), facts[0]], data=[[json.loads(one) for one in facts]],
            write=as_json_lines, read=_facts,
            again=partial(second_reading.json_line_records, fields=("id", "case", "reviewer", "reason")),
        ),
    }  # fmt: skip


def _corpus_files(found: Callable[..., list[bytes]], chance: Random) -> dict[str, Kind]:
    flat = [{key: value for key, value in row.items() if key != "metadata"} for row in _CHUNKS]
    manifests = [text for text in found("jsonl") if b"chunk" in text]
    recorded = [{"id": f"c{n}", "answer": "A", "retrieved": ["d#1", {"id": "d#2", "score": 0.5}]} for n in range(3)]
    documents = [path.read_bytes() for path in sorted(HELP_DESK.glob("documents/*/*.md"))]
    fronts = [_plain_yaml(b"- " + text.split(b"---\n")[1].replace(b"\n", b"\n  "))[0] for text in documents]
    return {
        "manifest.jsonl": Kind(
            per_thousand=40, texts=[*manifests, as_json_lines(_CHUNKS, chance)], data=[_CHUNKS], write=as_json_lines,
            read=partial(_manifest, "m.jsonl"), again=partial(second_reading.json_line_records, fields=()),
        ),
        "manifest.json": Kind(
            per_thousand=20, texts=[as_json(_CHUNKS, chance)], data=[_CHUNKS], write=as_json,
            read=partial(_manifest, "m.json"), again=partial(second_reading.json_records, fields=()),
        ),
        "manifest.csv": Kind(
            per_thousand=30, texts=[as_csv(flat, chance)], data=[flat], write=as_csv, read=partial(_manifest, "m.csv"),
            again=partial(second_reading.csv_records, fields=(), known=_MANIFEST_NAMES),
        ),
        "recorded": Kind(
            per_thousand=40, texts=[*found("jsonl"), as_json_lines(recorded, chance)], data=[recorded],
            write=as_json_lines, read=_recorded, again=lambda _data: None,
        ),
        "document": Kind(
            per_thousand=30, texts=documents, data=fronts, write=_as_front_matter, read=_document,
            again=lambda _data: None,
        ),
    }  # fmt: skip


def _own_files(folder: Path, cases: Sequence[Any]) -> dict[str, Kind]:
    """Return the files that we write and people may damage: a journal, a baseline, a lock, a revision, a run."""
    run = _made_run(folder, cases)
    baseline = save_baseline(run, folder / "baselines", "main").read_bytes()
    (folder / "m.jsonl").write_bytes(as_json_lines(_CHUNKS, Random("chunks")))
    freeze(folder / "m.jsonl", root=folder, options=FreezeOptions(lock=folder / "corpus.lock", label="one"))
    described = folder / ".goldsmith/corpus/one/revision.json"
    plan, journal = (run.path / "plan.json").read_bytes(), (run.path / "responses.jsonl").read_bytes()
    lock, revision = (folder / "corpus.lock").read_bytes(), described.read_bytes()
    lines = [json.loads(line) for line in journal.splitlines()]
    never: Callable[[bytes], Records] = lambda _data: None  # noqa: E731 - nothing else reads our own files
    return {
        "journal": Kind(
            per_thousand=10, texts=[journal], data=[lines], write=as_json_lines, read=_journal, again=never
        ),
        "baseline": Kind(
            per_thousand=8, texts=[baseline], data=[[json.loads(line) for line in baseline.splitlines()]],
            write=as_json_lines, read=_baseline, again=never,
        ),
        "plan": Kind(per_thousand=8, texts=[plan], data=[json.loads(plan)], write=as_json, read=_plan, again=never),
        "lock": Kind(per_thousand=7, texts=[lock], data=[json.loads(lock)], write=as_json, read=_lock, again=never),
        "revision": Kind(
            per_thousand=7, texts=[revision], data=[json.loads(revision)], write=as_json, read=_revision, again=never
        ),
        "checked": Kind(
            per_thousand=20, texts=[], data=[list(cases[at : at + 3]) for at in range(0, len(cases), 3)],
            write=as_json_lines, read=partial(_checked, folder), again=never,
        ),
    }  # fmt: skip


def _made_run(folder: Path, cases: Sequence[Any]) -> RunFolder:
    asked = [Case(id=str(one["id"]), question=str(one["question"]), behaviour="answer") for one in cases[:3]]
    plan = Plan(
        run="", created_at="2026-11-30T00:00:00Z", system="app", system_digest="y1:0", system_revision=None,
        set_name="s", set_version=None, set_digest="s1:0", corpus=None, corpus_digest=None,
        cases=tuple(one.id for one in asked), subset=None, repeats=1, concurrency=1, timeout_s=1, goldsmith="1",
    )  # fmt: skip
    kept = [snapshot(one, Status(state="approved", why="")) for one in asked]
    run = RunFolder.create(folder / "runs", plan, kept)
    reply = Reply(answer="A 💩", retrieved=(RetrievedItem(id="d#1", score=0.5),))
    with run.journal() as journal:
        journal.append(
            [
                Response(key=TaskKey(task=one.id, step=0, repeat=1), case=one.id, case_digest="c1:0", outcome=reply)
                for one in asked
            ]
        )
    run.finish()
    return run


def _seeds(shared: Path | None, suffix: str) -> list[bytes]:
    found = sorted(shared.glob(f"cases/*/*.{suffix}")) if shared is not None else []
    return [path.read_bytes() for path in found if path.stat().st_size <= _LARGEST_SEED]


def _plain_yaml(data: bytes) -> list[Any]:
    held: list[Any] = yaml.safe_load(data)
    return held


def _sixty(one: Mapping[str, Any]) -> dict[str, Any]:
    accepted = one.get("accept") or [""]
    return {
        "id": one["id"], "question": one["question"], "expected_answer": accepted[0], "type": "simple",
        "expected_sources": f"{one['id']}.md;other.md", "difficulty": one.get("difficulty", "easy"), "notes": "n",
    }  # fmt: skip


def _as_front_matter(data: Any, chance: Random) -> bytes:
    return b"---\n" + as_yaml(data, chance) + b"---\n# Head\n\nText that stands below.\n"


def _cases(name: str, data: bytes, folder: Path) -> Records:
    path = folder / name
    path.write_bytes(data)
    golden = load_golden(path).golden
    for case in golden.cases:
        case_digest(case), metadata_digest(case), anchor_digest(case)
    return [(case.id, case.question) for case in golden.cases]


def _header(data: bytes, folder: Path) -> Records:
    held = folder / "golden"
    (held / "cases").mkdir(parents=True, exist_ok=True)
    (held / "cases/one.yaml").write_bytes(b"- {id: a, question: Q?}\n")
    (held / "set.yaml").write_bytes(data)
    return [(load_golden(held).golden.header.name,)]


def _settings(data: bytes, folder: Path) -> Records:
    (folder / "goldsmith.toml").write_bytes(data)
    try:
        held = load_settings(folder)
    finally:
        (folder / "goldsmith.toml").unlink()
    return [(one.path,) for one in held.sets]


def _settings_again(data: bytes) -> Records:
    text = second_reading.decoded(data)
    try:
        held = tomllib.loads((text or "").replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, ValueError):
        return None
    return [(one.get("path"),) for one in held.get("sets", [{"path": "golden"}])]


def _facts(data: bytes, folder: Path) -> Records:
    path = folder / "reviews.jsonl"
    path.write_bytes(data)
    return [(one.id, one.case, one.reviewer, one.reason) for one in load_facts(path)]


def _manifest(name: str, data: bytes, folder: Path) -> Records:
    path = folder / name
    path.write_bytes(data)
    corpus = corpus_of_manifest(read_manifest(path))
    return [() for _id in corpus.chunks.ids]


def _recorded(data: bytes, folder: Path) -> Records:
    path = folder / "recorded.jsonl"
    path.write_bytes(data)
    known = [Case(id=name, question="Q?") for name in ("c0", "c1", "c2", "g001", "q1", "q2")]
    system = open_system(path, cases=known)
    for case in known:
        key = TaskKey(task=case.id, step=0, repeat=1)
        asking = system.ask(Step(case=case.id, question=case.question), (), key)
        with contextlib.suppress(StopIteration, SystemFailure):
            asking.send(None)
        system.recorded_latency_ms(Step(case=case.id, question=case.question), key)
    assert all(note.message for note in system.notes)
    return None


def _document(data: bytes, folder: Path) -> Records:
    held = folder / "documents"
    held.mkdir(exist_ok=True)
    (held / "one.md").write_bytes(data)
    sources = read_documents(held)
    chunk_documents([one for one in sources if one.text is not None])
    return None


def _journal(data: bytes, folder: Path) -> Records:
    path = folder / "responses.jsonl"
    path.write_bytes(data)
    read_journal(path, ("a",))
    return None


def _baseline(data: bytes, folder: Path) -> Records:
    path = folder / "main.jsonl"
    path.write_bytes(data)
    load_baseline(path)
    return None


def _plan(data: bytes, folder: Path) -> Records:
    run = folder / "runs/0001-app"
    run.mkdir(parents=True, exist_ok=True)
    (run / "plan.json").write_bytes(data)
    RunFolder.open(folder / "runs", "0001-app")
    return None


def _lock(data: bytes, folder: Path) -> Records:
    path = folder / "corpus.lock"
    path.write_bytes(data)
    locked_label(path), locked_contents(path)
    return None


def _revision(data: bytes, folder: Path) -> Records:
    held = folder / ".goldsmith/corpus/one"
    held.mkdir(parents=True, exist_ok=True)
    (held / "revision.json").write_bytes(data)
    load_revision(folder, "one")
    return None


def _checked(project: Path, data: bytes, _folder: Path) -> Records:
    held = project / "golden/cases"
    held.mkdir(parents=True, exist_ok=True)
    (project / "golden/set.yaml").write_bytes(b"name: s\n")
    (held / "one.jsonl").write_bytes(data)
    check_set(open_project(project), CheckOptions(), now=NOW)
    return None
