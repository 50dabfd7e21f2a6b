"""`goldsmith corpus`."""

from __future__ import annotations

import click

from goldsmith.cli import options
from goldsmith.ondisk.project import find_root
from goldsmith.reports.corpora import render_found, render_revisions, render_verified
from goldsmith.reports.corpus_diff import differs, render_corpus_diff
from goldsmith.reports.json_text import to_json
from goldsmith.workflows.corpus import corpora, find, verify
from goldsmith.workflows.corpus_diff import corpus_diff


@click.group("corpus")
def corpus_command() -> None:
    """List, search, compare and verify frozen corpus revisions."""


@corpus_command.command("list")
@options.json_option
def list_command(as_json: bool) -> None:
    """List the frozen revisions."""
    held = corpora(find_root(options.here()))
    click.echo(to_json(held) if as_json else render_revisions(held))


@corpus_command.command("find")
@click.argument("text")
@options.corpus_option
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="Most chunks to show.")
@options.json_option
def find_command(text: str, corpus: str | None, limit: int, as_json: bool) -> None:
    """Show the chunks that hold TEXT, compared without case, blanks and kinds of quotes. Exit status 1 for none."""
    found = find(find_root(options.here()), text, revision=corpus, limit=limit)
    told = render_found(found.revision, found.chunks, more=found.more, why_not=found.not_applicable)
    click.echo(to_json(found) if as_json else told)
    raise SystemExit(found.exit_status)


@corpus_command.command("diff")
@click.argument("before", required=False, metavar="[A]")
@click.argument("after", required=False, metavar="[B]")
@click.option("--access", is_flag=True, help="Show every user and role that gained or lost a document.")
@click.option("--limit", type=click.IntRange(min=1), default=5, show_default=True, help="Most documents of each kind.")
@click.option("--exit-code", is_flag=True, help="Exit status 1 where anything differs.")
@options.json_option
def diff_command(
    before: str | None, after: str | None, *, access: bool, limit: int, exit_code: bool, as_json: bool
) -> None:
    """Show what changed from revision A to B.

    Without B it is the latest, without A the pinned one, or the one before B.
    """
    found = corpus_diff(find_root(options.here()), before, after)
    click.echo(
        to_json(found) if as_json else render_corpus_diff(found, access=access, limit=limit, width=options.width())
    )
    raise SystemExit(int(exit_code and differs(found)))


@corpus_command.command("verify")
@options.corpus_option
def verify_command(corpus: str | None) -> None:
    """Read a revision whole, compute every digest again, and name what differs. Exit status 4 where it is damaged."""
    report = verify(find_root(options.here()), revision=corpus)
    click.echo(render_verified(report.revision, report.differs))
    raise SystemExit(report.exit_status)
