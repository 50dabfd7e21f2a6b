"""`goldsmith freeze`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.reports.json_text import to_json
from goldsmith.workflows.freeze import FreezeOptions, freeze, source_of
from goldsmith.workflows.open_set import find_root


@click.command("freeze")
@click.argument("source", type=click.Path(path_type=Path), required=False)
@click.option("--label", help="Name of the revision; made from its content by default.")
@click.option("--map", "mapping", multiple=True, metavar="OURS=THEIRS", help="Field of a chunk manifest by another name.")
@click.option("--no-text", is_flag=True, help="Keep ids, hashes and fingerprints only.")
@click.option("--retrieval", multiple=True, metavar="FACT=VALUE", help="Declared fact, such as embedding=e5-small.")
@options.json_option
def freeze_command(  # noqa: PLR0913 - one argument an option
    source: Path | None,
    label: str | None,
    mapping: tuple[str, ...],
    no_text: bool,
    retrieval: tuple[str, ...],
    as_json: bool,
) -> None:
    """Freeze SOURCE as a corpus revision: a folder of documents, or a chunk manifest (Parquet, JSONL, JSON, CSV).

    Without SOURCE, what goldsmith.toml names under `documents` or `[manifest]` is frozen.
    """
    root = find_root(options.here())
    path, fields = source_of(root, source and options.here() / source)
    asked = FreezeOptions(
        label=label,
        mapping=fields | dict(options.pairs(mapping, "--map")),
        keep_text=not no_text,
        retrieval=dict(options.pairs(retrieval, "--retrieval")),
    )
    report = freeze(path, root=root, options=asked)
    click.echo(to_json(report) if as_json else str(report))
