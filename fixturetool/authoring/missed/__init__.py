"""What a missed facet and the sources that came back have in common."""
