"""What the editor says about what is selected; pure. Text of the corpus is never markup here."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from fixturetool.authoring.candidates import Candidate
from fixturetool.authoring.labels import label_of
from fixturetool.jsontext.finding import Finding, Severity
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted
from fixturetool.tui.rows import Place
from fixturetool.tui.searching import Found, Mode
from fixturetool.tui.slices import Slice
from fixturetool.tui.views import AnchorView, FacetView, FixtureView, Outline

SHORT, LONG = 6, 40  # characters of a good slice
_BEFORE, _AFTER = 20, 120
_PATHS = 5

NOTHING_YET = (
    "No fixture yet.\n\n"
    "A fixture is one focused question, the claims (facets) that a complete answer must cover, "
    "and for each facet two or three anchors: short verbatim slices from distinct sources.\n\n"
    "Press n to write the first question."
)
NO_SEARCH_YET = (
    "Anchors come from the corpus.\n\n"
    "Type words that a source may use and press Enter, or select a facet at the left and press "
    "Enter there: its claim is looked for.\n\n"
    "Then choose a slice with the arrow keys, and press a to add it to the facet."
)


def describe(outline: Outline, place: Place) -> Content:
    """Return what there is to say of what is selected."""
    for fixture in outline.fixtures:
        if fixture.key == place.key:
            return _in_fixture(fixture, place)
    if not outline.fixtures:
        return Content(NOTHING_YET)
    lines = [Content(visible(outline.description) or "No description: press e to write one.")]
    if outline.run:
        lines.append(Content.styled(f"hit rates are of run {outline.run}", "dim"))
    return _joined([*lines, *_findings(outline.findings)])


def _in_fixture(fixture: FixtureView, place: Place) -> Content:
    for facet in fixture.facets:
        if facet.name == place.facet:
            meant = (a for a in facet.anchors if a.passage.passage == place.passage)
            anchor = next(meant, None)
            return _facet(facet) if anchor is None else _anchor(anchor)
    return _fixture(fixture)


def _fixture(fixture: FixtureView) -> Content:
    lines = [Content.styled(visible(fixture.key.query), "bold")]
    if fixture.rationale:
        lines.append(Content(visible(fixture.rationale)))
    if not fixture.facets:
        lines.append(
            Content.styled("No facet yet: press f to write the first claim.", "$text-warning")
        )
    elif fixture.is_draft:
        lines.append(Content.styled("A draft: it goes to the file with its first anchor.", "dim"))
    if fixture.notes:
        lines.append(Content.styled(visible(fixture.notes), "dim"))
    return _joined([*lines, *_findings(fixture.findings)])


def _facet(facet: FacetView) -> Content:
    claim = visible(facet.description) or "No claim: a judge can't look for it."
    lines = [Content.styled(claim, "bold")]
    if not facet.anchors:
        text = "No anchor yet: press Enter to look for its claim in the corpus."
        lines.append(Content.styled(text, "$text-warning"))
    else:
        held = "…" if facet.sources is None else counted(facet.sources, "distinct source")
        count = counted(len(facet.anchors), "anchor")
        lines.append(Content(f"{visible(facet.name)}: {count}, {held}{_fared(facet)}"))
    return _joined([*lines, *_findings(facet.findings)])


def _fared(facet: FacetView) -> str:
    if facet.hit is None or facet.hit.hit_rate is None:
        return ""
    rank = facet.hit.median_rank
    where = f", rank {rank}" if rank is not None else ""
    return f"; last run: hit rate {facet.hit.hit_rate:.0%}{where}"


def _anchor(anchor: AnchorView) -> Content:
    passage = anchor.passage
    kind = "official" if passage.official else "unofficial"
    lines = [
        Content.styled(visible(passage.passage), "bold"),
        Content(f"{visible(passage.label)}, {kind}"),
    ]
    if anchor.sources is not None:
        paths = anchor.sources[:_PATHS]
        lines += [Content.styled(visible(path), "$text-accent") for path in paths]
        if len(anchor.sources) > _PATHS:
            lines.append(Content.styled(f"and {len(anchor.sources) - _PATHS} more sources", "dim"))
    return _joined([*lines, *_findings(anchor.findings)])


def _findings(findings: Sequence[Finding]) -> Iterator[Content]:
    for one in findings:
        style = "$text-error" if one.severity is Severity.ERROR else "$text-warning"
        yield told_finding(one, style)


def told_findings(findings: Sequence[Finding]) -> Content:
    """Return what is wrong with a file that is not valid, with the lines."""
    head = Content("The file is not valid. Mend it: it is read again at once.")
    told = (Content(f"line {one.line}: ").append(told_finding(one)) for one in findings)
    return _joined([head, *told])


def told_finding(finding: Finding, style: str = "$text-warning") -> Content:
    """Return a finding: its code, what is wrong, the next step."""
    code = Content.styled(f"{finding.code} ", f"bold {style}")
    text = code.append(Content(visible(finding.message)))
    return (
        text.append(Content.styled(f"\n{visible(finding.hint)}", "dim")) if finding.hint else text
    )


def offered(one: Candidate, *, taken: bool) -> Content:
    """Return a candidate as the list shows it: the slice, then where it stands."""
    notes = [f"{one.sources} src"] if one.official else [f"{one.sources} src", "unofficial"]
    if one.attested < 1:
        notes.append(f"says {one.attested:.0%}")
    if one.reachable is False:
        notes.append("unreachable")
    mark = Content.styled("✓ added, " if taken else "", "bold $text-success")
    name = label_of(one.source)
    facts = Content.styled(f"{', '.join(notes)}: {visible(name)}", "dim")
    return Content(f"{visible(one.passage)}\n  ").append(mark).append(facts)


def summary(found: Found) -> str:
    """Return how much a search found."""
    count = counted(len(found.candidates), "slice")
    if found.is_fallback:
        return f"No source has this text; {count} with words of it"
    if found.sources is None or found.hits is None:
        return f"{count} that say something of it"
    places = f"{counted(found.hits, 'place')} in {counted(found.sources, 'source')}"
    return f"{places}, {count}"


def nothing_found(found: Found) -> str:
    """Return what to do where a search found nothing."""
    words = visible(found.wanted.words)
    if any(found.wanted.words in one for one in found.wanted.known):
        return f"What has it is an anchor of the facet already: {words}"
    if found.sources:
        return f"Only file names have it, or no slice of {SHORT} to {LONG} characters: {words}"
    tips = {
        Mode.TEXT: "Try fewer words, or F2 for a pattern such as 红.{0,4}绳 or one|other.",
        Mode.PATTERN: "Try a shorter pattern, or F2 to search for the claim by its words.",
        Mode.CLAIM: "Put the claim in the words that the corpus uses.",
    }
    narrowed = " F4 takes unofficial sources in." if found.wanted.official_only else ""
    return f"Nothing in the corpus: {words}\n\n{tips[found.wanted.mode]}{narrowed}"


def shown_slice(one: Slice, source: str, facts: Sequence[str]) -> Content:
    """Return a slice in its surroundings, and what is known of it."""
    before, after = one.around(_BEFORE, _AFTER)
    length = len(one.passage)
    size = f"{length} characters"
    if not SHORT <= length <= LONG:
        size += f" ({SHORT} to {LONG} are good)"
    style = "$text-success" if SHORT <= length <= LONG else "$text-warning"
    head = Content.styled(size, style).append(Content(f", {', '.join(facts)}" if facts else ""))
    context = Content.assemble(
        (visible(before), "dim"),
        (visible(one.text[one.start : one.end]), "bold reverse"),
        (visible(after), "dim"),
    )
    return _joined([head, context, Content.styled(visible(source), "$text-accent")])


def _joined(lines: Sequence[Content]) -> Content:
    return Content("\n").join(lines)
