"""Text of others made safe to stand in a prompt: it can't fake a turn. Pure."""

# Chat templates mark turns and thoughts by tags such as <|im_end|>, <｜User｜> or </think>, and
# some servers obey them in data. One character stands for one, so that offsets stay.
_NEUTRAL = str.maketrans("<>", "‹›")
_PLAIN = str.maketrans("‹›", "<>")


def neutralize(text: str) -> str:
    """Take the angle brackets, of which tags are made, out of a text; its length stays."""
    return text.translate(_NEUTRAL)


def with_angle_brackets(text: str) -> str:
    """Put the angle brackets back into a text that a model wrote after a neutralised one."""
    return text.translate(_PLAIN)
