"""`goldsmith review`: a command of it is imported when it is called."""

from __future__ import annotations

import click

from goldsmith.cli.lazy import LazyGroup

COMMANDS: dict[str, tuple[str, str]] = {
    "open": ("goldsmith.cli.review_open:open_command", "Open reviews of what needs a person."),
    "invite": ("goldsmith.cli.review_invite:invite_command", "Make a link by which one person comes in."),
    "prelabel": ("goldsmith.cli.review_prelabel:prelabel_command", "Find passages that people have to look at."),
    "apply": ("goldsmith.cli.review_apply:apply_command", "Write what reviewers settled to the set."),
    "batch": ("goldsmith.cli.review_batch:batch_command", "Let an expert accept settled cases by a sample."),
    "plan": ("goldsmith.cli.review_plan:plan_command", "Say how many cases of a batch to check again."),
    "sentinels": ("goldsmith.cli.review_sentinels:sentinels_command", "Show the cases that measure reviewers."),
    "agreement": ("goldsmith.cli.review_agreement:agreement_command", "Say how far reviewers agree beyond chance."),
    "forecast": ("goldsmith.cli.review_forecast:forecast_command", "Say when it is done, and what to leave out."),
    "remind": ("goldsmith.cli.review_remind:remind_command", "Tell everybody by mail what waits for them."),
    "export": ("goldsmith.cli.review_exchange:export_command", "Hand open reviews to Label Studio or Argilla."),
    "import": ("goldsmith.cli.review_exchange:import_command", "Take back what was said of them there."),
    "handbook": ("goldsmith.cli.review_handbook:handbook_command", "Write the handbook of the reviewers."),
}
"""Name -> where the command lives, and its line in the help, in the order of the help."""


@click.group("review", cls=LazyGroup, table=COMMANDS, noun="commands of review")
def review_command() -> None:
    """Open, apply, accept and measure reviews; the handbook."""
