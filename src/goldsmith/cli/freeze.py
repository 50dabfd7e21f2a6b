"""`goldsmith freeze`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from goldsmith.cli import options
from goldsmith.cli.refusals import render_refusal
from goldsmith.ondisk.project import find_root, load_settings
from goldsmith.reports.corpora import render_freeze
from goldsmith.reports.json_text import to_json
from goldsmith.workflows.freeze import FreezeOptions, FreezeReport, freeze
from goldsmith.workflows.open_set import LOCK
from goldsmith.workflows.sources import frozen_source


@click.command("freeze")
@click.argument("source", type=click.Path(path_type=Path), required=False)
@click.option("--label", help="Name of the revision; made from its content by default.")
@click.option("--map", "mapping", multiple=True, metavar="OURS=THEIRS", help="A field of a manifest by another name.")
@click.option(
    "--documents", type=click.Path(path_type=Path), help="Folder against which the spans of a manifest are checked."
)
@click.option("--no-text", is_flag=True, help="Keep ids, hashes and fingerprints only.")
@click.option("--retrieval", multiple=True, metavar="FACT=VALUE", help="Declared fact, such as embedding=e5-small.")
@click.option("--ignore-front-matter", multiple=True, metavar="KEY", help="Front matter that is not ours; * for all.")
@click.option("--update-lock", is_flag=True, help="Accept that the documents are not those of corpus.lock.")
@options.json_option
def freeze_command(source: Path | None, as_json: bool, **asked: Any) -> None:
    """Freeze SOURCE as a corpus revision: a folder of documents, or a chunk manifest (Parquet, JSONL, JSON, CSV).

    Without SOURCE, what goldsmith.toml names under `documents` or `[manifest]` is frozen. corpus.lock beside it says
    what was frozen, so that a fresh checkout can tell whether it froze the same; commit it.

    Markdown and plain text are read as they are; HTML, PDF and DOCX with the extra `parsers`.
    """
    from goldsmith.wiring import open_parsers

    root = find_root(options.here())
    path, fields = frozen_source(root, source and options.here() / source)
    with open_parsers() as parsers:
        report = freeze(path, root=root, options=_options(root, fields, asked), parsers=parsers)
    click.echo(to_json(report) if as_json else _rendered(report))
    raise SystemExit(report.exit_status)


def _options(root: Path, fields: dict[str, str], asked: dict[str, Any]) -> FreezeOptions:
    return FreezeOptions(
        label=asked["label"],
        mapping=fields | dict(options.pairs(asked["mapping"], "--map", empty=True)),
        documents=asked["documents"] and options.here() / asked["documents"],
        keep_text=not asked["no_text"],
        retrieval=dict(options.pairs(asked["retrieval"], "--retrieval")),
        ignore_front_matter=asked["ignore_front_matter"] or load_settings(root).ignore_front_matter,
        lock=root / LOCK,
        update_lock=asked["update_lock"],
    )


def _rendered(report: FreezeReport) -> str:
    if report.lock_differs:
        return render_refusal(report)
    repeated = [f"{len(report.repeated)} texts stand more than once in one section"] if report.repeated else []
    return render_freeze(
        report.revision,
        existed=report.existed,
        failed=[(item.document, item.status, item.reason) for item in report.failed],
        notes=[*report.notes, *repeated],
        next_step=report.next_step,
    )
