"""`goldsmith evaluate`."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import Any

import click

from goldsmith.cli import options
from goldsmith.cli.asking import asking_options, own_output, show_progress
from goldsmith.cli.audience import audience, audience_option
from goldsmith.cli.foreign_asking import asked_of, opened_sets
from goldsmith.reports.terminal import render_verdict
from goldsmith.reports.weighing import render_weights
from goldsmith.workflows.evaluate import Against, graver
from goldsmith.workflows.evaluate_foreign import altogether, evaluate_opened
from goldsmith.workflows.report import told_to


@click.command("evaluate")
@options.set_argument
@asking_options
@click.option("--baseline", metavar="NAME", help="Baseline to compare with, or `none`; the nearest one by default.")
@options.corpus_option
@options.waive_option
@audience_option
@options.json_option
def evaluate_command(file: Path | None, baseline: str | None, waive: str | None, as_json: bool, **asked: Any) -> None:
    """Run a system on a golden set, score it by layer, gate it, compare it, and say what to do.

    FILE may be a lone CSV, JSONL or YAML file of cases, or a file of another tool that carries answers: it works at
    once, without configuration. Without FILE every set that goldsmith.toml enables is evaluated; with --json several
    sets are a list. Exit status 0 where nothing is broken, 1 where the release is blocked, 3 where a gate could not be
    decided or a case has no answer.
    """
    reader = audience(asked.pop("texts"))
    # All are opened first: a set that cannot be read is told before another one costs calls.
    sets = opened_sets(options.here(), file, corpus=asked.pop("corpus"), tags=asked["tags"], baseline=baseline)
    verdicts = []
    for one in sets:
        with own_output():
            system, wanted = asked_of(one, asked)
            against = Against(baseline=baseline, audience=reader)
            verdict = evaluate_opened(
                one, system, wanted, now=options.now(), against=against, waive=options.codes(waive),
                progress=show_progress(),
            )  # fmt: skip
        verdicts.append(verdict := told_to(verdict, reader))
        if not as_json:
            click.echo(render_verdict(verdict, colour=options.colour(), width=options.width()))
    if as_json:
        click.echo(options.as_one_document(verdicts))
    elif (together := altogether(sets, verdicts)) is not None:
        click.echo(f"\n{render_weights(together.sets, together.share)}")
    raise SystemExit(reduce(graver, (verdict.exit_status for verdict in verdicts)))
