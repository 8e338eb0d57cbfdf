"""The HTML report in a real browser: what a reader does with mouse and keyboard."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.html.page import render_page
from tests.reporting.runs import OIL, anchor, answered, asked, failed, hit, run_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.integration
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
if not Path(CHROMIUM).exists():
    pytest.skip("Debian's chromium is not installed", allow_module_level=True)

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ATTACK = "</script><img src=http://127.0.0.1:9/x onerror=\"document.title='owned'\">\u202e[bold]"
RUN = run_of(
    OIL,
    asked("钟楼在哪？", ("where",), (anchor("钟楼", "where"),), answered(1, hit(1, "b.txt", 0))),
    asked(ATTACK, ("x",), (anchor("甲", "x"),), answered(1, hit(1, ATTACK, text=ATTACK))),
    asked("谁守灯？", ("who",), (anchor("守灯人", "who"),), failed(1)),
)
QUERIES = [fixture.question.query.replace("\u202e", "\\u202e") for fixture in RUN.fixtures]


@pytest.fixture(scope="module", name="browser")
def headless() -> "Iterator[Browser]":
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module", name="file")
def report_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text(render_page(Report(RUN)), "utf-8")
    return file


@pytest.fixture(scope="module", name="complaints")
def none_yet() -> list[str]:
    return []


@pytest.fixture(scope="module", name="tab")
def only_tab(browser: "Browser", complaints: list[str]) -> "Page":
    tab = browser.new_page()
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.on("request", lambda request: complaints.append(request.url))
    return tab


@pytest.fixture(name="page")
def opened(tab: "Page", complaints: list[str], file: Path) -> "Iterator[Page]":
    """Open the report; whatever it says on the console or asks the network for is a failure."""
    tab.goto("about:blank")  # or an address that differs by its fragment alone loads nothing
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.emulate_media(color_scheme="light")
    complaints.clear()
    tab.goto(file.as_uri())
    yield tab
    assert complaints == [file.as_uri()]


def order(page: "Page") -> list[int]:
    shown = page.locator("#list > tbody:visible .n").all_inner_texts()
    return [int(number) for number in shown]


def test_nothing_is_fetched_and_no_attack_runs(page: "Page") -> None:
    assert page.title() != "owned"
    assert page.locator("img").count() == 0
    assert page.locator(".open").all_inner_texts() == QUERIES


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        pytest.param("coverage", [4, 3, 1, 2], id="numbers"),
        pytest.param("query", [3, 1, 4, 2], id="texts"),
    ],
)
def test_a_click_on_a_heading_sorts_and_another_turns_it_round(
    page: "Page", heading: str, expected: list[int]
) -> None:
    button = page.get_by_role("button", name=heading, exact=True)
    button.click()
    assert order(page) == expected
    button.click()
    assert order(page) == expected[::-1]


def test_headings_sort_by_the_keyboard_and_say_so(page: "Page") -> None:
    page.get_by_role("button", name="coverage", exact=True).focus()
    page.keyboard.press("Enter")
    assert order(page) == [4, 3, 1, 2]
    assert page.locator("th.rate, th[aria-sort=ascending]").inner_text().startswith("coverage")


def test_the_search_field_is_a_key_away_and_finds_facets_and_paths(page: "Page") -> None:
    page.keyboard.press("/")
    page.keyboard.type("灯志")
    assert order(page) == [1]
    assert page.get_by_role("status").inner_text() == "1 of 4"
    page.keyboard.press("Escape")
    assert order(page) == [1, 2, 3, 4]


def test_a_state_is_chosen_and_nothing_found_can_be_undone(page: "Page") -> None:
    page.get_by_role("button", name="Covered").click()
    assert order(page) == [2]
    page.locator("#filter").fill("没有的词")
    assert order(page) == []
    page.get_by_role("button", name="Show all").click()
    assert order(page) == [1, 2, 3, 4]


def test_a_question_opens_by_the_keyboard_and_shows_its_texts_with_marks(page: "Page") -> None:
    page.get_by_role("button", name=QUERIES[0]).focus()
    page.keyboard.press("Enter")
    detail = page.locator("#d1")
    detail.get_by_role("button", name="text").first.click()
    detail.locator(".whole").wait_for()
    assert detail.locator(".whole mark").inner_text() == "烧过\n鱼油"


def test_the_heat_map_leads_to_its_question(page: "Page") -> None:
    page.locator(".map a").nth(1).click()
    page.locator("#d2").wait_for(state="visible")
    assert page.evaluate("document.activeElement.textContent") == QUERIES[1]


def test_the_theme_can_be_chosen(page: "Page") -> None:
    def paper() -> str:
        colour: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return colour

    light = paper()
    for _ in ("light", "dark"):
        page.get_by_role("button", name="Theme").click()
    assert paper() != light


@pytest.mark.parametrize(
    "scheme", [pytest.param("light", id="light"), pytest.param("dark", id="dark")]
)
def test_a_phone_scrolls_in_one_direction(page: "Page", scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 740})
    for button in page.locator(".open").all():
        button.click()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
