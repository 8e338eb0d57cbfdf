"""The editor driven without a terminal."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Static

from fixturetool.tui.app import EditorApp
from fixturetool.tui.search_pane import SearchPane
from fixturetool.tui.search_widgets import Results
from tests.tui.desk_place import desk_at, settings_at

Drive = Callable[[Pilot[int], EditorApp], Awaitable[None]]
_PATIENCE = 400
_TURN_SECONDS = 0.06


def drive(path: Path, act: Drive, size: tuple[int, int] = (80, 24)) -> EditorApp:
    """Open the category at a path on the small corpus, act, and return the app as it ended."""

    async def run() -> EditorApp:
        app = EditorApp(desk_at(path), settings_at(path.parent.parent), ["CHS"])
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: app.is_settled)
            await act(pilot, app)
            await until(pilot, lambda: app.is_settled)
        return app

    return asyncio.run(run())


async def until(pilot: Pilot[int], holds: Callable[[], object]) -> None:
    """Wait until something holds; it is an error that it never does."""
    for _ in range(_PATIENCE):
        await pilot.pause(_TURN_SECONDS)
        if holds():
            return
    raise AssertionError("it never came about")


async def type_in(pilot: Pilot[int], text: str) -> None:
    """Type a text, as an input method hands it over: at once."""
    assert pilot.app.focused is not None
    pilot.app.focused.post_message(Paste(text))
    await pilot.pause()


async def find(pilot: Pilot[int], app: EditorApp) -> None:
    """Press Enter, and wait for slices."""
    pane = app.query_one(SearchPane)
    before = pane.found
    await pilot.press("enter")
    await until(
        pilot, lambda: app.is_settled and pane.found is not None and pane.found is not before
    )


def status(app: EditorApp) -> str:
    return str(app.query_one("#status", Static).content)


def screen(app: EditorApp) -> str:
    """Return what stands on the screen, line by line."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text for strip in strips)


def listed(app: EditorApp) -> list[str]:
    """Return the slices that are listed."""
    results = app.query_one(Results)
    return [str(one.prompt).split("\n")[0] for one in results.options]
