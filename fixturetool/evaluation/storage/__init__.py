"""Runs on disk: written, journalled, read back, listed and let go."""
