"""A command group that imports a command's module only when the command is called."""

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


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
        if not ctx.resilient_parsing:
            return command
        from fixturetool.cli.completing import with_values

        return with_values(command)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem[str]]":
        """Offer the names with their one-liners, without importing anything."""
        from click.shell_completion import CompletionItem

        named = [
            CompletionItem(name, help=line)
            for name, (_, line) in self.lazy.items()
            if name.startswith(incomplete)
        ]
        return named + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called, or name the one that may be meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from fixturetool.cli.suggesting import meant_command

            near = meant_command(args[0], list(self.lazy))
            meant = f' Did you mean "{near}"?' if near else ""
            raise click.UsageError(f"{error.message}{meant}", ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the one-liners."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self.lazy.items()])
