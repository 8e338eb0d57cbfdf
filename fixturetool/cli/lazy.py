"""A command group that imports a command's module only when the command is called."""

import importlib
from collections.abc import Mapping

import click


class LazyGroup(click.Group):
    """A group whose commands are named by module and described by one line each.

    Help lists the one-liners without importing anything, so ``--help`` starts fast.
    """

    def __init__(self, *, lazy: Mapping[str, tuple[str, str]], **attrs: object) -> None:
        super().__init__(**attrs)  # type: ignore[arg-type]
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which they are used, not the alphabet's."""
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command and return its ``command``."""
        if cmd_name not in self.lazy:
            return None
        command = importlib.import_module(self.lazy[cmd_name][0]).command
        assert isinstance(command, click.Command)  # noqa: S101
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the one-liners."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self.lazy.items()])
