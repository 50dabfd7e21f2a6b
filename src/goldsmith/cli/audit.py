"""`goldsmith audit`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.reports.auditing import render_audit
from goldsmith.reports.json_text import to_json
from goldsmith.workflows.audit_traces import audit


@click.command("audit")
@click.argument("traces", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--corpus", multiple=True, metavar="LABEL[=FROM]",
    help="Revision whose access rules hold, from this date on; may be repeated.",
)  # fmt: skip
@click.option(
    "--map", "mapping", multiple=True, metavar="OURS=THEIRS", help="Attribute that holds user, tenant or roles."
)
@options.json_option
def audit_command(traces: tuple[Path, ...], corpus: tuple[str, ...], mapping: tuple[str, ...], as_json: bool) -> None:
    """Say who saw what they may not, in traces of production.

    TRACES are files or folders of OpenTelemetry (OTLP JSON, with the names of its conventions for generative AI or of
    OpenInference), Langfuse or Phoenix. Each trace is held against the access rules of the corpus at its date: of the
    revisions to which the pin of the set moved, or those of --corpus. Exit status 0 where nobody did, 1 where somebody
    did, 3 where something cannot be told.
    """
    here = options.here()
    since = [(label, when) for label, _, when in (text.partition("=") for text in corpus)]
    told = audit(here, [here / path for path in traces], since=since, options=dict(options.pairs(mapping, "--map")))
    click.echo(to_json(told) if as_json else render_audit(told, width=options.width()))
    raise SystemExit(told.exit_status)
