"""How many anchors are looked for in one pass."""
