"""`goldsmith report`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.cli.audience import audience, audience_option
from goldsmith.reports.forms import FORMS, Form
from goldsmith.reports.terminal import render_verdict
from goldsmith.workflows.report import read_verdict, rendered, save_report, signed_by, told_to


@click.command("report")
@click.argument("run", required=False)
@click.option("--format", "form", type=click.Choice(FORMS), help="How it is written; text by default.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write it to this file, whole or not.")
@audience_option
@options.json_option
def report_command(run: str | None, form: Form | None, out: Path | None, texts: bool | None, as_json: bool) -> None:
    """Show the verdict of RUN (the latest by default) as it was given.

    The exit status is that of the verdict: 0 where nothing is broken, 1 where the release is blocked, 3 where it is
    incomplete.
    """
    verdict = told_to(read_verdict(options.here(), run), audience(texts))
    signed = signed_by(options.here(), verdict.plan.run)
    chosen = form or ("json" if as_json else "text")
    if out is not None:
        save_report(out, rendered(verdict, chosen, signed))
        click.echo(f"wrote {options.near(out)}")
    elif chosen == "text":
        click.echo(render_verdict(verdict, colour=options.colour(), width=options.width()))
    else:
        click.echo(rendered(verdict, chosen, signed), nl=False)
    raise SystemExit(verdict.exit_status)
