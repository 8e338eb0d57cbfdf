"""``fixturetool schema``: the JSON Schema of what is read and written."""

from importlib import import_module

import click

from fixturetool.cli.exits import YES

# Name to the function that returns the schema.
_SCHEMAS = {
    "fixture": "fixturetool.fixtures.schema:fixture_schema",
    "dataset": "fixturetool.datasets.schema:dataset_schema",
    "run": "fixturetool.evaluation.storage.schema:run_schema",
    "report": "fixturetool.reporting.coverage.schema:report_schema",
}


@click.command("schema")
@click.argument("name", type=click.Choice(list(_SCHEMAS)))
def command(name: str) -> int:
    """Print the JSON Schema (draft 2020-12) of a file format.

    \b
    fixture  a category, under retrieval_fixtures/
    dataset  the questions of eval-paths and eval-pages, under eval_datasets/
    run      run.json, under .fixturetool/runs/
    report   what eval-retrieval and report write as JSON in the facet lane

    The first two are for editors, which complete and explain the keys by them: see "Where people
    work" in the README. What a schema can't say is told by fixturetool validate.

    The other two carry a version in the key "schema". A later version of fixturetool reads the
    files of every earlier one.

    \b
    Examples:
      fixturetool schema fixture > .vscode/fixture.schema.json
      fixturetool schema run > run.schema.json
      check-jsonschema --schemafile run.schema.json .fixturetool/runs/*/run.json
    """
    from fixturetool.evaluation.storage.layout import layout

    module, _, function = _SCHEMAS[name].partition(":")
    click.echo(layout(getattr(import_module(module), function)()), nl=False)
    return YES
