"""The judge: two passes over a run that turn false misses into anchors."""
