"""`goldsmith schema`."""

from __future__ import annotations

import json

import click

from goldsmith.workflows.schema import SCHEMAS, schema


@click.command("schema")
@click.argument("name", type=click.Choice(sorted(SCHEMAS)), default="case")
def schema_command(name: str) -> None:
    """Print the JSON Schema of a file, so that an editor checks it while it is typed.

    In a case file, put this on the first line for editors that know it:
    # yaml-language-server: $schema=case.schema.json
    """
    click.echo(json.dumps(schema(name), indent=2, ensure_ascii=False))
