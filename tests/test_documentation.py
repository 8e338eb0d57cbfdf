"""Every command, subcommand and flag is documented, and what the documents say can be typed."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from fixturetool.cli.main import cli

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
# What a shell reads and the command never sees.
SHELL = {"|", "||", "&&", "&", ";", ">", ">>"}


def commands(
    command: click.Command = cli, path: tuple[str, ...] = (), parent: click.Context | None = None
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command with the words by which it is called."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command, parent=parent)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, (*path, name), context)


def typed(text: str) -> Iterator[str]:
    """Yield the lines of a text that call fixturetool, those that go on in one piece."""
    for line in text.replace("\\\n", " ").splitlines():
        if line.lstrip().startswith("fixturetool "):
            yield line.strip()


COMMANDS = list(commands())
EVERY = pytest.mark.parametrize(
    ("path", "command"),
    [pytest.param(path, one, id=" ".join(path) or "fixturetool") for path, one in COMMANDS],
)
BLOCKS = re.findall(r"^```([a-z]*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SESSIONS = [block for language, block in BLOCKS if not language]
IN_README = list(dict.fromkeys(line for block in SESSIONS for line in typed(block)))
IN_HELP = list(dict.fromkeys(line for _, one in COMMANDS for line in typed(one.help or "")))


@EVERY
def test_a_command_has_help_that_begins_with_a_sentence(
    path: tuple[str, ...], command: click.Command
) -> None:
    first = (command.help or "").partition("\n\n")[0]
    assert re.match(r"[A-Z].{10,}[.:]$", first.replace("\n", " ")), first


@EVERY
def test_a_command_has_examples_of_itself(path: tuple[str, ...], command: click.Command) -> None:
    _, heading, examples = (command.help or "").partition("Examples:\n")
    assert heading
    called = " ".join(("fixturetool", *path))
    assert any(called in line for line in examples.splitlines())


@EVERY
def test_every_flag_says_what_it_does(path: tuple[str, ...], command: click.Command) -> None:
    options = [one for one in command.params if isinstance(one, click.Option)]
    assert [one.opts for one in options if not one.help and not one.hidden] == []


@EVERY
def test_the_table_of_the_readme_has_it(path: tuple[str, ...], command: click.Command) -> None:
    rows = [line.split(" | ")[0] for line in README.splitlines() if line.startswith("| `")]
    calls = [re.split(r"[ |\\\\]+", call) for row in rows for call in re.findall("`(.+?)`", row)]
    assert not path or any(call[0] == path[0] and set(path) <= set(call) for call in calls)


@pytest.mark.parametrize("line", [pytest.param(line, id=line) for line in IN_README])
def test_what_the_readme_says_can_be_typed(line: str) -> None:
    parse(line)


@pytest.mark.parametrize("line", [pytest.param(line, id=line) for line in IN_HELP])
def test_what_the_help_says_can_be_typed(line: str) -> None:
    parse(line)


def test_lines_are_found() -> None:
    assert (len(IN_README) > 30, len(IN_HELP) > 80) == (True, True)


def test_the_table_of_contents_has_every_heading() -> None:
    headings = re.findall(r"^## (.+)$", README, re.MULTILINE)
    assert re.findall(r"\[([^]]+)\]\(#", README.split("\n## ")[0]) == headings


@pytest.mark.parametrize(
    "anchor",
    [pytest.param(one, id=one) for one in dict.fromkeys(re.findall(r"\]\(#([^)]+)\)", README))],
)
def test_links_within_the_readme_lead_somewhere(anchor: str) -> None:
    headings = re.findall(r"^#+ (.+)$", README, re.MULTILINE)
    assert anchor in {slug(heading) for heading in headings}


def slug(heading: str) -> str:
    """Return the anchor that GitHub gives a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def parse(line: str) -> None:
    """Parse a call as its command does, files that are not there aside; nothing is run."""
    words = words_of(line)
    command: click.Command = cli
    context = click.Context(cli)
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name, below, words = command.resolve_command(context, words)
        assert below is not None
        command, context = below, click.Context(below, info_name=name, parent=context)
    try:
        command.make_context(context.info_name, list(words), parent=context.parent)
    except click.BadParameter as error:
        assert "does not exist" in error.message  # noqa: PT017


def words_of(line: str) -> list[str]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;>")
    lexer.whitespace_split = True
    words = list(lexer)[1:]
    end = next((at for at, word in enumerate(words) if word in SHELL), len(words))
    return words[:end]
