"""Say in words how an anchor differs from the corpus text that it was meant to be."""

import unicodedata
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise

from fixturetool.authoring.folding import DASHES, QUOTES, Folded, fold_traced, is_invisible

_SHOWN_EDITS = 4
_CONTEXT = 8


def describe_differences(anchor: str, corpus_text: str) -> tuple[str, ...]:
    """Name the differences between an anchor and its nearest corpus text.

    Args:
        anchor: The normalised anchor.
        corpus_text: The normalised slice of the corpus.

    Returns:
        One phrase a difference, hard-to-see ones by their kind; empty for equal texts.
    """
    here, there = fold_traced(anchor), fold_traced(corpus_text)
    if here.text != there.text:
        return (
            *_invisible("the anchor", anchor),
            *_invisible("the corpus", corpus_text),
            *_edits(_visible(anchor), _visible(corpus_text)),
        )
    changed = _changed(anchor, here, corpus_text, there)
    phrases = [
        *_invisible("the anchor", anchor),
        *_invisible("the corpus", corpus_text),
        *_changes(anchor, here, corpus_text, there, changed),
        *_spaces(anchor, here, corpus_text, there, frozenset(changed)),
    ]
    return tuple(dict.fromkeys(phrases))


def character_name(character: str) -> str:
    """Return code point and name, such as ``U+200B ZERO WIDTH SPACE``."""
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X} {name}".rstrip()


def _invisible(whose: str, text: str) -> Iterator[str]:
    for index, character in enumerate(text):
        if is_invisible(character):
            yield f"{whose} has {character_name(character)} {_place(text, index)}"


def _place(text: str, index: int) -> str:
    before = _visible(text[:index])
    if before:
        return f'after "{before[-_CONTEXT:]}"'
    return f'before "{_visible(text[index:])[:_CONTEXT]}"'


def _changed(anchor: str, here: Folded, corpus_text: str, there: Folded) -> dict[int, str]:
    """Map an index of the common folded text, where the originals differ, to the kind."""
    places = zip(here.origins, there.origins, strict=True)
    pairs = ((anchor[ours], corpus_text[theirs]) for ours, theirs in places)
    return {index: _kind(*pair) for index, pair in enumerate(pairs) if pair[0] != pair[1]}


def _changes(
    anchor: str, here: Folded, corpus_text: str, there: Folded, changed: Mapping[int, str]
) -> Iterator[str]:
    """Describe each run of neighbouring differences of one kind."""
    runs = groupby(enumerate(changed), key=lambda item: (item[1] - item[0], changed[item[1]]))
    for (_, kind), run in runs:
        indexes = [index for _, index in run]
        ours, theirs = (
            _visible(text[slice(*folded.span(indexes[0], indexes[-1] + 1))])
            for text, folded in ((anchor, here), (corpus_text, there))
        )
        yield f"other {kind}: {_shown(kind, ours)} here, {_shown(kind, theirs)} in the corpus"


def _shown(kind: str, text: str) -> str:
    if kind == "Unicode form":
        return f'"{text}" ({" + ".join(map(character_name, text))})'
    return text if kind == "quotes" else f'"{text}"'


def _visible(text: str) -> str:
    return "".join(character for character in text if not is_invisible(character))


def _kind(ours: str, theirs: str) -> str:
    if ours.casefold() == theirs.casefold():
        return "case"
    if _narrow(ours).casefold() == _narrow(theirs).casefold():
        return "width (full or half)"
    if {ours, theirs} <= QUOTES:
        return "quotes"
    if {ours, theirs} <= DASHES:
        return "dash"
    if all(unicodedata.category(character)[0] == "P" for character in (ours, theirs)):
        return "punctuation"
    return "Unicode form"


def _narrow(character: str) -> str:
    if unicodedata.decomposition(character).startswith(("<wide>", "<narrow>")):
        return unicodedata.normalize("NFKC", character)
    return character


def _spaces(
    anchor: str, here: Folded, corpus_text: str, there: Folded, changed: frozenset[int]
) -> Iterator[str]:
    """Compare white space where the characters on both sides of it are the same."""
    ours, theirs = _gaps(anchor, here), _gaps(corpus_text, there)
    for index in sorted(ours ^ theirs):
        if not {index, index + 1} & changed:
            a = _around(anchor, here.origins[index])
            c = _around(corpus_text, there.origins[index])
            yield (
                "white space between Latin characters is significant: "
                f'"{a}" here, "{c}" in the corpus'
            )


def _gaps(text: str, folded: Folded) -> frozenset[int]:
    return frozenset(
        index
        for index, (one, two) in enumerate(pairwise(folded.origins))
        if any(character.isspace() for character in text[one + 1 : two])
    )


def _around(text: str, index: int) -> str:
    return text[max(0, index - _CONTEXT + 1) : index + _CONTEXT + 1].strip()


def _edits(anchor: str, corpus_text: str) -> Iterator[str]:
    from rapidfuzz.distance import Levenshtein

    changes = [
        (operation, anchor[operation.src_start : operation.src_end])
        for operation in Levenshtein.opcodes(anchor, corpus_text)
        if operation.tag != "equal"
    ]
    for operation, ours in changes[:_SHOWN_EDITS]:
        theirs = corpus_text[operation.dest_start : operation.dest_end]
        if ours and theirs:
            yield f'"{ours}" here, "{theirs}" in the corpus'
        elif ours:
            yield f'the corpus has no "{ours}" {_place(anchor, operation.src_start)}'
        else:
            yield f'the corpus has "{theirs}" {_place(anchor, operation.src_start)}'
    if len(changes) > _SHOWN_EDITS:
        yield f"{len(changes) - _SHOWN_EDITS} more differences"
