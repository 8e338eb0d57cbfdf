"""A comparison as GitHub-flavoured Markdown, to be posted below a pull request."""

from collections.abc import Iterator, Sequence

from fixturetool.evaluation.compare import Comparison
from fixturetool.evaluation.comparing.changes import QueryChange
from fixturetool.evaluation.lanes.page_comparison import PageComparison
from fixturetool.evaluation.run import Key
from fixturetool.reporting.bars import percent
from fixturetool.reporting.comparison.wording import (
    details,
    facet_text,
    in_points,
    key_text,
    moved_items,
    page_rule,
    sentence,
    without_anchors,
)
from fixturetool.reporting.formats.markdown import code, table
from fixturetool.reporting.wording import counted

_ROWS = 100  # GitHub refuses a comment of more than 65,536 characters


def render_comparison(comparison: Comparison) -> str:
    """Write the sentence, the measures, the questions that moved, and what differs."""
    parts = [
        f"### Retrieval: {sentence(comparison.estimate)}",
        _measures(comparison),
        "\n".join(f"- {one}" for one in details(comparison)),
        _questions("worse", comparison.worse, opened=True),
        _questions("better", comparison.better, opened=False),
        *(_page_groups(comparison.pages) if comparison.pages else _groups(comparison)),
        *_listed(comparison),
        *_configuration(comparison),
        *_anchors(comparison),
        "\n".join(f"> {code(one)}" for one in comparison.warnings),
        f"<sub>base {code(comparison.base.name)} · current {code(comparison.current.name)}</sub>",
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _measures(comparison: Comparison) -> str:
    rows = [
        (one.name, percent(one.base), percent(one.current), in_points(one.current - one.base))
        for one in comparison.measures
    ]
    return table([("measure", "base", "current", "difference"), *rows])


def _questions(title: str, queries: Sequence[QueryChange], *, opened: bool) -> str:
    if not queries:
        return ""
    rows = [
        (
            in_points(one.difference),
            code(one.query),
            code(key_text(one.key)),
            ", ".join(code(facet_text(facet)) for facet in (*one.lost, *one.gained)),
        )
        for one in queries[:_ROWS]
    ]
    left = len(queries) - len(rows)
    more = f"\n\n… and {counted(left, 'more query', 'more queries')}." if left else ""
    moved = table([("points", "query", "category", "facets"), *rows])
    head = f"<details{' open' if opened else ''}>\n<summary>{title} on {len(queries)}</summary>"
    return f"{head}\n\n{moved}{more}\n\n</details>"


def _groups(comparison: Comparison) -> Iterator[str]:
    if len(comparison.groups) > 1:
        rows = [
            (
                code(one.name),
                str(one.queries),
                percent(one.base),
                percent(one.current),
                f"{one.worse} worse, {one.better} better",
            )
            for one in comparison.groups
        ]
        yield table([("category", "queries", "base", "current", "moved"), *rows])


def _page_groups(pages: PageComparison) -> Iterator[str]:
    rows = [
        (
            code(group.group),
            str(group.items),
            change.metric,
            percent(change.before),
            percent(change.after),
            moved_items(pages, change),
        )
        for group in pages.groups
        for change in group.changes
    ]
    yield table([("group", "items", "measure", "base", "current", "moved"), *rows])
    yield page_rule(pages)


def _listed(comparison: Comparison) -> Iterator[str]:
    matched = comparison.matched
    for title, keys in (
        ("In the base run alone", matched.only_base),
        ("In the current run alone", matched.only_current),
        ("Uninformative, left out", matched.uninformative),
        ("Without an answer in one of the two, left out", matched.unscored),
    ):
        if keys:
            yield f"{title}: {_keys(keys, comparison)}."


def _keys(keys: Sequence[Key], comparison: Comparison) -> str:
    shown = ", ".join(code(comparison.query(key)) for key in keys[:20])
    return shown if len(keys) <= 20 else f"{shown} and {len(keys) - 20} more"


def _configuration(comparison: Comparison) -> Iterator[str]:
    if comparison.configuration:
        rows = [
            (code(one.name), code(one.base or "-"), code(one.current or "-"))
            for one in comparison.configuration
        ]
        yield table([("setting", "base", "current"), *rows])


def _anchors(comparison: Comparison) -> Iterator[str]:
    if comparison.one_sided:
        named = [
            f"- {code(one.passage)} for {code(comparison.query(one.key))}, from {code(one.run)}"
            for one in comparison.one_sided[:_ROWS]
        ]
        yield "Judge anchors from one of the two runs alone, which favour it:"
        yield "\n".join(named)
        yield without_anchors(comparison)
