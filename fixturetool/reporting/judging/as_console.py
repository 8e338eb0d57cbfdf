"""The judge's work for a person."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TextIO

from rich.text import Text

from fixturetool.judge.agreement import Agreement
from fixturetool.judge.evidence import Entry
from fixturetool.judge.rescued import End, JudgedFacet, Regrade, Rescue
from fixturetool.judge.statistics import Confusion, Estimate
from fixturetool.llm.spending import Spent
from fixturetool.reporting.bars import percent
from fixturetool.reporting.console import write_blocks
from fixturetool.reporting.coverage.fixture import count, rate_style
from fixturetool.reporting.grid import Column, Grid
from fixturetool.reporting.headings import heading
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted

_SHOWN_REASONS = 5
_STYLES = {End.RESCUED: "green", End.MISS: "red", End.NOT_WRITTEN: "bold red"}


def write_rescue(rescue: Rescue, file: TextIO) -> None:
    """Write what the judge did: each facet, and the totals."""
    write_blocks(_rescue(rescue), file)


def write_diffs(rescue: Rescue, file: TextIO) -> None:
    """Write the difference that the anchors would make, where they were not written."""
    for change in rescue.changes:
        file.writelines(f"{visible(line)}\n" for line in change.diff.split("\n")[:-1])


def write_evidence(entries: Sequence[tuple[str, Entry]], file: TextIO) -> None:
    """Write evidence, facet by facet, step by step.

    Args:
        entries: Each with the name of its run.
        file: Where to.
    """
    write_blocks(_evidence(entries), file)


def write_agreement(agreement: Agreement, file: TextIO) -> None:
    """Write the grade of a judge."""
    write_blocks(_agreement(agreement), file)


def _rescue(rescue: Rescue) -> Iterator[Text | Grid]:
    yield Text()
    yield heading("judge", f"{rescue.model}, {counted(rescue.votes, 'vote')} a span")
    if rescue.facets:
        yield _facets(rescue.facets)
        yield Text()
    yield _pairs(list(_totals(rescue)))


def _facets(facets: Sequence[JudgedFacet]) -> Grid:
    return Grid(
        (
            Column("end"),
            Column("category", fold=True),
            Column("facet", fold=True),
            Column("anchor, or why not", fold=True),
        ),
        [
            (
                Text(facet.end.value, _STYLES.get(facet.end, "yellow")),
                Text(visible(facet.question.category), "dim"),
                Text(visible(facet.claim.facet)),
                Text(visible(_outcome(facet))),
            )
            for facet in facets
        ],
    )


def _outcome(facet: JudgedFacet) -> str:
    if facet.end is not End.RESCUED:
        return facet.why
    accepted = [one.place for one in facet.candidates if one.accepted]
    anchors = [f"{one.passage}  ({one.path})" for one in accepted if not isinstance(one, str)]
    return "; ".join(anchors)


def _totals(rescue: Rescue) -> Iterator[tuple[str, Text]]:
    judged = counted(len(rescue.facets), "missed facet")
    ends = ", ".join(f"{number} {end}" for end, number in rescue.ends.items() if number)
    yield "judged", Text(f"{judged}{f': {ends}' if ends else ''}")
    drops = [f"{number} {drop}" for drop, number in rescue.drops.items() if number]
    if rescue.not_attested:
        drops.append(f"{rescue.not_attested} not attested")
    if drops:
        yield "spans dropped", Text(", ".join(drops))
    for one in rescue.runs:
        yield "coverage rate", _before_and_after(one, name_run=len(rescue.runs) > 1)
    yield "anchors", _written(rescue)
    for failed in rescue.failed:
        yield "not written", Text(visible(failed.problem), "bold red")
    if rescue.inconclusive:
        facets = counted(rescue.inconclusive, "facet")
        yield "not judged", Text(f"{facets}; the miss stands, run again to ask again", "bold red")
    yield "calls", Text(_calls(rescue.spent, rescue.recalled))


def _before_and_after(one: Regrade, *, name_run: bool) -> Text:
    before, after = one.before.summary, one.after.summary
    return Text.assemble(
        (percent(before.coverage_rate), rate_style(before.coverage_rate)),
        " before, ",
        (percent(after.coverage_rate), f"bold {rate_style(after.coverage_rate)}"),
        f" after: {count(before.covered)} and {count(after.covered)} of {after.facets} facets",
        f"  (run {one.run.id})" if name_run else "",
    )


def _written(rescue: Rescue) -> Text:
    number = sum(len(change.additions) for change in rescue.changes)
    files = [change.name for change in rescue.changes if change.additions]
    verb = "added to" if rescue.written else "would be added to"
    where = f" {verb} {', '.join(map(visible, files))}" if files else ""
    return Text(f"{counted(number, 'anchor')}{where}" if files else "none")


def _calls(spent: Spent, recalled: int) -> str:
    usd = "cost unknown" if spent.usd is None else f"{spent.usd:.4f} USD"
    tokens = f"{spent.tokens.prompt} + {spent.tokens.completion} tokens"
    money = f"{tokens}, {usd}" if spent.calls else "nothing spent"
    settled = f"; {counted(recalled, 'answer')} settled before" if recalled else ""
    return f"{counted(spent.calls, 'call')}, {money}{settled}"


def _evidence(entries: Sequence[tuple[str, Entry]]) -> Iterator[Text | Grid]:
    ordered = sorted(entries, key=_run_and_subject)
    for (run, category, language, query, facet), steps in groupby(ordered, key=_run_and_subject):
        yield heading(facet, f"{query}  {category}, {language}, run {run}")
        for _, entry in steps:
            yield _pairs(list(_step(entry)))
        yield Text()


def _run_and_subject(noted: tuple[str, Entry]) -> tuple[str, ...]:
    run, entry = noted
    return run, *entry.subject


def _step(entry: Entry) -> Iterator[tuple[str, Text]]:
    vote = f" (vote {entry.vote})" if entry.vote > 1 else ""
    yield f"{entry.step}{vote}", Text(f"{entry.verdict}  {entry.at}")
    asked = f"{entry.model}, {entry.version}, prompt {entry.prompt or '-'}" if entry.model else ""
    for name, value in (
        ("span", entry.span),
        ("passage", entry.passage),
        ("label", entry.label),
        ("reason", entry.reason),
        ("asked", f"{asked}{', settled before' if entry.cached else ''}"),
        ("reply", entry.reply),
    ):
        if value:
            yield f"  {name}", Text(visible(value))


def _agreement(agreement: Agreement) -> Iterator[Text | Grid]:
    table = agreement.confusion
    yield heading("judge", f"{agreement.model}, {counted(agreement.votes, 'vote')} a span")
    yield Grid(
        (Column(), Column("accepted", right=True), Column("turned down", right=True)),
        [
            _row("attested", table.true_positives, table.false_negatives),
            _row("not attested", table.false_positives, table.true_negatives),
        ],
    )
    yield Text()
    yield _pairs(list(_grades(agreement)))
    yield Text()
    yield Grid(
        (Column("right", right=True), Column("of", right=True), Column("kind", fold=True)),
        [_kind(kind, one) for kind, one in agreement.kinds.items()],
    )


def _grades(agreement: Agreement) -> Iterator[tuple[str, Text]]:
    table = agreement.confusion
    labels = len(agreement.ratings)
    yield "labels", Text(f"scored {table.total} of {labels}, {agreement.unscored} unscored")
    yield from _unscored(agreement)
    yield "precision", Text(_estimated(table.precision))
    yield "recall", Text(_estimated(table.recall))
    yield "Cohen's kappa", Text(_estimated(table.kappa))
    yield "intervals", Text("95 %: Wilson's; kappa's by Fleiss, Cohen and Everitt")
    yield from _finder(agreement)
    yield "calls", Text(_calls(agreement.spent, agreement.recalled))


def _unscored(agreement: Agreement) -> Iterator[tuple[str, Text]]:
    """Say why there is no verdict: each reason once, with how many labels it holds for."""
    reasons = Counter(
        f"{one.opinion.verdict}: {one.opinion.reason}"
        for one in agreement.ratings
        if not one.scored
    )
    for reason, number in reasons.most_common(_SHOWN_REASONS):
        yield "no verdict", Text(f"{number} {visible(reason)}", "bold red")


def _finder(agreement: Agreement) -> Iterator[tuple[str, Text]]:
    if finder := agreement.finder:
        yield (
            "finder",
            Text(
                f"{counted(finder.claims, 'claim')}: {finder.located} located, "
                f"{finder.verified} of these verified, {finder.unscored} unscored"
            ),
        )
        yield "both passes", Text(_estimated(finder.found))


def _kind(kind: str, table: Confusion) -> tuple[Text, ...]:
    right = table.true_positives + table.true_negatives
    style = "" if right == table.total else "yellow"
    return Text(str(right), style), Text(str(table.total)), Text(visible(kind or "-"))


def _row(name: str, accepted: int, turned_down: int) -> tuple[Text, ...]:
    return Text(name, "dim"), Text(str(accepted)), Text(str(turned_down))


def _estimated(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    return f"{estimate.value:.3f}  [{estimate.low:.3f}, {estimate.high:.3f}]"


def _pairs(rows: Sequence[tuple[str, Text]]) -> Grid:
    return Grid((Column(), Column(fold=True)), [(Text(label, "dim"), text) for label, text in rows])
