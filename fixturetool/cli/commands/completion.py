"""``fixturetool completion``: the script by which a shell completes."""

import click

from fixturetool.cli.exits import YES

_VARIABLE = "_FIXTURETOOL_COMPLETE"


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> int:
    """Print the script that completes fixturetool in a shell.

    It completes commands, options and values: categories, saved runs, languages, codes of rules,
    facets, sources. bash must be 4.4 or newer.

    \b
    Examples:
      echo 'eval "$(fixturetool completion bash)"' >> ~/.bashrc
      echo 'eval "$(fixturetool completion zsh)"' >> ~/.zshrc      # below compinit
      fixturetool completion fish > ~/.config/fish/completions/fixturetool.fish
    """
    from click.shell_completion import get_completion_class

    from fixturetool.cli.main import cli

    script = get_completion_class(shell)
    assert script is not None  # noqa: S101
    click.echo(script(cli, {}, "fixturetool", _VARIABLE).source(), nl=False)
    return YES
