"""The command line: one file a command, no logic. A command is imported when it is called."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from pathlib import Path
from typing import Any

import click

from goldsmith.cli.lazy import LazyGroup
from goldsmith.errors import GoldsmithError

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("goldsmith.cli.demo:demo_command", "See a worsened system blocked for the right reasons."),
    "init": ("goldsmith.cli.init:init_command", "Set a project up from what this folder holds."),
    "try": ("goldsmith.cli.try_question:try_command", "Ask a system one question, and see how its reply is read."),
    "freeze": ("goldsmith.cli.freeze:freeze_command", "Freeze documents or a chunk manifest as a corpus revision."),
    "corpus": ("goldsmith.cli.corpus:corpus_command", "List, search, compare and verify frozen corpus revisions."),
    "check": ("goldsmith.cli.check:check_command", "Check a golden set and say what to fix."),
    "cover": ("goldsmith.cli.cover:cover_command", "Say what a set covers, what it can see, and what to draft."),
    "explain": ("goldsmith.cli.explain:explain_command", "Explain a finding or error code."),
    "approve": ("goldsmith.cli.approve:approve_command", "Record a reviewer's decision on cases."),
    "import": ("goldsmith.cli.import_set:import_command", "Bring the set of another tool in, and say what was lost."),
    "export": (
        "goldsmith.cli.export_set:export_command",
        "Write a set as another tool reads it, and say what is lost.",
    ),
    "refresh": ("goldsmith.cli.refresh:refresh_command", "Say what a new corpus does to each case, and ask little."),
    "review": ("goldsmith.cli.review:review_command", "Open, apply, accept and measure reviews; the handbook."),
    "serve": ("goldsmith.cli.serve:serve_command", "Open the review workbench in the browser."),
    "audit": ("goldsmith.cli.audit:audit_command", "Say who saw what they may not, in traces of production."),
    "evaluate": ("goldsmith.cli.evaluate:evaluate_command", "Run a system, score it, gate it, compare it, report."),
    "show": ("goldsmith.cli.show:show_command", "Show one case: evidence, status, history, results."),
    "add": ("goldsmith.cli.add:add_command", "Take a wrong answer that somebody met into the set."),
    "purge": ("goldsmith.cli.purge:purge_command", "Remove old runs; erase what was kept of a case or a person."),
    "compare": ("goldsmith.cli.compare:compare_command", "Say what changed between two runs, and why."),
    "sign-off": ("goldsmith.cli.sign_off:sign_off_command", "Bind a person's statement to a run."),
    "baseline": ("goldsmith.cli.baseline:baseline_command", "Keep a run to compare later ones with."),
    "report": ("goldsmith.cli.report:report_command", "Show the verdict of a run again."),
    "run": ("goldsmith.cli.run:run_command", "Only ask the system, and keep its answers."),
    "score": ("goldsmith.cli.score:score_command", "Score a run again under today's set."),
    "schema": ("goldsmith.cli.schema:schema_command", "Print the JSON Schema of a record or file."),
}
"""Name -> where the command lives, and its line in the help."""

GROUPS: dict[str, tuple[str, ...]] = {
    "Start": ("demo", "init", "try"),
    "Daily": ("freeze", "check", "cover", "explain", "approve", "evaluate", "compare", "report", "show", "add"),
    "Grow": ("import", "export"),
    "Keep true": ("refresh", "review", "serve", "audit"),
    "Govern": ("baseline", "sign-off", "purge"),
    "Pieces": ("corpus", "run", "score", "schema"),
}


@click.group(
    cls=LazyGroup,
    table=COMMANDS,
    sections=GROUPS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="New here? goldsmith demo. With a file of questions: goldsmith evaluate golden.csv --system app.py:answer",
)
@click.version_option(package_name="goldsmith-rag", prog_name="goldsmith")
@click.pass_context
def goldsmith_command(context: click.Context) -> None:
    """Golden evaluation sets for RAG: evidence that is checked, kept true, and able to block a release.

    Without a command: where you stand, and the next step.
    """
    if context.invoked_subcommand is None:
        from goldsmith.cli.standing import tell_standing

        tell_standing()


def main(argv: list[str] | None = None) -> Any:
    """Run the command line and exit: 0 fine, 1 falls short, 2 unusable, 3 incomplete, 4 our fault, 130 interrupted."""
    _speak_utf8()
    try:
        sys.exit(goldsmith_command.main(args=argv, standalone_mode=False))
    except GoldsmithError as error:
        _tell(str(error))
        sys.exit(error.exit_status)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        _tell("interrupted: everything that had arrived is kept; the same command goes on from there")
        sys.exit(130)
    except BrokenPipeError:
        # The reader of our output left, as `head` does: nothing is wrong, and nothing more can be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever else escapes is our own fault; never a 1, "blocked"
        if isinstance(error, OSError) and error.errno in _OF_THE_MACHINE:
            # A write that fails names no file: it is one of the project, or a temporary one beside it.
            where = error.filename or f"a file in {Path.cwd()}"
            _tell(f"{where}: {error.strerror}\n  Next: {_OF_THE_MACHINE[error.errno]}")
            sys.exit(2)
        _tell(traceback.format_exc())
        _tell("\nThis is a fault of goldsmith, not yours; what was recorded is kept. Please report the lines above.")
        sys.exit(4)


_AGAIN = "then run the same command again: what had arrived is kept"
_OF_THE_MACHINE = {
    errno.EACCES: f"make it readable, and its folder writable, {_AGAIN}",
    errno.EPERM: f"make it readable, and its folder writable, {_AGAIN}",
    errno.EROFS: f"work in a folder that can be written, {_AGAIN}",
    errno.ENOSPC: f"make room, {_AGAIN}",
    errno.EDQUOT: f"make room, {_AGAIN}",
    errno.EMFILE: f"close other programs or allow more open files, {_AGAIN}",
}
"""What a machine refuses, and what its owner can do."""


def _speak_utf8() -> None:
    """A console that cannot show a character shows a stand-in; it does not stop the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            encoding = "utf-8" if not stream.isatty() else None
            reconfigure(encoding=encoding, errors="replace")


def _tell(text: str) -> None:
    # Only a command that opened a system knows secrets; without one there is nothing to hide.
    options = sys.modules.get("goldsmith.cli.options")
    click.echo(options.SECRETS.redact(text) if options is not None else text, err=True)
