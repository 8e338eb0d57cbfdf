"""Saved runs: their list, and one of any lane."""
