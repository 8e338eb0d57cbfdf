"""Fetching rankings, the one effectful step, and scoring them, which is pure."""
