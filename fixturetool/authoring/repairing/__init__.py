"""From an anchor that is gone to the text that took its place."""
