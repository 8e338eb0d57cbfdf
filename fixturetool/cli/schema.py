"""``fixturetool schema``: the JSON Schema of what is read and written."""

from importlib import import_module

import click

from fixturetool.cli.exits import YES

# Name to the function that returns the schema.
_SCHEMAS = {
    "run": "fixturetool.evaluation.schema:run_schema",
    "report": "fixturetool.reporting.report_schema:report_schema",
}


@click.command("schema")
@click.argument("name", type=click.Choice(list(_SCHEMAS)))
def command(name: str) -> int:
    """Print the JSON Schema (draft 2020-12) of a file format.

    \b
    run     run.json, under .fixturetool/runs/
    report  what eval-retrieval and report write as JSON in the facet lane

    Each format carries its version in the key "schema". A later version of fixturetool reads the
    files of every earlier one.

    \b
    Examples:
      fixturetool schema run > run.schema.json
      check-jsonschema --schemafile run.schema.json .fixturetool/runs/*/run.json
    """
    from fixturetool.evaluation.layout import layout

    module, _, function = _SCHEMAS[name].partition(":")
    click.echo(layout(getattr(import_module(module), function)()), nl=False)
    return YES
