"""`goldsmith freeze`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from goldsmith.cli import options
from goldsmith.ondisk.project import find_root
from goldsmith.reports.corpora import render_freeze
from goldsmith.reports.json_text import to_json
from goldsmith.workflows.freeze import FreezeOptions, FreezeReport, freeze
from goldsmith.workflows.sources import frozen_source


@click.command("freeze")
@click.argument("source", type=click.Path(path_type=Path), required=False)
@click.option("--label", help="Name of the revision; made from its content by default.")
@click.option(
    "--map", "mapping", multiple=True, metavar="OURS=THEIRS", help="Field of a chunk manifest by another name."
)
@click.option(
    "--documents",
    type=click.Path(path_type=Path),
    help="Folder of the documents that a manifest was made from; its spans are held against them.",
)
@click.option(
    "--ignore-front-matter",
    "ignored",
    multiple=True,
    metavar="KEY",
    help="Front matter key that is not ours; may be repeated, and `*` is all of them.",
)
@click.option("--no-text", is_flag=True, help="Keep ids, hashes and fingerprints only.")
@click.option("--retrieval", multiple=True, metavar="FACT=VALUE", help="Declared fact, such as embedding=e5-small.")
@click.option("--update-lock", is_flag=True, help="Accept that the documents are not those of corpus.lock.")
@options.json_option
def freeze_command(
    source: Path | None,
    mapping: tuple[str, ...],
    documents: Path | None,
    retrieval: tuple[str, ...],
    as_json: bool,
    **asked: Any,
) -> None:
    """Freeze SOURCE as a corpus revision: a folder of documents, or a chunk manifest (Parquet, JSONL, JSON, CSV).

    Without SOURCE, what goldsmith.toml names under `documents` or `[manifest]` is frozen.
    """
    root = find_root(options.here())
    path, fields = frozen_source(root, source and options.here() / source)
    wanted = FreezeOptions(
        label=asked["label"],
        mapping=fields | dict(options.pairs(mapping, "--map")),
        documents=documents and options.here() / documents,
        ignore_front_matter=tuple(asked["ignored"]),
        keep_text=not asked["no_text"],
        retrieval=dict(options.pairs(retrieval, "--retrieval")),
        lock=root / "corpus.lock",
        update_lock=asked["update_lock"],
    )
    report = freeze(path, root=root, options=wanted)
    click.echo(to_json(report) if as_json else _rendered(report))
    raise SystemExit(report.exit_status)


def _rendered(report: FreezeReport) -> str:
    repeated = [f"{len(report.repeated)} texts stand more than once in one section"] if report.repeated else []
    return render_freeze(
        report.revision,
        existed=report.existed,
        failed=[(item.document, item.status, item.reason) for item in report.failed],
        notes=[*report.notes, *repeated, *(f"lock: {line}" for line in report.lock_differs)],
        next_step=report.next_step,
    )
