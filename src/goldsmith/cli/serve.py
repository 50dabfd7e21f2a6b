"""`goldsmith serve`."""

from __future__ import annotations

from functools import partial

import click

from goldsmith.adapters.serving import Listening, serve
from goldsmith.cli import options
from goldsmith.records.opening import Opening
from goldsmith.reports.serving import Serving, render_serving
from goldsmith.web.site import routes_of
from goldsmith.wiring.workbench import open_desk, operator_of
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.serve import begin_serving, is_this_machine


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65_535), default=8321, show_default=True, help="Port; 0: a free one.")
@click.option("--set", "set_name", metavar="NAME", help="One of the sets of goldsmith.toml.")
def serve_command(host: str, port: int, set_name: str | None) -> None:
    """Open the review workbench in the browser.

    Cases that wait for a decision are opened for review first. Without [people.NAME] in goldsmith.toml it is for
    whoever sits at this machine. With people, each comes in by a link (goldsmith review invite NAME) or by the header
    of a trusted proxy. Reviews are kept in .goldsmith/workbench.db, or in the PostgreSQL database of [workbench]
    store_env; goldsmith review apply writes what is settled to the set.
    """
    desk = open_desk(options.here(), set_name)
    try:
        opening = begin_serving(desk, person=operator_of(desk), host=host)
        serve(routes_of(desk), host=host, port=port, ready=partial(_tell, desk, opening))
    finally:
        desk.close()
    click.echo("stopped; everything that was saved is kept")


def _tell(desk: Desk, opening: Opening, listening: Listening) -> None:
    settings = desk.settings
    host = f"[{listening.host}]" if ":" in listening.host else listening.host
    serving = Serving(
        set_name=desk.project.golden.header.name,
        address=settings.url or f"http://{host}:{listening.port}",
        waiting=opening.waiting,
        opened=len(opening.opened),
        local=desk.local.name if desk.local is not None else None,
        people=tuple(sorted(desk.people)),
        header=settings.trusted_header,
        proxies=settings.trusted_proxies,
        in_the_clear=not is_this_machine(listening.host) and not (settings.url or "").startswith("https:"),
    )
    click.echo(render_serving(serving))
